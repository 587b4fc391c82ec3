"""Announcing, correcting a slip, executing, repeating, and the press that completes a move."""

from typing import Literal

from voice_chess.arbiter.ending import completed
from voice_chess.arbiter.illegal_moves import press_illegal
from voice_chess.game.commands import (
    Adjust,
    AnnounceMove,
    CorrectSlip,
    ExecuteMove,
    PressClock,
    RepeatMove,
    TouchPieces,
)
from voice_chess.game.events import (
    AdjustmentAnnounced,
    DrawDeclined,
    Event,
    MoveAnnounced,
    MoveExecuted,
    MoveRepeated,
    PiecesTouched,
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
    PromotionPieceMissing,
    Refusal,
    TooLateToCorrect,
    TouchedPieceMustMove,
)
from voice_chess.game.state import Announcement, Game
from voice_chess.game.table import Role
from voice_chess.laws.edition import Topic
from voice_chess.laws.notation import is_square, is_uci
from voice_chess.laws.reasons import (
    NeedsPromotionPiece,
    NotThere,
    NotYourPiece,
    OwnPieceThere,
    why_not,
)
from voice_chess.laws.touch_move import moves_allowed

Ruling = tuple[Event, ...] | Refusal

# Nothing of one's own to move, or no hole free for it: not even an illegal move.
NO_MOVE_AT_ALL = (NotThere, NotYourPiece, OwnPieceThere)


def announce(game: Game, command: AnnounceMove | CorrectSlip) -> Ruling:
    """A move said aloud, for the first time or in place of a slip of the tongue."""
    refusal = _not_on_move(game, command) or _not_sayable(game, command.uci)
    if refusal is not None:
        return refusal
    said = game.turn.announcement
    if said is not None:
        return _corrected(game, command, said)
    if isinstance(command, CorrectSlip):
        return TooLateToCorrect(because=game.edition.cite(Topic.SLIP_OF_THE_TONGUE))
    announced = MoveAnnounced(white=game.white_to_move, uci=command.uci, at_ms=command.at_ms)
    return (*_offer_passed_over(game, command.at_ms, "move"), announced, *_at_once(game, command))


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
    return (executed, *_ending_now(game, said.uci, command.at_ms))


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
    """Pieces touched on purpose bind the mover, unless he had said that he only adjusts.

    The mover's side tells it, or the arbiter who has seen it.
    """
    if not all(is_square(square) for square in command.squares) or not command.squares:
        because = game.edition.cite(Topic.TOUCH_MOVE)
        return BadField(field="squares", problem="not-squares", because=because)
    refusal = _not_on_move(game, command)
    if refusal is not None:
        return refusal
    bound = () if game.turn.is_adjusting else command.squares
    touched = PiecesTouched(white=game.white_to_move, squares=bound, at_ms=command.at_ms)
    if not bound:
        return (touched,)
    return (*_offer_passed_over(game, command.at_ms, "touch"), touched)


def adjust(game: Game, command: Adjust) -> Ruling:
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
        return NothingAnnounced(because=game.edition.cite(Topic.EXECUTION))
    if game.table.customs.execution == "reported" and not said.is_executed:
        return NotYetExecuted(uci=said.uci, because=game.edition.cite(Topic.EXECUTION))
    bound = _bound_otherwise(game, said)
    if bound is not None:
        return bound
    charged_until_ms = _charged_until(game, command, said)
    if not game.position.is_legal(said.uci):
        return press_illegal(game, said.uci, command.at_ms, charged_until_ms)
    return completed(game, said.uci, at_ms=command.at_ms, charged_until_ms=charged_until_ms)


def _charged_until(game: Game, command: PressClock, said: Announcement) -> int:
    until_announced = game.table.customs.charge_until == "announcement"
    return min(said.at_ms, command.at_ms) if until_announced else command.at_ms


def _not_on_move(
    game: Game,
    command: AnnounceMove | CorrectSlip | ExecuteMove | TouchPieces | Adjust | PressClock,
    topic: Topic = Topic.TURN,
) -> Refusal | None:
    is_arbiters_report = command.by is Role.ARBITER
    if not is_arbiters_report and command.by.acts_for_white != game.white_to_move:
        return NotYourMove(because=game.edition.cite(topic))
    return None


def _not_sayable(game: Game, uci: str) -> Refusal | None:
    """Why this move can't be announced here: not a move, not legal, not repeated, not free."""
    if not is_uci(uci):
        return _bad_move(game)
    cite = game.edition.cite
    last = game.last_move
    if game.table.customs.must_repeat and not game.turn.is_repeated and last is not None:
        return NotYetRepeated(uci=last, because=cite(Topic.ANNOUNCEMENT))
    if not game.position.is_legal(uci):
        reason = why_not(game.position, uci)
        if isinstance(reason, NeedsPromotionPiece):
            return PromotionPieceMissing(uci=uci, because=cite(Topic.ANNOUNCEMENT))
        if game.table.customs.illegal_policy == "count" and not isinstance(reason, NO_MOVE_AT_ALL):
            return None
        return NotALegalMove(uci=uci, reason=reason, because=cite(Topic.MOVEMENT))
    return _not_free(game, uci)


def _not_free(game: Game, uci: str) -> Refusal | None:
    touched = game.turn.touched
    allowed = moves_allowed(game.position, touched) if touched else (uci,)
    if uci in allowed:
        return None
    because = game.edition.cite(Topic.TOUCH_MOVE)
    return TouchedPieceMustMove(touched=touched, allowed=allowed, because=because)


def _bound_otherwise(game: Game, said: Announcement) -> Refusal | None:
    """The hands have lifted another piece than was announced, and nothing stands there yet."""
    is_settled = said.is_executed or said.is_binding
    if is_settled or not game.position.is_legal(said.uci):
        return None
    return _not_free(game, said.uci)


def _corrected(game: Game, command: AnnounceMove | CorrectSlip, said: Announcement) -> Ruling:
    if said.is_binding:
        return TooLateToCorrect(because=game.edition.cite(Topic.CLAIM))
    if said.is_executed:
        return TooLateToCorrect(because=game.edition.cite(Topic.RELEASED))
    corrected = SlipCorrected(
        white=game.white_to_move, from_uci=said.uci, to_uci=command.uci, at_ms=command.at_ms
    )
    return (corrected, *_at_once(game, command))


def _at_once(game: Game, command: AnnounceMove | CorrectSlip) -> tuple[Event, ...]:
    """Where hands are not reported, the announcement executes the move."""
    if game.table.customs.execution == "reported":
        return ()
    return _ending_now(game, command.uci, command.at_ms)


def _ending_now(game: Game, uci: str, at_ms: int) -> tuple[Event, ...]:
    """The completion of a move that ends the game; nothing for any other."""
    if not game.position.is_legal(uci):
        return ()
    events = completed(game, uci, at_ms=at_ms, charged_until_ms=at_ms)
    return events if len(events) > 1 else ()


def _offer_passed_over(game: Game, at_ms: int, by: Literal["move", "touch"]) -> tuple[Event, ...]:
    """An offer is declined by moving, or by touching a piece to move it."""
    if game.turn.offer_by_white is None or game.turn.offer_by_white == game.white_to_move:
        return ()
    return (DrawDeclined(white=game.white_to_move, by=by, at_ms=at_ms),)


def _bad_move(game: Game) -> BadField:
    return BadField(field="uci", problem="not-a-move", because=game.edition.cite(Topic.MOVEMENT))
