"""Writes and reads moves in three braille notations: published, national, from square to square.

Braille does not show case, and in most languages some pieces begin with a letter that is also a
file. National letters for pieces are therefore marked with the capital sign. Moves from square to
square need no letters at all.
"""

from functools import cache
from typing import Literal

from voice_chess.languages.language import Language
from voice_chess.laws.notation import read_standing
from voice_chess.laws.position import Position
from voice_chess.records.braille_code import LETTERS, bare, move_code, normal
from voice_chess.records.braille_page import prose
from voice_chess.records.damage import not_possible

Profile = Literal["ukaaf", "national", "long"]
_PROMOTED = {cell: piece.lower() for piece, cell in LETTERS.items()}
PROFILES: tuple[Profile, ...] = ("ukaaf", "long", "national")
"""The order in which a reader tries the notations: no move of one is a move of another."""


def written_move(uci: str, san: str, profile: Profile, language: Language) -> str:
    """Return a move in BRF.

    An illegal move has no short form, so it is written from square to square in any notation.
    """
    match "long" if san == uci else profile:
        case "ukaaf":
            return move_code(san)
        case "national":
            return move_code(san, national_letters(language))
        case "long":
            return uci[:4].upper() + LETTERS.get(uci[4:].upper(), "")


def move_of(code: str, position: Position, profile: Profile, language: Language) -> str:
    """Return the move that is written so, in UCI; optional marks may be missing.

    An illegal move that stood is written by its squares. Where all moves are, it can't be told from
    a slip. Raises `BadRecord`.
    """
    wanted = bare(code)
    for uci in position.legal_moves:
        if bare(written_move(uci, position.san(uci), profile, language)) == wanted:
            return uci
    squares = normal(code)
    standing = read_standing(
        squares[:4].lower() + _PROMOTED.get(squares[4:], squares[4:]), position
    )
    if standing and profile != "long":
        return standing.uci
    message = f"Move {position.fullmove_number} on the braille sheet, {code}, is not legal."
    raise not_possible(message, code, position)


@cache
def national_letters(language: Language) -> dict[str, str]:
    """Return the language's own letters of the pieces, each after the capital sign."""
    capital = language.sheet["braille_capital"]
    letters = language.orthography.letters
    return {piece: capital + prose(letter, language) for piece, letter in letters.items() if letter}


def legend(profile: Profile, language: Language) -> list[str]:
    """Return the legend that a reader of the sheet needs, line by line."""
    words = language.sheet
    promoted, passing = _examples(profile, language)
    letters = " ".join(national_letters(language).values())
    code = {
        "ukaaf": words["legend_code"],
        "national": f"{words['legend_national']} {letters}",
        "long": words["legend_long"],
    }
    return [
        f"{words['legend']}: {code[profile]}",
        *([] if profile == "long" else [f"0-0 0-0-0: {words['legend_castling']}"]),
        f"{promoted}: {words['legend_promotion']}",
        f"{passing}: {words['legend_passing']}",
        f"{words['draw']}: {words['legend_draw']}",
    ]


def _examples(profile: Profile, language: Language) -> tuple[str, str]:
    if profile == "long":
        return "a7a8q", "e5d6"
    letters = LETTERS if profile == "ukaaf" else national_letters(language)
    return f"a8{letters['Q'].lower()}", "e;d6"
