"""The end of a game: a player resigns, or the program or the arbiter declares the result."""

from dataclasses import dataclass, replace
from typing import assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.phases import AwaitingRuling, Over, Question
from voice_chess.game.results import Beside, EndReason, Result, told_beside
from voice_chess.game.state import Game
from voice_chess.laws.edition import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnMatingChance(CommandBase):
    """The arbiter rules whether a side can mate, because the program could not determine it."""

    can_mate: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(CommandBase):
    """The arbiter declares the result, and as a penalty perhaps other points than it gives.

    `half_points` are White's and Black's; neither exceeds the points of a won game.
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
    """The arbiter is asked: the program can't decide whether the side `white` can still mate."""

    question: Question
    white: bool
    reason: EndReason
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(EventBase):
    """`half_points`: White's and Black's, if the arbiter gave other points than the result."""

    result: Result
    reason: EndReason
    because: Citation
    half_points: tuple[int, int] | None = None

    @property
    def told_with(self) -> Beside:
        return told_beside(self.result, self.reason, self.half_points, self.because.topic)


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
