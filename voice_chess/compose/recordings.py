"""Recordings that commands listen to, in place of a microphone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from voice_chess.adapters.audio_io import sound_files
from voice_chess.sound.resampler import Samples

BLOCK_MS, BLOCK_BYTES = sound_files.BLOCK_MS, sound_files.BLOCK_BYTES
SILENCE_DBFS = sound_files.SILENCE_DBFS
"""A recording that is nowhere louder is taken for silence."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A file of sound that can be heard; for any other, making it raises `BadSound`."""

    path: Path

    def __post_init__(self) -> None:
        sound_files.check(self.path)

    @property
    def duration_ms(self) -> int:
        """How long it says it is."""
        return sound_files.duration_ms(self.path)

    def measured_ms(self) -> int:
        """The same, by reading all of it once. Raises `BadSound` where it is damaged anywhere."""
        return sound_files.survey(self.path).duration_ms

    def whole(self) -> bytes:
        """Its sound, 16 bits at 16 kHz; for short ones. Raises `BadSound`."""
        return sound_files.read(self.path)

    def samples(self) -> Samples:
        """The same in floats, in the range of 16-bit integers. Raises `BadSound`."""
        return sound_files.samples_of(self.path)

    def blocks(self) -> Iterator[bytes]:
        """Its sound in blocks of `BLOCK_MS`, 16 bits at 16 kHz. Raises `BadSound`."""
        return sound_files.blocks(self.path)


def with_silence(sound: Iterable[bytes]) -> Iterator[bytes]:
    """The same and a second of silence, in which the end of an utterance is found."""
    return sound_files.with_silence(sound)
