"""Rules on moves: announced, corrected, executed, repeated, replied to early, and completed."""

from voice_chess.arbiter.agreements import passed_over
from voice_chess.arbiter.game_end import completed, ending_at_once
from voice_chess.arbiter.hands import press_without_move
from voice_chess.arbiter.illegal_moves import press_illegal
from voice_chess.arbiter.recording import not_yet_recorded
from voice_chess.arbiter.ruling import Ruling
from voice_chess.arbiter.touch_obligation import may_rule_unasked, not_free
from voice_chess.game.events import Event
from voice_chess.game.evolve import followed
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
from voice_chess.game.phases import InPlay
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
from voice_chess.game.state import Game, PendingMove
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

# There is no own piece to move, or no free hole for it, so this is not even an illegal move.
NO_MOVE_AT_ALL = (NotThere, NotYourPiece, OwnPieceThere)


def announce(game: Game, command: AnnounceMove | CorrectSlip) -> Ruling:
    """Rule on an announced move, whether it is a first one or corrects a slip of the tongue."""
    said = game.turn.announcement
    is_own_slip = (
        isinstance(command, CorrectSlip) and said is not None and said.told_by is command.by
    )
    if said is not None and may_answer(game, command.by) and not is_own_slip:
        return _answer(game, said, command)
    if said is not None and said.answer is not None and _is_on_move(game, command):
        return _after_answer(game, said.answer, command)
    refusal = _not_on_move(game, command) or _not_announceable(game, command)
    if refusal is not None:
        return refusal
    if said is not None:
        return _corrected(game, command, said)
    if isinstance(command, CorrectSlip):
        return TooLateToCorrect(because=game.edition.cite(game.topic_of_slips))
    announced = MoveAnnounced(
        white=game.white_to_move,
        uci=command.uci,
        told_by=_telling(game, command),
        at_ms=command.at_ms,
    )
    if not game.turn.is_anything_offered:
        return (announced,)
    return (*passed_over(game, command.at_ms, "move"), announced)


def _answer(game: Game, said: PendingMove, command: AnnounceMove | CorrectSlip) -> Ruling:
    """Rule on a reply to a move that stands on the board, before the mover presses the clock."""
    until_ms = game.charged_until_ms(command.at_ms)
    after = after_move(game, said.uci, at_ms=command.at_ms, charged_until_ms=until_ms)
    refusal = _not_announceable(after, command)
    if refusal is not None:
        return refusal
    if not after.position.is_legal(command.uci):
        reason = why_not(after.position, command.uci)
        return NotALegalMove.under(game.edition, command.uci, reason)
    return answered(game, after, command.uci, at_ms=command.at_ms, charged_until_ms=until_ms)


def _after_answer(game: Game, reply: str, command: AnnounceMove | CorrectSlip) -> Ruling:
    """Complete the mover's last move and the reply to it, as the mover goes on without a press.

    A slip can't be corrected after the reply, since that is not at once.
    """
    if isinstance(command, CorrectSlip):
        return TooLateToCorrect(because=game.edition.cite(game.topic_of_slips))
    until_ms = game.charged_until_ms(command.at_ms)
    done = by_next_move(game, reply, at_ms=command.at_ms, charged_until_ms=until_ms)
    ruling = announce(followed(game, done), command)
    return (*done, *ruling) if isinstance(ruling, tuple) else ruling


def execute(game: Game, command: ExecuteMove) -> Ruling:
    """Rule that the announced move stands on the mover's board, and ends the game if it does so."""
    refusal = _not_on_move(game, command)
    said = game.turn.announcement
    if refusal is not None:
        return refusal
    if said is None:
        return NothingAnnounced(because=game.edition.cite(game.topic_of_making))
    bound = _bound_otherwise(game, said)
    if bound is not None:
        return bound
    executed = MoveExecuted(white=game.white_to_move, uci=said.uci, at_ms=command.at_ms)
    return (executed, *ending_at_once(game, said.uci, at_ms=command.at_ms))


def repeat(game: Game, command: RepeatMove) -> Ruling:
    """Rule on the opponent's repetition of the last move, which stands as it was announced."""
    white = command.by.acts_for_white is True
    if not is_uci(command.uci):
        return _bad_move(game)
    if game.last_move is None or game.turn.is_repeated or white != game.white_to_move:
        return NothingToRepeat(because=game.edition.cite(Topic.ANNOUNCEMENT))
    is_right = command.uci == game.last_move
    return (MoveRepeated(white=white, uci=command.uci, is_right=is_right, at_ms=command.at_ms),)


