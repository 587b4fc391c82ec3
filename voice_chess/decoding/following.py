"""Goes along with an utterance while it is spoken, so that the answer is there at its end.

Networks want every talker at one loudness, and nobody knows how loud a talker will be: what was
computed at another level than the one that turns out is computed again.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from voice_chess.decoding.acoustic_model import AcousticModel, StreamState
from voice_chess.decoding.cepstra import HOP, Matrix, band_powers, cepstra
from voice_chess.decoding.network import OUTPUT_MS, STRIDE
from voice_chess.decoding.search import Beam, Search
from voice_chess.sound.loudness import FRAME, TARGET, decibels_below, frame_levels, near
from voice_chess.sound.sampling import SAMPLES_PER_MS

Sound = npt.NDArray[np.float32]

_FRAME_MS = FRAME // SAMPLES_PER_MS

DIFFERENT_DB = 1.0
"""A level so far from the one that was reckoned with makes a difference."""

FAR_DB = 5.0
"""A voice so far below the near talker may be somebody else."""
FARNESS = 0.5
"""Nats for silence in an output, for each decibel beyond that: others are silence to us."""
FARTHEST = 3.0
"""Nats, and no more: clear words are worth more than that, also where somebody says them softly."""


class Following:
    """Sound in, 20 ms frames at a time; at any moment the search as far as it goes."""

    def __init__(self, model: AcousticModel, search: Search) -> None:
        self.search = search
        self._model = model
        self.begin()

    def begin(self) -> None:
        """A new utterance."""
        self.frames = 0
        """Taken of the utterance."""
        self._rest = np.zeros(0, np.float32)
        self._levels = np.zeros(0, np.float32)
        self._powers: list[Matrix] = []
        self._reckoned = 0.0
        self._listening: StreamState | None = None
        self._beam = self.search.begun()

    def pause(self) -> None:
        """What follows is a new utterance that may go on from this one."""
        self.frames = 0

    @property
    def level(self) -> float:
        """The talker's, as a root mean square in the units of the samples."""
        return near(self._levels)

    def go_on(self, frames: Sequence[Sound]) -> None:
        """Take what came."""
        if not frames:
            return
        self.frames += len(frames)
        new = np.concatenate(frames)
        self._levels = np.concatenate([self._levels, frame_levels(new)])
        sound = np.concatenate([self._rest, new])
        powers = band_powers(sound)
        self._rest = sound[len(powers) * HOP :]
        self._powers.append(powers)
        level = self.level
        change = abs(20 * np.log10((level + 1e-9) / (self._reckoned + 1e-9)))
        if self._listening is None or change > DIFFERENT_DB:
            self._reckoned = level
            self._listening, self._beam = None, self.search.begun()
            powers = np.concatenate(self._powers)
        self._pass(powers)

    def ended(self) -> Beam:
        """The search as if the sound ended here."""
        if self._listening is None:
            return self._beam
        owed = self._model.finished(self._listening)
        return self.search.advanced(self._beam, self._near(owed, self._listening.given))

    def _pass(self, powers: Matrix) -> None:
        if self._listening is None and len(powers) < STRIDE:
            return
        rows = cepstra(powers, TARGET / (self._reckoned + 1e-9))
        before = self._listening or self._model.begun(rows[0])
        self._listening, outputs = self._model.advanced(before, rows)
        self._beam = self.search.advanced(self._beam, self._near(outputs, before.given))

    def _near(self, outputs: Matrix, first: int) -> Matrix:
        """The outputs from this one on, with silence likelier where the near talker is not heard.

        The level tells what a network can hardly: at the next board, too, they say words of ours.
        """
        if not len(outputs) or not len(self._levels):
            return outputs
        middles = (np.arange(first, first + len(outputs)) + 0.5) * OUTPUT_MS / _FRAME_MS
        frames = np.minimum(middles.astype(int), len(self._levels) - 1)
        far = decibels_below(self._levels)[frames] - FAR_DB
        likelier = outputs.copy()
        likelier[:, self._model.vocabulary.silence] += np.clip(FARNESS * far, 0, FARTHEST)
        return likelier
