"""Training examples: dry speech made to sound as in a hall, as features with a label per 30 ms."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from voice_chess.acoustics.augment import PHASES, Surroundings, augmented, resampled
from voice_chess.acoustics.corpus import Segment, Utterance
from voice_chess.acoustics.features import COEFFICIENTS, mfcc
from voice_chess.acoustics.non_speech import stranger
from voice_chess.acoustics.phones import GARBAGE_PDF, SILENCE_PDF
from voice_chess.decoding.network import OUTPUT_SAMPLES, STRIDE
from voice_chess.sound.chance import Rng, happens
from voice_chess.sound.sampling import SAMPLE_RATE

AUDIBLE = 0.1
"""A sound is over when it falls 20 dB below its loudest moment; as a share of amplitude."""

_STRANGERS = 0.03
"""The probability of a sound that is no speech after each utterance."""

SLOWEST, FASTEST = 0.82, 1.24
"""The range of speeds of utterances, and thereby of vocal tracts."""

LABEL_OFFSET = 200
"""Number of samples from a label's first frame to its middle: 12.5 ms, half a window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """Utterances end to end: `features` (frames, coefficients) and `labels` (frames / 3)."""

    features: npt.NDArray[np.float16]
    labels: npt.NDArray[np.int16]


def labels_of(segments: Sequence[Segment], frames: int) -> npt.NDArray[np.int16]:
    """Return the state spoken in the middle of every third frame, and silence after the last one.

    As in decoding, every state has at least one label, if there are enough; a state that is too
    short takes its label from the states after it.
    """
    middles = np.arange(frames // STRIDE) * OUTPUT_SAMPLES + LABEL_OFFSET
    labels = np.full(len(middles), SILENCE_PDF, np.int16)
    begin = 0
    for segment in segments:
        found = int(np.searchsorted(middles, segment.end, side="left"))
        is_sounding = segment.pdf != SILENCE_PDF
        end = max(found, begin + is_sounding)
        labels[begin:end] = segment.pdf
        begin = end
    return labels


def moved_to(segments: Sequence[Segment], lead: int, factor: float) -> list[Segment]:
    """Return the states after `lead` samples of silence, and `factor` times faster."""
    moved = [Segment(pdf=SILENCE_PDF, end=lead)] if lead else []
    return moved + [Segment(pdf=s.pdf, end=lead + round(s.end / factor)) for s in segments]


def one_example(
    samples: npt.NDArray[np.int16],
    spoken: Sequence[Segment],
    rng: Rng,
    around: Surroundings,
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int16]]:
    """Return features and labels of an utterance with new silence, speed, room and noise."""
    factor = float(np.exp(rng.uniform(np.log(SLOWEST), np.log(FASTEST))))
    sound = resampled(samples.astype(np.float32), SAMPLE_RATE, factor)
    lead, tail = (int(rng.uniform(0, 0.8) * SAMPLE_RATE) for _ in range(2))
    padded = np.concatenate([np.zeros(lead, np.float32), sound, np.zeros(tail, np.float32)])
    features = mfcc(augmented(padded, rng, around))
    frames = len(features) - len(features) % STRIDE
    exact = round(PHASES * factor) / PHASES
    segments = moved_to(spoken, lead, exact)
    return features[:frames], labels_of(segments, frames)


def silence_example(
    rng: Rng, around: Surroundings
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int16]]:
    """Return an example without a near talker: noise and other boards, below a talker's level."""
    length = int(rng.uniform(0.6, 2.5) * SAMPLE_RATE)
    sound = augmented(rng.standard_normal(length).astype(np.float32) * 1e-3, rng, around, noisy=1.0)
    quieter = np.round(sound * 10 ** (-rng.uniform(4, 40) / 20))
    features = mfcc(quieter.astype(np.float32))
    frames = len(features) - len(features) % STRIDE
    return features[:frames], np.full(frames // STRIDE, SILENCE_PDF, np.int16)


def stranger_example(
    rng: Rng, around: Surroundings
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int16]]:
    """Return an example of a sound that is no speech, as loud as a near talker, as garbage."""
    sound = augmented(stranger(rng), rng, around)
    features = mfcc(sound)
    frames = len(features) - len(features) % STRIDE
    hop = OUTPUT_SAMPLES
    levels = np.array([sound[n * hop : (n + 1) * hop].std() for n in range(frames // STRIDE)])
    sounding = levels > AUDIBLE * levels.max(initial=0.0)
    return features[:frames], np.where(sounding, GARBAGE_PDF, SILENCE_PDF).astype(np.int16)


def examples_of(
    utterances: Sequence[Utterance],
    rng: Rng,
    around: Surroundings,
    *,
    silence: float = 0.04,
) -> Examples:
    """Return all aligned utterances once, in random order.

    `silence` is the probability of an example without a talker after each.
    """
    pairs = []
    for n in rng.permutation(len(utterances)):
        samples, segments = utterances[n].samples, utterances[n].segments
        if segments is not None and len(samples):
            pairs.append(one_example(samples, segments, rng, around))
        if happens(rng, silence):
            pairs.append(silence_example(rng, around))
        if happens(rng, _STRANGERS):
            pairs.append(stranger_example(rng, around))
    if not pairs:
        return Examples(
            features=np.zeros((0, COEFFICIENTS), np.float16), labels=np.zeros(0, np.int16)
        )
    return Examples(
        features=np.concatenate([f for f, _ in pairs]).astype(np.float16),
        labels=np.concatenate([labels for _, labels in pairs]),
    )
