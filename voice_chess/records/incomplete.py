"""The sheet of a game whose journal is damaged: it says that it is incomplete, and how far."""

from dataclasses import replace

from voice_chess.languages.language import Language
from voice_chess.records.scoresheet import UNFINISHED, Scoresheet


def incomplete(sheet: Scoresheet, entries: int, language: Language) -> Scoresheet:
    """The sheet of so many whole entries of a journal.

    Whatever result came before the damage, what came behind it may have changed.
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
