"""A live loudspeaker or earphone as a sink: it sounds at once and falls silent at once."""

import threading
import time
from collections.abc import Collection
from typing import Any

from voice_chess.adapters.audio_io import portaudio
from voice_chess.adapters.audio_io.device_calls import Hangs, answered
from voice_chess.adapters.audio_io.played_sound import PlayedSound
from voice_chess.session.ports import Device, SpeakerLost
from voice_chess.sound.resampler import Resampler, as_float, as_int16
from voice_chess.sound.sampling import BYTES_PER_MS, SAMPLE_RATE

INSTEAD = "let it speak into files (--say DIR) or answer in text (--silent)"
INTO_A_FILE = "let it speak into a file (--out FILE)"
"""The advice for commands that say one thing and end."""
_BLOCK_MS = 20
_LATENCY_S = 0.1  # with less, some systems stutter (measured on PulseAudio)
_AHEAD_MS = 100  # the most sound that waits here for the device
_TRIAL_MS = 200
_MOST_OTHERS = 3


class Loudspeaker:
    """Its stream plays silence between utterances, so that no earphone sleeps through a word."""

    def __init__(
        self, device: Device = None, instead: str = INSTEAD, played: PlayedSound | None = None
    ) -> None:
        """Open the device. Raises `SpeakerLost`; `instead` says what else people can do then.

        `played` is given all that it plays.
        """
        self._device = device
        self._instead = instead
        self._played = played
        self._waiting = bytearray()
        self._changed = threading.Condition()
        self._stream: Any = None
        self._rate = SAMPLE_RATE
        self._resampler: Resampler | None = None
        self._open()

    def begin(self, text: str) -> None:  # a loudspeaker needs no name for it
        if self._stream is None:
            self._open()
        self._resampler = None if self._rate == SAMPLE_RATE else Resampler(SAMPLE_RATE, self._rate)
        self._start()

    def write(self, samples: bytes) -> None:
        if self._resampler is not None:
            samples = as_int16(self._resampler.push(as_float(samples)))
        with self._changed:
            self._waiting.extend(samples)
        self._wait_until_at_most(2 * self._rate * _AHEAD_MS // 1_000)

    def end(self, *, cut: bool) -> None:
        if self._stream is None:
            return
        if cut:
            with self._changed:
                self._waiting.clear()
            if self._played is not None:
                # A stream that is stopped would later play at another distance to the microphone.
                time.sleep(self._stream.latency)
            elif not portaudio.silence(self._stream):
                self._stream = None
            return
        if self._resampler is not None:
            with self._changed:
                self._waiting.extend(as_int16(self._resampler.flush()))
        self._wait_until_at_most(0)
        time.sleep(self._stream.latency)

    def try_out(self) -> None:
        """Play a little silence, as a device can exist and take no sound. Raises `SpeakerLost`."""
        self.begin("")
        self.write(bytes(_TRIAL_MS * BYTES_PER_MS))
        self.end(cut=False)

    def close(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            portaudio.close(stream)

    def _open(self) -> None:
        self._rate = portaudio.usable_rate(self._device, "output", SpeakerLost, self._instead)
        self._stream = portaudio.opened(
            "Output",
            SpeakerLost,
            self._instead,
            samplerate=self._rate,
            blocksize=self._rate * _BLOCK_MS // 1_000,
            latency=_LATENCY_S,
            device=self._device,
            channels=1,
            dtype="int16",
            callback=self._on_demand,
        )

    def _start(self) -> None:
        stream = self._stream
        if stream.active:
            return

        def restarted() -> None:
            # A stream that was aborted or has ended by itself must be stopped before it starts.
            stream.stop()
            stream.start()

        try:
            answered(restarted)
        except Hangs as error:
            self._stream = None
            raise self._refusing(error) from error
        except Exception as error:
            # PortAudioError can't be named before its module is there.
            self.close()
            raise self._refusing(error) from error

    def _wait_until_at_most(self, waiting: int) -> None:
        """Wait until the device has taken the rest. Raises `SpeakerLost` if it takes nothing."""
        with self._changed:
            waits = 0
            while (before := len(self._waiting)) > waiting:
                self._changed.wait(portaudio.WAIT_S)
                waits = waits + 1 if len(self._waiting) == before else 0
                if waits == portaudio.MOST_WAITS:
                    self._waiting.clear()
                    break
            else:
                return
        self.close()
        msg = (
            "The loudspeaker takes no more sound; was it pulled out? Connect it, or "
            f"{self._instead}."
        )
        raise SpeakerLost(msg)

    def _refusing(self, error: Exception) -> SpeakerLost:
        return SpeakerLost(
            f"The loudspeaker can't be opened ({error}): is it free? Try again, or {self._instead}."
        )

    def _on_demand(self, wanted: Any, _count: int, _time: Any, _status: Any) -> None:
        with self._changed:
            ready = bytes(self._waiting[: len(wanted)])
            del self._waiting[: len(ready)]
            self._changed.notify()
        wanted[: len(ready)] = ready
        wanted[len(ready) :] = bytes(len(wanted) - len(ready))
        if self._played is not None:
            self._played.add(bytes(wanted), self._rate, time.monotonic())


def others(used: Collection[Device]) -> list[int]:
    """Return a few other devices to try when these are lost; none if PortAudio itself is gone."""
    try:
        return portaudio.other_outputs(used, SpeakerLost, INSTEAD)[:_MOST_OTHERS]
    except SpeakerLost:
        return []
