"""Marks the sheet of a game whose journal is damaged as incomplete, and says from where on."""

from dataclasses import replace

from voice_chess.languages.language import Language
from voice_chess.records.scoresheet import UNFINISHED, Scoresheet


def incomplete(sheet: Scoresheet, entries: int, language: Language) -> Scoresheet:
    """Return the sheet of the first entries of a journal, those before the damage.

    It has no result: the lost entries may have changed the one that was noted before them.
    """
    words = language.interface
    return replace(
        sheet,
        result=UNFINISHED,
        points="",
        termination="",
        ended_by=None,
        left_out=words["damaged-incomplete"].format(number=entries + 1),
        left_at=words["damaged-position"].format(fen=sheet.final_position.fen),
    )
