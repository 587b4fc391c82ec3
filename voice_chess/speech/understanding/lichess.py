"""Translates the words and letters that Lichess's box for moves and commands accepts.

They are the same in every language, with or without a slash before them. Words that the player's
own language understands take precedence. The page itself handles the commands that move about on it
(`board`, `opponent`).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from voice_chess.laws.notation import is_square
from voice_chess.laws.written_move import PIECES
from voice_chess.speech.understanding.interpret import CommandMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewpoint:
    """The asker's side of the board; `is_white` is None if they play neither side."""

    is_white: bool | None
    is_offered: bool
    """Whether the opponent has offered the asker a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LichessCommand:
    """One row of Lichess's list: examples of how it is written there, and what it means here."""

    examples: tuple[str, ...]
    pattern: re.Pattern[str]
    meaning: Callable[[str, Viewpoint], CommandMeaning]


def _same(name: str) -> Callable[[str, Viewpoint], CommandMeaning]:
    return lambda _, __: CommandMeaning(name=name)


def _draw(_: str, asking: Viewpoint) -> CommandMeaning:
    """Offer a draw, or accept the one that is offered: Lichess has one word for both."""
    return CommandMeaning(name="accept" if asking.is_offered else "offer-draw")


def _pieces(argument: str, asking: Viewpoint) -> CommandMeaning:
    """Ask where pieces stand: a capital letter for White's, a small one for Black's.

    "A" and "a" stand for all pieces of one side at Lichess; here they ask for the whole position.
    """
    if argument.upper() not in PIECES:
        return CommandMeaning(name="position")
    is_own = argument.isupper() is (asking.is_white is not False)
    return CommandMeaning(
        name="where-is-own" if is_own else "where-is-their", args=(argument.upper(),)
    )


def _scan(argument: str, _: Viewpoint) -> CommandMeaning:
    if is_square(argument):
        return CommandMeaning(name="what-is-on", args=(argument,))
    name = "scan-rank" if argument.isdigit() else "scan-file"
    return CommandMeaning(name=name, args=(argument,))


def _row(
    examples: str, pattern: str, meaning: str | Callable[[str, Viewpoint], CommandMeaning]
) -> LichessCommand:
    return LichessCommand(
        examples=tuple(examples.split(", ")),
        pattern=re.compile(rf"/?(?:{pattern})"),
        meaning=_same(meaning) if isinstance(meaning, str) else meaning,
    )


LICHESS_TABLE: tuple[LichessCommand, ...] = (
    _row("clock, c", "clock|c", "clock"),
    _row("last, l", "last|l", "last-move"),
    _row("p N, p n, p A", "p ([KQRBNPAkqrbnpa])", _pieces),
    _row("s e, s 4, s e4", "s ([a-h][1-8]?|[1-8])", _scan),
    _row("draw", "draw", _draw),
    _row("takeback", "takeback", "propose-takeback"),
    _row("resign", "resign", "resign"),
)

ON_THE_PAGE: Mapping[str, str] = {
    "board, b, b e4": "board",
    "opponent, o": "opponent",
    "fen": "copy-fen",
    "copy": "copy-words",
}
"""Commands that only a page can execute: how they are written, and their name in the docs' data.

The last two are not Lichess's but this program's own.
"""


def lichess_command(line: str, asking: Viewpoint) -> CommandMeaning | None:
    """Return the command that this line means at Lichess, or None if it means none."""
    written = " ".join(line.split())
    for row in LICHESS_TABLE:
        found = row.pattern.fullmatch(written)
        if found is not None:
            return row.meaning("".join(found.groups()), asking)
    return None
