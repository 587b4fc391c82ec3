"""Moves: announced, corrected, executed, repeated, answered early, completed by the press."""

from collections.abc import Iterable

from voice_chess.arbiter.agreements import passed_over
from voice_chess.arbiter.game_end import completed, ending_at_once
from voice_chess.arbiter.hands import press_without_move
from voice_chess.arbiter.illegal_moves import press_illegal
from voice_chess.arbiter.recording import not_yet_recorded
from voice_chess.arbiter.ruling import Ruling
from voice_chess.arbiter.touch_obligation import may_rule_unasked, not_free
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve
from voice_chess.game.moves import (
    AnnounceMove,
    CorrectSlip,
    ExecuteMove,
    MoveAnnounced,
    MoveAnswered,
    MoveExecuted,
    MoveRepeated,
    PressClock,
    RepeatMove,
    SlipCorrected,
)
from voice_chess.game.refusals import (
    BadField,
    NotALegalMove,
    NothingAnnounced,
    NothingToRepeat,
    NotYetExecuted,
    NotYetRepeated,
    NotYourMove,
    NotYourRole,
    PromotionPieceMissing,
    Refusal,
    TooLateToCorrect,
)
from voice_chess.game.state import Game, InPlay, PendingMove
from voice_chess.game.table import Role
from voice_chess.game.touch import Adjust, AdjustmentAnnounced, PiecesTouched, TouchPieces
from voice_chess.laws.notation import is_square, is_uci
from voice_chess.laws.reasons import (
    NeedsPromotionPiece,
    NotThere,
    NotYourPiece,
    OwnPieceThere,
    why_not,
)
from voice_chess.laws.topics import Topic
from voice_chess.laws.touch_move import as_if_in_order

# Nothing of one's own to move, or no hole free for it: not even an illegal move.
NO_MOVE_AT_ALL = (NotThere, NotYourPiece, OwnPieceThere)


def announce(game: Game, command: AnnounceMove | CorrectSlip) -> Ruling:
    """A move said aloud, for the first time or in place of a slip of the tongue."""
    said = game.turn.announcement
    is_own_slip = (
        isinstance(command, CorrectSlip) and said is not None and said.told_by is command.by
    )
    if said is not None and may_answer(game, command.by) and not is_own_slip:
        return _answer(game, said, command)
    if said is not None and said.answer is not None and _is_on_move(game, command):
        return _after_answer(game, said.answer, command)
    refusal = (
        _not_on_move(game, command)
        or not_sayable(game, command.uci)
        or not_yet_recorded(game, at_ms=command.at_ms)
    )
    if refusal is not None:
        return refusal
    if said is not None:
        return _corrected(game, command, said)
    if isinstance(command, CorrectSlip):
        return TooLateToCorrect(because=game.edition.cite(Topic.SLIP_OF_THE_TONGUE))
    announced = MoveAnnounced(
        white=game.white_to_move,
        uci=command.uci,
        told_by=_telling(game, command),
        at_ms=command.at_ms,
    )
    return (*passed_over(game, command.at_ms, "move"), announced)


def _answer(game: Game, said: PendingMove, command: AnnounceMove | CorrectSlip) -> Ruling:
    """The opponent replies to a move that stands on the board, before its clock is pressed."""
    until_ms = game.charged_until_ms(command.at_ms)
    after = after_move(game, said.uci, at_ms=command.at_ms, charged_until_ms=until_ms)
    refusal = not_sayable(after, command.uci) or not_yet_recorded(after, at_ms=command.at_ms)
    if refusal is not None:
        return refusal
    if not after.position.is_legal(command.uci):
        reason = why_not(after.position, command.uci)
        because = game.edition.cite(Topic.MOVEMENT)
        return NotALegalMove(uci=command.uci, reason=reason, because=because)
    return answered(game, after, command.uci, at_ms=command.at_ms, charged_until_ms=until_ms)


