"""Makes loud sounds that are no speech (music, knocks, coughs), which models learn as unknown."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from voice_chess.acoustics.augment import breath, clicks, hum
from voice_chess.sound.chance import Rng, happens, one_of
from voice_chess.sound.sampling import SAMPLE_RATE, Waveform

Timbre = npt.NDArray[np.float64]
"""The share of each overtone, in order."""

SCALES = ((0, 2, 4, 5, 7, 9, 11), (0, 2, 3, 5, 7, 8, 10), (0, 2, 4, 7, 9), (0, 3, 5, 6, 7, 10))
"""Major, minor, pentatonic and blues, in semitones."""


def _note(frequency: float, length: int, timbre: Timbre, rng: Rng) -> Waveform:
    """Return a note: overtones with vibrato, struck or swelling, dying away or stopped."""
    t = np.arange(length) / SAMPLE_RATE
    depth = rng.uniform(0, 0.012)
    vibrato = depth * np.sin(2 * np.pi * rng.uniform(4, 7) * t)
    phase = frequency * (2 * np.pi * t + vibrato)
    sound = np.zeros(length)
    for n, share in enumerate(timbre, start=1):
        if n * frequency < SAMPLE_RATE / 2:
            sound += share * np.sin(n * phase + rng.uniform(0, 6))
    attack = max(1, int(rng.uniform(0.002, 0.08) * SAMPLE_RATE))
    envelope = np.minimum(1, np.arange(length) / attack) * np.exp(-t * rng.uniform(0, 9))
    tail = min(length, 400)
    envelope[length - tail :] *= np.linspace(1, 0, tail)
    note: Waveform = (sound * envelope).astype(np.float32)
    return note


def tune(length: int, rng: Rng) -> Waveform:
    """Return a tune of one to four instruments in one key, some with chords, some with drums."""
    sound = np.zeros(length, np.float32)
    key, scale = rng.uniform(70, 500), one_of(rng, SCALES)
    beat = int(rng.uniform(0.09, 0.6) * SAMPLE_RATE)
    for _ in range(rng.integers(1, 5)):
        timbre = rng.uniform(0, 1, 12) * np.arange(1, 13) ** -rng.uniform(0.3, 2.5)
        octave, chord = rng.integers(0, 3), happens(rng, 0.3)
        begin = 0
        while begin < length:
            size = beat * int(rng.integers(1, 5))
            degree = int(rng.integers(0, len(scale)))
            for step in (0, 2, 4) if chord else (0,):
                semitones = scale[(degree + step) % len(scale)] + 12 * octave
                note = _note(key * 2 ** (semitones / 12), size, timbre, rng)
                part = sound[begin : begin + size]
                part += note[: len(part)] * rng.uniform(0.3, 1)
            begin += size
    if happens(rng, 0.35):
        sound += clicks(length, rng) * sound.std() * rng.uniform(0.5, 4)
    return sound


def _knocks(length: int, rng: Rng) -> Waveform:
    return clicks(length, rng) + 1e-3 * hum(length, rng)


_KINDS: tuple[tuple[float, Callable[[int, Rng], Waveform]], ...] = (
    (0.6, tune),
    (0.85, _knocks),
    (1.0, breath),
)
"""Kinds of sounds; a random number below a figure, and not below the one before, chooses a kind."""


def stranger(rng: Rng) -> Waveform:
    """Return a sound of 0.6 to 4 seconds, of one kind."""
    kind = rng.random()
    make = next(make for below, make in _KINDS if kind < below)
    return make(int(rng.uniform(0.6, 4) * SAMPLE_RATE), rng)
