"""How a game ends: somebody resigns, the program or the arbiter declares the result."""

from dataclasses import dataclass, replace
from typing import assert_never

from voice_chess.game.base_command import CommandBase
from voice_chess.game.base_event import EventBase
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import AwaitingRuling, Game, Over, Question
from voice_chess.laws.edition import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnMatingChance(CommandBase):
    """The arbiter's answer where the program could find none."""

    can_mate: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(CommandBase):
    """The arbiter declares the result, and other points than it gives where they penalise so.

    `half_points` are White's and Black's, none above what a won game gives.
    """

    result: Result
    reason: EndReason
    half_points: tuple[int, int] | None = None


Commands = Resign | RuleOnMatingChance | EndGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAsked(EventBase):
    """The program can't tell whether `white` still has a way to mate; the arbiter is asked."""

    question: Question
    white: bool
    reason: EndReason
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(EventBase):
    """`half_points` where the arbiter has given other points than the result does."""

    result: Result
    reason: EndReason
    because: Citation
    half_points: tuple[int, int] | None = None


Events = Resigned | RulingAsked | GameEnded


def folded(game: Game, event: Events) -> Game:
    match event:
        case Resigned():
            return game
        case RulingAsked(question=question, white=white, reason=reason, at_ms=at_ms):
            awaiting = AwaitingRuling(question=question, white=white, reason=reason)
            return replace(game, phase=awaiting, clock=game.clock.stopped(at_ms))
        case GameEnded(result=result, half_points=half_points, at_ms=at_ms):
            over = Over(
                result=result,
                reason=event.reason,
                because=event.because,
                half_points=half_points or result.half_points,
            )
            return replace(game, phase=over, clock=game.clock.stopped(at_ms))
        case _:
            assert_never(event)