def _after_answer(game: Game, reply: str, command: AnnounceMove | CorrectSlip) -> Ruling:
    """The mover goes on without a press: their last move, and the reply to it, are completed.

    A slip that has been answered was not corrected at once.
    """
    if isinstance(command, CorrectSlip):
        return TooLateToCorrect(because=game.edition.cite(Topic.SLIP_OF_THE_TONGUE))
    until_ms = game.charged_until_ms(command.at_ms)
    done = by_next_move(game, reply, at_ms=command.at_ms, charged_until_ms=until_ms)
    ruling = announce(followed(game, done), command)
    return (*done, *ruling) if isinstance(ruling, tuple) else ruling


def execute(game: Game, command: ExecuteMove) -> Ruling:
    """The announced move stands on the mover's board; a move that ends the game does so now."""
    refusal = _not_on_move(game, command)
    said = game.turn.announcement
    if refusal is not None:
        return refusal
    if said is None:
        return NothingAnnounced(because=game.edition.cite(Topic.EXECUTION))
    bound = _bound_otherwise(game, said)
    if bound is not None:
        return bound
    executed = MoveExecuted(white=game.white_to_move, uci=said.uci, at_ms=command.at_ms)
    return (executed, *ending_at_once(game, said.uci, at_ms=command.at_ms))


def repeat(game: Game, command: RepeatMove) -> Ruling:
    """The opponent says the last move after the mover; the move stands as it was announced."""
    white = command.by.acts_for_white is True
    if not is_uci(command.uci):
        return _bad_move(game)
    if game.last_move is None or game.turn.is_repeated or white != game.white_to_move:
        return NothingToRepeat(because=game.edition.cite(Topic.ANNOUNCEMENT))
    is_right = command.uci == game.last_move
    return (MoveRepeated(white=white, uci=command.uci, is_right=is_right, at_ms=command.at_ms),)


def touch(game: Game, command: TouchPieces) -> Ruling:
    """Pieces touched on purpose bind the mover, unless they had said that they only adjust.

    The mover's side tells it, or the arbiter who has seen it, where they need not be asked first;
    an arbiter has seen as well whether the piece was still only put straight.
    """
    if not may_rule_unasked(game, command.by):
        because = game.edition.cite(Topic.TOUCH_ON_REQUEST)
        return NotYourRole(role=command.by, because=because)
    if not all(is_square(square) for square in command.squares) or not command.squares:
        because = game.edition.cite(Topic.TOUCH_MOVE)
        return BadField(field="squares", problem="not-squares", because=because)
    if may_answer(game, command.by):
        return _touched(_as_if_pressed(game, command.at_ms), command)
    return _not_on_move(game, command) or _touched(game, command)


def _touched(game: Game, command: TouchPieces) -> tuple[Event, ...]:
    is_put_straight = game.turn.is_adjusting and command.by is not Role.ARBITER
    bound = () if is_put_straight else _in_order(game, command)
    touched = PiecesTouched(white=game.white_to_move, squares=bound, at_ms=command.at_ms)
    if not bound:
        return (touched,)
    return (*passed_over(game, command.at_ms, "touch"), touched)


def _as_if_pressed(game: Game, at_ms: int) -> Game:
    """The game as one sees it who answers a move that is made and not pressed."""
    uci = game.unpressed
    return game if uci is None else after_move(game, uci, at_ms=at_ms, charged_until_ms=at_ms)


def _in_order(game: Game, command: TouchPieces) -> tuple[str, ...]:
    """As they were touched; where nobody can tell, as the Laws count them."""
    if command.is_in_order:
        return command.squares
    return as_if_in_order(game.position, command.squares)


def adjust(game: Game, command: Adjust) -> Ruling:
    if may_answer(game, command.by):
        return (AdjustmentAnnounced(white=not game.white_to_move, at_ms=command.at_ms),)
    refusal = _not_on_move(game, command, Topic.ADJUST)
    if refusal is not None:
        return refusal
    return (AdjustmentAnnounced(white=game.white_to_move, at_ms=command.at_ms),)


