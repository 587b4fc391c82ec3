"""What all recognisers have in common: utterances are found by level, then decoded."""

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np

from voice_chess.decoding.grammar import Grammar
from voice_chess.sound.endpointer import Endpointer, Endpointing
from voice_chess.sound.hum import HumFilter
from voice_chess.sound.loudness import FRAME, FRAME_BYTES
from voice_chess.speech.understanding.hypothesis import Heard

IsComplete = Callable[[Heard], bool]


class EndpointedRecognizer(ABC):
    """Takes sound and finds utterances; the subclass decodes them in `_decoded`."""

    def __init__(self, rules: Endpointing | None = None) -> None:
        self._ends = Endpointer(rules=rules or Endpointing())
        self._hum = HumFilter()
        self._rest = b""
        self._is_complete: IsComplete = lambda _: True
        self.last_decoding_ms = 0.0
        """Processor time of the last decoding, for measurements."""
        self.decoded_frames = 0
        """Frames decoded so far, counted again when decoded again: the work of this recogniser."""
        self._decoded_before = 0

    @abstractmethod
    def expect(self, grammar: Grammar, is_complete: IsComplete | None = None) -> None:
        """Set the grammar; `is_complete` says which words may end after a short silence already."""

    @abstractmethod
    def _decoded(self) -> Heard:
        """Decode the open utterance so far."""

    @abstractmethod
    def _ended(self) -> Heard | None:
        """Return the utterance if nothing more will come of it; else None."""

    @abstractmethod
    def _follow(self) -> None:
        """Follow the open utterance, if that saves time at its end."""

    def hear(self, samples: bytes) -> Heard | None:
        """Take sound; return an utterance once its end was found.

        Sound after that end waits for the next call, as another grammar may apply to it.
        """
        data = self._rest + samples
        frames = len(data) // FRAME_BYTES
        for number in range(frames):
            begin = number * FRAME_BYTES
            frame = np.frombuffer(data, "<i2", FRAME, begin).astype(np.float32)
            self._ends.take(frame, self._hum.without_hum(frame))
            if self._ends.is_open:
                self._follow()
            heard = self._ended()
            if heard is not None:
                self._rest = data[begin + FRAME_BYTES :]
                return heard
        self._rest = data[frames * FRAME_BYTES :]
        return None

    def partial(self) -> Heard | None:
        """Return the open utterance, decoded as far as it goes, or None."""
        return self._decoded() if self._ends.is_open else None

    def _try(self) -> Heard:
        """Decode the open utterance, and count the work."""
        self.decoded_frames += self._ends.frames
        return self._decoded()

    @property
    def _may_try(self) -> bool:
        """Whether the open utterance may be decoded once more before its end."""
        tried = self.decoded_frames - self._decoded_before
        return tried < self._ends.rules.tried * self._ends.frames

    def _closed(self, heard: Heard) -> Heard:
        self._ends.close()
        self._decoded_before = self.decoded_frames
        return heard

    def flush(self) -> Heard | None:
        """Return the next utterance in the waiting sound, else the open one as it is, or None."""
        heard = self.hear(b"")
        if heard is not None:
            return heard
        heard = self._try() if self._ends.is_open else None
        self._forget()
        return heard

    def reset(self, *, is_cut_off: bool = True) -> None:
        """Forget the open utterance and the waiting sound; their time has passed all the same.

        `is_cut_off`: an utterance that is going on when the next sound comes has lost its
        beginning.
        """
        self._forget()
        self._ends.miss(is_cut_off=is_cut_off)

    def _forget(self) -> None:
        self._ends.close(unheard=len(self._rest) // 2)
        self._decoded_before = self.decoded_frames
        self._rest = b""
        self._hum = HumFilter()

    @property
    def is_hearing(self) -> bool:
        """Whether there is an open utterance."""
        return self._ends.is_open

    @property
    def may_be_hearing(self) -> bool:
        """Whether there is an open utterance, or the latest sound may be the beginning of one."""
        return self._ends.is_open or self._ends.may_be_opening
