"""Makes clean speech sound as in a playing hall: room, microphone, noise, other boards, level."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.signal import lfilter, resample_poly

from voice_chess.sound.chance import Rng, happens, one_of
from voice_chess.sound.loudness import TARGET, near_level
from voice_chess.sound.noise_mixing import coloured
from voice_chess.sound.sampling import SAMPLE_RATE, SAMPLES_PER_MS, Waveform

PHASES = 320
"""Resampling at any speed makes this many samples from a whole number of them."""

ANY_NOISE = (2.0, 32.0)
"""The range of the near talker's level above the noise, in dB."""

LOUD_NOISE = (1.0, 12.0)
"""The same for loud noise, in which words are hard to distinguish and most mistakes are made."""

NOISY = 0.85
"""The share of utterances that have noise."""
LOUDER = 0.4
"""The share of these whose noise is as loud as `LOUD_NOISE`."""

CLICKING = 0.25
"""The share of noises with clicks in them."""
BOARDS_HISS = (0.3, 0.5)
"""The share of noises of other boards that have hiss, and its level relative to the boards."""
FAINT = 0.2
"""The level of faint hiss relative to other noise."""
HUMS = (50, 60, 100, 120, 400, 1000)
"""Frequencies of mains, lamps and fans, in hertz."""
OVERTONES = range(1, 6)

WEAK = 0.12
"""The share of utterances whose onset is too soft."""
WEAK_S = (0.03, 0.2)
WEAK_DB = (-18.0, -6.0)

EQUALISED, IN_ROOM = 0.8, 0.5
"""The shares of near talkers that a microphone, and a room, colour."""
FAR_EQUALISED, FAR_IN_ROOM = 0.5, 0.7
"""The same for other boards that are changed at all."""
ROOM_S = (0.08, 0.7)
ROOM_FALL = 6.9
"""An echo has fallen by 60 dB at its end: its amplitude is e to the power of -6.9."""
FIRST_ECHO_S = 0.012
ROOM_DB = (-25.0, -2.0)
KNOTS_HZ = (0.0, 100.0, 250.0, 500.0, 1000.0, 2000.0, 3500.0, 5500.0, 8000.0)
KNOT_DB, MOST_DB = 2.7, 20.0
"""The standard deviation of a response's steps from knot to knot, and its greatest deviation."""
LOW_CUT, LOW_CUT_HZ, LOW_CUT_DB = 0.3, (80.0, 350.0), 30.0
HIGH_CUT, HIGH_CUT_HZ, HIGH_CUT_DB, HIGH_CUT_WIDTH_HZ = 0.25, (3200.0, 7000.0), 45.0, 600.0

NEAR_SPREAD_DB = 2.0
"""The standard deviation of the near talker's level after the level control."""

SUPPRESSED = (28.0, 45.0)
"""Noise suppression takes sound for noise that lies this many dB below the loudest."""
LONGEST_HELD = 12
"""The most frames of 10 ms for which its gate stays open after a sound."""
OPENING = SAMPLE_RATE // 250
"""The number of samples in which its gate opens or shuts."""


def resampled(sound: Waveform, rate: int, factor: float = 1.0) -> Waveform:
    """Return the sound at 16 kHz; a factor above 1 shortens, raises and shrinks the vocal tract."""
    up, down = PHASES, round(PHASES * rate * factor / SAMPLE_RATE)
    changed: Waveform = sound if up == down else resample_poly(sound, up, down).astype(np.float32)
    return changed


def active_level(sound: Waveform) -> float:
    """Return the root mean square of the loud parts, so that pauses do not count."""
    peak = np.abs(sound).max(initial=0.0)
    loud = sound[np.abs(sound) > 0.02 * peak]
    return float(np.sqrt(np.mean(loud**2) + 1e-12)) if peak > 0 else 1.0


def clicks(length: int, rng: Rng) -> Waveform:
    """Return the clicks of clocks, pieces and pens."""
    sound = np.zeros(length, np.float32)
    for _ in range(rng.integers(1, 9)):
        size = int(rng.integers(40, 1200))
        begin = int(rng.integers(0, max(1, length - size)))
        part = sound[begin : begin + size]
        decay = np.exp(-np.arange(len(part)) / (size / 4))
        part += rng.standard_normal(len(part)) * decay * 10 ** rng.uniform(-1, 0.3)
    clicking: Waveform = lfilter([1, rng.uniform(-0.95, 0.9)], [1], sound).astype(np.float32)
    return clicking


def hum(length: int, rng: Rng) -> Waveform:
    """Return the hum of mains, lamps and fans."""
    t = np.arange(length) / SAMPLE_RATE
    base = rng.choice(HUMS)
    waves = (
        np.sin(2 * np.pi * base * k * t + rng.uniform(0, 6)) * 10 ** rng.uniform(-2, 0)
        for k in OVERTONES
    )
    humming: Waveform = np.sum(list(waves), axis=0).astype(np.float32)
    return humming


