"""The named levels at which an engine plays against a person, and its choices at each level."""

import random
from collections.abc import Mapping
from dataclasses import dataclass

from voice_chess.laws.position import Position

_SHARE = 30
"""The engine divides its time as if it had this many moves left to make."""

_LEAST_MS = 10
_OPENING_MOVES = 20
"""The engine accepts no draw up to and including this move number, however level the game is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """The bounds on an engine's play; `skill` and `depth` are None where there is no bound.

    `skill` is Stockfish's own handicap, from 0 to 20. `depth` is in half-moves, `think_ms` the
    longest time for one move. `slips_percent` of its moves are chosen at random, for a player
    who has just learnt the moves: even the weakest engine still sees every short threat.
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
"""The levels by name, from the weakest to the strongest."""


def move_ms(level: Level, left_ms: int, increment_ms: int) -> int:
    """Return how long an engine may think about its next move, in ms, without losing on time.

    `left_ms` and `increment_ms` are those of its own side.
    """
    share_ms = left_ms // _SHARE + increment_ms // 2
    return max(_LEAST_MS, min(level.think_ms, share_ms))


def slipped(uci: str, position: Position, level: Level, chance: random.Random) -> str:
    """Return the chosen move, or, as often as the level says, a random legal move instead."""
    if chance.randrange(100) < level.slips_percent:
        return chance.choice(position.legal_moves)
    return uci


def would_draw(score: int | None, move_number: int) -> bool:
    """Return whether the engine would accept a draw in this position.

    `score` is its own evaluation, from its side, in centipawns; with None, where the engine gave
    no evaluation, it plays on.
    """
    return score is not None and score <= 0 and move_number > _OPENING_MOVES
