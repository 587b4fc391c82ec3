"""eSpeak NG: German and foreign voices, all fed with phonemes and timed by its events."""

import random
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import accumulate, pairwise, product

import numpy as np
from numpy.typing import NDArray

from voice_chess.acoustics.engines.engine import (
    Audio,
    EngineVoice,
    Groups,
    Spoken,
    Timed,
    joined,
    trimmed,
)
from voice_chess.acoustics.engines.espeak_library import VoiceSettings, the_library
from voice_chess.acoustics.respelling import VOWELS, respelled, stressed_phone
from voice_chess.espeak.library import SoundMark

_NAME = "espeak"
_WORDS_PER_MINUTE = 165
_GLOTTAL = 0.7  # the share of words with an initial vowel that get a glottal stop

PHONEMES = "[["
"""The beginning of a word that is written in phonemes."""

READER = "text"
"""The system of eSpeak NG's voices that read words as they are spelt."""

_MODIFIERS = frozenset({";", "*"})
"""Phonemes that are only the end of the one before them."""


@cache
def _table() -> dict[str, dict[str, list[str]]]:
    text = resources.files(__package__).joinpath("espeak.toml").read_text("utf-8")
    table: dict[str, dict[str, list[str]]] = tomllib.loads(text)
    return table


def system_of(language: str) -> str:
    """Return the phones in which eSpeak's voices of a foreign language say German words.

    Raises `KeyError` if nothing is known of the language.
    """
    return str(_table()["languages"][language])


class EspeakEngine:
    """The wheel's library: German voices, and voices of other languages that speak German."""

    name = _NAME

    def missing(self) -> str | None:
        try:
            the_library()
        except (ImportError, OSError) as reason:
            return f"espeak-ng cannot be loaded: {reason}"
        return None

    def voices(self) -> list[EngineVoice]:
        if self.missing():
            return []
        return [voice for voice in _all_voices() if the_library().has_voice(voice.id)]

    def speak(self, requests: Sequence[Spoken]) -> Iterator[Audio]:
        for request in requests:
            chance = random.Random(request.seed)
            settings = _settings(request, chance)
            clauses = request.clauses()
            spoken = [
                trimmed(_clause(words, settings, request.voice.system, chance)) for words in clauses
            ]
            yield joined(spoken, request.audible_gaps_ms())


class EspeakReader:
    """Voices of one language that read its words; the library reports the phonemes with times."""

    name = _NAME

    def __init__(self, languages: Sequence[str]) -> None:
        self._languages = languages

    def missing(self) -> str | None:
        return EspeakEngine().missing()

    def voices(self) -> list[EngineVoice]:
        """Return the first language with all variants, the others with those of foreign voices."""
        first, *others = self._languages
        found = [
            EngineVoice(
                id=f"{first}+{variant}", engine=_NAME, language=first, gender=gender, system=READER
            )
            for gender, variants in _table()["variants"].items()
            for variant in variants
        ]
        found += [
            _voice(language, READER, gender, variant)
            for language in others
            for gender, variants in _table()["foreign"].items()
            for variant in variants
        ]
        return [voice for voice in found if the_library().has_voice(voice.id)]

    def speak(self, requests: Sequence[Spoken]) -> Iterator[Audio]:
        for request in requests:
            chance = random.Random(request.seed)
            settings = _settings(request, chance)
            spoken = [trimmed(_read(words, settings)) for words in request.clauses()]
            yield joined(spoken, request.audible_gaps_ms())


def phones_of(text: str, voice: str) -> tuple[str, ...]:
    """Return the phonemes with which a voice reads a single word, with marks of stress."""
    _, sounds = the_library().read(
        f"{text}.", VoiceSettings(voice=voice, rate=165, pitch=50, range=50)
    )
    names = [sound.name for sound in sounds if sound.name and not sound.name.startswith("_")]
    return tuple(name for name, _ in _whole(names, [0] * len(names)))


def in_phonemes(phones: Sequence[str]) -> str:
    """Write phones in the form in which the library reads them among words."""
    return f"{PHONEMES}{'|'.join(phones)}]]"


def respelled_word(word: str, groups: Groups, chance: random.Random) -> str:
    """Write a word, in lexicon phones, in the sounds of the voice's own language that stand for it.

    `groups` are those of `respelled`. Voices of MBROLA read it as well.
    """
    stressed = stressed_phone(word)
    mnemonics = [
        "|".join(
            ("'" if index == stressed else "") + group[0] if not at else group[at]
            for at in range(len(group))
        )
        for index, group in enumerate(groups)
        if group
    ]
    if word.split(maxsplit=1)[0] in VOWELS and chance.random() < _GLOTTAL:
        mnemonics.insert(0, "?")
    return f"[[{'|'.join(mnemonics)}]]"


def _whole(names: Sequence[str], ends: Sequence[int]) -> list[tuple[str, int]]:
    """Return phonemes and their ends, with modifiers joined to the phonemes that they modify."""
    found: list[tuple[str, int]] = []
    for name, end in zip(names, ends, strict=True):
        if name in _MODIFIERS and found:
            found[-1] = (found[-1][0] + name, end)
        else:
            found.append((name, end))
    return found


