"""What happens to scoresheets, and what players are told on request."""

from dataclasses import dataclass

from voice_chess.game.base_event import EventBase
from voice_chess.game.record_commands import About, Source
from voice_chess.game.results import Result
from voice_chess.laws.edition import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRecorded(EventBase):
    """`white` is who wrote, `uci` what they wrote, right or wrong."""

    white: bool
    uci: str
    with_offer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCompleted(EventBase):
    white: bool
    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReconstructed(EventBase):
    """What the arbiter noted first: position, times, whose clock was to run, moves completed."""

    fen: str
    left_ms: tuple[int, int]
    white_to_move: bool
    moves: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodBegun(EventBase):
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSigned(EventBase):
    white: bool
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSettled(EventBase):
    """What both signed, or the arbiter decided in its place."""

    result: Result
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class InformationAsked(EventBase):
    white: bool
    about: About


@dataclass(frozen=True, slots=True, kw_only=True)
class TimesTold(EventBase):
    """`white` is who is told."""

    white: bool
    white_ms: int
    black_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCountTold(EventBase):
    """`count` moves are completed by the side to move next."""

    white: bool
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreShown(EventBase):
    """The arbiter's scoresheet, to the player who asked to see it."""

    white: bool


Recorded = (
    MoveRecorded
    | ScoreCompleted
    | GameReconstructed
    | PeriodBegun
    | ScoreSigned
    | ResultSettled
    | InformationAsked
    | TimesTold
    | MoveCountTold
    | ScoreShown
)
