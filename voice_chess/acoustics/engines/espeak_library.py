"""eSpeak NG for training: whole sounds with the exact place of each word and phoneme in them."""

import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from voice_chess.espeak.library import (
    PITCH,
    RANGE,
    RATE,
    VOLUME,
    EspeakLibrary,
    SoundMark,
    all_into,
    wheels_files,
)

_VOLUME = 50  # of 200; at 100 a fifth of the variants clip


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceSettings:
    """A voice and its settings: rate in words per minute, pitch and its range from 0 to 100."""

    voice: str
    rate: int
    pitch: int
    range: int


class MarkingEspeak:
    """One loaded library; it has state, so there is only one per process."""

    def __init__(self, library: Path, data: str | None) -> None:
        self._library = EspeakLibrary(str(library), data, has_marks=True)
        self.sample_rate = self._library.sample_rate

    def has_voice(self, name: str) -> bool:
        return self._library.choose(name)

    def read(self, text: str, settings: VoiceSettings) -> tuple[NDArray[np.int16], list[SoundMark]]:
        """Read text, where [[...]] holds phonemes of the voice's language. Raises OSError."""
        if not self.has_voice(settings.voice):
            message = f"eSpeak NG has no voice {settings.voice}"
            raise OSError(message)
        for parameter, value in (
            (RATE, settings.rate),
            (VOLUME, _VOLUME),
            (PITCH, settings.pitch),
            (RANGE, settings.range),
        ):
            self._library.set(parameter, value)
        made, sounds = bytearray(), list[SoundMark]()
        self._library.speak(text, all_into(made), sounds.append)
        return np.frombuffer(bytes(made), np.int16), sounds


@cache
def the_library() -> MarkingEspeak:
    """Load a copy of the library of the espeakng_loader wheel, with the wheel's data.

    The program's speaker may use the library in this process too, and one library started twice
    mixes up its phonemes. Only another file has a state of its own.
    """
    library, data = wheels_files()
    with TemporaryDirectory() as folder:
        copied = Path(shutil.copy(library, folder))
        return MarkingEspeak(copied, data)
