"""A live microphone: 16 kHz mono from any device rate; every loss of sound is counted."""

import logging
import queue
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from voice_chess.adapters.audio_io import portaudio
from voice_chess.session.ports import Device, MicrophoneLost
from voice_chess.sound.resampler import Resampler, as_float, as_int16
from voice_chess.sound.sampling import SAMPLE_RATE

_BLOCK_MS = 20
_BACKLOG_BLOCKS = 1_500  # half a minute: longer than what is said before anybody listens
INSTEAD = "use recordings (--hear FILE) or, in a game, typed moves (--typed)"

_log = logging.getLogger(__name__)


class LiveMicrophone:
    """Captures from the moment it is made; `blocks` yields what has come and goes on."""

    def __init__(self, device: Device = None) -> None:
        """Open the device and start. Raises `MicrophoneLost`."""
        self.overflows = 0
        """How often sound was lost: by the device, or because nobody took it in time."""
        self._is_closed = False
        self._blocks: queue.Queue[tuple[bytes, float] | None] = queue.Queue(_BACKLOG_BLOCKS)
        self._rate = portaudio.usable_rate(device, "input", MicrophoneLost, INSTEAD)
        self._stream = self._started(device)

    def blocks(self) -> Iterator[bytes]:
        for samples, _ in self.timed_blocks():
            yield samples

    def timed_blocks(self) -> Iterator[tuple[bytes, float]]:
        """Yield each block, and when it came from the device, in seconds of `time.monotonic`.

        Raises `MicrophoneLost`.
        """
        resampler = None if self._rate == SAMPLE_RATE else Resampler(self._rate, SAMPLE_RATE)
        while not self._is_closed:
            taken = self._next_block()
            if taken is not None:
                block, now_s = taken
                if resampler is not None:
                    block = as_int16(resampler.push(as_float(block)))
                yield block, now_s

    def close(self) -> None:
        """End `blocks`; safe from another thread."""
        self._is_closed = True
        portaudio.close(self._stream)
        if self.overflows:
            _log.warning("microphone overflows=%d", self.overflows)
        self._on_end()

    def _started(self, device: Device) -> Any:
        return portaudio.opened(
            "Input",
            MicrophoneLost,
            INSTEAD,
            samplerate=self._rate,
            blocksize=self._rate * _BLOCK_MS // 1_000,
            device=device,
            channels=1,
            dtype="int16",
            callback=self._on_block,
            finished_callback=self._on_end,
        )

    def _next_block(self) -> tuple[bytes, float] | None:
        block = self._waited_for()
        if block is None and not self._is_closed:
            # It may give sound again, which nobody would take: whoever goes on listening opens it.
            portaudio.close(self._stream)
            msg = (
                f"The microphone gives no more sound; was it pulled out? Connect it, or {INSTEAD}."
            )
            raise MicrophoneLost(msg)
        return block

    def _waited_for(self) -> tuple[bytes, float] | None:
        for _ in range(portaudio.MOST_WAITS):
            with suppress(queue.Empty):
                return self._blocks.get(timeout=portaudio.WAIT_S)
        return None

    def _on_block(self, samples: Any, _count: int, _time: Any, status: Any) -> None:
        if status.input_overflow:
            self.overflows += 1
        try:
            self._blocks.put_nowait((bytes(samples), time.monotonic()))
        except queue.Full:
            self.overflows += 1

    def _on_end(self) -> None:
        """Wake the listener, because the stream has stopped."""
        try:
            self._blocks.put_nowait(None)
        except queue.Full:
            # The listener is awake then, and notices when the queue runs dry.
            return
