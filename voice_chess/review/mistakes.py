"""Where somebody went wrong: moves that gave away winning chances.

Thresholds and names are those that lichess.org judges by (in the source of its server,
modules/tree/src/main/Advice.scala): what a move cost, on a scale on which a lost game is -1 and a
won one is 1. A forced mate counts as won here, without rules of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from voice_chess.review.evaluation import Evaluation
from voice_chess.review.reviewed_game import ReviewedGame

Verdict: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]

THRESHOLDS: Mapping[Verdict, float] = {"blunder": 0.3, "mistake": 0.2, "inaccuracy": 0.1}
"""From so much on; the worst first."""

SIGNS: Mapping[Verdict, str] = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}
"""As they stand behind a move in print."""

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """The move that led to `ply`, made by White or not, cost its side so much of its chances."""

    ply: int
    white: bool
    verdict: Verdict
    lost: float
    better: str
    """What the engine would have played."""


def mistakes_of(
    game: ReviewedGame, evaluations: Sequence[Evaluation | None]
) -> tuple[Mistake, ...]:
    """In the order of the game; `evaluations` are by ply, None where there is none yet.

    The engine's own choice is never a mistake: one move later it looks further.
    """
    judged = pairwise(evaluations)
    found = (_mistake(game, ply, *pair) for ply, pair in enumerate(judged, 1))
    return tuple(mistake for mistake in found if mistake is not None)


def _mistake(
    game: ReviewedGame, ply: int, before: Evaluation | None, after: Evaluation | None
) -> Mistake | None:
    if before is None or after is None or not before.line:
        return None
    entry = game.entry(ply)
    sign = 1 if entry.is_white else -1
    lost = sign * (before.chances - after.chances)
    verdict = verdict_on(lost)
    if verdict is None or before.line[0] == entry.uci:
        return None
    return Mistake(ply=ply, white=entry.is_white, verdict=verdict, lost=lost, better=before.line[0])


def verdict_on(lost: float) -> Verdict | None:
    """What is said of a move that cost so much; None where it is no mistake."""
    return next((name for name, most in THRESHOLDS.items() if lost >= most - _ROUNDING), None)


def after(mistakes: Sequence[Mistake], ply: int) -> Mistake | None:
    """The first one behind this ply."""
    return next((mistake for mistake in mistakes if mistake.ply > ply), None)


def before(mistakes: Sequence[Mistake], ply: int) -> Mistake | None:
    """The last one in front of this ply."""
    return next((mistake for mistake in reversed(mistakes) if mistake.ply < ply), None)


def counts(mistakes: Sequence[Mistake], *, white: bool) -> dict[Verdict, int]:
    """How many of each kind one side has made, the worst first."""
    own = [mistake.verdict for mistake in mistakes if mistake.white == white]
    return {verdict: own.count(verdict) for verdict in THRESHOLDS}
