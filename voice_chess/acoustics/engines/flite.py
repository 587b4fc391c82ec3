"""Flite: three American voices and a Scottish one, which read phones and report the end of each."""

import random
import re
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
    joined,
    timed_by_counting,
    trimmed,
)
from voice_chess.acoustics.respelling import respelled

_SPEAKERS = {
    "kal16": ("en-us", "m", 105),
    "awb": ("en-gb-scotland", "m", 130),
    "rms": ("en-us", "m", 95),
    "slt": ("en-us", "f", 170),
}
_SEGMENT = re.compile(r"(\w+):(\d+\.\d+)")


class FliteProcess:
    """Flite with one short process per clause, of about ten milliseconds."""

    name = "flite"

    def missing(self) -> str | None:
        return None if shutil.which("flite") else "flite is not installed (apt install flite)"

    def voices(self) -> list[EngineVoice]:
        if self.missing():
            return []
        return [
            EngineVoice(id=name, engine=self.name, language=language, gender=gender, system="us")
            for name, (language, gender, _) in _SPEAKERS.items()
        ]

    def speak(self, requests: Sequence[Spoken]) -> Iterator[Audio]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "clause.wav"
            for request in requests:
                chance = random.Random(request.seed)
                clauses = [
                    tuple(respelled(word, request.voice.system, chance) for word in words)
                    for words in request.clauses()
                ]
                spoken = [trimmed(_clause(words, request, path)) for words in clauses]
                yield joined(spoken, request.audible_gaps_ms())


def _clause(words: Sequence[Groups], request: Spoken, path: Path) -> Audio:
    phones = [phone for groups in words for group in groups for phone in group]
    done = subprocess.run(
        _command(" ".join(["pau", *phones, "pau"]), request, path),
        check=True,
        capture_output=True,
        text=True,
    )
    with wave.open(str(path)) as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    segments = [(name, float(end)) for name, end in _SEGMENT.findall(done.stdout)]
    return Audio(samples=samples, sample_rate=rate, timing=timed_by_counting(words, segments))


def _command(phones: str, request: Spoken, path: Path) -> list[str]:
    mean = _SPEAKERS[request.voice.id][2] * request.pitch
    return [
        "flite",
        *("-voice", request.voice.id, "-psdur", "-p", phones, "-o", str(path)),
        *("--setf", f"duration_stretch={1 / request.rate:.3f}"),
        *("--setf", f"int_f0_target_mean={mean:.1f}"),
    ]
