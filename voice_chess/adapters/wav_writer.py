"""A WAV file that is whole after every block, whatever happens to the process."""

import os
import wave
from pathlib import Path


class WavWriter:
    """Mono, signed 16-bit. `writeframes` puts the length right and empties Python's buffer."""

    def __init__(self, path: Path, sample_rate: int) -> None:
        self.path = path
        self._file = path.open("wb")
        self._wave = wave.open(self._file, "wb")  # noqa: SIM115 (open until `close`)
        self._wave.setnchannels(1)
        self._wave.setsampwidth(2)
        self._wave.setframerate(sample_rate)
        self._wave.writeframes(b"")
        self._file.flush()

    @property
    def samples(self) -> int:
        return self._wave.tell()

    def write(self, samples: bytes) -> None:
        self._wave.writeframes(samples)
        self._file.flush()

    def sync(self) -> None:
        """Survive a power cut, too."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._wave.close()
        self._file.close()
