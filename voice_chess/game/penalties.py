"""What an arbiter says to a player and the game is not changed by: warnings, expulsion, reasons."""

from dataclasses import dataclass

from voice_chess.game.base_command import CommandBase
from voice_chess.game.base_event import EventBase
from voice_chess.game.state import Game
from voice_chess.laws.edition import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Warn(CommandBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Expel(CommandBase):
    """A player is out of the event: the one penalty of the arbiter's list that is not of a game.

    The list lets several penalties be given together and has the lost game as another of them: so
    this one leaves the game, its clocks and its points as they are.
    """

    white: bool


Commands = Warn | Expel


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
class ReasonStated(EventBase):
    """Why the arbiter has just decided so, in their own words."""

    in_words: str


Events = PlayerWarned | PlayerExpelled | ReasonStated


def folded(game: Game, _event: Events) -> Game:
    """They are kept and told; the position, the clocks and the points stay as they are."""
    return game
