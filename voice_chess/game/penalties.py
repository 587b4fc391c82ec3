"""The arbiter's warnings, expulsions and reasons, none of which changes the game."""

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
    """The arbiter expels a player from the event: the one listed penalty that is not about a game.

    The list lets an arbiter combine penalties, and the loss of the game is another one. So
    expulsion leaves the game, its clocks and its points unchanged.
    """

    white: bool


Commands = Warn | Expel


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWarned(EventBase):
    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerExpelled(EventBase):
    """A player was expelled from the event; this game goes on, or keeps its result."""

    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonStated(EventBase):
    """The arbiter's reason for their last decision, in their own words."""

    in_words: str


Events = PlayerWarned | PlayerExpelled | ReasonStated


def folded(game: Game, _event: Events) -> Game:
    """Return the game unchanged: these events are only recorded and reported."""
    return game