def touch(game: Game, command: TouchPieces) -> Ruling:
    """Rule on pieces touched on purpose: they bind the mover, unless they said they only adjust.

    The mover's side reports it, or the arbiter if they may rule unasked. An arbiter has also seen
    whether the piece was only adjusted, so their report binds even then.
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
    """Return the game as if the move that stands on the board had been completed."""
    uci = game.unpressed
    return game if uci is None else after_move(game, uci, at_ms=at_ms, charged_until_ms=at_ms)


def _in_order(game: Game, command: TouchPieces) -> tuple[str, ...]:
    """Return the squares as touched, or in the order of the Laws if nobody knows the order."""
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
    """Rule on the mover's press: complete the announced move and start the opponent's clock."""
    refusal = _not_on_move(game, command, Topic.PRESS)
    said = game.turn.announcement
    if refusal is not None:
        return refusal
    if said is None:
        return press_without_move(game, command)
    missing = not_pressable(game, said)
    if missing is not None:
        return missing
    charged_until_ms = game.charged_until_ms(command.at_ms)
    if not game.position.is_legal(said.uci):
        return press_illegal(game, said.uci, command.at_ms, charged_until_ms)
    moved = completed(game, said.uci, at_ms=command.at_ms, charged_until_ms=charged_until_ms)
    return with_reply(game, moved, said.answer, command.at_ms)


def not_pressable(game: Game, said: PendingMove) -> Refusal | None:
    """Return why an announced move can't be pressed yet, or None.

    The hands may be bound to another move; otherwise this one may have to be made by them first.
    """
    bound = _bound_otherwise(game, said)
    if bound is not None:
        return bound
    if game.table.customs.execution == "reported" and not said.is_executed:
        return NotYetExecuted(uci=said.uci, because=game.edition.cite(game.topic_of_making))
    return None


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
    """Return whether an assistant may give this command for their player's opponent.

    An assistant announces both players' moves and makes each on the other's board. For a blind
    opponent they may only announce, and only if words alone do not make the move: the opponent's
    own hands make it.
    """
    mover = game.table.seat(white=game.white_to_move)
    are_only_words = not isinstance(command, ExecuteMove)
    is_reported = game.table.customs.execution == "reported"
    return command.by.is_assistant and (not mover.is_blind or (are_only_words and is_reported))


def _telling(game: Game, command: AnnounceMove | CorrectSlip) -> Role | None:
    """Return the opponent's assistant if they announce the move, else None."""
    return None if command.by.acts_for_white == game.white_to_move else command.by


def not_sayable(game: Game, uci: str) -> Refusal | None:
    """Return why a move can't be announced, or None: no move, illegal, not repeated, not free."""
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
            return PromotionPieceMissing(uci=uci, because=cite(game.topic_of_promotion))
        return NotALegalMove.under(game.edition, uci, reason)
    return not_free(game, uci) if game.turn.is_bound else None


def _not_announceable(game: Game, command: AnnounceMove | CorrectSlip) -> Refusal | None:
    """Return why a move can't be announced, also while the mover must first record, or None."""
    refusal = not_sayable(game, command.uci)
    if refusal is None and game.table.are_scores_reported:
        return not_yet_recorded(game, at_ms=command.at_ms)
    return refusal


def _bound_otherwise(game: Game, said: PendingMove) -> Refusal | None:
    """Return a refusal if the hands are bound to another move than the one announced, or None."""
    is_settled = said.is_executed or said.is_binding or not game.turn.is_bound
    if is_settled or not game.position.is_legal(said.uci):
        return None
    return not_free(game, said.uci)


def _corrected(game: Game, command: AnnounceMove | CorrectSlip, said: PendingMove) -> Ruling:
    """Rule on a correction, which comes too late once the piece was let go where announced.

    For a blind player it does not: they report in words that the move is made, so nobody knows
    where the piece is, and they may notice a slip only when the program repeats the move.
    """
    if said.is_binding:
        return TooLateToCorrect(because=game.edition.cite(Topic.WRONG_CLAIM))
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
    """Complete unpressed moves that stand on the board, because they belong to a game that ends."""
    said = game.turn.announcement
    if said is None or not isinstance(game.phase, InPlay) or not game.position.is_legal(said.uci):
        return ()
    ruling = press(game, PressClock(by=game.mover, at_ms=at_ms))
    if not isinstance(ruling, tuple):
        return ()
    return (*ruling, *made_unpressed(followed(game, ruling), at_ms))


def may_answer(game: Game, by: Role) -> bool:
    """Return whether a move stands on the board and the edition lets this role reply already."""
    return (
        game.edition.rules.hands.may_answer_before_press
        and by.acts_for_white == (not game.white_to_move)
        and game.unpressed is not None
    )


def after_move(game: Game, uci: str, *, at_ms: int, charged_until_ms: int) -> Game:
    """Return the game after completing the move that stands on the board."""
    return followed(game, completed(game, uci, at_ms=at_ms, charged_until_ms=charged_until_ms))


def answered(
    game: Game, after: Game, uci: str, *, at_ms: int, charged_until_ms: int
) -> tuple[Event, ...]:
    """Keep the reply waiting for the press, unless it ends the game and so completes both moves.

    At a table where words are the move, even such a reply waits, since it can be corrected.
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
    """Add the waiting reply after the completed move, as a move made but not yet pressed."""
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
    """Complete the mover's previous move and the reply to it, because of the mover's next move."""
    said = game.turn.announcement
    if said is None:
        return ()
    moved = completed(game, said.uci, at_ms=at_ms, charged_until_ms=charged_until_ms)
    after = followed(game, moved)
    replied = completed(after, reply, at_ms=at_ms, charged_until_ms=at_ms)
    return (*moved, MoveAnnounced(white=after.white_to_move, uci=reply, at_ms=at_ms), *replied)