def press(game: Game, command: PressClock) -> Ruling:
    """The mover's press completes the announced move and starts the opponent's clock."""
    refusal = _not_on_move(game, command, Topic.PRESS)
    said = game.turn.announcement
    if refusal is not None:
        return refusal
    if said is None:
        return press_without_move(game, command)
    if game.table.customs.execution == "reported" and not said.is_executed:
        return NotYetExecuted(uci=said.uci, because=game.edition.cite(Topic.EXECUTION))
    bound = _bound_otherwise(game, said)
    if bound is not None:
        return bound
    charged_until_ms = game.charged_until_ms(command.at_ms)
    if not game.position.is_legal(said.uci):
        return press_illegal(game, said.uci, command.at_ms, charged_until_ms)
    moved = completed(game, said.uci, at_ms=command.at_ms, charged_until_ms=charged_until_ms)
    return with_reply(game, moved, said.answer, command.at_ms)


def _is_on_move(game: Game, command: AnnounceMove | CorrectSlip) -> bool:
    return command.by.acts_for_white == game.white_to_move


def _not_on_move(
    game: Game,
    command: AnnounceMove | CorrectSlip | ExecuteMove | TouchPieces | Adjust | PressClock,
    topic: Topic = Topic.TURN,
) -> Refusal | None:
    if command.by is Role.ARBITER or command.by.acts_for_white == game.white_to_move:
        return None
    if isinstance(command, AnnounceMove | CorrectSlip | ExecuteMove) and _may_tell(game, command):
        return None
    return NotYourMove(because=game.edition.cite(topic))


def _may_tell(game: Game, command: AnnounceMove | CorrectSlip | ExecuteMove) -> bool:
    """An assistant announces both players' moves, and makes each on the other's board.

    Of a blind opponent they may only say the move, and only where that alone does not make it: the
    hands that do are the opponent's own.
    """
    mover = game.table.seat(white=game.white_to_move)
    are_only_words = not isinstance(command, ExecuteMove)
    is_reported = game.table.customs.execution == "reported"
    return command.by.is_assistant and (not mover.is_blind or (are_only_words and is_reported))


def _telling(game: Game, command: AnnounceMove | CorrectSlip) -> Role | None:
    """The opponent's assistant, where it is they who say the move."""
    return None if command.by.acts_for_white == game.white_to_move else command.by


def not_sayable(game: Game, uci: str) -> Refusal | None:
    """Why this move can't be announced here: not a move, not legal, not repeated, not free."""
    is_legal, cite = game.position.is_legal(uci), game.edition.cite
    if not is_legal and not is_uci(uci):
        return _bad_move(game)
    if game.table.customs.must_repeat and not game.turn.is_repeated:
        last = game.last_move
        if last is not None:
            return NotYetRepeated(uci=last, because=cite(Topic.ANNOUNCEMENT))
    if not is_legal:
        reason = why_not(game.position, uci)
        if game.table.customs.illegal_policy == "count" and not isinstance(reason, NO_MOVE_AT_ALL):
            return None
        if isinstance(reason, NeedsPromotionPiece):
            return PromotionPieceMissing(uci=uci, because=cite(Topic.ANNOUNCEMENT))
        return NotALegalMove(uci=uci, reason=reason, because=cite(Topic.MOVEMENT))
    return not_free(game, uci)


def _bound_otherwise(game: Game, said: PendingMove) -> Refusal | None:
    """The hands have lifted another piece than was announced, and nothing stands there yet."""
    is_settled = said.is_executed or said.is_binding
    if is_settled or not game.position.is_legal(said.uci):
        return None
    return not_free(game, said.uci)


