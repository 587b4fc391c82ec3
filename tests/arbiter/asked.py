"""Makes commands for the arbiter in games of tests, and applies the arbiter's rulings."""

from voice_chess.game.commands import Command
from voice_chess.game.evolve import evolve
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.state import Game
from voice_chess.game.table import Role


def made(uci: str, at_ms: int = 1_000, by: Role = Role.WHITE) -> tuple[Command, Command]:
    """Return the commands for a move that is announced and pressed at once."""
    return AnnounceMove(by=by, at_ms=at_ms, uci=uci), PressClock(by=by, at_ms=at_ms)


def followed(game: Game, ruling: object) -> Game:
    """Return the game after this ruling, which must not be a refusal."""
    assert isinstance(ruling, tuple), ruling
    for event in ruling:
        game = evolve(game, event)
    return game
