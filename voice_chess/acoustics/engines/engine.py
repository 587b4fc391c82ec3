"""The interface of speech engines: their voices, and announcements read aloud with their timing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

Groups = tuple[
    tuple[str, ...], ...
]  # for each lexicon phone, the engine's phones that stand for it
SPELT = "spelt"
"""The system of natural voices that read words of their own language as they are spelt."""

_MARGIN_S = 0.02
"""Seconds of silence that trimming leaves around the sound."""

SILENT = frozenset({"pau", "#", "##", "_", "h#", "brth"})


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineVoice:
    """One speaker of one engine; `system` is the spelling that it reads, `gender` is m, f or c."""

    id: str
    engine: str
    language: str
    gender: str
    system: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """Words (in lexicon phones) for a voice to say; a gap of 0 ms runs two words together."""

    words: tuple[str, ...]
    voice: EngineVoice
    rate: float = 1.0
    pitch: float = 1.0
    gaps_ms: tuple[int, ...] = ()
    seed: int = 0

    def clauses(self) -> tuple[tuple[str, ...], ...]:
        """Return the runs of words between audible gaps."""
        runs: list[list[str]] = [[self.words[0]]]
        gaps = self.gaps_ms or (0,) * (len(self.words) - 1)
        for word, gap in zip(self.words[1:], gaps, strict=True):
            if gap > 0:
                runs.append([])
            runs[-1].append(word)
        return tuple(tuple(run) for run in runs)

    def audible_gaps_ms(self) -> tuple[int, ...]:
        return tuple(gap for gap in self.gaps_ms if gap > 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """A word's times, in seconds; `phone_ends` is None unless every lexicon phone was found."""

    start: float
    end: float
    phone_ends: tuple[float, ...] | None = None

    def moved(self, seconds: float) -> Self:
        ends = self.phone_ends
        return type(self)(
            start=self.start + seconds,
            end=self.end + seconds,
            phone_ends=None if ends is None else tuple(end + seconds for end in ends),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Audio:
    """Sound as an engine made it; `timing` has one entry per word, or is None if unknown."""

    samples: NDArray[np.int16]
    sample_rate: int
    timing: tuple[Timed, ...] | None

    @property
    def phone_ends(self) -> tuple[tuple[float, ...] | None, ...] | None:
        return None if self.timing is None else tuple(word.phone_ends for word in self.timing)


class Engine(Protocol):
    """A speech engine."""

    name: str

    def missing(self) -> str | None:
        """Return why this engine cannot speak on this machine, or None if it can."""

    def voices(self) -> list[EngineVoice]:
        """Return the installed voices that read the code well; none if the engine is missing."""

    def speak(self, requests: Sequence[Spoken]) -> Iterator[Audio]:
        """Yield one sound per request, in order; requests sorted by voice are quicker."""


def joined(clauses: Sequence[Audio], gaps_ms: Sequence[int]) -> Audio:
    """Join clauses with exact silences between them."""
    rate = clauses[0].sample_rate
    silences = [np.zeros(gap * rate // 1000, np.int16) for gap in gaps_ms]
    pieces = [clauses[0].samples]
    for silence, clause in zip(silences, clauses[1:], strict=True):
        pieces += [silence, clause.samples]
    return Audio(
        samples=np.concatenate(pieces), sample_rate=rate, timing=_joined_timing(clauses, gaps_ms)
    )


def _joined_timing(clauses: Sequence[Audio], gaps_ms: Sequence[int]) -> tuple[Timed, ...] | None:
    moved: list[Timed] = []
    at = 0
    for clause, gap in zip(clauses, (*gaps_ms, 0), strict=True):
        if clause.timing is None:
            return None
        moved += [word.moved(at / clause.sample_rate) for word in clause.timing]
        at += len(clause.samples) + gap * clause.sample_rate // 1000
    return tuple(moved)


def alone(words: Sequence[str], audio: Audio) -> tuple[Timed, ...] | None:
    """Return the times of a single word in trimmed sound, between the margins of silence.

    None for several words, of which some engines report no times, or only coarse ones.
    """
    if len(words) > 1:
        return None
    length = len(audio.samples) / audio.sample_rate
    return (Timed(start=min(_MARGIN_S, length / 2), end=max(length - _MARGIN_S, length / 2)),)


def trimmed(audio: Audio) -> Audio:
    """Cut the silence around the sound, so that gaps between clauses have the requested length."""
    loud = np.flatnonzero(np.abs(audio.samples.astype(np.int32)) > _floor(audio.samples))
    if not len(loud):
        return audio
    margin = int(_MARGIN_S * audio.sample_rate)
    first, last = max(0, int(loud[0]) - margin), min(len(audio.samples), int(loud[-1]) + margin)
    return Audio(
        samples=audio.samples[first:last],
        sample_rate=audio.sample_rate,
        timing=_trimmed_timing(audio, first / audio.sample_rate, last / audio.sample_rate),
    )


def _floor(samples: NDArray[np.int16]) -> float:
    return 0.01 * float(np.abs(samples.astype(np.int32)).max())


def _trimmed_timing(audio: Audio, first: float, last: float) -> tuple[Timed, ...] | None:
    if audio.timing is None:
        return None

    def inside(at: float) -> float:
        return min(max(at, first), last) - first

    return tuple(
        Timed(
            start=inside(word.start),
            end=inside(word.end),
            phone_ends=None
            if word.phone_ends is None
            else tuple(inside(end) for end in word.phone_ends),
        )
        for word in audio.timing
    )


def timed_by_counting(
    words: Sequence[Groups], segments: Sequence[tuple[str, float]]
) -> tuple[Timed, ...] | None:
    """Assign the segments (name, end) that an engine reports to its words, by their number.

    Return None if there are more or fewer segments than phones.
    """
    spans: list[tuple[float, float]] = []
    before = 0.0
    for name, end in segments:
        if name not in SILENT:
            spans.append((before, end))
        before = end
    if len(spans) != sum(len(group) for groups in words for group in groups):
        return None
    timing: list[Timed] = []
    for groups in words:
        count = sum(map(len, groups))
        timing.append(counted(groups, spans[:count]))
        spans = spans[count:]
    return tuple(timing)


def counted(groups: Groups, spans: Sequence[tuple[float, float]]) -> Timed:
    """Return a word's times from its segments, with phone ends if the number of phones fits."""
    start, end = spans[0][0], spans[-1][1]
    counts = list(accumulate(map(len, groups)))
    if counts[-1] != len(spans):
        return Timed(start=start, end=end)
    ends = tuple(spans[count - 1][1] if count else start for count in counts)
    return Timed(start=start, end=end, phone_ends=ends)
