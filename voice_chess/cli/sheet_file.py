"""Reads the game in a file; on stderr it names what of the file was not read."""

import sys
from pathlib import Path

from voice_chess.cli.console import printable, write_line
from voice_chess.compose.kept_games import game_of_pgn, sheet_in
from voice_chess.languages.language import Language
from voice_chess.records.scoresheet import Scoresheet

_OTHERS = (
    "Only the first game is read, and more stands behind it; put another into a file of its own."
)


def sheet_of(
    path: Path, language: Language, *, as_far: bool = False
) -> tuple[Scoresheet, Language]:
    """Return the scoresheet in a file of any form, and the language in which it is written.

    `as_far`: read a damaged file as far as possible. Raises `BadRecord`.
    """
    sheet, found = sheet_in(path, language, as_far=as_far)
    _tell_unread(path, sheet)
    return sheet, found


def pgn_of(path: Path) -> Scoresheet:
    """Return the first game of a PGN file. Raises `BadRecord`."""
    sheet = game_of_pgn(path)
    _tell_unread(path, sheet)
    return sheet


def _tell_unread(path: Path, sheet: Scoresheet) -> None:
    for told in (sheet.left_out, _OTHERS if sheet.others_follow else ""):
        if told:
            write_line(sys.stderr, printable(f"{path}: {told}"))
