"""The clocks: stopped and started, set by the arbiter, and run out."""

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.phases import InPlay, Resuming, Sealing, StopReason
from voice_chess.game.scoresheets import with_both_completed, with_exemptions
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.edition import Citation

TimeReason = Literal[
    "penalty", "disturbance", "clock-helper", "scribe", "displaced-pieces", "restored"
]
ClockReason = Literal["faulty", "wrong-setting", "restored"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PassTime(CommandBase):
    """Nobody did anything; the arbiter checks what the clock alone has brought about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopClocks(CommandBase):
    """`sealed`: the sealed move bound to its envelope, which the player who seals closes so.

    It takes the place of the move that they have written; without it, that move stays as it is.
    """

    why: StopReason = "arbiter"
    sealed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartClocks(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimFlag(CommandBase):
    """A player claims that the opponent's time is up, or the arbiter that one player's is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTime(CommandBase):
    """The arbiter adds time, or takes it away if `ms` is negative."""

    white: bool
    ms: int
    why: TimeReason = "penalty"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClocks(CommandBase):
    """The arbiter sets both displays; `moves` sets White's and Black's move counters too.

    The counters also determine the period. A player who has yet to make a period's last move gets
    the next period's time with that move, as on a clock at the board.
    """

    white_ms: int
    black_ms: int
    why: ClockReason = "faulty"
    moves: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginNextPeriod(CommandBase):
    """No scoresheet proves that a player overstepped: the next move opens the next period."""


Commands = PassTime | StopClocks | StartClocks | ClaimFlag | AddTime | SetClocks | BeginNextPeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksStopped(EventBase):
    by: Role
    why: StopReason
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksStarted(EventBase):
    pass


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
    """`moves`: White's and Black's move counters, if these were set too."""

    white_ms: int
    black_ms: int
    because: Citation
    moves: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagFell(EventBase):
    """A flag fell; `at_ms` is when the clock ran out, whenever that was noticed."""

    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodBegun(EventBase):
    because: Citation


Events = (
    ClocksStopped | ClocksStarted | TimeAdded | TimeDeducted | ClocksSet | FlagFell | PeriodBegun
)


def folded(game: Game, event: Events) -> Game:
    clock, at_ms = game.clock, event.at_ms
    match event:
        case ClocksStopped() | ClocksStarted():
            return _turned(game, event)
        case TimeAdded(white=white, ms=ms):
            game = with_exemptions(game, at_ms)
            return replace(game, clock=clock.adjusted(white=white, by_ms=ms, at_ms=at_ms))
        case TimeDeducted(white=white, ms=ms):
            return replace(game, clock=clock.adjusted(white=white, by_ms=-ms, at_ms=at_ms))
        case ClocksSet(white_ms=white_ms, black_ms=black_ms, moves=moves):
            clock = clock.set_by_arbiter(white_ms=white_ms, black_ms=black_ms, at_ms=at_ms)
            return replace(game, clock=clock if moves is None else clock.counting(*moves))
        case FlagFell():
            return replace(game, clock=clock.stopped(at_ms))
        case PeriodBegun():
            return with_both_completed(replace(game, clock=clock.period_begun(at_ms)))
        case _:
            assert_never(event)


def _turned(game: Game, event: ClocksStopped | ClocksStarted) -> Game:
    """Stop or start the clocks; a player goes on sealing, and an envelope stays shut, meanwhile."""
    is_in_play = not isinstance(game.phase, Sealing | Resuming)
    is_replier_here = isinstance(game.phase, Resuming) and game.attendance.here.of(
        white=not game.phase.envelope.sealed_by_white
    )
    match event:
        case ClocksStopped(by=by, why=why, at_ms=at_ms):
            phase = InPlay(halted=(by, why)) if is_in_play else game.phase
            is_arbiters = by is Role.ARBITER
            attendance = game.attendance.waiting(at_ms) if is_arbiters else game.attendance
            # Free time after an announcement stays free, so the display doesn't jump at a stop.
            return replace(
                game,
                phase=phase,
                clock=game.clock.stopped(game.charged_until_ms(at_ms)),
                attendance=attendance,
            )
        case ClocksStarted(at_ms=at_ms):
            return replace(
                game,
                phase=InPlay() if is_in_play else game.phase,
                clock=game.clock if is_replier_here else game.clock.started(at_ms),
                attendance=game.attendance.going_on(at_ms),
            )