def _read(words: tuple[str, ...], settings: VoiceSettings) -> Audio:
    library = the_library()
    samples, sounds = library.read(" ".join(words) + ".", settings)
    heard = _words_heard(words, sounds, samples)
    rate = library.sample_rate
    timing = heard and tuple(
        Timed(
            start=word.start / rate,
            end=word.ends[-1] / rate,
            phone_ends=tuple(end / rate for _, end in _whole(word.names, word.ends)),
        )
        for word in heard
    )
    return Audio(samples=samples, sample_rate=rate, timing=timing or None)


def _all_voices() -> Iterator[EngineVoice]:
    for gender, variants in _table()["variants"].items():
        for variant in variants:
            yield _voice("de", "espeak-de", gender, variant)
    languages = _table()["languages"].items()
    for (language, system), (gender, variants) in product(languages, _table()["foreign"].items()):
        for variant in variants:
            yield _voice(language, str(system), gender, variant)


def _voice(language: str, system: str, gender: str, variant: str) -> EngineVoice:
    name = f"{language}+{variant}" if variant else language
    return EngineVoice(id=name, engine=_NAME, language=language, gender=gender, system=system)


def _settings(request: Spoken, chance: random.Random) -> VoiceSettings:
    return VoiceSettings(
        voice=request.voice.id,
        rate=round(_WORDS_PER_MINUTE * request.rate),
        pitch=min(99, max(0, round(50 * request.pitch))),
        range=chance.randint(20, 80),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heard:
    """The phonemes of one word, the sample at which it starts, and those at which they end."""

    start: int
    names: tuple[str, ...]
    ends: tuple[int, ...]


def _clause(
    words: tuple[str, ...], settings: VoiceSettings, system: str, chance: random.Random
) -> Audio:
    groups = [respelled(word, system, chance) for word in words]
    written = [respelled_word(*word, chance) for word in zip(words, groups, strict=True)]
    library = the_library()
    samples, sounds = library.read(" ".join(written) + ".", settings)
    heard = _words_heard(written, sounds, samples)
    rate = library.sample_rate
    timing = heard and tuple(_timed(*pair, rate) for pair in zip(groups, heard, strict=True))
    return Audio(samples=samples, sample_rate=rate, timing=timing or None)


def _words_heard(
    written: Sequence[str], sounds: Sequence[SoundMark], samples: NDArray[np.int16]
) -> list[_Heard] | None:
    """Assign phonemes to words by their positions in the text; None if a word has none."""
    starts = np.cumsum([1] + [len(word) + 1 for word in written])
    groups: list[list[SoundMark]] = [[] for _ in written]
    stop = len(samples)
    for sound in sounds:
        index = int(np.searchsorted(starts, sound.text_position, side="right")) - 1
        if sound.name.startswith("_:") or index >= len(written):
            stop = min(stop, sound.sample) if groups[-1] else stop
        elif not sound.name.startswith("_"):
            groups[index].append(sound)
    if not all(any(sound.name for sound in group) for group in groups):
        return None
    begins = [group[0].sample for group in groups]
    return [_heard(*pair, samples) for pair in zip(groups, [*begins[1:], stop], strict=True)]


def _heard(group: list[SoundMark], end: int, samples: NDArray[np.int16]) -> _Heard:
    start = group[0].sample
    phonemes = [sound for sound in group if sound.name]
    starts = [_before_closure(sound.sample, samples) for sound in phonemes[1:]]
    ends = np.maximum.accumulate([start, *starts, end])[1:]
    return _Heard(
        start=start,
        names=tuple(sound.name.lstrip("',%=") for sound in phonemes),
        ends=tuple(int(sample) for sample in ends),
    )


def _before_closure(sample: int, samples: NDArray[np.int16]) -> int:
    """Move a boundary back over the silence of a closed mouth, which belongs to the plosive."""
    quiet, step, at = 0.01 * float(np.abs(samples).max()), 110, sample
    while at - step > 0 and float(np.abs(samples[at - step : at]).max(initial=0)) < quiet:
        at -= step
    return at


def _timed(groups: Groups, heard: _Heard, rate: int) -> Timed:
    ends = _phone_ends(groups, heard)
    return Timed(
        start=heard.start / rate,
        end=heard.ends[-1] / rate,
        phone_ends=None if ends is None else tuple(end / rate for end in ends),
    )


def _phone_ends(groups: Groups, heard: _Heard) -> list[int] | None:
    """Return the end of each lexicon phone, halving a phoneme for two; None if numbers differ."""
    names, ends = list(heard.names), list(heard.ends)
    wanted = [phone for group in groups for phone in group]
    if names[0] == "?" != wanted[0]:
        names, ends = names[1:], ends[1:]
    for at, pair in enumerate(pairwise(wanted)):
        if at < len(names) and _swallowed(pair, names[at]):
            names.insert(at + 1, pair[1])
            ends.insert(at, ((ends[at - 1] if at else heard.start) + ends[at]) // 2)
    if len(names) != len(wanted):
        return None
    last = accumulate(len(group) for group in groups)
    return [ends[count - 1] if count else heard.start for count in last]


def _swallowed(pair: tuple[str, str], name: str) -> bool:
    """Return whether one phoneme, such as UR, is both a vowel and the r after it."""
    vowel, follower = pair
    return (
        follower in {"r", "R", "3"}
        and name != vowel
        and name in {vowel + follower, vowel + "R", vowel + "3", vowel + "r"}
    )
