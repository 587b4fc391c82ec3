"""Finds positions where an announcement is no legal move: any acceptance there is wrong."""

from collections.abc import Sequence

from voice_chess.acoustics.manifest import BadManifest
from voice_chess.laws.position import Position
from voice_chess.speech.understanding.interpret import moves_meant
from voice_chess.speech.understanding.parse import Tokens

NO_MOVE = "none"
"""The meaning that counts as right for an announcement that is not legal."""


def meaningless(said: Tokens, positions: Sequence[Position], first: int) -> Position:
    """Return the first position after index `first` where `said` is no legal move.

    The search wraps around to the start. Raises `BadManifest` if it is legal in all of them.
    """
    for step in range(1, len(positions) + 1):
        position = positions[(first + step) % len(positions)]
        if not moves_meant(said, position):
            return position
    message = "An announcement is legal in every position of the manifest; add other positions"
    raise BadManifest(message)
