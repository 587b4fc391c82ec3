"""Shortens vowels in dry speech, as people do in a hurry and some voices always do.

In all training voices a stressed vowel lasts 60 ms or more, and a consonant 50 to 70 ms. In the
diphone voices of four languages they last 20 to 40 ms and 65 ms. So consonants keep their length.
Vowels lose whole periods from their middle, where they are most even (after Verhelst and Roelands
1993), so that neither the pitch nor the sounds around them change.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import groupby

import numpy as np
import numpy.typing as npt

from voice_chess.acoustics.corpus import Segment, Utterance
from voice_chess.sound.chance import Rng, happens
from voice_chess.sound.sampling import SAMPLE_RATE, Pcm

HURRIED = 0.6
"""The share of utterances whose vowels are shortened."""
SHORTEST, LONGEST = 0.2, 1.0
"""The range of the share that is left of a vowel."""
LEAST = round(0.022 * SAMPLE_RATE)
"""The least length of a vowel, in samples."""
FADED = round(0.004 * SAMPLE_RATE)
"""The number of samples over which the two sides of a cut are cross-faded."""
SHIFTED = round(0.006 * SAMPLE_RATE)
"""How far, in samples, a cut may move to where its sides fit best: half a period of a low voice."""


def hurried(
    utterance: Utterance, vowels: AbstractSet[int], rng: Rng, chance: float = HURRIED
) -> Utterance:
    """Return the utterance with all vowels shortened by about the same share, or unchanged.

    `vowels` are the states of short vowels; `chance` is the probability that they are shortened.
    """
    samples, segments = utterance.samples, utterance.segments
    if segments is None or not happens(rng, chance):
        return utterance
    share = rng.uniform(SHORTEST, LONGEST)
    pieces: list[Pcm] = []
    moved: list[Segment] = []
    begin = length = 0
    for is_vowel, run in _runs(segments, vowels):
        end = run[-1].end
        piece = samples[begin:end]
        wanted = max(LEAST, round(len(piece) * min(LONGEST, share * rng.uniform(0.8, 1.2))))
        if is_vowel and wanted < len(piece):
            piece = shortened(piece, wanted)
        scale = len(piece) / max(1, end - begin)
        moved += [
            Segment(pdf=each.pdf, end=length + round((each.end - begin) * scale)) for each in run
        ]
        pieces.append(piece)
        begin, length = end, length + len(piece)
    sound = np.concatenate([*pieces, samples[begin:]])
    return replace(utterance, samples=sound, segments=tuple(moved))


def _runs(
    segments: Sequence[Segment], vowels: AbstractSet[int]
) -> Iterator[tuple[bool, list[Segment]]]:
    for is_vowel, run in groupby(segments, lambda segment: segment.pdf in vowels):
        yield is_vowel, list(run)


def shortened(sound: Pcm, wanted: int) -> Pcm:
    """Return the sound without its middle, within `SHIFTED` samples of the wanted length."""
    cut = len(sound) - wanted
    faded = min(FADED, wanted // 3)
    begin = (wanted - faded) // 2
    before = sound[begin : begin + faded].astype(np.float64)
    last = len(sound) - faded
    ends = range(
        max(begin + 1, min(begin + cut - SHIFTED, last)), min(begin + cut + SHIFTED, last) + 1
    )
    alike = [float(before @ _even(sound[at : at + faded])) for at in ends]
    at = ends[int(np.argmax(alike))]
    rising = np.linspace(0.0, 1.0, faded)
    seam = before * (1 - rising) + sound[at : at + faded] * rising
    joined: Pcm = np.concatenate(
        [sound[:begin], np.round(seam).astype(np.int16), sound[at + faded :]]
    )
    return joined


def _even(sound: Pcm) -> npt.NDArray[np.float64]:
    """Return the sound at unit strength, so that the most similar, not the loudest, fits best."""
    found = sound.astype(np.float64)
    return found / (np.sqrt(found @ found) + 1.0)
