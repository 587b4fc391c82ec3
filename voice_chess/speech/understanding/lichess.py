"""The words and letters that Lichess' box for moves and commands takes, and what they are here.

They are the same in every language, with or without a stroke before them; what a language itself
understands goes before them. What leads about on the page (`board`, `opponent`) the page does.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from voice_chess.laws.notation import is_square
from voice_chess.speech.understanding.meaning import CommandMeaning

_PIECES = "KQRBNP"


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewpoint:
    """Whose side of the board a question is asked from; None where nobody plays there."""

    is_white: bool | None
    is_offered: bool
    """A draw is offered to the asker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LichessCommand:
    """One row of Lichess' list: how it is written there, as an example, and what it means here."""

    examples: tuple[str, ...]
    pattern: re.Pattern[str]
    meaning: Callable[[str, Viewpoint], CommandMeaning]


def _same(name: str) -> Callable[[str, Viewpoint], CommandMeaning]:
    return lambda _, __: CommandMeaning(name=name)


def _draw(_: str, asking: Viewpoint) -> CommandMeaning:
    """There one word offers a draw, and accepts the one that is offered."""
    return CommandMeaning(name="accept" if asking.is_offered else "offer-draw")


def _pieces(argument: str, asking: Viewpoint) -> CommandMeaning:
    """A capital for White's, a small letter for Black's; all of one side as all that stand."""
    if argument.upper() not in _PIECES:
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
"""What only a page can do: as it is written, and its name in the documentation's data.

The last two are ours.
"""


def lichess_command(line: str, asking: Viewpoint) -> CommandMeaning | None:
    """The command that this line is at Lichess; None where it is none of these."""
    written = " ".join(line.split())
    for row in LICHESS_TABLE:
        found = row.pattern.fullmatch(written)
        if found is not None:
            return row.meaning("".join(found.groups()), asking)
    return None
