"""Defines what is known of an enrolled voice, and an announcement that may become an example."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from voice_chess.decoding.voice_fit import Tried
from voice_chess.laws.position import Position

VoiceKey: TypeAlias = str
"""The secret of a player's browser. Their voice is kept under it, and under nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolledVoice:
    """What the server stores about a voice.

    `is_adapted`: the recogniser is adapted to it, because that has helped on held-back examples.
    `learns`: the player has agreed that announcements become examples once they were pressed.
    """

    examples: int
    is_adapted: bool
    learns: bool
    tried: Tried


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnnouncedSound:
    """The sound of an announced move, and the position before it.

    `sound` is 16 kHz mono, in the range of 16-bit integers.
    """

    before: Position
    uci: str
    sound: npt.NDArray[np.float32]

    def stands_in(self, moves: tuple[str, ...]) -> bool:
        """Return whether this move is among `moves`, those that were pressed in its game."""
        played = len(self.before.moves)
        return (*self.before.moves, self.uci) == tuple(moves[: played + 1])
