"""Flite's voices, with a run of its program for each sentence; English only."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from voice_chess.adapters.synthesis.engines.engine import (
    SPEAKS_WITHIN_S,
    InstalledVoice,
    SpokenSound,
    read,
    stretch_of,
)
from voice_chess.session.ports import SpeechLost

PROGRAM = "flite"
_ENGLISH = ("slt", "rms", "awb", "kal16")
"""The voices that speak any text; others in its list only tell the time."""
_PATIENCE_S = 20


class Flite:
    """`VoiceEngine` with the program `flite` of the Debian package of that name."""

    def voices(self) -> tuple[InstalledVoice, ...]:
        if shutil.which(PROGRAM) is None:
            return ()
        listed = _output([PROGRAM, "-lv"]).split()
        return tuple(
            InstalledVoice(name=f"{PROGRAM}:{voice}", language="en", called=voice)
            for voice in _ENGLISH
            if voice in listed
        )

    def spoken(self, text: str, voice: InstalledVoice, words_per_minute: int) -> SpokenSound:
        stretch = f"duration_stretch={stretch_of(words_per_minute):.3f}"
        with tempfile.TemporaryDirectory(prefix="flite-") as folder:
            path = Path(folder) / "spoken.wav"
            _output(
                [
                    *(PROGRAM, "-voice", voice.called, "--setf", stretch),
                    *("-t", text, "-o", str(path)),
                ],
                SPEAKS_WITHIN_S,
            )
            return read(path, "Flite")

    def close(self) -> None:
        """Do nothing: each run ends by itself."""


def _output(command: list[str], within_s: float = _PATIENCE_S) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=within_s)
    except (OSError, subprocess.SubprocessError) as error:
        msg = f"Flite did not speak: {error}"
        raise SpeechLost(msg) from error
    return done.stdout
