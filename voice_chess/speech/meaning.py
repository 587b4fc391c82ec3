"""What a player can mean by an utterance: a move, a command, or the beginning of a move."""

from dataclasses import dataclass
from typing import TypeAlias

from voice_chess.speech.announcement import Partial

__all__ = ["CommandMeaning", "Meaning", "MoveMeaning", "Partial"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveMeaning:
    """He announces this move."""

    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandMeaning:
    """He wants this done; the arguments are squares, letters of pieces, files, ranks or moves."""

    name: str
    args: tuple[str, ...] = ()


Meaning: TypeAlias = MoveMeaning | CommandMeaning
