"""The arbiter's warnings, expulsions and reasons, and players' appeals; none changes the game."""

from dataclasses import dataclass, replace
from typing import assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.state import Game, LastDecision, OpenAppeal
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal(CommandBase):
    """A player does not accept the last decision and wants it put before an appeals committee."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnAppeal(CommandBase):
    """The earliest open appeal is decided by whoever the event names: all act as its arbiter."""

    is_upheld: bool


Commands = Warn | Expel | Appeal | RuleOnAppeal


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


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealMade(EventBase):
    """`against` is the article that the decision rests on; the decision stands meanwhile."""

    white: bool
    against: Citation
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealUpheld(EventBase):
    """The side's appeal was right; what follows for the game, other rulings state."""

    white: bool
    against: Citation
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealRejected(EventBase):
    """The decision under the article `against` stands."""

    white: bool
    against: Citation
    because: Citation


Events = PlayerWarned | PlayerExpelled | ReasonStated | AppealMade | AppealUpheld | AppealRejected


def folded(game: Game, event: Events) -> Game:
    """Return the game with its position, clocks and points as they were: these are recorded."""
    match event:
        case AppealMade(white=white, against=against):
            appeals = (*game.appeals, OpenAppeal(white=white, against=against))
            return replace(game, decision=_appealed(game, white=white), appeals=appeals)
        case AppealUpheld() | AppealRejected():
            return replace(game, appeals=game.appeals[1:])
        case PlayerWarned() | PlayerExpelled() | ReasonStated():
            return game
        case _:
            assert_never(event)


def _appealed(game: Game, *, white: bool) -> LastDecision | None:
    """Return the last decision, with this side among those who have appealed against it."""
    decision = game.decision
    if decision is None:
        return None
    return replace(decision, appealed_by=(*decision.appealed_by, white))