def _corrected(game: Game, command: AnnounceMove | CorrectSlip, said: PendingMove) -> Ruling:
    """A slip of the tongue is none any more once the piece was let go where it was said.

    Of a blind player nobody knows where: that their move is made says their mouth, too, and the
    slip may be heard only when the program repeats the move.
    """
    if said.is_binding:
        return TooLateToCorrect(because=game.edition.cite(Topic.CLAIM))
    if said.is_executed and not game.table.seat(white=game.white_to_move).is_blind:
        return TooLateToCorrect(because=game.edition.cite(Topic.RELEASED))
    telling = _telling(game, command)
    if telling is not None and telling is not said.told_by:
        return NotYourMove(because=game.edition.cite(Topic.SLIP_OF_THE_TONGUE))
    corrected = SlipCorrected(
        white=game.white_to_move,
        from_uci=said.uci,
        to_uci=command.uci,
        told_by=telling,
        at_ms=command.at_ms,
    )
    return (corrected,)


def _bad_move(game: Game) -> BadField:
    return BadField(field="uci", problem="not-a-move", because=game.edition.cite(Topic.MOVEMENT))


def made_unpressed(game: Game, at_ms: int) -> tuple[Event, ...]:
    """A move that stands on the board is part of the game that ends now, though nobody pressed."""
    said = game.turn.announcement
    if said is None or not isinstance(game.phase, InPlay) or not game.position.is_legal(said.uci):
        return ()
    ruling = press(game, PressClock(by=game.mover, at_ms=at_ms))
    if not isinstance(ruling, tuple):
        return ()
    return (*ruling, *made_unpressed(followed(game, ruling), at_ms))


def may_answer(game: Game, by: Role) -> bool:
    """The mover's move stands on the board, and the edition lets their opponent reply to it."""
    return (
        game.edition.rules.hands.may_answer_before_press
        and by.acts_for_white == (not game.white_to_move)
        and game.unpressed is not None
    )


def after_move(game: Game, uci: str, *, at_ms: int, charged_until_ms: int) -> Game:
    """The game as it will be once the move that stands on the board is completed."""
    return followed(game, completed(game, uci, at_ms=at_ms, charged_until_ms=charged_until_ms))


def answered(
    game: Game, after: Game, uci: str, *, at_ms: int, charged_until_ms: int
) -> tuple[Event, ...]:
    """The reply waits for the press, unless it ends the game and so completes both moves.

    Where words are the move, they can be corrected so long.
    """
    declined = passed_over(after, at_ms, "move")
    said = game.turn.announcement
    is_made = game.table.customs.execution == "reported"
    if said is None or not is_made or not ending_at_once(after, uci, at_ms=at_ms):
        return (*declined, MoveAnswered(white=after.white_to_move, uci=uci, at_ms=at_ms))
    moved = completed(game, said.uci, at_ms=at_ms, charged_until_ms=charged_until_ms)
    return (*declined, *with_reply(game, moved, uci, at_ms))


def with_reply(
    game: Game, moved: tuple[Event, ...], reply: str | None, at_ms: int
) -> tuple[Event, ...]:
    """Behind the completed move a waiting reply is a move like any other, made but not pressed."""
    if reply is None:
        return moved
    after = followed(game, moved)
    if after.is_over:
        return moved
    white = after.white_to_move
    announced = MoveAnnounced(white=white, uci=reply, at_ms=at_ms)
    if game.table.customs.execution == "assumed":
        return (*moved, announced)
    return (
        *moved,
        announced,
        MoveExecuted(white=white, uci=reply, at_ms=at_ms),
        *ending_at_once(after, reply, at_ms=at_ms),
    )


def by_next_move(game: Game, reply: str, *, at_ms: int, charged_until_ms: int) -> tuple[Event, ...]:
    """The mover's next move completes the one before; the reply in between is completed too."""
    said = game.turn.announcement
    if said is None:
        return ()
    moved = completed(game, said.uci, at_ms=at_ms, charged_until_ms=charged_until_ms)
    after = followed(game, moved)
    replied = completed(after, reply, at_ms=at_ms, charged_until_ms=at_ms)
    return (*moved, MoveAnnounced(white=after.white_to_move, uci=reply, at_ms=at_ms), *replied)


def followed(game: Game, events: Iterable[Event]) -> Game:
    for event in events:
        game = evolve(game, event)
    return game
