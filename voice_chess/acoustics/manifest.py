"""Lists of recordings: who says which move in which position, in which words."""

from dataclasses import dataclass
from pathlib import Path

COLUMNS = ("file", "voice", "FEN", "UCI", "words")


class BadManifest(ValueError):
    """Recordings that can't be used; the message tells which, and what is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One recording: who says which move in which position, in which words."""

    file: Path
    voice: str
    fen: str
    uci: str
    words: tuple[str, ...]


def read_manifest(path: Path) -> list[Row]:
    """Tab-separated file, voice, FEN, UCI, words; files are beside the manifest."""
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as reason:
        message = f"The manifest {path} can't be read: {reason}"
        raise BadManifest(message) from reason
    rows = [_row(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
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
        file=path.parent / file, voice=voice, fen=fen, uci=uci, words=tuple(words.lower().split())
    )
