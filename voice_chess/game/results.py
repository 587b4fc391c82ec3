"""The results of a game, written as in PGN, and the reasons for an end."""

from enum import StrEnum
from typing import Literal, TypeAlias

from voice_chess.laws.topics import Topic


class Result(StrEnum):
    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    BOTH_LOSE = "0-0"
    VOID = "*"

    @classmethod
    def won_by(cls, *, white: bool) -> "Result":
        return cls.WHITE_WINS if white else cls.BLACK_WINS

    @property
    def half_points(self) -> tuple[int, int]:
        """White's and Black's score in half points; a void game scores nothing."""
        return {
            Result.WHITE_WINS: (2, 0),
            Result.BLACK_WINS: (0, 2),
            Result.DRAW: (1, 1),
            Result.BOTH_LOSE: (0, 0),
            Result.VOID: (0, 0),
        }[self]


class EndReason(StrEnum):
    CHECKMATE = "checkmate"
    RESIGNATION = "resignation"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead-position"
    AGREEMENT = "agreement"
    REPETITION = "repetition"
    FIFTY_MOVES = "fifty-moves"
    FIVEFOLD = "fivefold"
    SEVENTY_FIVE_MOVES = "seventy-five-moves"
    FLAG_FALL = "flag-fall"
    BOTH_FLAGS = "both-flags"
    LATENESS = "lateness"
    ILLEGAL_MOVE = "illegal-move"
    QUICKPLAY_FINISH = "quickplay-finish"
    SEALED_MOVE = "sealed-move"
    PENALTY = "penalty"
    DISOBEDIENCE = "disobedience"
    DEVICE = "device"
    WRONG_START = "wrong-start"
    POSITION_LOST = "position-lost"
    ARBITER = "arbiter"
    SIGNED = "signed"
    """Both players signed another result than the one that the game had ended with."""


Beside: TypeAlias = Literal["points", "lack-of-mate", ""]
"""What belongs to the telling of an end beside its result and reason, if anything does."""

_LOST_UNLESS_SAFE = frozenset(
    {
        EndReason.FLAG_FALL,
        EndReason.ILLEGAL_MOVE,
        EndReason.QUICKPLAY_FINISH,
        EndReason.RESIGNATION,
        EndReason.SEALED_MOVE,
    }
)
"""The reasons for a loss that is a draw where the opponent can't possibly mate."""
_DRAWN_OTHERWISE = frozenset(
    {Topic.BEYOND_PLAY, Topic.QUICKPLAY_FINISH, Topic.QUICKPLAY_WITHOUT_ARBITER}
)
"""The articles that draw a game for one of these reasons whoever could still mate."""


def told_beside(
    result: Result, reason: EndReason, half_points: tuple[int, int] | None, by: Topic
) -> Beside:
    """Return what must be told with an end; `half_points` None are those of the result.

    `by` is the topic of the article: an illegal move also draws a game that nobody can go on with,
    and a quickplay finish one that is not being won.
    """
    if half_points not in (None, result.half_points):
        return "points"
    is_draw = result is Result.DRAW and by not in _DRAWN_OTHERWISE
    return "lack-of-mate" if is_draw and reason in _LOST_UNLESS_SAFE else ""
