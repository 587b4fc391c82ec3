"""Festival: voices of many countries, which get words as lexicon entries in their own phones."""

import random
import re
import shutil
import subprocess
import tempfile
import tomllib
import wave
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import groupby, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_chess.acoustics.engines.engine import (
    SPELT,
    Audio,
    EngineVoice,
    Groups,
    Spoken,
    Timed,
    counted,
    joined,
    trimmed,
)
from voice_chess.acoustics.respelling import VOWELS, respelled, stressed_phone, the_system

_BATCH = 200
# The letters of made-up names, in an alphabet that the voice does not transliterate.
_LETTERS = {"ru": "абвгдежзик"}
_LATIN = "abcdefghij"
_SEGMENT = re.compile(r'"?([^\s"()]+)"? ([\d.]+) ([\d.]+)')
# Words are passed as made-up names that only our entries contain, so that the voice's spelling
# rules do not apply.
_PROGRAM = """
(define (said name stretch text)
  (Parameter.set 'Duration_Stretch stretch)
  (let ((utt (utt.synth (eval (list 'Utterance 'Text text)))))
    (utt.save.wave utt (string-append name ".wav") 'riff)
    (format t "%s:" name)
    (mapcar (lambda (segment)
        (format t " %s %f %f" (item.name segment) (item.feat segment 'segment_end)
          (item.feat segment "R:SylStructure.parent.parent.word_end")))
      (utt.relation.items utt 'Segment))
    (format t "\\n")))
"""
# The Russian voice looks up words in its own way, so this replaces its last resort, the rules from
# letters to sounds.
_PAST_SPELLING = """
(set! token_to_words (lambda (token name) (list name)))
(set! known_words nil)
(define (known name syllables)
  (set! known_words (cons (list name syllables) known_words))
  (lex.add.entry (list name nil syllables)))
(define (msu_ru_lts_function word features)
  (list word nil (cadr (assoc_string word known_words))))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Clause:
    """A run of words to synthesise, each with its stressed phone."""

    words: tuple[str, ...]
    groups: tuple[Groups, ...]
    rate: float

    def words_with_groups(self) -> Iterator[tuple[Groups, str]]:
        return zip(self.groups, self.words, strict=True)


class FestivalProcess:
    """Festival with one process for many utterances of one voice."""

    name = "festival"

    def missing(self) -> str | None:
        if shutil.which("festival"):
            return None
        return "festival is not installed (apt install festival and its voices)"

    def voices(self) -> list[EngineVoice]:
        if self.missing():
            return []
        installed = _installed()
        return [
            EngineVoice(id=name, engine=self.name, language=language, gender=gender, system=system)
            for name, (language, gender, system) in _table().items()
            if name in installed
        ]

    def speak(self, requests: Sequence[Spoken]) -> Iterator[Audio]:
        for voice, group in groupby(requests, lambda request: request.voice):
            rest = iter(group)
            while batch := list(islice(rest, _BATCH)):
                yield from _batch(voice, batch)


@cache
def _table() -> dict[str, list[str]]:
    text = resources.files(__package__).joinpath("festival.toml").read_text("utf-8")
    table: dict[str, list[str]] = tomllib.loads(text)["voices"]
    return table


@cache
def _installed() -> frozenset[str]:
    done = subprocess.run(
        ["festival", "-b", '(mapcar (lambda (v) (format t "%s\\n" v)) (voice.list))'],
        check=True,
        capture_output=True,
        text=True,
    )
    return frozenset(done.stdout.split())


class FestivalReader:
    """Festival's voices of one language, which read its words and report their times."""

    name = "festival"

    def __init__(self, language: str) -> None:
        self._language = language

    def missing(self) -> str | None:
        return FestivalProcess().missing()

    def voices(self) -> list[EngineVoice]:
        return [
            replace(voice, system=SPELT)
            for voice in FestivalProcess().voices()
            if voice.language in _reads() and voice.language.partition("-")[0] == self._language
        ]

    def speak(self, requests: Sequence[Spoken]) -> Iterator[Audio]:
        for voice, group in groupby(requests, lambda request: request.voice):
            rest = iter(group)
            while batch := list(islice(rest, _BATCH)):
                yield from _batch_read(voice, batch)


@cache
def _reads() -> dict[str, str]:
    text = resources.files(__package__).joinpath("festival.toml").read_text("utf-8")
    encodings: dict[str, str] = tomllib.loads(text)["reads"]
    return encodings


def _batch_read(voice: EngineVoice, requests: Sequence[Spoken]) -> Iterator[Audio]:
    clauses = [(words, each.rate) for each in requests for words in each.clauses()]
    program = [_PROGRAM, f"(voice_{voice.id})"]
    program += [
        f'(said "{index}" {1 / rate:.3f} "{" ".join(words)}.")'
        for index, (words, rate) in enumerate(clauses)
    ]
    with tempfile.TemporaryDirectory() as folder:
        lines = _performed(voice, program, Path(folder), _reads()[voice.language])
        sounds = iter(
            _read(words, lines[str(index)], Path(folder) / f"{index}.wav")
            for index, (words, _) in enumerate(clauses)
        )
        for request in requests:
            spoken = [trimmed(next(sounds)) for _ in request.clauses()]
            yield joined(spoken, request.audible_gaps_ms())


