"""Reads lists of recordings: who says which move, in which position and in which words."""

from dataclasses import dataclass, field
from pathlib import Path

from voice_chess.bounded_reading import content_of
from voice_chess.plain_error import PlainError, why_and_what_now

LIST = "manifest.tsv"
"""The file name of the list in a folder of recordings."""
COLUMNS = ("file", "voice", "FEN", "UCI", "words")


MOST_BYTES = 100_000_000
"""The size of the largest list: half a million recordings."""


class BadManifest(PlainError, ValueError):
    """Recordings can't be used; the message states which, and what is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One recording: who says which move, in which position and in which words."""

    file: Path
    voice: str
    fen: str
    uci: str
    words: tuple[str, ...]
    place: str = field(default="", compare=False)
    """The line's number and the manifest's name, for messages."""


def read_lines(path: Path) -> list[str]:
    """Return the lines of a list of recordings. Raises `BadManifest`."""
    try:
        content = content_of(path, MOST_BYTES)
    except OSError as reason:
        message = f"The list {path} can't be read: {why_and_what_now(reason)}"
        raise BadManifest(message) from reason
    try:
        return content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        number = len(error.object[: error.start].splitlines() or [b""])
        message = f"Line {number} of {path} is not in UTF-8; save the file as UTF-8."
        raise BadManifest(message) from error


def read_manifest(path: Path) -> list[Row]:
    """Read tab-separated file, voice, FEN, UCI and words; files are relative to the manifest.

    Raises `BadManifest`.
    """
    lines = enumerate(read_lines(path), 1)
    rows = [_row(path, number, line) for number, line in lines if line.strip()]
    if not rows:
        message = f"The manifest {path} is empty; it needs lines of {', '.join(COLUMNS)}"
        raise BadManifest(message)
    return rows


def _row(path: Path, number: int, line: str) -> Row:
    parts = line.split("\t")
    if len(parts) != len(COLUMNS):
        message = (
            f"Line {number} of {path} has {len(parts)} columns; "
            f"it needs {len(COLUMNS)} with tabs between: {', '.join(COLUMNS)}"
        )
        raise BadManifest(message)
    file, voice, fen, uci, words = parts
    return Row(
        file=path.parent / file,
        voice=voice,
        fen=fen,
        uci=uci,
        words=tuple(words.lower().split()),
        place=f"Line {number} of {path}",
    )
