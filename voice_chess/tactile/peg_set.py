"""Describes how a player's own set shows colours to the hand; sets differ, so players are asked."""

from dataclasses import dataclass
from typing import Literal

from voice_chess.tactile.peg_board import FILES, RANKS

Marked = Literal["white", "black", "none"]
Raised = Literal["white", "black"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PegSet:
    """The side whose pieces have a mark on their heads, and the colour of raised squares.

    Each is None until the player was asked.
    """

    marked: Marked | None = None
    raised: Raised | None = None

    @property
    def is_known(self) -> bool:
        return self.marked is not None and self.raised is not None

    def is_marked(self, piece: str) -> bool | None:
        """Whether this piece, written as in FEN, bears the mark; None if no mark tells colours."""
        if self.marked is None or self.marked == "none":
            return None
        return piece.isupper() == (self.marked == "white")

    def is_raised(self, square: str) -> bool | None:
        """Whether the hole is in a raised square; None if the player was not asked."""
        if self.raised is None:
            return None
        is_white = (FILES.index(square[0]) + RANKS.index(square[1])) % 2 == 1
        return is_white == (self.raised == "white")
