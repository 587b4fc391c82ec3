"""What a page asks for becomes an entry of a game's inbox; what can't be meant is no entry."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

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
from voice_chess.speech.commands import CLAIMS, SHAPES, WHOLE_MOVE
from voice_chess.speech.generation.styles import CHANNELS, STYLES
from voice_chess.speech.understanding.meaning import CommandMeaning
from voice_chess.tactile.peg_board import NotPossible, PegBoard
from voice_chess.web.messages.declarations import BoardDiffers, Observation, declared
from voice_chess.web.messages.rulings import Reconciliation, command_of
from voice_chess.web.messages.wire import (
    ArbitersRuling,
    BoardMove,
    Declared,
    HandReport,
    NamedCommand,
    Passphrase,
    TypedLine,
)

Request = TypedLine | BoardMove | NamedCommand | HandReport | ArbitersRuling | Declared | Passphrase
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
    WHOLE_MOVE: re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?"),
}
"""What may stand for each letter of a command's shape; a file and a rank are one square."""

_LETTERS = re.compile("fr|.")


def entry_of(asked: Request, listener: str, role: Role, at_ms: int) -> Asked | None:
    """None for a command that there isn't, or with arguments that it can't have.

    It is done once by its key, except for how a board stands: that is told anew, since what was
    found of it waits to be confirmed, and nobody would be asked about that in another life.
    """
    match _meant(asked, listener, role, at_ms):
        case None:
            return None
        case BoardTold() as told:
            return told
        case entry:
            return replace(entry, key=asked.key)


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
        case Passphrase(text=text) if role in HOLDERS:
            return Entrusted(listener=listener, at_ms=at_ms, passphrase=text)
        case Passphrase():
            return None
        case _:
            assert_never(asked)


def _decided(
    decision: Command | Reconciliation, listener: str, at_ms: int, reason: str
) -> Decided | Reconciled:
    if isinstance(decision, Reconciliation):
        return Reconciled(listener=listener, at_ms=at_ms, accepts=decision.accepts, in_words=reason)
    return Decided(listener=listener, at_ms=at_ms, command=decision)


def _declared(
    told: Command | BoardDiffers, role: Role, listener: str, at_ms: int
) -> Decided | BoardTold | None:
    """Only a side has a board, and only one of eight by eight holes."""
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
    """What a spectator has noticed, for the arbiter."""
    return isinstance(asked, Declared) and isinstance(asked.declaration, Observation)


def is_command(name: str, args: list[str]) -> bool:
    """True for a name of the table of commands, with arguments of one of its shapes."""
    if name == REPETITION:
        return not args
    return any(_fits(shape, args) for shape in SHAPES.get(name, ()))


def arguments_of(shape: str) -> list[str]:
    """What a command's shape consists of, one for each argument."""
    return _LETTERS.findall(shape)


def _fits(shape: str, args: list[str]) -> bool:
    patterns = [_ARGUMENTS[argument] for argument in arguments_of(shape)]
    pairs = zip(patterns, args, strict=False)
    return len(patterns) == len(args) and all(found.fullmatch(arg) for found, arg in pairs)
