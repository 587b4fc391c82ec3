"""The quickplay finish: a draw claimed before the arbiter, or an increment asked for instead."""

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from voice_chess.game.base_command import CommandBase
from voice_chess.game.base_event import EventBase
from voice_chess.game.results import EndReason
from voice_chess.game.state import AwaitingRuling, Game, InPlay, Question
from voice_chess.laws.edition import Citation

QuickplayGround = Literal["cannot-win", "no-effort"]
QuickplayOutcome = Literal["draw", "postpone", "reject"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimQuickplay(CommandBase):
    """Drawn, because the opponent can't win by normal means or makes no effort to.

    Which of them, the claimant may leave open where an arbiter is present.
    """

    ground: QuickplayGround | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnQuickplay(CommandBase):
    """`gives_time`: where the ruling is put off, the opponent may be given time."""

    outcome: QuickplayOutcome
    gives_time: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestIncrement(CommandBase):
    """Asked by the player on move in the last period; it offers a draw too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnIncrement(CommandBase):
    """The arbiter's answer, once the opponent has refused the draw."""

    is_granted: bool


Commands = ClaimQuickplay | RuleOnQuickplay | RequestIncrement | RuleOnIncrement


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayClaimed(EventBase):
    """The clocks stand and the arbiter is asked; it is an offer of a draw too."""

    white: bool
    ground: QuickplayGround | None
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayPostponed(EventBase):
    """Play goes on; the arbiter may still give the draw, even after the flag."""

    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayRejected(EventBase):
    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayReopened(EventBase):
    """The claimant's flag has fallen: now the arbiter must decide what they put off."""

    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class IncrementRequested(EventBase):
    """So much more for both with every move; it is an offer of a draw too."""

    white: bool
    ms: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class IncrementIntroduced(EventBase):
    white: bool
    ms: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class IncrementRefused(EventBase):
    white: bool
    because: Citation


Events = (
    QuickplayClaimed
    | QuickplayPostponed
    | QuickplayRejected
    | QuickplayReopened
    | IncrementRequested
    | IncrementIntroduced
    | IncrementRefused
)


def folded(game: Game, event: Events) -> Game:
    """The clocks stand until the arbiter has ruled, and run on with more time or without."""
    white, at_ms = event.white, event.at_ms
    match event:
        case QuickplayClaimed():
            return _asked(game, event, "quickplay")
        case IncrementRequested():
            return _asked(game, event, "increment")
        case QuickplayReopened():
            reason = EndReason.FLAG_FALL
            waiting = AwaitingRuling(question="quickplay", white=white, reason=reason)
            return replace(game, phase=waiting)
        case QuickplayPostponed():
            postponed = (*_without(game, white=white), white)
            return _going_on(replace(game, postponed=postponed), at_ms)
        case QuickplayRejected():
            rejected = replace(game, postponed=_without(game, white=white))
            return rejected if isinstance(game.phase, InPlay) else _going_on(rejected, at_ms)
        case IncrementRefused():
            return _going_on(game, at_ms)
        case IncrementIntroduced(ms=ms):
            return _going_on(replace(game, clock=game.clock.with_increment(ms)), at_ms)
        case _:
            assert_never(event)


def _without(game: Game, *, white: bool) -> tuple[bool, ...]:
    """What is put off besides this side's claim."""
    return tuple(side for side in game.postponed if side is not white)


def _going_on(game: Game, at_ms: int) -> Game:
    return replace(game, phase=InPlay(), clock=game.clock.started(at_ms))


def _asked(game: Game, event: QuickplayClaimed | IncrementRequested, question: Question) -> Game:
    """Either is an offer of a draw too."""
    white, reason = event.white, EndReason.QUICKPLAY_FINISH
    return replace(
        game,
        phase=AwaitingRuling(question=question, white=white, reason=reason),
        clock=game.clock.stopped(event.at_ms),
        turn=game.turn.offered(white=white),
    )
