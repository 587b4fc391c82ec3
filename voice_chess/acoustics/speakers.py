"""Chooses the voices for a language's words: first its own, then all others with an accent."""

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

from voice_chess.acoustics.engines.engine import Engine, EngineVoice
from voice_chess.acoustics.engines.espeak import READER, EspeakReader
from voice_chess.acoustics.engines.festival import FestivalReader
from voice_chess.acoustics.engines.readers import NaturalReaders
from voice_chess.acoustics.native_lexicon import is_written, tongue


def speakers(language_id: str, everybody: Sequence[Engine]) -> list[Engine]:
    """Return all engines, which read common phones, after those that read the language itself."""
    if is_written(language_id):
        return list(everybody)
    return [
        EspeakReader(tongue(language_id).voices),
        FestivalReader(language_id),
        NaturalReaders(language_id),
        *everybody,
    ]


def own_system(language_id: str) -> str:
    """Return the system of the language's own voices."""
    return "espeak-de" if is_written(language_id) else READER


def name_of(voice: EngineVoice) -> str:
    """Return a voice's name as in file names, engine first: "festival-czech-dita"."""
    return re.sub(r"[^A-Za-z0-9]+", "-", f"{voice.engine}-{voice.id}")


def is_named(voice: EngineVoice, names: Sequence[str]) -> bool:
    """Return whether one of these is the voice's name; an asterisk stands for any text."""
    return any(fnmatchcase(name_of(voice), name) for name in names)
