"""What a player can mean by an utterance: a move, a command, or the beginning of a move."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveMeaning:
    """They announce this move."""

    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandMeaning:
    """They want this done; the arguments are squares, letters of pieces, files, ranks or moves."""

    name: str
    args: tuple[str, ...] = ()


Meaning: TypeAlias = MoveMeaning | CommandMeaning
YES, NO = CommandMeaning(name="yes"), CommandMeaning(name="no")
"""What answers a question; which one, its asker knows."""
CONTINUE = CommandMeaning(name="continue")
REPEAT = CommandMeaning(name="repeat")


def written(meaning: Meaning) -> str:
    """A meaning in a word or two, the same in every language: e2e4, correction g1f3, clock."""
    match meaning:
        case MoveMeaning(uci=uci):
            return uci
        case CommandMeaning(name=name, args=args):
            return " ".join((name, *args))
