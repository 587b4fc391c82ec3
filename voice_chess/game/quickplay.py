"""The quickplay finish: a claim of a draw before the arbiter, or a request for an increment."""

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.phases import AwaitingRuling, InPlay, Question, Sealing
from voice_chess.game.results import EndReason
from voice_chess.game.state import Game
from voice_chess.laws.edition import Citation

QuickplayGround = Literal["cannot-win", "no-effort", "both-grounds"]
QuickplayOutcome = Literal["draw", "postpone", "reject"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimQuickplay(CommandBase):
    """A player claims a draw: the opponent can't win by normal means, makes no effort to, or both.

    If an arbiter is present, the claimant may leave open which of these is the ground.
    """

    ground: QuickplayGround | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnQuickplay(CommandBase):
    """The arbiter rules; `gives_time`: the opponent gets time if the ruling is postponed."""

    outcome: QuickplayOutcome
    gives_time: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestIncrement(CommandBase):
    """The player on move asks for an increment in the last period, and thereby offers a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnIncrement(CommandBase):
    """The arbiter's decision, once the opponent has refused the draw."""

    is_granted: bool


Commands = ClaimQuickplay | RuleOnQuickplay | RequestIncrement | RuleOnIncrement


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayClaimed(EventBase):
    """The clocks stand and the arbiter is asked; the claim is also a draw offer."""

    white: bool
    ground: QuickplayGround | None
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayPostponed(EventBase):
    """Play goes on; the arbiter may still declare the draw, even after the flag has fallen."""

    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayRejected(EventBase):
    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayReopened(EventBase):
    """The claimant's flag has fallen: the arbiter must now decide the postponed claim."""

    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class IncrementRequested(EventBase):
    """An increment of `ms` with every move for both was requested; that is also a draw offer."""

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
    """Fold an event: the clocks stand until the arbiter rules, and then run on."""
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
            is_awaited = isinstance(game.phase, AwaitingRuling)
            return _going_on(rejected, at_ms) if is_awaited else rejected
        case IncrementRefused():
            return _going_on(game, at_ms)
        case IncrementIntroduced(ms=ms):
            return _going_on(replace(game, clock=game.clock.with_increment(ms)), at_ms)
        case _:
            assert_never(event)


def _without(game: Game, *, white: bool) -> tuple[bool, ...]:
    """Return the sides whose claims are postponed, without this side."""
    return tuple(side for side in game.postponed if side is not white)


def _going_on(game: Game, at_ms: int) -> Game:
    """Return the game with its clock started; a player who was sealing a move goes on sealing."""
    sealing = game.phase.sealing if isinstance(game.phase, AwaitingRuling) else None
    return replace(game, phase=sealing or InPlay(), clock=game.clock.started(at_ms))


def _asked(game: Game, event: QuickplayClaimed | IncrementRequested, question: Question) -> Game:
    """Return the game waiting for a ruling; a claim and a request are both draw offers too."""
    white, reason = event.white, EndReason.QUICKPLAY_FINISH
    sealing = game.phase if isinstance(game.phase, Sealing) else None
    return replace(
        game,
        phase=AwaitingRuling(question=question, white=white, reason=reason, sealing=sealing),
        clock=game.clock.stopped(event.at_ms),
        turn=game.turn.offered(white=white),
    )
