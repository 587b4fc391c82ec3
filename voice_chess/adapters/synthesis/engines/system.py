"""The voices of the operating system, by pyttsx3's own drivers, in a separate process."""

import json
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from voice_chess.adapters.synthesis.engines import system_program
from voice_chess.adapters.synthesis.engines.child import Child
from voice_chess.adapters.synthesis.engines.engine import InstalledVoice, SpokenSound, read
from voice_chess.session.ports import SpeechLost

DRIVERS: Mapping[str, str] = {"win32": "sapi5", "darwin": "nsss"}
"""The driver of pyttsx3 with the system's own voices, by `sys.platform`."""
_PATIENCE_S = 30


class SystemVoices:
    """`VoiceEngine` with one driver of pyttsx3; a voice's name begins with the driver's name."""

    def __init__(self, driver: str | None = None) -> None:
        """`driver`: its name; None means the driver of this system, if it has one."""
        self._driver = driver or DRIVERS.get(sys.platform)
        program = (sys.executable, "-m", system_program.__name__, self._driver or "")
        self._child = Child(program, "The system's speech", _PATIENCE_S)

    def voices(self) -> tuple[InstalledVoice, ...]:
        if self._driver is None:
            return ()
        told = self._told(b"{}")
        try:
            listed = json.loads(told)
        except json.JSONDecodeError as error:
            msg = f"The system's speech has no voices: {told}"
            raise SpeechLost(msg) from error
        found: list[InstalledVoice] = []
        for voice in listed:
            name = f"{self._driver}:{voice['name']}"
            found += [
                InstalledVoice(name=name, language=of.split("-")[0].lower(), called=voice["id"])
                for of in voice["languages"][:1]
            ]
        return tuple(found)

    def spoken(self, text: str, voice: InstalledVoice, words_per_minute: int) -> SpokenSound:
        with tempfile.TemporaryDirectory(prefix="speech-") as folder:
            path = Path(folder) / "spoken.wav"
            order = {
                "text": text,
                "voice": voice.called,
                "rate": words_per_minute,
                "file": str(path),
            }
            complaint = self._told(json.dumps(order).encode())
            return read(path, "The system's speech", complaint)

    def close(self) -> None:
        self._child.close()

    def _told(self, order: bytes) -> str:
        """Return the process's response; a new process gets ready for the next order."""
        self._child.tell(order)
        told = self._child.told().decode("utf-8", "replace")
        self._child.close()
        self._child.start()
        return told
