"""Finds a player's mistakes: moves that gave away winning chances.

Thresholds and names are those of lichess.org (in the source of its server,
modules/tree/src/main/Advice.scala). They apply to the cost of a move on a scale on which a lost
game is -1 and a won one is 1. Here a forced mate counts as won, without rules of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from voice_chess.review.evaluation import Evaluation
from voice_chess.review.reviewed_game import ReviewedGame

Verdict: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]

THRESHOLDS: Mapping[Verdict, float] = {"blunder": 0.3, "mistake": 0.2, "inaccuracy": 0.1}
"""The least cost for each verdict; the worst first."""

SIGNS: Mapping[Verdict, str] = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}
"""The signs that are printed after a move."""

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """The move that led to `ply`, made by White or not, cost its side `lost` of its chances."""

    ply: int
    white: bool
    verdict: Verdict
    lost: float
    better: str
    """The engine's choice, as UCI."""


def mistakes_of(
    game: ReviewedGame, evaluations: Sequence[Evaluation | None]
) -> tuple[Mistake, ...]:
    """Return the mistakes in the order of the game.

    `evaluations` are by ply, with None where there is none yet. The engine's own choice is never a
    mistake, even if the engine sees it in another light when it looks further one move later.
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
    """Return the verdict on a move with this cost, or None if it is no mistake."""
    return next((name for name, most in THRESHOLDS.items() if lost >= most - _ROUNDING), None)


def after(mistakes: Sequence[Mistake], ply: int) -> Mistake | None:
    """Return the first mistake after this ply, or None."""
    return next((mistake for mistake in mistakes if mistake.ply > ply), None)


def before(mistakes: Sequence[Mistake], ply: int) -> Mistake | None:
    """Return the last mistake before this ply, or None."""
    return next((mistake for mistake in reversed(mistakes) if mistake.ply < ply), None)


def counts(mistakes: Sequence[Mistake], *, white: bool) -> dict[Verdict, int]:
    """Return how many mistakes of each kind one side has made, the worst kind first."""
    own = [mistake.verdict for mistake in mistakes if mistake.white == white]
    return {verdict: own.count(verdict) for verdict in THRESHOLDS}
