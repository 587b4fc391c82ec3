"""The game in a file; what of the file is left unread is told beside the output."""

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
    """The scoresheet in a file of any form, and the language that it is written in.

    `as_far`: of one that goes wrong, what comes before. Raises `BadRecord`.
    """
    sheet, found = sheet_in(path, language, as_far=as_far)
    _tell_unread(path, sheet)
    return sheet, found


def pgn_of(path: Path) -> Scoresheet:
    """The first game of a PGN file. Raises `BadRecord`."""
    sheet = game_of_pgn(path)
    _tell_unread(path, sheet)
    return sheet


def _tell_unread(path: Path, sheet: Scoresheet) -> None:
    for told in (sheet.left_out, _OTHERS if sheet.others_follow else ""):
        if told:
            write_line(sys.stderr, printable(f"{path}: {told}"))
