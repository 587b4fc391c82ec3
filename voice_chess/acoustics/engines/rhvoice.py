"""RHVoice: voices of several countries, which read announcements in their own spelling."""

import random
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import product
from typing import Any

from voice_chess.acoustics.engines.engine import (
    Audio,
    EngineVoice,
    Groups,
    Spoken,
    alone,
    joined,
    trimmed,
)
from voice_chess.acoustics.engines.rhvoice_library import the_library
from voice_chess.acoustics.respelling import respelled, stressed_phone, the_system


class Rhvoice:
    """RHVoice by the system's library; it takes about thirty milliseconds a clause."""

    name = "rhvoice"

    def missing(self) -> str | None:
        try:
            the_library()
        except OSError as reason:
            return f"{reason} (apt install librhvoice5 and the rhvoice voices, non-free)"
        return None

    def voices(self) -> list[EngineVoice]:
        """Return the voices that we may learn from (see rhvoice.toml), with a clear accent."""
        return [voice for voice in self.readers() if voice.system]

    def readers(self) -> list[EngineVoice]:
        """Return all readers of plain text; `system` is empty for those who can't read the code."""
        if self.missing():
            return []
        installed = the_library().voices()
        return [voice for voice in _readers() if voice.id in installed]

    def speak(self, requests: Sequence[Spoken]) -> Iterator[Audio]:
        for request in requests:
            chance = random.Random(request.seed)
            spoken = [_clause(words, request, chance) for words in request.clauses()]
            yield joined(spoken, request.audible_gaps_ms())


@cache
def _table() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("rhvoice.toml").read_text("utf-8")
    return tomllib.loads(text)


def _rewriting() -> dict[str, list[tuple[str, str]]]:
    rules: dict[str, list[tuple[str, str]]] = _table()["rewriting"]
    return rules


def _readers() -> tuple[EngineVoice, ...]:
    return tuple(
        EngineVoice(
            id=name, engine="rhvoice", language=language, gender=gender, system=group["system"]
        )
        for language, group in _table()["languages"].items()
        for gender, name in (*product("m", group["men"]), *product("f", group["women"]))
    )


def _clause(words: Sequence[str], request: Spoken, chance: random.Random) -> Audio:
    system = request.voice.system
    text = " ".join(spelt(word, respelled(word, system, chance), system) for word in words)
    sound = the_library().read(f"{text}.", request.voice.id, rate=request.rate, pitch=request.pitch)
    audio = trimmed(Audio(samples=sound.samples, sample_rate=sound.sample_rate, timing=None))
    return Audio(samples=audio.samples, sample_rate=audio.sample_rate, timing=alone(words, audio))


def spelt(word: str, groups: Groups, system: str) -> str:
    """Write a word in one piece, with its stressed vowel marked if the language has a mark."""
    stressed, mark = stressed_phone(word), the_system(system).stress
    written = "".join(
        letters[:1] + mark + letters[1:] if index == stressed else letters
        for index, letters in enumerate(map("".join, groups))
    )
    spelling = unicodedata.normalize("NFC", written)
    for pattern, letters in _rewriting().get(system, ()):
        spelling = re.sub(pattern, letters, spelling)
    return spelling
