"""What the players have written, who of them may leave off writing, and what they have signed."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from voice_chess.by_color import ByColor
from voice_chess.game.results import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One player's scoresheet where they keep it themselves.

    `exempt_in_period`: short of time in this period, they need not write to its end;
    `is_owed`: a time control has passed, so it is to be completed before their next move;
    `looks`: how often they were shown the arbiter's scoresheet.
    """

    moves: tuple[str, ...] = ()
    exempt_in_period: int | None = None
    is_owed: bool = False
    signed: Result | None = None
    looks: int = 0


Scores: TypeAlias = ByColor[Score]


def cut_to(scores: Scores, moves: int) -> Scores:
    """Both without what was written after so many moves."""
    if max(len(scores.white.moves), len(scores.black.moves)) <= moves:
        return scores
    return scores.map(lambda score: replace(score, moves=score.moves[:moves]))


def are_complete(scores: Scores) -> bool:
    """Nobody owes anything that was left off."""
    return not any(score.is_owed for score in scores)
