"""Makes utterances from recorded people: letters and digits that sound like ours, and other words.

A letter or a digit of another language may sound like a word of ours with an accent: a Dutch
"vier", a Danish "seks", most letters of most alphabets. Other words are learnt as garbage, also in
strings of single words, because these deceive a model that knows few words.
"""

import csv
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from voice_chess.acoustics.corpus import Segment, Utterance
from voice_chess.acoustics.manifest import LIST, BadManifest
from voice_chess.acoustics.phones import GARBAGE_PDF, SILENCE_PDF
from voice_chess.acoustics.plan import SaidWord
from voice_chess.sound.chance import Rng, happens, one_of
from voice_chess.sound.sampling import SAMPLE_RATE, SAMPLES_PER_MS, Pcm

COLUMNS = ("file", "language", "speaker", "said", "licence")
_MARGIN_MS = 30
PEAK = 12_000
"""The peak to which every recording is scaled before it is joined to others."""

AUDIBLE = 0.03
"""A sound is over when it falls 30 dB below its loudest moment; as a share of amplitude."""

BREAK = 150 * SAMPLES_PER_MS
"""A silence shorter than this number of samples, 150 ms, is part of a word."""

LONGEST = 6 * SAMPLE_RATE
"""A recording with more samples than this is no single word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkerRecording:
    """One recording; `said` is the letter or number that the speaker says, empty if unknown."""

    file: Path
    language: str
    speaker: str
    said: str
    licence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelTable:
    """The meanings of the labels of recordings, by language; see `people.toml`."""

    words: Mapping[str, Mapping[str, str]]
    unclear: frozenset[str]
    sounds: Mapping[str, Mapping[str, tuple[str, ...]]]
    joined: Mapping[str, tuple[tuple[str, ...], ...]]
    instead: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Talker:
    """One speaker of one language: words of ours with their states, and other sounds."""

    name: str
    takes: Mapping[str, Sequence[Utterance]] = field(default_factory=dict)
    others: Sequence[Pcm] = ()


@cache
def load_table(language: str) -> LabelTable:
    """Read the table beside this module for the words of a language."""
    table = tomllib.loads((files(__package__) / "people.toml").read_text("utf-8"))
    numbers = table["unclear"]["numbers"]
    unclear = f"{table['unclear']['letters']} {numbers.get(language, numbers['others'])}"
    return LabelTable(
        words=_words(language, table),
        unclear=frozenset(unclear.split()),
        sounds={
            recorded: {label: tuple(phones.split()) for label, phones in sounds.items()}
            for recorded, sounds in table["sounds"].get(language, {}).items()
        },
        joined={
            word: tuple(tuple(way.split()) for way in ways.split("|"))
            for word, ways in table["joined"].get(language, {}).items()
        },
        instead={phone: tuple(others.split()) for phone, others in table["instead"].items()},
    )


def _words(language: str, table: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return, by recorded language, the labels that sound like words of this language."""
    alphabet = table["alphabets"].get(language)
    alike = table["letters"][alphabet] if alphabet else {}
    words = {recorded: {name: name for name in names.split()} for recorded, names in alike.items()}
    for recorded, more in table["words"].get(language, {}).items():
        words[recorded] = words.get(recorded, {}) | more
    return words


def read_recordings(folder: Path) -> list[TalkerRecording]:
    """Return the recordings that a folder's manifest lists.

    Raises `FileNotFoundError` if there is no manifest, and `BadManifest`.
    """
    list_ = folder / LIST
    with list_.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        lacking = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
        if lacking:
            message = f"The list {list_} has no column {lacking[0]}; it needs {', '.join(COLUMNS)}."
            raise BadManifest(message)
        return [
            TalkerRecording(
                file=folder / row["file"],
                language=row["language"],
                speaker=row["speaker"],
                said=row["said"].lower(),
                licence=row["licence"],
            )
            for row in rows
        ]


def by_person(recordings: Sequence[TalkerRecording]) -> Iterator[tuple[str, list[TalkerRecording]]]:
    """Yield each speaker's name with all their recordings in one language."""

    def who(recording: TalkerRecording) -> tuple[str, str]:
        return recording.language, recording.speaker

    for (language, speaker), own in groupby(sorted(recordings, key=who), who):
        yield f"{language} {speaker}".strip(), list(own)


def word_of(recording: TalkerRecording, table: LabelTable) -> str | None:
    """Return the word of ours that a recording sounds like, or None."""
    return table.words.get(recording.language, {}).get(recording.said)


