"""SVOX Pico: one woman's voice per language, reading X-SAMPA; only single words get times."""

import random
import shutil
import subprocess
import tempfile
import wave
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from voice_chess.acoustics.engines.engine import (
    Audio,
    EngineVoice,
    Groups,
    Spoken,
    alone,
    joined,
    trimmed,
)
from voice_chess.acoustics.respelling import respelled, stressed_phone

_SYSTEMS = {
    "de-DE": "pico-de",
    "it-IT": "pico-it",
    "es-ES": "pico-es",
    "fr-FR": "pico-fr",
    "en-GB": "pico-en",
    "en-US": "pico-en",
}


class Pico:
    """Pico with one short process per clause, of about ten milliseconds."""

    name = "pico"

    def missing(self) -> str | None:
        if shutil.which("pico2wave"):
            return None
        return "pico2wave is not installed (apt install libttspico-utils, non-free)"

    def voices(self) -> list[EngineVoice]:
        if self.missing():
            return []
        return [
            EngineVoice(id=name, engine=self.name, language=name[:2], gender="f", system=system)
            for name, system in _SYSTEMS.items()
        ]

    def speak(self, requests: Sequence[Spoken]) -> Iterator[Audio]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "clause.wav"
            for request in requests:
                chance = random.Random(request.seed)
                spoken = [_clause(words, request, chance, path) for words in request.clauses()]
                yield joined(spoken, request.audible_gaps_ms())


def _clause(words: Sequence[str], request: Spoken, chance: random.Random, path: Path) -> Audio:
    signs = " ".join(_signs(word, respelled(word, request.voice.system, chance)) for word in words)
    tempo, tone = round(100 * request.rate), round(100 * request.pitch)
    text = f"<speed level='{tempo}'><pitch level='{tone}'><phoneme ph='{signs}'/></pitch></speed>"
    subprocess.run(
        ["pico2wave", "-l", request.voice.id, "-w", str(path), text],
        check=True,
        capture_output=True,
    )
    with wave.open(str(path)) as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    audio = trimmed(Audio(samples=samples, sample_rate=rate, timing=None))
    return Audio(samples=audio.samples, sample_rate=rate, timing=alone(words, audio))


def _signs(word: str, groups: Groups) -> str:
    stressed = stressed_phone(word)
    return "".join(
        ('"' if index == stressed and len(word) > 1 else "") + "".join(group)
        for index, group in enumerate(groups)
    )
