"""What an engine thinks of a position, always as White sees it."""

import math
from dataclasses import dataclass
from typing import TypeAlias

from voice_chess.laws.position import Position

_SLOPE = 0.003_682_08
"""By how much a hundredth of a pawn moves the chances: a regression over games of rated players
that lichess.org published (its page "Lichess Accuracy metric")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pawns:
    """So many hundredths of a pawn; below nought Black is better."""

    hundredths: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mate:
    """One side mates by force in so many of its moves; 0: it has."""

    white: bool
    moves: int


Score: TypeAlias = Pawns | Mate


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """`line` is what both sides would best play, the next move first; none where play is over."""

    score: Score
    line: tuple[str, ...] = ()
    depth: int = 0
    """In half-moves, as the engine counts them."""

    @property
    def chances(self) -> float:
        """From -1 (Black is sure to win) over 0 to 1 (White is)."""
        match self.score:
            case Pawns(hundredths=hundredths):
                return 2 / (1 + math.exp(-_SLOPE * hundredths)) - 1
            case Mate(white=white):
                return 1.0 if white else -1.0


def at_the_end(position: Position) -> Evaluation | None:
    """What is so without an engine, where play is over; None where it goes on."""
    if position.is_beyond_play:
        return Evaluation(score=Pawns(hundredths=0))
    if position.is_checkmate:
        return Evaluation(score=Mate(white=not position.white_to_move, moves=0))
    if position.is_stalemate:
        return Evaluation(score=Pawns(hundredths=0))
    return None
