"""A room in simulated time, in which the microphone hears the program and its echo, too."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from voice_chess.adapters.audio_io.barge_in import BargeIn
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.session.listening.inputs import Sound
from voice_chess.sound.loudness import FRAME
from voice_chess.sound.own_speech import OwnSpeech
from voice_chess.sound.sampling import SAMPLE_RATE, SAMPLES_PER_MS, Waveform, as_pcm

FRAME_MS = 20
HISS = 4.0
LOUDNESS = 0.5
"""How much fainter than the players the program is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What a player says, so long after the last thing that they or the program said."""

    sound: Waveform
    after: Literal["player", "program"]
    pause_ms: int


def echo(lasts_ms: int) -> Waveform:
    """Return the impulse response of a room whose echo falls by 60 dB in this time."""
    chance = np.random.default_rng(lasts_ms)
    falls = 10.0 ** (-3 * np.arange(lasts_ms * SAMPLES_PER_MS) / (lasts_ms * SAMPLES_PER_MS))
    tail = chance.standard_normal(len(falls)) * falls
    tail[: 5 * SAMPLES_PER_MS] = 0
    tail *= 0.7 / np.sqrt((tail**2).sum())
    tail[0] = 1.0
    return tail.astype(np.float32)


class EchoingRoom:
    """`Inbox` and `Sink` in one: the players speak whether or not the program does."""

    def __init__(
        self,
        time: SimulatedTime,
        remarks: Sequence[Remark],
        response: Waveform,
        interrupt: Callable[[], None] | None = None,
    ) -> None:
        """`interrupt` stops the program; with it, its own speech is taken out of the sound."""
        self.speech = None if interrupt is None else OwnSpeech()
        self._barge_in = BargeIn(interrupt or (lambda: None))
        self._played = np.zeros(SAMPLE_RATE, np.float32)
        self._time = time
        self._remarks = deque(remarks)
        self.response = response
        self._chance = np.random.default_rng(1)
        self._sound = np.zeros(SAMPLE_RATE, np.float32)
        self._at = 0
        """The number of samples that have passed."""
        self._said_until = 0
        self._waiting: deque[Sound] = deque()
        self._speak("player")

    def entries(self) -> Iterator[Sound]:
        while self._waiting or self._is_going_on:
            if self._waiting:
                yield self._waiting.popleft()
            else:
                self.pass_ms(FRAME_MS)

    @property
    def _is_going_on(self) -> bool:
        return bool(self._remarks) or self._at < self._said_until + 5 * SAMPLE_RATE

    def begin(self, text: str) -> None:
        """Do nothing: every sound is heard alike."""

    def write(self, samples: bytes) -> None:
        said = np.frombuffer(samples, "<i2").astype(np.float32) * np.float32(LOUDNESS)
        self._add(self._at, np.convolve(said, self.response).astype(np.float32))
        self._played = _with(self._played, self._at, said)
        self.pass_ms(len(said) // SAMPLES_PER_MS)

    def end(self, *, cut: bool) -> None:
        if self._at > self._said_until:
            self._speak("program")

    def pass_ms(self, lasts_ms: int) -> None:
        """Let time pass, in whole frames, in which the microphone hears on."""
        for _ in range(-(-lasts_ms // FRAME_MS)):
            self._add(self._at, self._chance.normal(0, HISS, FRAME).astype(np.float32))
            frame = self._sound[self._at : self._at + FRAME]
            self._played = _with(self._played, self._at, np.zeros(FRAME, np.float32))
            played = self._played[self._at : self._at + FRAME]
            self._at += FRAME
            self._time.passed(FRAME_MS)
            self._hear(as_pcm(frame).astype(np.float32), played)

    def _hear(self, frame: Waveform, played: Waveform) -> None:
        """Let the microphone hear one frame, without the program if that can be taken away."""
        now_ms, speech = self._time.now_ms(), self.speech
        if speech is None:
            self._waiting.append(Sound(samples=as_pcm(frame).tobytes(), ended_ms=now_ms))
        elif frames := speech.take(frame, played):
            samples = as_pcm(np.concatenate(frames)).tobytes()
            if speech.is_clean:
                self._barge_in.hear(samples)
            sound = Sound(
                samples=samples,
                ended_ms=now_ms,
                is_clean=speech.is_clean,
                is_cut_off=speech.is_cut_off,
            )
            self._waiting.append(sound)

    def _speak(self, after: Literal["player", "program"]) -> None:
        """Let the next remarks sound, if it is their turn."""
        since = self._at if after == "program" else self._said_until
        while self._remarks and self._remarks[0].after == after:
            remark = self._remarks.popleft()
            since += remark.pause_ms * SAMPLES_PER_MS
            self._add(since, remark.sound)
            self._said_until = since = since + len(remark.sound)
            after = "player"

    def _add(self, at: int, sound: Waveform) -> None:
        self._sound = _with(self._sound, at, sound)


def _with(sound: Waveform, at: int, more: Waveform) -> Waveform:
    """Return the sound with more added from this sample on."""
    missing = at + len(more) - len(sound)
    if missing > 0:
        sound = np.concatenate((sound, np.zeros(missing + SAMPLE_RATE, np.float32)))
    sound[at : at + len(more)] += more
    return sound
