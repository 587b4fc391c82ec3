"""Natural voices that read plain text of their own language, for speech besides announcements."""

import subprocess
import tempfile
import wave
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np

from voice_chess.acoustics.engines.engine import SPELT, Audio, EngineVoice, Spoken, joined, trimmed
from voice_chess.acoustics.engines.flite import FliteProcess
from voice_chess.acoustics.engines.pico import Pico
from voice_chess.acoustics.engines.rhvoice import Rhvoice
from voice_chess.acoustics.engines.rhvoice_library import the_library


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingManner:
    """Rate and pitch, relative to the voice's usual ones; Flite keeps its own pitch."""

    rate: float = 1.0
    pitch: float = 1.0


class NaturalReaders:
    """The natural voices of one language; they report no times."""

    name = "readers"

    def __init__(self, language: str) -> None:
        self._language = language

    def missing(self) -> str | None:
        return None if natural_readers() else "there are no natural voices that read plain text"

    def voices(self) -> list[EngineVoice]:
        """Return the voices of the language in any country: Americans and Scots read `en`."""
        return [
            replace(voice, system=SPELT)
            for voice in natural_readers()
            if voice.language.partition("-")[0] == self._language
        ]

    def speak(self, requests: Sequence[Spoken]) -> Iterator[Audio]:
        for request in requests:
            manner = ReadingManner(rate=request.rate, pitch=request.pitch)
            clauses = [
                read_aloud(" ".join(words) + ".", request.voice, manner)
                for words in request.clauses()
            ]
            yield joined(clauses, request.audible_gaps_ms())


def natural_readers() -> list[EngineVoice]:
    """Return this machine's voices that can read plain text, engine by engine."""
    return [*FliteProcess().voices(), *Pico().voices(), *Rhvoice().readers()]


def read_aloud(text: str, voice: EngineVoice, manner: ReadingManner) -> Audio:
    """Let one of the natural readers read a text; the sound has no timing."""
    return trimmed(_READING[voice.engine](text, voice, manner))


def _by_rhvoice(text: str, voice: EngineVoice, manner: ReadingManner) -> Audio:
    sound = the_library().read(text, voice.id, rate=manner.rate, pitch=manner.pitch)
    return Audio(samples=sound.samples, sample_rate=sound.sample_rate, timing=None)


def _by_pico(text: str, voice: EngineVoice, manner: ReadingManner) -> Audio:
    tempo, tone = round(100 * manner.rate), round(100 * manner.pitch)
    marked = f"<speed level='{tempo}'><pitch level='{tone}'>{escape(text)}</pitch></speed>"
    return _written_by("pico2wave", "-l", voice.id, "-w", _FILE, marked)


def _by_flite(text: str, voice: EngineVoice, manner: ReadingManner) -> Audio:
    stretch = f"duration_stretch={1 / manner.rate:.3f}"
    return _written_by("flite", "-voice", voice.id, "--setf", stretch, "-t", text, "-o", _FILE)


_FILE = "said.wav"
_READING: dict[str, Callable[[str, EngineVoice, ReadingManner], Audio]] = {
    "flite": _by_flite,
    "pico": _by_pico,
    "rhvoice": _by_rhvoice,
}


def _written_by(*command: str) -> Audio:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(command, check=True, capture_output=True, cwd=folder)
        with wave.open(str(Path(folder) / _FILE)) as file:
            rate = file.getframerate()
            samples = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    return Audio(samples=samples, sample_rate=rate, timing=None)
