"""Reconciles two boards that differ, by what both players' scores prove."""

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
    """There is nothing to put right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustBoard:
    """The scores agree, so this player's board is set to the position that they give."""

    white: bool
    differences: tuple[HoleDifference, ...]
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBackTo:
    """The scores differ too: go back to the last move that both wrote; the arbiter sets clocks."""

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
    """Return how to reconcile White's and Black's boards and scores, in that order.

    Scores are moves in UCI from `start`. Scores that differ matter only if the boards differ too;
    if the boards are the same, only the writing is wrong.
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
    """Record that a board was put right; the game itself does not change."""
    because = game.edition.cite(Topic.POSITIONS_DIFFER)
    return (BoardCorrected(white=command.white, because=because, at_ms=command.at_ms),)


def _agreed(start: Position, one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many moves from the start are the same in both scores, and legal."""
    position, count = start, 0
    for mine, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)):
        if not position.is_legal(mine):
            break
        position, count = position.played(mine), count + 1
    return count
