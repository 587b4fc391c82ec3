"""How strongly an engine plays against somebody who plays alone, by name."""

import random
from collections.abc import Mapping
from dataclasses import dataclass

from voice_chess.laws.position import Position

_SHARE = 30
"""It plays as if so many moves were left to make in its time."""

_LEAST_MS = 10
_OPENING_MOVES = 20
"""So long it plays on, however level it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Each bound None where there is none.

    `skill` is Stockfish's own handicap, from 0 to 20. `depth` is in half-moves, `think_ms` the
    longest it takes for one move. `slips_percent`: how many of its moves are drawn by lot, for
    a player who has just learnt the moves; an engine at its weakest still sees every short threat.
    """

    skill: int | None = None
    depth: int | None = None
    think_ms: int = 1_000
    slips_percent: int = 0


LEVELS: Mapping[str, Level] = {
    "beginner": Level(skill=0, depth=1, slips_percent=35),
    "easy": Level(skill=0, depth=2),
    "medium": Level(skill=6, depth=5),
    "hard": Level(skill=13, depth=9),
    "strongest": Level(),
}
"""From the weakest to the strongest."""


def move_ms(level: Level, left_ms: int, increment_ms: int) -> int:
    """How long an engine takes for its next move: never so long that it would lose on time."""
    share_ms = left_ms // _SHARE + increment_ms // 2
    return max(_LEAST_MS, min(level.think_ms, share_ms))


def slipped(uci: str, position: Position, level: Level, chance: random.Random) -> str:
    """The move that was chosen, or one drawn by lot instead."""
    if chance.randrange(100) < level.slips_percent:
        return chance.choice(position.legal_moves)
    return uci


def would_draw(score: int | None, move_number: int) -> bool:
    """Whether a draw would do for an engine, by its own judgement in hundredths of a pawn.

    None: it has told none, and plays on.
    """
    return score is not None and score <= 0 and move_number > _OPENING_MOVES
