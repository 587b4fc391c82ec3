"""Information beside the game: times, the number of moves, the score, a spectator's notice."""

from dataclasses import dataclass, replace
from typing import assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.state import About, Game


@dataclass(frozen=True, slots=True, kw_only=True)
class AskInformation(CommandBase):
    """A player asks for the times, the number of completed moves, or the arbiter's scoresheet."""

    about: About


@dataclass(frozen=True, slots=True, kw_only=True)
class Inform(CommandBase):
    """An assistant answers their player, or the arbiter shows their own scoresheet."""

    about: About


@dataclass(frozen=True, slots=True, kw_only=True)
class InformArbiter(CommandBase):
    """A spectator reports what they noticed; their words are for the arbiter alone."""

    text: str


Commands = AskInformation | Inform | InformArbiter


@dataclass(frozen=True, slots=True, kw_only=True)
class InformationAsked(EventBase):
    white: bool
    about: About


@dataclass(frozen=True, slots=True, kw_only=True)
class TimesTold(EventBase):
    """The side `white` was told both times."""

    white: bool
    white_ms: int
    black_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCountTold(EventBase):
    """`white` was told that the side to move has completed `count` moves."""

    white: bool
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreShown(EventBase):
    """The arbiter's scoresheet was shown to the player who asked for it."""

    white: bool


Events = InformationAsked | TimesTold | MoveCountTold | ScoreShown


def folded(game: Game, event: Events) -> Game:
    white, asked = event.white, game.turn.asked
    match event:
        case InformationAsked(about=about):
            asked |= {(white, about)}
        case TimesTold():
            asked -= {(white, "time")}
        case MoveCountTold():
            asked -= {(white, "moves")}
        case ScoreShown():
            score = game.scores.of(white=white)
            seen = replace(score, looks=score.looks + 1)
            game = replace(game, scores=game.scores.having(seen, white=white))
            asked -= {(white, "score")}
        case _:
            assert_never(event)
    return replace(game, turn=replace(game.turn, asked=asked))
