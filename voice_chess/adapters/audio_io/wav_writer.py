"""Writes a WAV file at the program's own sample rate, whole after every block.

It stays whole whatever happens to the process.
"""

import os
import struct
from pathlib import Path

from voice_chess.sound.sampling import SAMPLE_BYTES, SAMPLE_RATE

HEADER_BYTES = 44
MOST_BYTES = (2**32 - HEADER_BYTES) // SAMPLE_BYTES * SAMPLE_BYTES
"""The most sound that a header can state, in bytes: 37 hours at 16 kHz."""
_PCM, _MONO = 1, 1


class WavWriter:
    """Writes mono, signed 16-bit sound, without a buffer in this process.

    The standard library's writer keeps what it could not write to a full disk, and fails again,
    unnoticed, when it is destroyed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.samples = 0
        self._file = path.open("wb", buffering=0)
        try:
            self._write_at(0, self._header())
        except OSError:
            self._file.close()
            raise

    def write(self, samples: bytes) -> None:
        self._write_at(HEADER_BYTES + SAMPLE_BYTES * self.samples, samples)
        self.samples += len(samples) // SAMPLE_BYTES
        self._write_at(0, self._header())

    def sync(self) -> None:
        """Make sure that the file survives a power cut, too."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()

    def _header(self) -> bytes:
        return wav_header(SAMPLE_BYTES * self.samples)

    def _write_at(self, place: int, data: bytes) -> None:
        self._file.seek(place)
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]


def wav_file(samples: bytes) -> bytes:
    """Return a whole WAV file of mono, signed 16-bit sound."""
    return wav_header(len(samples)) + samples


def wav_header(data_bytes: int) -> bytes:
    """Return the header for this number of bytes of mono, signed 16-bit sound.

    It can be `MOST_BYTES` at most.
    """
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        *(b"RIFF", HEADER_BYTES - 8 + data_bytes, b"WAVE"),
        *(b"fmt ", 16, _PCM, _MONO, SAMPLE_RATE),
        *(SAMPLE_RATE * SAMPLE_BYTES, SAMPLE_BYTES, 8 * SAMPLE_BYTES),
        *(b"data", data_bytes),
    )
