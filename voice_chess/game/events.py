"""What happened in a game; folding these events is the only way a game changes."""

from dataclasses import dataclass
from typing import Literal

from voice_chess.game.agreement_events import Agreed
from voice_chess.game.base_event import EventBase
from voice_chess.game.commands import ClaimKind, StopReason
from voice_chess.game.dispute_events import Disputed
from voice_chess.game.record_events import Recorded
from voice_chess.game.results import EndReason, Result
from voice_chess.game.suspension_events import Suspended
from voice_chess.game.table import Role, Table
from voice_chess.laws.edition import Citation

Question = Literal["mating-chance", "quickplay", "increment"]
DeclinedBy = Literal["word", "touch", "move"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameArranged(EventBase):
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerArrived(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(EventBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAnnounced(EventBase):
    """`told_by`: an assistant who told their player's opponent's move."""

    white: bool
    uci: str
    told_by: Role | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipCorrected(EventBase):
    white: bool
    from_uci: str
    to_uci: str
    told_by: Role | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveExecuted(EventBase):
    """The announced move stands on the mover's own board."""

    white: bool
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCompleted(EventBase):
    """The clock was pressed, or the move ended the game.

    The mover pays until `charged_until_ms`; the opponent's time runs from `at_ms`.
    """

    white: bool
    uci: str
    charged_until_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRepeated(EventBase):
    """`white` is who repeats; `uci` what they said, right only when `is_right`."""

    white: bool
    uci: str
    is_right: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentAnnounced(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesTouched(EventBase):
    """Deliberately; pieces only put straight are not listed.

    Before the press `white` may be who will answer, where the edition lets them.
    """

    white: bool
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IllegalMoveCompleted(EventBase):
    """`count` is how many this player has completed, this one included."""

    white: bool
    uci: str
    count: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeAdded(EventBase):
    white: bool
    ms: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeDeducted(EventBase):
    white: bool
    ms: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksSet(EventBase):
    """`moves`: the move counters where they were put right too."""

    white_ms: int
    black_ms: int
    because: Citation
    moves: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksStopped(EventBase):
    by: Role
    why: StopReason
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksStarted(EventBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(EventBase):
    """Timely: after the offerer's own move, before their press. Otherwise valid, but noted."""

    white: bool
    is_timely: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclined(EventBase):
    """`white` is who declines."""

    white: bool
    by: DeclinedBy


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAccepted(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimUpheld(EventBase):
    white: bool
    kind: ClaimKind
    uci: str | None
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRejected(EventBase):
    white: bool
    kind: ClaimKind
    uci: str | None
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagFell(EventBase):
    """At the time the clock ran out, whenever that was noticed."""

    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAsked(EventBase):
    """The program can't tell whether `white` still has a way to mate; the arbiter is asked."""

    question: Question
    white: bool
    reason: EndReason
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWarned(EventBase):
    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerExpelled(EventBase):
    """Out of the event; this game goes on, or stands as it has ended."""

    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionRestored(EventBase):
    """Back to the position after the first `moves_kept` moves, clocks at rest."""

    moves_kept: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(EventBase):
    """`half_points` where the arbiter has given other points than the result does."""

    result: Result
    reason: EndReason
    because: Citation
    half_points: tuple[int, int] | None = None


Event = (
    GameArranged
    | PlayerArrived
    | GameStarted
    | MoveAnnounced
    | SlipCorrected
    | MoveExecuted
    | MoveCompleted
    | MoveRepeated
    | AdjustmentAnnounced
    | PiecesTouched
    | IllegalMoveCompleted
    | TimeAdded
    | TimeDeducted
    | ClocksSet
    | ClocksStopped
    | ClocksStarted
    | DrawOffered
    | DrawDeclined
    | DrawAccepted
    | ClaimUpheld
    | ClaimRejected
    | Resigned
    | FlagFell
    | RulingAsked
    | PlayerWarned
    | PlayerExpelled
    | PositionRestored
    | GameEnded
    | Suspended
    | Disputed
    | Recorded
    | Agreed
)
