"""A finished or broken-off game as files: PGN, print and braille, each whole or not there."""

import os
from pathlib import Path

from voice_chess.languages.language import Language
from voice_chess.records import braille_sheet, longhand, pgn
from voice_chess.records.scoresheet import BadRecord, Scoresheet
from voice_chess.session.ports import JournalLost


def write(sheet: Scoresheet, language: Language, folder: Path) -> tuple[Path, ...]:
    """Write all records of a game; answer where they lie. Raises `JournalLost`."""
    records = {
        "game.pgn": pgn.written(sheet),
        "scoresheet.txt": longhand.written(sheet, language),
        "scoresheet.brf": braille_sheet.written(sheet, language),
    }
    return tuple(_written(folder / name, text) for name, text in records.items())


def read_pgn(path: Path) -> Scoresheet:
    """The first game of a PGN file. Raises `BadRecord`."""
    try:
        return pgn.read(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        message = f"The game {path} can't be read: {error}."
        raise BadRecord(message) from error


def _written(path: Path, text: str) -> Path:
    unfinished = path.with_suffix(path.suffix + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        message = f"The record {path} can't be written: {error.strerror or error}."
        raise JournalLost(message) from error
    return path
