"""Barge-in: the program stops speaking as soon as a player speaks or presses a key.

It works in the thread that brings sound or lines, because the session is busy speaking.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import numpy.typing as npt

from voice_chess.session.ports import Microphone
from voice_chess.sound.endpointer import FRAMES_PER_S, Endpointer, Endpointing
from voice_chess.sound.loudness import FRAME, FRAME_BYTES
from voice_chess.sound.watermark import WINDOW, is_own_voice

RULES = Endpointing(onset_frames=5, onset_window=7)
"""A tenth of a second of speech cuts: a click of the clock is shorter, and 200 ms are allowed."""

_OWN_MARKS = 3
"""This many frames with our watermark in the last half second make it our own voice.

Measured: our own voice bears it in at least six of them, and in four once it has just begun; in
26 announcements by other voices never more than one frame seemed to bear it."""

_PAUSE_FRAMES = 3
"""After a longer silence the player may be waiting for a reply, which must not be cut."""

_TALK_FRAMES = 4 * FRAMES_PER_S
"""Longer talk is no announcement: people are chatting, and the program may speak again."""


class BargeIn:
    """Stops one voice: `stop` cuts what is being said, and does nothing in silence."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._ends = Endpointer(rules=RULES)
        self._rest = b""
        self._open_frames = 0
        self._recent = np.zeros(WINDOW, np.float32)
        self._marks: deque[bool] = deque(maxlen=FRAMES_PER_S // 2)

    def press(self) -> None:
        """Stop the voice, because a key was pressed."""
        self._stop()

    def hear(self, samples: bytes) -> None:
        """Take sound of a player's microphone, in which the program itself should not be heard."""
        data = self._rest + samples
        whole = len(data) // FRAME_BYTES * FRAME_BYTES
        self._rest = data[whole:]
        for frame in np.frombuffer(data[:whole], "<i2").astype(np.float32).reshape(-1, FRAME):
            self._take(frame)

    def listening_to(self, microphone: Microphone) -> Microphone:
        """Return a microphone with the same sound, which the barge-in hears on its way."""
        return _Overheard(microphone, self)

    def reading(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the same lines; each of them stops the voice, as it needed a key."""
        for line in lines:
            self.press()
            yield line

    def _take(self, frame: npt.NDArray[np.float32]) -> None:
        ends = self._ends
        ends.take(frame)
        self._recent = np.concatenate((self._recent[FRAME:], frame))
        self._marks.append(is_own_voice(self._recent))
        self._open_frames = self._open_frames + 1 if ends.is_open else 0
        hears_itself = sum(self._marks) >= _OWN_MARKS
        is_talking = ends.is_open and ends.silent_frames <= _PAUSE_FRAMES
        if is_talking and self._open_frames <= _TALK_FRAMES and not hears_itself:
            self._stop()
        if ends.is_given_up or ends.is_too_long:
            ends.close()


class _Overheard:
    """`Microphone` whose sound a barge-in hears, too."""

    def __init__(self, microphone: Microphone, barge_in: BargeIn) -> None:
        self._microphone = microphone
        self._barge_in = barge_in

    def blocks(self) -> Iterator[bytes]:
        for samples in self._microphone.blocks():
            self._barge_in.hear(samples)
            yield samples
