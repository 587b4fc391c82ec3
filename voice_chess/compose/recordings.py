"""Gives commands recordings to listen to, in place of a microphone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from voice_chess.adapters.audio_io import sound_files
from voice_chess.sound.resampler import Samples

BLOCK_MS, BLOCK_BYTES = sound_files.BLOCK_MS, sound_files.BLOCK_BYTES
SILENCE_DBFS = sound_files.SILENCE_DBFS
"""A recording that is nowhere louder than this is taken for silence."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A sound file that can be heard. Raises `BadSound` when it is made of any other file."""

    path: Path

    def __post_init__(self) -> None:
        sound_files.check(self.path)

    @property
    def duration_ms(self) -> int:
        """The duration that the file's header states, in ms. Raises `BadSound`."""
        return sound_files.duration_ms(self.path)

    def measured_ms(self) -> int:
        """Return the duration in ms, measured by reading all of the file.

        Raises `BadSound` where it is damaged anywhere.
        """
        return sound_files.measured_ms(self.path)

    def whole(self) -> bytes:
        """Return all its sound, 16 kHz mono 16-bit; for short recordings. Raises `BadSound`."""
        return sound_files.read(self.path)

    def samples(self) -> Samples:
        """Return the same as floats, in the range of 16-bit integers. Raises `BadSound`."""
        return sound_files.samples_of(self.path)

    def blocks(self) -> Iterator[bytes]:
        """Yield its sound in blocks of `BLOCK_MS`, 16 kHz mono 16-bit. Raises `BadSound`."""
        return sound_files.blocks(self.path)


def with_silence(sound: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the sound and then a second of silence, in which the end of an utterance is found."""
    return chain(sound, (bytes(BLOCK_BYTES) for _ in range(1_000 // BLOCK_MS)))
