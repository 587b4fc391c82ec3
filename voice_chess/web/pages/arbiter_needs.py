"""What keeps an arbiter from looking elsewhere, as far as the game itself tells."""

from voice_chess.game.state import AwaitingRuling, Game, InPlay, Objecting
from voice_chess.game.table import Role


def waits_for_arbiter(game: Game) -> str | None:
    """What play waits for the arbiter to do."""
    phase = game.phase
    if isinstance(phase, AwaitingRuling):
        return phase.question
    if isinstance(phase, Objecting):
        return "objection"
    is_called = isinstance(phase, InPlay) and phase.halted and phase.halted[0] is not Role.ARBITER
    return "called" if is_called and game.table.occasion.has_arbiter else None


def need_of(game: Game) -> str | None:
    """What of the game itself asks for an arbiter's eyes; pages put the most urgent first."""
    phase, waiting = game.phase, waits_for_arbiter(game)
    if not isinstance(phase, InPlay) or game.clock.is_running:
        return waiting
    if phase.halted is not None and phase.halted[1] == "displaced-pieces":
        return "boards"
    return waiting or "stopped"
