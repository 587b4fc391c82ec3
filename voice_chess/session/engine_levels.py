"""How strongly an engine plays against whoever plays alone, by name."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Each bound None where there is none.

    `skill` is Stockfish's own handicap, from 0 to 20. `depth` is in half-moves, `think_ms` the
    longest it takes for one move. `slips_percent`: how many of its moves are drawn by lot, for
    whoever has just learnt the moves; an engine at its weakest still sees every short threat.
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