def _read(words: Sequence[str], line: str, path: Path) -> Audio:
    spans = _spans(_SEGMENT.findall(line))
    timing = None
    if len(spans) == len(words):
        timing = tuple(
            Timed(start=word[0][0], end=word[-1][1], phone_ends=tuple(end for _, end in word))
            for word in spans
        )
    samples, rate = _sound(path)
    return Audio(samples=samples, sample_rate=rate, timing=timing)


def _batch(voice: EngineVoice, requests: Sequence[Spoken]) -> Iterator[Audio]:
    clauses = [list(_clauses(request)) for request in requests]
    with tempfile.TemporaryDirectory() as folder:
        sounds = _run(voice, [clause for some in clauses for clause in some], Path(folder))
        for request, some in zip(requests, clauses, strict=True):
            spoken = [trimmed(next(sounds)) for _ in some]
            yield joined(spoken, request.audible_gaps_ms())


def _clauses(request: Spoken) -> Iterator[_Clause]:
    chance = random.Random(request.seed)
    for words in request.clauses():
        yield _Clause(
            words=words,
            groups=tuple(respelled(word, request.voice.system, chance) for word in words),
            rate=request.rate,
        )


def _run(voice: EngineVoice, clauses: Sequence[_Clause], folder: Path) -> Iterator[Audio]:
    lines = _performed(voice, list(_program(voice, clauses)), folder, "utf-8")
    for index, clause in enumerate(clauses):
        segments = _SEGMENT.findall(lines[str(index)])
        samples, rate = _sound(folder / f"{index}.wav")
        yield Audio(
            samples=samples,
            sample_rate=rate,
            timing=_timing(clause.groups, segments),
        )


def _performed(
    voice: EngineVoice, program: Sequence[str], folder: Path, encoding: str
) -> dict[str, str]:
    """Run a program, and return what it printed about each clause. Raises OSError if it fails."""
    script = folder / "batch.scm"
    script.write_text("\n".join(program), encoding, errors="replace")
    done = subprocess.run(
        ["festival", "-b", str(script)],
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
        cwd=folder,
    )
    if done.returncode:
        message = f"festival voice {voice.id}: {done.stderr[-500:]}"
        raise OSError(message)
    return dict(re.findall(r"^(\d+):(.*)$", done.stdout, re.MULTILINE))


def _sound(path: Path) -> tuple[NDArray[np.int16], int]:
    with wave.open(str(path)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), np.int16), file.getframerate()


def _timing(
    words: Sequence[Groups], segments: Sequence[tuple[str, str, str]]
) -> tuple[Timed, ...] | None:
    spans = _spans(segments)
    return tuple(map(counted, words, spans)) if len(spans) == len(words) else None


def _spans(segments: Sequence[tuple[str, str, str]]) -> list[list[tuple[float, float]]]:
    """Assign segments (name, end, end of their word) to words; pauses belong to none."""
    spans: dict[float, list[tuple[float, float]]] = {}
    before = 0.0
    for _, end, end_of_word in segments:
        if float(end_of_word) > 0:
            spans.setdefault(float(end_of_word), []).append((before, float(end)))
        before = float(end)
    return list(spans.values())


def _program(voice: EngineVoice, clauses: Sequence[_Clause]) -> Iterator[str]:
    yield _PROGRAM
    yield f"(voice_{voice.id})"
    yield _PAST_SPELLING
    names: dict[str, str] = {}
    for index, clause in enumerate(clauses):
        entries = [_entry(*word, voice.system) for word in clause.words_with_groups()]
        for entry in entries:
            if entry not in names:
                names[entry] = _made_up(len(names), voice.system)
                yield f'(known "{names[entry]}" \'({entry}))'
        text = " ".join(names[entry] for entry in entries)
        yield f'(said "{index}" {1 / clause.rate:.3f} "{text}.")'


def _made_up(number: int, system: str) -> str:
    letters = _LETTERS.get(system, _LATIN)
    return letters[:3] + "".join(letters[int(digit)] for digit in str(number))


def _entry(groups: Groups, word: str, system: str) -> str:
    """Write a lexicon entry: syllables begin with the last consonant before a vowel."""
    syllables: list[tuple[list[str], int]] = []
    onset: list[str] = []
    stressed = stressed_phone(word)
    for index, (group, phone) in enumerate(zip(groups, word.split(), strict=True)):
        if phone not in VOWELS or not group:
            onset += group
            continue
        if syllables:
            syllables[-1][0].extend(onset[:-1])
            onset = onset[-1:]
        is_stressed = index == stressed
        syllables.append(
            ([*onset, _nucleus(group[0], system, is_stressed=is_stressed), *group[1:]], is_stressed)
        )
        onset = []
    syllables[-1][0].extend(onset)
    return " ".join(f"(({' '.join(phones)}) {int(stress)})" for phones, stress in syllables)


def _nucleus(vowel: str, system: str, *, is_stressed: bool) -> str:
    mark = the_system(system).stress
    return vowel + mark if is_stressed and len(vowel) == 1 else vowel
