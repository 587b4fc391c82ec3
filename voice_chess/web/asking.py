"""What a page asks for becomes an entry of a game's inbox; what can't be meant is no entry."""

import re
from collections.abc import Mapping
from typing import assert_never

from voice_chess.game.table import Role
from voice_chess.session.expectation import REPETITION
from voice_chess.session.seat_inbox import (
    Decided,
    Handled,
    MovedByHand,
    SaidInText,
    SeatEntry,
    Wanted,
)
from voice_chess.speech.commands import CLAIMS, SHAPES, WHOLE_MOVE
from voice_chess.speech.meaning import CommandMeaning
from voice_chess.web.rulings import command_of
from voice_chess.web.wire import ArbitersRuling, BoardMove, Hands, NamedCommand, TypedLine

Request = TypedLine | BoardMove | NamedCommand | Hands | ArbitersRuling

_ARGUMENTS: Mapping[str, re.Pattern[str]] = {
    "f": re.compile(r"[a-h]"),
    "r": re.compile(r"[1-8]"),
    "fr": re.compile(r"[a-h][1-8]"),
    "p": re.compile(r"[KQRBNP]"),
    "l": re.compile(r"[a-z]{2}"),
    "k": re.compile("|".join(CLAIMS)),
    WHOLE_MOVE: re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?"),
}
"""What may stand for each letter of a command's shape; a file and a rank are one square."""

_LETTERS = re.compile("fr|.")


def entry_of(asked: Request, listener: str, role: Role, at_ms: int) -> SeatEntry | None:
    """None for a command that there isn't, or with arguments that it can't have."""
    match asked:
        case TypedLine(text=text):
            return SaidInText(listener=listener, at_ms=at_ms, text=text)
        case BoardMove(uci=uci, ply=ply):
            return MovedByHand(listener=listener, at_ms=at_ms, uci=uci, ply=ply)
        case NamedCommand(name=name, args=args):
            if not is_command(name, args):
                return None
            command = CommandMeaning(name=name, args=tuple(args))
            return Wanted(listener=listener, at_ms=at_ms, command=command)
        case Hands(did=did, squares=squares):
            is_executed = did == "executed"
            return Handled(
                listener=listener, at_ms=at_ms, squares=tuple(squares), is_executed=is_executed
            )
        case ArbitersRuling(ruling=ruling, reason=reason):
            command_asked = command_of(ruling, role, at_ms)
            return Decided(listener=listener, at_ms=at_ms, command=command_asked, reason=reason)
        case _:
            assert_never(asked)


def is_command(name: str, args: list[str]) -> bool:
    """True for a name of the table of commands, with arguments of one of its shapes."""
    if name == REPETITION:
        return not args
    return any(_fits(shape, args) for shape in SHAPES.get(name, ()))


def _fits(shape: str, args: list[str]) -> bool:
    patterns = [_ARGUMENTS[letter] for letter in _LETTERS.findall(shape)]
    pairs = zip(patterns, args, strict=False)
    return len(patterns) == len(args) and all(found.fullmatch(arg) for found, arg in pairs)