def breath(length: int, rng: Rng) -> Waveform:
    """Return one or two breaths or coughs without voice."""
    sound = np.zeros(length, np.float32)
    for _ in range(rng.integers(1, 3)):
        size = int(rng.integers(2000, 9000))
        begin = int(rng.integers(0, max(1, length - size)))
        part = sound[begin : begin + size]
        part += coloured(len(part), rng, rng.uniform(-0.3, 0.8)) * np.hanning(size)[: len(part)]
    return sound


def room(rng: Rng) -> Waveform:
    """Return a room's impulse response: direct sound and an exponential tail."""
    seconds = rng.uniform(*ROOM_S)
    size = int(seconds * SAMPLE_RATE)
    tail = rng.standard_normal(size) * np.exp(-ROOM_FALL * np.arange(size) / size)
    tail[: rng.integers(0, int(FIRST_ECHO_S * SAMPLE_RATE)) + 1] = 0
    tail *= 10 ** (rng.uniform(*ROOM_DB) / 20) / (np.sqrt((tail**2).sum()) + 1e-9)
    tail[0] = 1.0
    return tail.astype(np.float32)


def microphone(bins: int, rng: Rng) -> Waveform:
    """Return a smooth random frequency response, sometimes band-limited."""
    frequency = np.linspace(0, SAMPLE_RATE / 2, bins)
    gains = np.cumsum(rng.standard_normal(len(KNOTS_HZ)) * KNOT_DB)
    curve = np.interp(frequency, KNOTS_HZ, np.clip(gains - gains.mean(), -MOST_DB, MOST_DB))
    if happens(rng, LOW_CUT):
        low = rng.uniform(*LOW_CUT_HZ)
        curve -= np.clip((low - frequency) / low, 0, 1) * LOW_CUT_DB
    if happens(rng, HIGH_CUT):
        high = rng.uniform(*HIGH_CUT_HZ)
        curve -= np.clip((frequency - high) / HIGH_CUT_WIDTH_HZ, 0, 1) * HIGH_CUT_DB
    response: Waveform = (10 ** (curve / 20)).astype(np.float32)
    return response


