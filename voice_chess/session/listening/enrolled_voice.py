"""What is known of a player's enrolled voice, and an announcement that may become an example."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from voice_chess.decoding.voice_fit import Tried
from voice_chess.laws.position import Position

VoiceKey: TypeAlias = str
"""The secret of a player's browser under which their voice is kept, and by nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolledVoice:
    """What is kept of a voice.

    `is_adapted`: the ear is turned to it, because held-back examples have gained by that.
    `learns`: the player has agreed that announcements which were pressed become examples.
    """

    examples: int
    is_adapted: bool
    learns: bool
    tried: Tried


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnnouncedSound:
    """A move as it sounded, 16 kHz in the range of 16-bit integers, and the position before it."""

    before: Position
    uci: str
    sound: npt.NDArray[np.float32]

    def stands_in(self, moves: tuple[str, ...]) -> bool:
        """True where these moves were pressed and this one is among them."""
        played = len(self.before.moves)
        return (*self.before.moves, self.uci) == tuple(moves[: played + 1])
