"""Makes noise of any colour, and adds it or other disturbance to clean recordings, by measure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from voice_chess.sound.chance import Rng, one_of
from voice_chess.sound.hum import MAINS_HZ
from voice_chess.sound.loudness import FRAME
from voice_chess.sound.sampling import SAMPLE_RATE, Waveform

MARGIN = 11_200
"""Number of samples (0.7 s) of disturbance before and after the recording."""
TALKERS = 6
FULL_SCALE = 32_000.0

_OFF_HZ = 0.03
"""How far the mains are off their frequency at most, on an ordinary day."""
_OVERTONES = ((1, 1.0), (3, 0.4), (2, 0.2), (5, 0.1))
"""The order and the level of each tone of a hum."""


def coloured(length: int, rng: np.random.Generator, slope: float) -> Waveform:
    """Return noise of unit level whose power falls as frequency to the power `slope`: 1 is pink."""
    size = 1 << max(4, (length - 1).bit_length())
    spectrum = np.fft.rfft(rng.standard_normal(size))
    frequency = np.arange(len(spectrum))
    frequency[0] = 1
    spectrum *= frequency ** (-slope / 2)
    spectrum[:3] = 0
    noise = np.fft.irfft(spectrum)[:length]
    unit: Waveform = (noise / (noise.std() + 1e-9)).astype(np.float32)
    return unit


def speech_level(sound: Waveform) -> float:
    """Return the root mean square of the 20 ms frames within 20 dB of the loudest: no pauses."""
    power = (sound[: len(sound) // FRAME * FRAME].reshape(-1, FRAME) ** 2).mean(axis=1)
    if not len(power) or not power.max():
        return 1.0
    return float(np.sqrt(power[power > 0.01 * power.max()].mean()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """Recordings of other people, by voice."""

    voices: Mapping[str, Sequence[Waveform]]

    def talking(self, length: int, rng: Rng, *, besides: str, longest_gap_s: float) -> Waveform:
        """Return six people talking at once at equal levels, none of them the voice `besides`."""
        names = sorted(name for name in self.voices if name != besides)
        order = [names[n] for n in rng.permutation(len(names))]
        total = np.zeros(length, np.float32)
        for n in range(TALKERS):
            total += self._one(self.voices[order[n % len(order)]], length, rng, longest_gap_s)
        unit: Waveform = total / (total.std() + 1e-9)
        return unit

    def _one(
        self, utterances: Sequence[Waveform], length: int, rng: Rng, longest_gap_s: float
    ) -> Waveform:
        parts: list[Waveform] = []
        have = 0
        while have < length + SAMPLE_RATE:
            sound = one_of(rng, utterances)
            gap = np.zeros(int(rng.uniform(0, longest_gap_s) * SAMPLE_RATE), np.float32)
            parts += [sound / speech_level(sound), gap]
            have += len(sound) + len(gap)
        begin = int(rng.integers(0, have - length))
        return np.concatenate(parts)[begin : begin + length]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disturbance:
    """One kind of noise at one ratio of speech to noise in decibels."""

    name: str
    snr_db: float
    noise: Callable[[int, Rng, str], Waveform]
    """Makes noise of unit level from a length in samples, chance, and the voice that speaks."""

    def on(self, clean: Waveform, rng: Rng, voice: str) -> Waveform:
        """Return the recording with the noise around and under it, kept below full scale."""
        margin = np.zeros(MARGIN, np.float32)
        sound = np.concatenate([margin, clean, margin])
        loudness = speech_level(clean) * 10 ** (-self.snr_db / 20)
        sound = sound + self.noise(len(sound), rng, voice) * loudness
        peak = float(np.abs(sound).max(initial=0.0))
        kept: Waveform = sound * np.float32(min(1.0, FULL_SCALE / (peak + 1e-9)))
        return kept


def steady(slope: float) -> Callable[[int, Rng, str], Waveform]:
    """Return a maker of white (0) or pink (1) noise."""
    return lambda length, rng, _: coloured(length, rng, slope)


def hum(length: int, rng: Rng, _: str) -> Waveform:
    """Return the hum of the mains: 50 or 60 Hz and overtones, never at exactly that frequency."""
    hertz = one_of(rng, MAINS_HZ) + rng.uniform(-_OFF_HZ, _OFF_HZ)
    time = np.arange(length) / SAMPLE_RATE
    tones = [
        level * np.sin(2 * np.pi * (order * hertz * time + rng.uniform()))
        for order, level in _OVERTONES
    ]
    tone = np.array(tones).sum(axis=0)
    unit: Waveform = (tone / tone.std()).astype(np.float32)
    return unit


def recorded(noise: Waveform) -> Callable[[int, Rng, str], Waveform]:
    """Return a maker that plays a recording from a random place, and repeats it if too short."""

    def play(length: int, rng: Rng, _: str) -> Waveform:
        begin = int(rng.integers(0, len(noise)))
        again = -(-(begin + length) // len(noise))
        part = np.tile(noise, again)[begin : begin + length]
        unit: Waveform = (part / (speech_level(part) + 1e-9)).astype(np.float32)
        return unit

    return play


def hall(others: Others) -> Callable[[int, Rng, str], Waveform]:
    """Return a maker of the next boards of a tournament: six others announcing in the same code."""
    return lambda length, rng, voice: others.talking(length, rng, besides=voice, longest_gap_s=0.5)


def babble(others: Others) -> Callable[[int, Rng, str], Waveform]:
    """Return a maker of babble: six voices, forwards and backwards, without pauses or words."""

    def play(length: int, rng: Rng, voice: str) -> Waveform:
        pieces = [
            others.talking(length, rng, besides=voice, longest_gap_s=0.0)[::direction]
            for direction in (1, -1)
        ]
        mixed = pieces[0] + pieces[1]
        unit: Waveform = (mixed / (mixed.std() + 1e-9)).astype(np.float32)
        return unit

    return play
