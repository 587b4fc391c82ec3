"""Decodes an utterance while it is spoken, so that the result is ready at its end.

The networks need every talker at the same loudness, but the talker's level is known only gradually.
If the level turns out to differ from the assumed one, decoding begins again from the start.
"""

from collections.abc import Sequence

import numpy as np

from voice_chess.decoding.acoustic_model import AcousticModel, StreamState
from voice_chess.decoding.cepstra import HOP, Matrix, band_powers, cepstra
from voice_chess.decoding.network import OUTPUT_MS, STRIDE
from voice_chess.decoding.search import Beam, Search
from voice_chess.sound.loudness import FRAME_MS, TARGET, decibels_below, frame_levels, near
from voice_chess.sound.sampling import Waveform

DIFFERENT_DB = 1.0
"""If the level differs this far from the assumed one, in dB, everything is computed again."""

FAR_DB = 5.0
"""A voice this far below the near talker, in dB, may be another person."""
FARNESS = 0.5
"""Nats added to silence, for each output and each decibel beyond that: others count as silence."""
FARTHEST = 3.0
"""The most nats added: clear words outweigh them, even if the talker says them softly."""


class Following:
    """Takes sound in frames of 20 ms, and holds the search as far as it has come."""

    def __init__(self, model: AcousticModel, search: Search) -> None:
        self.search = search
        self._model = model
        self.begin()

    def begin(self) -> None:
        """Begin a new utterance."""
        self.frames = 0
        """Number of frames taken of the utterance."""
        self._rest = np.zeros(0, np.float32)
        self._levels = np.zeros(0, np.float32)
        self._powers: list[Matrix] = []
        self._reckoned = 0.0
        self._listening: StreamState | None = None
        self._beam = self.search.begun()

    def pause(self) -> None:
        """Count frames from 0 again: a new utterance follows that may continue this one."""
        self.frames = 0

    @property
    def is_new(self) -> bool:
        """Whether nothing was taken since the last `begin`."""
        return not len(self._levels)

    @property
    def level(self) -> float:
        """The talker's level, as a root mean square in the units of the samples."""
        return near(self._levels)

    def go_on(self, frames: Sequence[Waveform]) -> None:
        """Take more frames and search on; search again from the start if the level has changed."""
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
        """Return the search as if the sound ended here."""
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
        """Return outputs, from number `first` on, with silence likelier where the talker is faint.

        A network can hardly distinguish players at the next board, who say the same words; the
        level can.
        """
        if not len(outputs) or not len(self._levels):
            return outputs
        middles = (np.arange(first, first + len(outputs)) + 0.5) * OUTPUT_MS / FRAME_MS
        frames = np.minimum(middles.astype(int), len(self._levels) - 1)
        far = decibels_below(self._levels)[frames] - FAR_DB
        likelier = outputs.copy()
        likelier[:, self._model.vocabulary.silence] += np.clip(FARNESS * far, 0, FARTHEST)
        return likelier
