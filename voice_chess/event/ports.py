"""The port of an event: a program that finds the pairs of a round."""

from typing import Protocol

from voice_chess.event.boards import Board
from voice_chess.event.entrants import Round
from voice_chess.plain_error import PlainError


class PairerLost(PlainError):
    """The pairs can't be found: a program is missing or fails; the message is one sentence."""


class Pairer(Protocol):
    """Finds pairs; the caller checks what it finds."""

    name: str
    """As a sentence begins with it."""
    allots_colours: bool
    """False: who is White on a board it gives means nothing."""

    def boards(self, round_: Round) -> tuple[Board, ...]:
        """Everybody who is to be paired, once, in any order. Raises `PairerLost`."""