def is_other(recording: TalkerRecording, table: LabelTable) -> bool:
    """Return whether a recording is none of our words and sounds like none of them."""
    return word_of(recording, table) is None and recording.said not in table.unclear


def spoken_part(sound: Pcm) -> Pcm:
    """Return the sound without the silence before and after it, scaled to `PEAK`."""
    loud = np.flatnonzero(_audible(sound))
    if not len(loud):
        return sound[:0]
    margin = _MARGIN_MS * SAMPLES_PER_MS
    part = sound[max(0, loud[0] - margin) : loud[-1] + margin].astype(np.float32)
    level = PEAK / (np.abs(part).max() + 1e-9)
    levelled: Pcm = (part * level).astype(np.int16)
    return levelled


def _audible(sound: Pcm) -> npt.NDArray[np.bool_]:
    """Return which samples are audible, by the level over 20 ms relative to the loudest."""
    hop = 20 * SAMPLES_PER_MS
    frames = len(sound) // hop
    power = (sound[: frames * hop].astype(np.float32).reshape(frames, hop) ** 2).mean(1)
    levels = np.sqrt(power)
    return np.repeat(levels > AUDIBLE * levels.max(initial=1.0), hop)


def garbage_segments(sound: Pcm) -> tuple[Segment, ...]:
    """Return garbage segments where the sound is audible or paused briefly, silence elsewhere."""
    sounding = _audible(sound)
    changes = np.flatnonzero(np.diff(sounding.astype(np.int8))) + 1
    edges = [0, *changes.tolist(), len(sounding)]
    segments: list[Segment] = []
    for begin, end in pairwise(edges):
        heard = end > begin and bool(sounding[begin])
        pdf = GARBAGE_PDF if heard or end - begin < BREAK else SILENCE_PDF
        if segments and segments[-1].pdf == pdf:
            segments[-1] = Segment(pdf=pdf, end=end)
        elif end > begin:
            segments.append(Segment(pdf=pdf, end=end))
    return tuple(segments)


_PAUSES = ((0.5, 0.1), (0.85, 0.4), (1.0, 1.0))
"""The longest pause in seconds, chosen by a random number below the first figure."""


def gap(rng: Rng) -> Pcm:
    """Return a pause as people make between words: mostly short, sometimes up to a second."""
    kind = rng.random()
    longest = next(longest for below, longest in _PAUSES if kind < below)
    return np.zeros(int(rng.uniform(0.0, longest) * SAMPLE_RATE), np.int16)


def string_of(parts: Sequence[Utterance], rng: Rng) -> Utterance:
    """Return single words one after the other, with pauses."""
    sounds: list[Pcm] = []
    words: list[SaidWord] = []
    segments: list[Segment] = []
    at = 0
    for part in parts:
        if sounds:
            pause = gap(rng)
            sounds.append(pause)
            at += len(pause)
            segments.append(Segment(pdf=SILENCE_PDF, end=at))
        level = 10 ** (rng.uniform(-5, 0) / 20)
        sounds.append((part.samples * level).astype(np.int16))
        segments += [Segment(pdf=s.pdf, end=at + s.end) for s in part.segments or ()]
        at += len(part.samples)
        words += part.words
    return Utterance(samples=np.concatenate(sounds), words=tuple(words), segments=tuple(segments))


def announcements(person: Talker, count: int, rng: Rng) -> list[Utterance]:
    """Return strings of a person's words of ours; half are squares if they have letters."""
    names = sorted(person.takes)
    letters = [name for name in names if len(name) == 1]
    others = [name for name in names if len(name) > 1] or letters
    said = []
    for _ in range(count):
        if letters and happens(rng, 0.5):
            chosen = [
                one_of(rng, kind) for _ in range(rng.integers(1, 3)) for kind in (letters, others)
            ]
        else:
            chosen = [one_of(rng, names) for _ in range(rng.integers(1, 6))]
        said.append(string_of([one_of(rng, person.takes[name]) for name in chosen], rng))
    return said


def strange_strings(person: Talker, count: int, rng: Rng) -> list[Utterance]:
    """Return strings of one to five of a person's words that are none of ours."""
    words = [
        Utterance(samples=sound, words=(), segments=garbage_segments(sound))
        for sound in person.others
        if len(sound)
    ]
    if not words:
        return []
    return [
        string_of([one_of(rng, words) for _ in range(rng.integers(1, 6))], rng)
        for _ in range(count)
    ]
