"""What is asked for and told beside the game: times, the number of moves, what somebody noticed."""

from dataclasses import dataclass, replace
from typing import assert_never

from voice_chess.game.base_command import CommandBase
from voice_chess.game.base_event import EventBase
from voice_chess.game.state import About, Game


@dataclass(frozen=True, slots=True, kw_only=True)
class AskInformation(CommandBase):
    """A player wants to know the times, how many moves are completed, or what the arbiter wrote."""

    about: About


@dataclass(frozen=True, slots=True, kw_only=True)
class Inform(CommandBase):
    """The assistant answers their player; the arbiter shows their scoresheet."""

    about: About


@dataclass(frozen=True, slots=True, kw_only=True)
class InformArbiter(CommandBase):
    """A spectator has noticed something; their words are for the arbiter alone."""

    text: str


Commands = AskInformation | Inform | InformArbiter


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
