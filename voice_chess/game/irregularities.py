"""Irregularities: illegal moves, wrong presses, wrong beginnings, and their correction."""

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from voice_chess.by_color import ByColor
from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.phases import InPlay
from voice_chess.game.state import Ahead, Game, cut_to
from voice_chess.game.table import Role
from voice_chess.laws.edition import Citation
from voice_chess.laws.irregularities import Fault

BackReason = Literal["restored", "scores-differ"]
WrongPress = Literal["without-move", "two-hands"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimIllegalMove(CommandBase):
    """A player claims, or the arbiter has seen, that the opponent's last move was illegal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTwoHands(CommandBase):
    """The arbiter has seen that the last move was made with both hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackTogether(CommandBase):
    """A player wants to take back an illegal move that stands; the opponent must want it too.

    `moves_kept` is the number of moves before it.
    """

    moves_kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFault(CommandBase):
    """A player or the arbiter reports that the game was begun wrongly."""

    fault: Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectBoard(CommandBase):
    """Both scores agree, so this player's board is set to the position that they give."""

    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBack(CommandBase):
    """The arbiter restores the position after the first `moves_kept` moves."""

    moves_kept: int
    why: BackReason = "restored"


Commands = (
    ClaimIllegalMove | ReportTwoHands | TakeBackTogether | ReportFault | CorrectBoard | GoBack
)


@dataclass(frozen=True, slots=True, kw_only=True)
class IllegalMoveCompleted(EventBase):
    """`count` is the number of illegal moves this player has completed, including this one."""

    white: bool
    uci: str
    count: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPressedWrongly(EventBase):
    """It counts like an illegal move: `count` is this player's number of both together."""

    white: bool
    how: WrongPress
    count: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionProposed(EventBase):
    """The side `white` proposes to go back to the position after `moves_kept` moves."""

    white: bool
    moves_kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultFound(EventBase):
    """A wrong beginning was found; the game goes on, with the fault put right or left."""

    fault: Fault
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCorrected(EventBase):
    """The board of this player, not the game, was corrected to agree with the scores."""

    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionRestored(EventBase):
    """The position after the first `moves_kept` moves is restored, and the clocks stand."""

    moves_kept: int
    because: Citation


Events = (
    IllegalMoveCompleted
    | ClockPressedWrongly
    | CorrectionProposed
    | FaultFound
    | BoardCorrected
    | PositionRestored
)


def folded(game: Game, event: Events) -> Game:
    match event:
        case IllegalMoveCompleted():
            return _taken_back(game, event)
        case ClockPressedWrongly(white=white, count=count, how=how):
            counts = game.illegal_moves.having(count, white=white)
            is_ruled_on = game.turn.are_hands_ruled_on or how == "two-hands"
            turn = replace(game.turn, are_hands_ruled_on=is_ruled_on)
            return replace(game, illegal_moves=counts, turn=turn)
        case CorrectionProposed(white=white, moves_kept=moves_kept):
            return replace(game, turn=replace(game.turn, correction=(white, moves_kept)))
        case PositionRestored():
            return _gone_back(game, event)
        case FaultFound() | BoardCorrected():
            return game
        case _:
            assert_never(event)


def _taken_back(game: Game, event: IllegalMoveCompleted) -> Game:
    """Return the game without the illegal move, whose pieces bind the replacement as touched."""
    uci, count = event.uci, event.count
    start, target = uci[:2], uci[2:4]
    taken = game.position.piece_at(target)
    is_capture = taken is not None and taken.isupper() != game.white_to_move
    touched = (start, target) if is_capture else (start,)
    stays = game.edition.rules.hands.replacement_keeps_release
    turn = replace(
        game.turn,
        announcement=None,
        ahead=Ahead(),
        touched=touched,
        released=None,
        replaced=uci if stays else None,
    )
    return replace(
        game,
        turn=turn,
        illegal_moves=game.illegal_moves.having(count, white=event.white),
        scores=cut_to(game.scores, len(game.position.moves)),
    )


def _gone_back(game: Game, event: PositionRestored) -> Game:
    moves_kept, at_ms = event.moves_kept, event.at_ms
    position = game.position.rewound(moves_kept)
    undone = len(game.position.moves) - moves_kept
    last_by, other_by = (undone + 1) // 2, undone // 2
    is_whites_last = not game.white_to_move
    return replace(
        game,
        phase=InPlay(halted=(Role.ARBITER, "irregularity")),
        position=position,
        clock=game.clock.stopped(at_ms).turned_back(
            white_to_move=position.white_to_move,
            undone=ByColor(
                white=last_by if is_whites_last else other_by,
                black=other_by if is_whites_last else last_by,
            ),
        ),
        turn=game.turn.offers_alone,
        scores=cut_to(game.scores, moves_kept),
    )
