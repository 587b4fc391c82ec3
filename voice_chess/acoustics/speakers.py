"""The voices for the words of a language: those who speak it first, then all with an accent."""

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

from voice_chess.acoustics.engines.engine import Engine, EngineVoice
from voice_chess.acoustics.engines.espeak import READER, EspeakReader
from voice_chess.acoustics.engines.festival import FestivalReader
from voice_chess.acoustics.engines.readers import NaturalReaders
from voice_chess.acoustics.native_lexicon import is_written, tongue


def speakers(language_id: str, everybody: Sequence[Engine]) -> list[Engine]:
    """All voices, in common phones, and before them those that can read the language."""
    if is_written(language_id):
        return list(everybody)
    return [
        EspeakReader(tongue(language_id).voices),
        FestivalReader(language_id),
        NaturalReaders(language_id),
        *everybody,
    ]


def own_system(language_id: str) -> str:
    """The system of those voices whose language it is."""
    return "espeak-de" if is_written(language_id) else READER


def name_of(voice: EngineVoice) -> str:
    """A voice's name, engine first, as files bear it: "festival-czech-dita"."""
    return re.sub(r"[^A-Za-z0-9]+", "-", f"{voice.engine}-{voice.id}")


def is_named(voice: EngineVoice, names: Sequence[str]) -> bool:
    """Whether one of these is the voice's name; an asterisk stands for anything."""
    return any(fnmatchcase(name_of(voice), name) for name in names)
