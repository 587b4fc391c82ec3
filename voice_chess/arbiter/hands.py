"""Rules on wordless acts of hands: pieces set down, empty presses, moves with two hands."""

from voice_chess.arbiter.agreements import passed_over
from voice_chess.arbiter.game_end import ending_at_once
from voice_chess.arbiter.illegal_moves import press_illegal, price_of
from voice_chess.arbiter.recording import not_yet_recorded
from voice_chess.arbiter.ruling import Ruling
from voice_chess.arbiter.touch_obligation import may_rule_unasked, not_free
from voice_chess.game.events import Event
from voice_chess.game.irregularities import ClockPressedWrongly, ReportTwoHands, WrongPress
from voice_chess.game.moves import PressClock
from voice_chess.game.refusals import (
    BadField,
    HandsNotCounted,
    HandsOutOfTime,
    HandsRuledOn,
    NothingAnnounced,
    NotYourMove,
    NotYourRole,
    Refusal,
    TooLateToCorrect,
)
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.game.touch import PieceSetDown, PiecesTouched, SetPieceDown
from voice_chess.laws.notation import is_uci
from voice_chess.laws.topics import Topic
from voice_chess.laws.touch_move import is_made_by_release, moves_after_release

TOPICS: dict[WrongPress, Topic] = {
    "without-move": Topic.EMPTY_PRESS,
    "two-hands": Topic.TWO_HANDS,
}


def set_down(game: Game, command: SetPieceDown) -> Ruling:
    """Rule on a piece set down: let go, it stays; a promoted one is chosen when it touches.

    A blind player's piece in another hole counts only as touched until they announce the move.
    """
    refusal = _cannot_set_down(game, command)
    if refusal is not None:
        return refusal
    white, uci, at_ms = game.white_to_move, command.uci, command.at_ms
    moves = moves_after_release(game.position, uci)
    is_chosen = command.is_let_go or (uci in moves and _is_promotion(uci))
    declined = passed_over(game, at_ms, "touch")
    mover = game.table.seat(white=white)
    if mover.is_blind or not moves or not is_chosen:
        return (*declined, PiecesTouched(white=white, squares=(uci[:2],), at_ms=at_ms))
    done = PieceSetDown(white=white, uci=uci, at_ms=at_ms)
    return (*declined, done, *_ending_now(game, command))


def press_without_move(game: Game, command: PressClock) -> Ruling:
    """Rule on a press without an announced move: refuse it, or count it like an illegal move.

    It counts if the table counts illegal moves and the edition says so.
    """
    released = game.turn.released
    if game.table.customs.illegal_policy == "count":
        if released is not None and not game.position.is_legal(released):
            return press_illegal(game, released, command.at_ms, command.at_ms)
        if released is None and game.edition.rules.hands.counts_empty_press:
            return _counted(game, "without-move", white=game.white_to_move, at_ms=command.at_ms)
    return NothingAnnounced(because=game.edition.cite(game.topic_of_making))


def report_two_hands(game: Game, command: ReportTwoHands) -> Ruling:
    """Rule on a last move made with both hands: it stays, since touch-move would force it again.

    If the edition does not count it, the arbiter may give a penalty instead.
    """
    is_answered = not game.moves_here or game.turn.announcement is not None
    if not game.edition.rules.hands.counts_two_hands:
        return HandsNotCounted(because=game.edition.cite(Topic.ONE_HAND))
    if is_answered:
        return HandsOutOfTime(because=game.edition.cite(Topic.TWO_HANDS))
    if game.turn.are_hands_ruled_on:
        return HandsRuledOn(because=game.edition.cite(Topic.TWO_HANDS))
    return _counted(game, "two-hands", white=not game.white_to_move, at_ms=command.at_ms)


def _counted(game: Game, how: WrongPress, *, white: bool, at_ms: int) -> tuple[Event, ...]:
    count = game.illegal_moves.of(white=white) + 1
    because = game.edition.cite(TOPICS[how])
    seen = ClockPressedWrongly(white=white, how=how, count=count, because=because, at_ms=at_ms)
    return (seen, *price_of(game, white=white, count=count, at_ms=at_ms))


def _cannot_set_down(game: Game, command: SetPieceDown) -> Refusal | None:
    because = game.edition.cite(Topic.RELEASED)
    if not may_rule_unasked(game, command.by):
        because = game.edition.cite(Topic.TOUCH_ON_REQUEST)
        return NotYourRole(role=command.by, because=because)
    if command.by is not Role.ARBITER and command.by.acts_for_white != game.white_to_move:
        return NotYourMove(because=because)
    if not is_uci(command.uci):
        return BadField(field="uci", problem="not-a-move", because=because)
    piece = game.position.piece_at(command.uci[:2])
    if piece is None or piece.isupper() != game.white_to_move:
        return BadField(field="uci", problem="no-own-piece", because=because)
    said = game.turn.announcement
    is_settled = said is not None and (said.is_executed or said.is_binding)
    if said is not None and is_settled and said.uci[:4] != command.uci[:4]:
        return TooLateToCorrect(because=because)
    moves = moves_after_release(game.position, command.uci)
    refusals = [not_free(game, uci) for uci in moves]
    if refusals and None not in refusals:
        return refusals[0]
    return not_yet_recorded(game, at_ms=command.at_ms) if game.table.are_scores_reported else None


def _ending_now(game: Game, command: SetPieceDown) -> tuple[Event, ...]:
    """Return the end of the game if letting the piece go makes a move that ends it."""
    if not command.is_let_go or not is_made_by_release(game.position, command.uci):
        return ()
    return ending_at_once(game, command.uci, at_ms=command.at_ms)


def _is_promotion(uci: str) -> bool:
    return uci[4:] != ""
