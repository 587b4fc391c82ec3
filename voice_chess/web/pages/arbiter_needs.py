"""States why a game needs its arbiter's attention, as far as the game itself shows."""

from voice_chess.game.state import AwaitingRuling, Game, InPlay, Objecting
from voice_chess.game.table import Role


def waits_for_arbiter(game: Game) -> str | None:
    """Return what waits for the arbiter to decide, or None.

    Play does not wait for an appeal to be decided, nor does the end of the game settle it.
    """
    phase = game.phase
    if isinstance(phase, AwaitingRuling):
        return phase.question
    if isinstance(phase, Objecting):
        return "objection"
    is_called = isinstance(phase, InPlay) and phase.halted and phase.halted[0] is not Role.ARBITER
    if is_called and game.table.occasion.has_arbiter:
        return "called"
    return "appeal" if game.appeals else None


def need_of(game: Game) -> str | None:
    """Return why an arbiter should look at this game, or None; pages put the most urgent first."""
    phase, waiting = game.phase, waits_for_arbiter(game)
    if not isinstance(phase, InPlay) or game.clock.is_running:
        return waiting
    if phase.halted is not None and phase.halted[1] == "displaced-pieces":
        return "boards"
    return waiting or "stopped"
