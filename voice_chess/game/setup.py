"""The beginning of a game: the table is arranged, players arrive, White's clock starts."""

from dataclasses import dataclass, replace
from typing import assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.phases import InPlay, Resuming
from voice_chess.game.state import Game
from voice_chess.game.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrangeGame(CommandBase):
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrive(CommandBase):
    """A player comes to the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame(CommandBase):
    """White's clock is started."""


Commands = ArrangeGame | Arrive | StartGame


@dataclass(frozen=True, slots=True, kw_only=True)
class GameArranged(EventBase):
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerArrived(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(EventBase):
    pass


Events = GameArranged | PlayerArrived | GameStarted


def folded(game: Game, event: Events) -> Game:
    match event:
        case GameArranged(table=table):
            return Game.at(table)
        case PlayerArrived():
            return _arrived(game, event)
        case GameStarted(at_ms=at_ms):
            return replace(
                game,
                phase=InPlay(),
                clock=game.clock.started(at_ms),
                attendance=replace(game.attendance, started_at_ms=at_ms),
            )
        case _:
            assert_never(event)


def _arrived(game: Game, event: PlayerArrived) -> Game:
    """Return the game with the player present; if the envelope waited for them, clocks stop."""
    here = game.attendance.here.having(theirs=True, white=event.white)
    clock = game.clock
    if isinstance(game.phase, Resuming) and event.white != game.phase.envelope.sealed_by_white:
        clock = clock.stopped(event.at_ms).handed_to(white=game.white_to_move)
    return replace(game, attendance=replace(game.attendance, here=here), clock=clock)
