"""Recordings in place of a microphone: one file, or the files of a folder sorted by name."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from voice_chess.adapters.audio_io import sound_files
from voice_chess.adapters.audio_io.sound_files import BLOCK_BYTES, BLOCK_MS
from voice_chess.plain_error import why_and_what_now
from voice_chess.session.ports import BadSound

_SUFFIXES = frozenset(
    (
        ".aif",
        ".aifc",
        ".aiff",
        ".au",
        ".caf",
        ".flac",
        ".mp3",
        ".oga",
        ".ogg",
        ".opus",
        ".w64",
        ".wav",
    )
)


class FileMicrophone:
    """Yields the recordings as fast as they are taken, with silence between and after them."""

    def __init__(self, path: Path, *, gap_ms: int = 1_000, tail_ms: int = 1_500) -> None:
        """Check every recording. Raises `BadSound` for the first bad one, before any is heard."""
        self.files = recordings(path)
        self.heard: list[tuple[Path, int]] = []
        """The files begun so far, each with the time of its first sample, in ms."""
        self._gap_ms, self._tail_ms = gap_ms, tail_ms
        for file in self.files:
            sound_files.check(file)

    def blocks(self) -> Iterable[bytes]:
        given = 0
        for file in self.files:
            if given:
                yield from (gap := list(_silence(self._gap_ms)))
                given += sum(map(len, gap))
            self.heard.append((file, given * BLOCK_MS // BLOCK_BYTES))
            for block in sound_files.blocks(file):
                given += len(block)
                yield block
        yield from _silence(self._tail_ms)


def recordings(path: Path) -> tuple[Path, ...]:
    """Return the file itself, or a folder's recordings, 2 before 10.

    Raises `BadSound` if there are none.
    """
    if not path.is_dir():
        return (path,)
    try:
        found = [file for file in path.iterdir() if _is_recording(file)]
    except OSError as error:
        msg = f"The folder {path} can't be read: {why_and_what_now(error)}"
        raise BadSound(msg) from error
    if not found:
        msg = f"The folder {path} holds no recordings (WAV, FLAC, OGG, MP3 …)."
        raise BadSound(msg)
    return tuple(sorted(found, key=_by_number_and_name))


def _is_recording(path: Path) -> bool:
    return path.suffix.lower() in _SUFFIXES and not path.name.startswith(".")


def _by_number_and_name(path: Path) -> list[tuple[int, str]]:
    parts = re.findall(r"\d+|\D+", path.name.lower())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def _silence(duration_ms: int) -> Iterator[bytes]:
    for _ in range(duration_ms // BLOCK_MS):
        yield bytes(BLOCK_BYTES)


class Recordings:
    """`Microphone` of files that reports which of them is being heard."""

    def __init__(self, microphone: FileMicrophone, progress: Callable[[str], None]) -> None:
        self._microphone = microphone
        self._progress = progress

    def blocks(self) -> Iterator[bytes]:
        told = 0
        for block in self._microphone.blocks():
            begun = self._microphone.heard
            if len(begun) > told:
                told = len(begun)
                path, _ = begun[-1]
                self._progress(f"recording {told} of {len(self._microphone.files)}: {path.name}")
            yield block
