"""What happens to hands and boards: pieces let go, objections raised and ruled on, faults found."""

from dataclasses import dataclass
from typing import Literal

from voice_chess.game.base_event import EventBase
from voice_chess.laws.edition import Citation
from voice_chess.laws.irregularities import Fault

WrongPress = Literal["without-move", "two-hands"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceSetDown(EventBase):
    """It can't go elsewhere any more; a promoted piece can't become another one."""

    white: bool
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionRaised(EventBase):
    """`white` objects; the clocks stand until the arbiter has found out.

    Either the pieces said to have been `touched`, or the move of a piece said to have been
    `released` before.
    """

    white: bool
    touched: tuple[str, ...]
    released: str | None
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionUpheld(EventBase):
    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionRejected(EventBase):
    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPressedWrongly(EventBase):
    """Counted like an illegal move: `count` is how many of both this player has completed."""

    white: bool
    how: WrongPress
    count: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionProposed(EventBase):
    """Back to the first `moves_kept` moves, if the other player wants it too."""

    white: bool
    moves_kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultFound(EventBase):
    """The game goes on, with what was wrong put right or left as it is."""

    fault: Fault
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAnswered(EventBase):
    """`white` has answered a move before its clock was pressed; it stands once that move does."""

    white: bool
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCorrected(EventBase):
    """The board of this player, not their game, was put right after the scores."""

    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonStated(EventBase):
    """Why the arbiter has just decided so, in their own words."""

    in_words: str


Disputed = (
    PieceSetDown
    | ObjectionRaised
    | ObjectionUpheld
    | ObjectionRejected
    | ClockPressedWrongly
    | CorrectionProposed
    | FaultFound
    | MoveAnswered
    | BoardCorrected
    | ReasonStated
)
