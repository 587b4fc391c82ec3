"""Objections to an opponent's touches and releases, and the arbiter's ruling on them."""

from dataclasses import dataclass, replace
from typing import assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.phases import InPlay, Objecting
from voice_chess.game.state import Game
from voice_chess.laws.edition import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectToTouch(CommandBase):
    """A player objects that the opponent touched these squares first, in this order."""

    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectToRelease(CommandBase):
    """A player objects that the opponent had let go a piece: from and to the squares in `uci`."""

    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnObjection(CommandBase):
    """The arbiter has found out whether the hands did so."""

    is_upheld: bool


Commands = ObjectToTouch | ObjectToRelease | RuleOnObjection


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionRaised(EventBase):
    """The side `white` objects; the clocks stand until the arbiter rules.

    The objection names either the squares `touched` or the move of the piece `released`, in UCI.
    """

    white: bool
    touched: tuple[str, ...]
    released: str | None
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionUpheld(EventBase):
    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionRejected(EventBase):
    """`is_withdrawn`: the side itself took the objection back, because there is no arbiter."""

    white: bool
    because: Citation
    is_withdrawn: bool = False


Events = ObjectionRaised | ObjectionUpheld | ObjectionRejected


def folded(game: Game, event: Events) -> Game:
    match event:
        case ObjectionRaised():
            return _raised(game, event)
        case ObjectionUpheld():
            # The announcement made since then gives way to what the hands had done before it.
            return replace(_playing_on(game), turn=replace(game.turn, announcement=None))
        case ObjectionRejected():
            return _playing_on(game)
        case _:
            assert_never(event)


def _raised(game: Game, event: ObjectionRaised) -> Game:
    objecting = Objecting(white=event.white, touched=event.touched, released=event.released)
    return replace(game, phase=objecting, clock=game.clock.stopped(event.at_ms))


def _playing_on(game: Game) -> Game:
    return replace(game, phase=InPlay()) if isinstance(game.phase, Objecting) else game
