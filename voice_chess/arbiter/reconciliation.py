"""Two boards that differ: what both scores prove, and what the arbiter then does."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from voice_chess.game.irregularities import BoardCorrected, CorrectBoard
from voice_chess.game.state import Game
from voice_chess.laws.edition import Citation, Edition
from voice_chess.laws.position import Position
from voice_chess.laws.topics import Topic
from voice_chess.tactile.peg_board import HoleDifference, PegBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardsAgree:
    """Nothing to put right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustBoard:
    """The scores agree, so this player's board is brought to what they wrote."""

    white: bool
    differences: tuple[HoleDifference, ...]
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBackTo:
    """The scores differ too: back to the last move both wrote, clocks by the arbiter."""

    moves_kept: int
    because: Citation


Reconciliation = BoardsAgree | tuple[AdjustBoard, ...] | GoBackTo


def reconcile(
    edition: Edition,
    start: Position,
    *,
    boards: tuple[PegBoard, PegBoard],
    scores: tuple[Sequence[str], Sequence[str]],
) -> Reconciliation:
    """White's and Black's board and score in that order; scores are moves in UCI from `start`.

    Scores that differ matter only beside boards that do: where both have the same before them,
    only somebody's writing is wrong.
    """
    white_board, black_board = boards
    white_score, black_score = scores
    if tuple(white_score) != tuple(black_score):
        if not white_board.differences(black_board):
            return BoardsAgree()
        return GoBackTo(
            moves_kept=_agreed(start, white_score, black_score),
            because=edition.cite(Topic.SCORES_DIFFER),
        )
    written = Position.after(white_score, start_fen=start.fen, chess960=start.chess960)
    wanted = PegBoard.from_fen(written.fen)
    adjustments = tuple(
        AdjustBoard(white=white, differences=found, because=edition.cite(Topic.POSITIONS_DIFFER))
        for white, board in zip((True, False), boards, strict=True)
        if (found := board.differences(wanted))
    )
    return adjustments or BoardsAgree()


def board_corrected(game: Game, command: CorrectBoard) -> tuple[BoardCorrected, ...]:
    """The game stays as it is; that a board was put right is on record."""
    because = game.edition.cite(Topic.POSITIONS_DIFFER)
    return (BoardCorrected(white=command.white, because=because, at_ms=command.at_ms),)


def _agreed(start: Position, one: Sequence[str], other: Sequence[str]) -> int:
    """How many moves from the start both scores give alike, and legally."""
    position, count = start, 0
    for mine, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)):
        if not position.is_legal(mine):
            break
        position, count = position.played(mine), count + 1
    return count
