"""Turns the requests of pages into inputs of a game; impossible requests give None."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, TypeAlias, assert_never

from voice_chess.game.commands import Command
from voice_chess.game.table import Role
from voice_chess.session.dialogue.expectation import REPETITION
from voice_chess.session.games.envelope_passphrases import HOLDERS
from voice_chess.session.listening.inputs import (
    Asked,
    BoardTold,
    Decided,
    Entrusted,
    Handled,
    MovedByHand,
    Reconciled,
    Typed,
    Wanted,
)
from voice_chess.speech.commands import CLAIMS, SHAPES, SQUARES, WHOLE_MOVE
from voice_chess.speech.generation.styles import CHANNELS, STYLES
from voice_chess.speech.understanding.interpret import CommandMeaning
from voice_chess.tactile.peg_board import NotPossible, PegBoard
from voice_chess.web.messages.declarations import BoardDiffers, Observation, declared
from voice_chess.web.messages.rulings import RuledReconciliation, command_of
from voice_chess.web.messages.wire import (
    ArbitersRuling,
    BoardMove,
    Declared,
    HandReport,
    NamedCommand,
    Passphrase,
    TypedLine,
)

Request: TypeAlias = (
    TypedLine | BoardMove | NamedCommand | HandReport | ArbitersRuling | Declared | Passphrase
)
_ARGUMENTS: Mapping[str, re.Pattern[str]] = {
    "f": re.compile(r"[a-h]"),
    "r": re.compile(r"[1-8]"),
    "fr": re.compile(r"[a-h][1-8]"),
    "p": re.compile(r"[KQRBNP]"),
    "l": re.compile(r"[a-z]{2}"),
    "n": re.compile(r"[1-9][0-9]{0,2}"),
    "w": re.compile(r"white|black"),
    "y": re.compile("|".join(STYLES)),
    "c": re.compile("|".join(CHANNELS)),
    "k": re.compile("|".join(CLAIMS)),
    **{
        letter: re.compile(f"([a-h][1-8]){{{counts.start},{counts[-1]}}}")
        for letter, counts in SQUARES.items()
    },
    WHOLE_MOVE: re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?"),
}
"""The arguments that each letter of a command's shape allows; `fr`, file and rank, is a square."""

_LETTERS = re.compile("fr|.")


def entry_of(asked: Request, listener: str, role: Role, at_ms: int) -> Asked | None:
    """Return the game's input for a request; None for an unknown command or wrong arguments.

    The input carries the request's key, so that the game does it only once. A report of how a
    board stands has none: what was found of it waits for a confirmation, and after a restart of
    the server nobody would be asked for that unless the report is taken again.
    """
    meant = _meant(asked, listener, role, at_ms)
    if meant is None:
        return None
    key = None if isinstance(meant, BoardTold) else asked.key
    return replace(meant, key=key, seen_ply=asked.seen_ply)


def _meant(asked: Request, listener: str, role: Role, at_ms: int) -> Asked | None:
    match asked:
        case TypedLine(text=text):
            return Typed(listener=listener, at_ms=at_ms, text=text)
        case BoardMove(uci=uci, ply=ply):
            return MovedByHand(listener=listener, at_ms=at_ms, uci=uci, ply=ply)
        case NamedCommand(name=name, args=args):
            if not is_command(name, args):
                return None
            command = CommandMeaning(name=name, args=tuple(args))
            return Wanted(listener=listener, at_ms=at_ms, command=command)
        case HandReport(did=did, squares=squares):
            is_executed = did == "executed"
            return Handled(
                listener=listener, at_ms=at_ms, squares=tuple(squares), is_executed=is_executed
            )
        case _:
            return _reported(asked, listener, role, at_ms)


def _reported(
    asked: ArbitersRuling | Declared | Passphrase, listener: str, role: Role, at_ms: int
) -> Asked | None:
    match asked:
        case ArbitersRuling(ruling=ruling, reason=reason):
            return _decided(command_of(ruling, role, at_ms, reason), listener, at_ms, reason)
        case Declared(declaration=declaration):
            return _declared(declared(declaration, role, at_ms), role, listener, at_ms)
        case Passphrase(text=text, for_all=for_all) if role in HOLDERS:
            among: Literal["one", "all"] = "all" if for_all else "one"
            return Entrusted(listener=listener, at_ms=at_ms, passphrase=text, among=among)
        case Passphrase():
            return None
        case _:
            assert_never(asked)


def _decided(
    decision: Command | RuledReconciliation, listener: str, at_ms: int, reason: str
) -> Decided | Reconciled:
    if isinstance(decision, RuledReconciliation):
        return Reconciled(listener=listener, at_ms=at_ms, accepts=decision.accepts, in_words=reason)
    return Decided(listener=listener, at_ms=at_ms, command=decision)


def _declared(
    told: Command | BoardDiffers, role: Role, listener: str, at_ms: int
) -> Decided | BoardTold | None:
    """Return the input for a declaration; None for a board that is impossible.

    Only players and assistants have a board, and it has eight by eight holes.
    """
    if not isinstance(told, BoardDiffers):
        return Decided(listener=listener, at_ms=at_ms, command=told)
    if role.acts_for_white is None:
        return None
    try:
        board = PegBoard.from_fen(told.placement)
    except NotPossible:
        return None
    return BoardTold(listener=listener, at_ms=at_ms, board=board, agreed=told.agreed)


def is_observation(asked: Request) -> bool:
    """Return whether the request is an observation for the arbiter."""
    return isinstance(asked, Declared) and isinstance(asked.declaration, Observation)


def is_command(name: str, args: list[str]) -> bool:
    """Return whether the table of commands has this name, with a shape that fits `args`."""
    if name == REPETITION:
        return not args
    return any(_fits(shape, args) for shape in SHAPES.get(name, ()))


def arguments_of(shape: str) -> list[str]:
    """Split a command's shape into the letters of its arguments."""
    return _LETTERS.findall(shape)


def _fits(shape: str, args: list[str]) -> bool:
    patterns = [_ARGUMENTS[argument] for argument in arguments_of(shape)]
    pairs = zip(patterns, args, strict=False)
    return len(patterns) == len(args) and all(found.fullmatch(arg) for found, arg in pairs)
