"""Reads the game in a file; on stderr it names what of the file was not read."""

import sys
from pathlib import Path

from voice_chess.cli.console import printable, write_line
from voice_chess.compose.kept_games import sheet_in
from voice_chess.languages.language import Language
from voice_chess.records.scoresheet import Scoresheet
from voice_chess.review.words import remarks_told


def sheet_of(
    path: Path, language: Language, *, as_far: bool = False
) -> tuple[Scoresheet, Language]:
    """Return the scoresheet in a file of any form, and the language in which it is written.

    `as_far`: read a damaged file as far as possible. Raises `BadRecord`.
    """
    sheet, found = sheet_in(path, language, as_far=as_far)
    _tell_unread(path, sheet, language)
    return sheet, found


def _tell_unread(path: Path, sheet: Scoresheet, language: Language) -> None:
    others = language.interface["unread-others"] if sheet.others_follow else ""
    for told in (sheet.left_out, *remarks_told(sheet, language), others):
        if told:
            write_line(sys.stderr, printable(f"{path}: {told}"))
