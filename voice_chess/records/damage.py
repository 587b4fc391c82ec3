"""What can't be read in a record or a journal, told in the reader's language."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from voice_chess.languages.language import Language
from voice_chess.laws.notation import Unread
from voice_chess.laws.position import Position
from voice_chess.laws.written_move import Script
from voice_chess.records.illegible import told_unread, why_unread
from voice_chess.records.scoresheet import (
    UNFINISHED,
    BadRecord,
    Scoresheet,
    Terms,
    on_one_line,
    quoted,
)

Gap = str | int | Callable[[Language], str]
"""What fills a gap of a sentence; a function returns it in the reader's language."""


class Damage(BadRecord):
    """What can't be read has a sentence in the languages' data, of this name and with these gaps.

    The message is for programmers.
    """

    def __init__(self, message: str, name: str, /, **gaps: Gap) -> None:
        super().__init__(message)
        self._name = name
        self._gaps = gaps

    def told(self, language: Language) -> str:
        """Return the sentence in the reader's language."""
        gaps = {name: _filled(gap, language) for name, gap in self._gaps.items()}
        return language.interface[self._name].format(**gaps)


def _filled(gap: Gap, language: Language) -> str:
    # A reason is a sentence of ours, which has shortened what it quotes.
    return on_one_line(gap(language)) if callable(gap) else quoted(str(gap))


def unread_on_sheet(
    message: str, text: str, problem: Unread, position: Position, script: Script
) -> Damage:
    """Return the error about a move that can't be read; the message is completed by the reason."""
    why = partial(told_unread, problem, text, position, script)
    told = f"{message}: {why_unread(problem, position, script)}."
    return _at_move(told, text, position, why)


def not_possible(message: str, text: str, position: Position) -> Damage:
    """Return the error about a text that is no legal move."""
    return _at_move(message, text, position, _worded("unread-illegal"))


def clock_unread(message: str, text: str, position: Position) -> Damage:
    """Return the error about a time that no clock shows."""
    return _at_move(message, text, position, _worded("unread-clock"))


def start_of(terms: Terms) -> Position:
    """Return the position from which the game of a sheet begins. Raises `BadRecord`."""
    try:
        return terms.start()
    except BadRecord as error:
        raise Damage(str(error), "unread-start") from error


def cut_short(problem: BadRecord, reader: Language) -> str:
    """Return the sentences for a record that could be read only up to this problem."""
    return f"{problem.told(reader)} {reader.interface['unread-only']}"


def _at_move(message: str, text: str, position: Position, why: Gap) -> Damage:
    side = "white" if position.white_to_move else "black"
    return Damage(
        message,
        "unread-move",
        number=position.fullmove_number,
        side=lambda language: language.sheet[side],
        move=text,
        why=why,
    )


def _worded(name: str) -> Gap:
    return lambda language: language.interface[name]


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
