"""Defines the port of an event: a program that finds the pairs of a round."""

from typing import Protocol

from voice_chess.event.boards import Board
from voice_chess.event.entrants import Round
from voice_chess.plain_error import PlainError


class PairerLost(PlainError):
    """No pairs can be found, since a program is missing or fails; the message is one sentence."""


class Pairer(Protocol):
    """Finds pairs; the caller checks them."""

    name: str
    """The name with which a sentence can begin."""
    allots_colours: bool
    """False if the colours on its boards mean nothing."""

    def boards(self, round_: Round) -> tuple[Board, ...]:
        """Return pairs with every player to be paired once, in any order. Raises `PairerLost`."""
