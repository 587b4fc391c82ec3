"""Fewer words as time gets short: a player who hurries has no time to listen."""

from enum import StrEnum

from voice_chess.game.state import Game


class Brevity(StrEnum):
    """How much is said."""

    FULL = "full"
    """As the listener wishes."""
    SHORT = "short"
    """Moves in their short form."""
    TERSE = "terse"
    """The same, and a sound where it tells as much as a sentence."""


_BELOW = ((20_000, Brevity.TERSE), (120_000, Brevity.SHORT))


def brevity(game: Game, at_ms: int) -> Brevity:
    """For the side to move; nobody hurries while the clocks stand."""
    if not game.clock.is_running:
        return Brevity.FULL
    left_ms = game.left_ms(white=game.white_to_move, at_ms=at_ms)
    return next((found for below_ms, found in _BELOW if left_ms < below_ms), Brevity.FULL)
