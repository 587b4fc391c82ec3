"""What all recognisers have in common: utterances are found by level, then decoded."""

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np

from voice_chess.decoding.grammar import Grammar
from voice_chess.sound.endpointer import Endpointer, Endpointing
from voice_chess.sound.loudness import FRAME
from voice_chess.speech.understanding.hypothesis import Heard

FRAME_BYTES = 2 * FRAME
IsComplete = Callable[[Heard], bool]


class EndpointedRecognizer(ABC):
    """Takes sound, finds utterances; what they say is left to `_decoded`."""

    def __init__(self, rules: Endpointing | None = None) -> None:
        self._ends = Endpointer(rules=rules or Endpointing())
        self._rest = b""
        self._is_complete: IsComplete = lambda _: True
        self.last_decoding_ms = 0.0
        """What the last decoding cost of a processor core, for measurements."""
        self.decoded_frames = 0
        """All that was ever decoded, as often as it was: what this ear's work is counted in."""
        self._decoded_before = 0

    @abstractmethod
    def expect(self, grammar: Grammar, is_complete: IsComplete | None = None) -> None:
        """Set the grammar; `is_complete` tells what may end after a short silence already."""

    @abstractmethod
    def _decoded(self) -> Heard:
        """The open utterance so far."""

    @abstractmethod
    def _ended(self) -> Heard | None:
        """What was heard, where nothing more will come of it; else None."""

    @abstractmethod
    def _follow(self) -> None:
        """Go along with the open utterance, if that saves time at its end."""

    def hear(self, samples: bytes) -> Heard | None:
        """Take sound; return an utterance when its end was found.

        What lies behind that end waits for the next call: it may have to meet another grammar.
        """
        data = self._rest + samples
        frames = len(data) // FRAME_BYTES
        for number in range(frames):
            begin = number * FRAME_BYTES
            frame = np.frombuffer(data, "<i2", FRAME, begin)
            self._ends.take(frame.astype(np.float32))
            if self._ends.is_open:
                self._follow()
            heard = self._ended()
            if heard is not None:
                self._rest = data[begin + FRAME_BYTES :]
                return heard
        self._rest = data[frames * FRAME_BYTES :]
        return None

    def partial(self) -> Heard | None:
        """The utterance still open, decoded as far as it goes."""
        return self._decoded() if self._ends.is_open else None

    def _try(self) -> Heard:
        """Decode the open utterance, and count that."""
        self.decoded_frames += self._ends.frames
        return self._decoded()

    @property
    def _may_try(self) -> bool:
        """The open utterance was not decoded too often yet to be once more before its end."""
        tried = self.decoded_frames - self._decoded_before
        return tried < self._ends.rules.tried * self._ends.frames

    def _closed(self, heard: Heard) -> Heard:
        self._ends.close()
        self._decoded_before = self.decoded_frames
        return heard

    def flush(self) -> Heard | None:
        """The next utterance in what waits, else the one still open, decoded as it is."""
        heard = self.hear(b"")
        if heard is not None:
            return heard
        heard = self._try() if self._ends.is_open else None
        self.reset()
        return heard

    def reset(self) -> None:
        """Forget the open utterance and what waits; their time has passed all the same."""
        self._ends.close(unheard=len(self._rest) // 2)
        self._decoded_before = self.decoded_frames
        self._rest = b""

    @property
    def is_hearing(self) -> bool:
        """True while somebody speaks."""
        return self._ends.is_open
