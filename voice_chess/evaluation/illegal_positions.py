"""Positions at which an announcement is no legal move: whatever is accepted there is wrong."""

from collections.abc import Sequence

from voice_chess.acoustics.manifest import BadManifest
from voice_chess.laws.position import Position
from voice_chess.speech.understanding.interpret import moves_meant
from voice_chess.speech.understanding.parse import Tokens

NO_MOVE = "none"
"""What an announcement means where it is not legal."""


def meaningless(said: Tokens, positions: Sequence[Position], first: int) -> Position:
    """The next of the positions, from the one with this number on, at which it is no legal move.

    Raises `BadManifest` where it is legal at all of them.
    """
    for step in range(1, len(positions) + 1):
        position = positions[(first + step) % len(positions)]
        if not moves_meant(said, position):
            return position
    message = "An announcement is legal in every position of the manifest; add other positions"
    raise BadManifest(message)
