"""A live microphone without the program's own speech, which its loudspeaker brings into the room.

Where `is_clean` is False, the program may still be heard in the sound.
"""

from collections.abc import Callable, Iterator

import numpy as np

from voice_chess.adapters.audio_io.microphone import LiveMicrophone
from voice_chess.adapters.audio_io.played_sound import PlayedSound
from voice_chess.sound.loudness import FRAME, FRAME_BYTES
from voice_chess.sound.own_speech import OwnSpeech
from voice_chess.sound.sampling import SAMPLE_BYTES, SAMPLE_RATE, as_pcm

_LATER = SAMPLE_RATE * 40 // 1_000
"""What was handed over less than 40 ms ago is not heard yet, and may wait for its resampler."""

_ASTRAY = SAMPLE_RATE * 80 // 1_000
"""A block that is 80 ms from where it belongs: a device has lost sound, or was started again."""


class EchoFreeMicrophone:
    """`Microphone`: what a live one hears beside what is played."""

    def __init__(
        self, live: LiveMicrophone, played: PlayedSound, overhear: Callable[[bytes], None]
    ) -> None:
        """`overhear` is called at once with all sound that is clean."""
        self.is_clean = True
        """Whether the block yielded last surely holds nothing that the program has said."""
        self.is_cut_off = False
        """Whether it may begin in the middle of what a player says."""
        self._live = live
        self._played = played
        self._overhear = overhear
        self._speech = OwnSpeech()
        self._place: int | None = None

    def blocks(self) -> Iterator[bytes]:
        heard = b""
        for samples, now_s in self._live.timed_blocks():
            self._find_place(now_s, len(heard + samples) // SAMPLE_BYTES)
            heard += samples
            while len(heard) >= FRAME_BYTES:
                frame, heard = heard[:FRAME_BYTES], heard[FRAME_BYTES:]
                block = self._without_program(frame)
                if not block:
                    continue
                if self.is_clean:
                    self._overhear(block)
                yield block

    def _find_place(self, now_s: float, waiting: int) -> None:
        """Keep the place in what is played, unless it is far from this block's time."""
        place = self._played.place_at(now_s) - waiting - _LATER
        if self._place is not None and abs(place - self._place) > _ASTRAY:
            self._speech.start_again()
            self._place = None
        if self._place is None:
            self._place = place

    def _without_program(self, frame: bytes) -> bytes:
        place = self._place or 0
        self._place = place + FRAME
        heard = np.frombuffer(frame, "<i2").astype(np.float32)
        frames = self._speech.take(heard, self._played.read(place, FRAME))
        self.is_clean, self.is_cut_off = self._speech.is_clean, self._speech.is_cut_off
        return as_pcm(np.concatenate(frames)).tobytes() if frames else b""