def through(
    sound: Waveform, rng: Rng, *, eq: float = EQUALISED, reverb: float = IN_ROOM
) -> Waveform:
    """Return the sound through a random microphone and room, each with the given probability."""
    size = 1 << (len(sound) + 12_000 - 1).bit_length()
    spectrum = np.fft.rfft(sound, size)
    if happens(rng, eq):
        spectrum *= microphone(len(spectrum), rng)
    if happens(rng, reverb):
        spectrum *= np.fft.rfft(room(rng), size)
    return np.fft.irfft(spectrum)[: len(sound)].astype(np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Other people's announcements, for the background."""

    talkers: Sequence[Sequence[Waveform]]
    """A list of utterances for each voice, each near full scale."""

    def hall(self, length: int, rng: Rng) -> Waveform:
        """Return one to seven people announcing at other boards, with pauses, room and distance."""
        total = np.zeros(length, np.float32)
        for _ in range(rng.integers(1, 8)):
            talk = self._talk(one_of(rng, self.talkers), length, rng)
            level = active_level(talk)
            total += talk / level * 10 ** rng.uniform(-0.4, 0)
        if happens(rng, 0.5):
            total = through(total, rng, eq=FAR_EQUALISED, reverb=FAR_IN_ROOM)
        return total

    def _talk(self, voice: Sequence[Waveform], length: int, rng: Rng) -> Waveform:
        parts: list[Waveform] = []
        missing = length
        longest_gap = rng.uniform(0.05, 1.5)
        while missing > 0:
            utterance = one_of(rng, voice)
            gap = np.zeros(int(rng.uniform(0, longest_gap) * SAMPLE_RATE), np.float32)
            offset = int(rng.integers(0, len(utterance) // 2 + 1)) if not parts else 0
            parts += [utterance[offset:], gap]
            missing -= len(utterance) - offset + len(gap)
        return np.concatenate(parts)[:length].astype(np.float32)


def noise(length: int, rng: Rng, around: Surroundings) -> Waveform:
    """Return a random disturbance of unit level."""
    kind = rng.random()
    make = next(make for below, make in NOISES if kind < below)
    sound = make(length, rng, around)
    if happens(rng, CLICKING):
        sound = _levelled(sound) + clicks(length, rng) * rng.uniform(0.5, 3)
    return _levelled(sound).astype(np.float32)


def _levelled(sound: Waveform) -> Waveform:
    levelled: Waveform = sound / (sound.std() + 1e-9)
    return levelled


def _hiss(length: int, rng: Rng, _: Surroundings) -> Waveform:
    return coloured(length, rng, rng.uniform(0, 2))


def _boards(length: int, rng: Rng, around: Surroundings) -> Waveform:
    sound = around.hall(length, rng)
    often, loud = BOARDS_HISS
    if happens(rng, often):
        sound = _levelled(sound) + coloured(length, rng, rng.uniform(0, 2)) * loud
    return sound


def _humming(length: int, rng: Rng, _: Surroundings) -> Waveform:
    return hum(length, rng) + 0.3 * coloured(length, rng, 1)


def _faint_hiss(length: int, rng: Rng, _: Surroundings) -> Waveform:
    return coloured(length, rng, rng.uniform(0, 2)) * FAINT


NOISES: tuple[tuple[float, Callable[[int, Rng, Surroundings], Waveform]], ...] = (
    (0.38, _hiss),
    (0.82, _boards),
    (0.9, _humming),
    (1.0, _faint_hiss),
)
"""Kinds of noise; a random number below a figure, and not below the one before, chooses a kind."""


def _clipped(sound: Waveform, peak: float, rng: Rng) -> Waveform:
    return np.clip(sound, -peak * rng.uniform(0.2, 0.7), peak * rng.uniform(0.2, 0.7))


def _saturated(sound: Waveform, peak: float, rng: Rng) -> Waveform:
    saturated: Waveform = np.tanh(sound / peak * rng.uniform(1, 4)) * peak
    return saturated


def _companded(sound: Waveform, peak: float, _: Rng) -> Waveform:
    """Return the sound through a telephone's eight-bit µ-law, which stands for lossy codecs."""
    curve = np.sign(sound) * np.log1p(255 * np.abs(sound) / peak) / np.log(256)
    steps = np.round(curve * 128) / 128
    companded: Waveform = np.sign(steps) * ((256 ** np.abs(steps) - 1) / 255) * peak
    return companded.astype(np.float32)


def gated(sound: Waveform, peak: float, rng: Rng) -> Waveform:
    """Return the sound after a noise suppression like browsers' that leaves nothing in pauses."""
    size = 10 * SAMPLES_PER_MS
    frames = sound[: len(sound) - len(sound) % size].reshape(-1, size)
    levels = np.sqrt((frames.astype(np.float64) ** 2).mean(1))
    is_loud = levels > peak * 10 ** (-rng.uniform(*SUPPRESSED) / 20)
    holding = np.ones(1 + int(rng.integers(0, LONGEST_HELD)))
    held = np.convolve(is_loud.astype(np.float64), holding)[: len(is_loud)] > 0
    is_open = np.ones(len(sound))
    is_open[: len(held) * size] = np.repeat(held, size)
    smooth = np.convolve(is_open, np.ones(OPENING) / OPENING, "same")
    silenced: Waveform = (sound * smooth).astype(np.float32)
    return silenced


def _flawless(sound: Waveform, _peak: float, _rng: Rng) -> Waveform:
    return sound


FAULTS: tuple[tuple[float, Callable[[Waveform, float, Rng], Waveform]], ...] = (
    (0.06, _clipped),
    (0.12, _saturated),
    (0.17, _companded),
    (0.29, gated),
    (1.0, _flawless),
)
"""Faults of equipment, chosen by a random number as in `NOISES`."""


def weak_onset(sound: Waveform, rng: Rng) -> Waveform:
    """Make the first moment of speech too soft, like a breathy start or a gate that opens late."""
    loud = np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max(initial=0.0))
    if not len(loud):
        return sound
    size = int(rng.uniform(*WEAK_S) * SAMPLE_RATE)
    gain = np.ones(len(sound), np.float32)
    ramp = gain[loud[0] : loud[0] + size]
    ramp *= 10 ** (np.linspace(rng.uniform(*WEAK_DB), 0, len(ramp)) / 20)
    gain[: loud[0]] = ramp[0]
    return sound * gain


def augmented(sound: Waveform, rng: Rng, around: Surroundings, *, noisy: float = NOISY) -> Waveform:
    """Return an utterance as a microphone in a playing hall might give it, in 16-bit range.

    The near talker ends up close to the level at which the recogniser's own control sets it. So the
    network can learn from loudness who is near.
    """
    near = through(sound / (np.abs(sound).max(initial=0.0) + 1e-9), rng)
    level = active_level(near)
    if happens(rng, WEAK):
        near = weak_onset(near, rng)
    mixed = near
    if happens(rng, noisy):
        snr = rng.uniform(*(LOUD_NOISE if happens(rng, LOUDER) else ANY_NOISE))
        mixed = near + noise(len(near), rng, around) * level * 10 ** (-snr / 20)
        if happens(rng, 0.15):
            mixed = mixed + breath(len(near), rng) * level * 10 ** (-rng.uniform(5, 25) / 20)
    kind = rng.random()
    peak = np.abs(mixed).max(initial=0.0) + 1e-9
    mixed = next(fault for below, fault in FAULTS if kind < below)(mixed, peak, rng)
    gain = TARGET / (near_level(mixed) + 1e-9) * 10 ** (rng.normal(0, NEAR_SPREAD_DB) / 20)
    return np.clip(np.round(mixed * gain), -32768, 32767).astype(np.float32)
