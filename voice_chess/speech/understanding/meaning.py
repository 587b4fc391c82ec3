"""Defines what a player can mean by an utterance: a move or a command."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveMeaning:
    """The player announces this move."""

    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandMeaning:
    """The player gives a command.

    The arguments are squares, letters of pieces, files, ranks, moves, numbers, or names from a
    list.
    """

    name: str
    args: tuple[str, ...] = ()


Meaning: TypeAlias = MoveMeaning | CommandMeaning
YES, NO = CommandMeaning(name="yes"), CommandMeaning(name="no")
"""Replies to a question; the session knows which question was asked."""
CONTINUE = CommandMeaning(name="continue")
LAST_MOVE = CommandMeaning(name="last-move")
REPEAT = CommandMeaning(name="repeat")


def written(meaning: Meaning) -> str:
    """Return a meaning in few words, the same in every language: e2e4, correction g1f3, clock."""
    match meaning:
        case MoveMeaning(uci=uci):
            return uci
        case CommandMeaning(name=name, args=args):
            return " ".join((name, *args))


def commands_in(meanings: tuple[Meaning, ...]) -> tuple[CommandMeaning, ...]:
    """Return those of the meanings that are commands."""
    return tuple(meaning for meaning in meanings if isinstance(meaning, CommandMeaning))
