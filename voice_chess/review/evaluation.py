"""Defines an engine's evaluation of a position, always from White's point of view."""

import math
from dataclasses import dataclass
from typing import TypeAlias

from voice_chess.laws.position import Position

_SLOPE = 0.003_682_08
"""By how much a hundredth of a pawn changes the chances.

The number is from a regression over games of rated players that lichess.org published (its page
"Lichess Accuracy metric").
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pawns:
    """A score in hundredths of a pawn; negative if Black is better."""

    hundredths: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mate:
    """One side mates by force in this number of its own moves; 0 if it has mated."""

    white: bool
    moves: int


Score: TypeAlias = Pawns | Mate


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """`line` is both sides' best play from the next move on; empty if play is over."""

    score: Score
    line: tuple[str, ...] = ()
    depth: int = 0
    """In half-moves, as the engine counts them."""

    @property
    def chances(self) -> float:
        """Winning chances, from -1 (Black is sure to win) over 0 to 1 (White is sure to win)."""
        match self.score:
            case Pawns(hundredths=hundredths):
                return 2 / (1 + math.exp(-_SLOPE * hundredths)) - 1
            case Mate(white=white):
                return 1.0 if white else -1.0


def at_the_end(position: Position) -> Evaluation | None:
    """Return the evaluation of a position that ends the game; None if play goes on."""
    if position.is_beyond_play:
        return Evaluation(score=Pawns(hundredths=0))
    if position.is_checkmate:
        return Evaluation(score=Mate(white=not position.white_to_move, moves=0))
    if position.is_stalemate:
        return Evaluation(score=Pawns(hundredths=0))
    return None
