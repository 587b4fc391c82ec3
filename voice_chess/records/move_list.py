"""Reads a game as people type it: with or without move numbers, in any language's letters."""

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace

from voice_chess.languages.language import Language
from voice_chess.laws.notation import MoveRead, read_move
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.records.damage import Damage, cut_short, unread_on_sheet
from voice_chess.records.pgn_text import FIRST_NUMBER
from voice_chess.records.scoresheet import (
    RESULTS,
    UNFINISHED,
    BadRecord,
    Header,
    Noted,
    Scoresheet,
    Terms,
    jump_in,
)

_NUMBER = re.compile(r"(\d+)(?:\.+|\u2026)?")
_NUMBER_BEFORE = re.compile(r"(\d+)(?:\.+|\u2026)(?=\S)")
_LONGEST_NUMBER = 4
_BEHIND_A_MOVE = frozenset(("(=)", "e.p.", "ep", "+", "#"))
_CASTLING = "0-0"
"""Castling, and also the result if both have lost; in a list of moves it is the move."""
_SPELLED = {"½-½": "1/2-1/2", "½:½": "1/2-1/2", "1:0": "1-0", "0:1": "0-1"}
_RESULTS = {**_SPELLED, **{result: result for result in RESULTS if result != _CASTLING}}


@dataclass(frozen=True, slots=True)
class _Typed:
    """A move with the signs behind it, and the move number before it, if there is one."""

    text: str
    number: int | None


def read(
    text: str, languages: Iterable[Language], *, reader: Language | None = None
) -> tuple[Scoresheet, Language]:
    """Return the first game of the text and its language.

    Each language understands letters of the others, too. Of the languages that read the whole game,
    the one with the fewest foreign letters is taken, and the first of several. If none does,
    `BadRecord` is raised with the error of the language that gets furthest. With the language of a
    reader, the moves before that error are the game, and the sheet describes the error in it.
    """
    among = tuple(languages)
    behind = _BEHIND_A_MOVE | {language.orthography.passing for language in among}
    moves, result, others_follow = _parted(text, behind)
    failures: list[tuple[BadRecord, list[Noted], Language]] = []
    found: list[tuple[int, list[Noted], Language]] = []
    for language in among:
        noted: list[Noted] = []
        try:
            _read_into(noted, moves, language)
        except BadRecord as error:
            failures.append((error, noted, language))
        else:
            foreign = _foreign(moves, language)
            found.append((foreign, noted, language))
            if not foreign:
                break
    if found:
        left_out = ""
        _, noted, language = min(found, key=lambda reading: reading[0])
    else:
        problem, noted, language = max(failures, key=lambda failure: len(failure[1]))
        if reader is None or not noted:
            raise problem
        left_out = cut_short(problem, reader)
    sheet = Scoresheet.of_moves(noted, header=Header(), terms=Terms(), result=result)
    jump = jump_in(noted, sheet.terms.start())
    return replace(sheet, left_out=left_out, jump=jump, others_follow=others_follow), language


def _foreign(moves: Iterable[_Typed], language: Language) -> int:
    """Return how many moves begin with a capital that is no piece's letter in this language."""
    own = set(language.orthography.letters.values())
    first = (move.text[:1] for move in moves)
    return sum(letter.isupper() and letter not in own for letter in first)


def _read_into(noted: list[Noted], moves: Iterable[_Typed], language: Language) -> None:
    position = Position.from_fen(ORDINARY_START)
    for move in moves:
        text = move.text
        found = read_move(text, position, language.orthography)
        if not isinstance(found, MoveRead):
            side = "White's" if position.white_to_move else "Black's"
            message = f"{side} move {position.fullmove_number}, {text}, can't be read"
            raise unread_on_sheet(message, text, found, position, language.orthography)
        offers = found.offers_draw
        noted.append(Noted(uci=found.uci, draw_offered=offers, number=move.number))
        position = position.played(found.uci)


def _parted(text: str, behind_a_move: Container[str]) -> tuple[list[_Typed], str, bool]:
    """Return the moves with the signs behind them, the result, and whether more text follows.

    Raises `BadRecord` if there is no move.
    """
    moves: list[_Typed] = []
    result, is_over, number = UNFINISHED, False, ""
    for word in text.split():
        # A game may end without a result; then only the first move of the next game shows that it
        # does.
        is_next = is_over or (len(moves) > 1 and FIRST_NUMBER.match(word))
        if word in _RESULTS:
            result, is_over = _RESULTS[word], bool(moves)
        elif is_next:
            return moves, result, True
        elif word in behind_a_move and moves:
            moves[-1] = replace(moves[-1], text=f"{moves[-1].text} {word}")
        elif alone := _NUMBER.fullmatch(word):
            number = alone[1]
        else:
            before = _NUMBER_BEFORE.match(word)
            number = before[1] if before else number
            told = int(number) if 0 < len(number) <= _LONGEST_NUMBER else None
            moves.append(_Typed(_NUMBER_BEFORE.sub("", word), told))
            number = ""
    if not moves:
        message = "There is no move in this text."
        raise Damage(message, "unread-none")
    return moves, result, False
