"""Decides on draws without agreement: those that a player may claim, and automatic ones."""

from itertools import islice
from typing import Literal

import chess

from voice_chess.laws.edition import Edition
from voice_chess.laws.mating_nets import could_be_mated
from voice_chess.laws.position import Position

ClaimKind = Literal["repetition", "fifty"]
FEW_PIECES, FEW_MOVES = 5, 3
"""The most pieces and moves for which it is checked whether every move takes the last piece."""


def may_claim(position: Position, edition: Edition, kind: ClaimKind) -> bool:
    """Return whether the player to move may claim a draw by the position on the board."""
    rules = edition.rules.draws
    if kind == "repetition":
        return position.occurrences >= rules.repetitions_to_claim
    return position.halfmove_clock >= 2 * rules.moves_to_claim


def may_claim_with(position: Position, edition: Edition, kind: ClaimKind, uci: str) -> bool:
    """Return whether the move that the player to move has written down would allow the claim."""
    return position.is_legal(uci) and may_claim(position.played(uci), edition, kind)


def is_dead(position: Position) -> bool:
    """Return whether a quick check proves that neither side can mate any more.

    This runs after every move, so it looks only at the material, now and after the next move, and
    at closed walls of pawns. Other dead positions are found later, when a player would otherwise
    lose, or an arbiter may declare them.
    """
    if position.is_checkmate or position.is_beyond_play:
        return False
    board = position.board
    if _has_too_little(board) or _must_lose_the_last_piece(board):
        return True
    return _is_walled(board) and not any(could_be_mated(board, white=w) for w in (True, False))


def _must_lose_the_last_piece(board: chess.Board) -> bool:
    """Return whether every legal move leaves too little material: a king must take a rook, say."""
    if chess.popcount(board.occupied) > FEW_PIECES:
        return False
    replies = list(islice(board.legal_moves, FEW_MOVES + 1))
    return 0 < len(replies) <= FEW_MOVES and all(_leaves_too_little(board, m) for m in replies)


def _leaves_too_little(board: chess.Board, move: chess.Move) -> bool:
    if not board.is_capture(move):
        return False
    after = board.copy(stack=False)
    after.push(move)
    return _has_too_little(after)


def _has_too_little(board: chess.Board) -> bool:
    """Return whether neither side has the material to mate; pawns and heavy pieces always do."""
    return not (board.pawns | board.rooks | board.queens) and board.is_insufficient_material()


def _is_walled(board: chess.Board) -> bool:
    """Return whether there are only kings, bishops and pawns, and no pawn can step forward."""
    if board.knights | board.rooks | board.queens or not board.pawns:
        return False
    white = board.pawns & board.occupied_co[chess.WHITE]
    black = board.pawns & board.occupied_co[chess.BLACK]
    return not (white << 8 | black >> 8) & ~board.occupied


def is_fivefold(position: Position, edition: Edition) -> bool:
    """Return whether the position has occurred so often that the game ends by itself."""
    limit = edition.rules.draws.repetitions_drawn
    return limit is not None and position.occurrences >= limit


def is_seventy_five_move_draw(position: Position, edition: Edition) -> bool:
    """Return whether the edition's limit is reached, unless the last move gave checkmate."""
    limit = edition.rules.draws.moves_drawn
    return limit is not None and position.halfmove_clock >= 2 * limit and not position.is_checkmate


def wrong_claim_deduction_ms(left_ms: int, edition: Edition) -> int:
    """Return how much of their own time an incorrect claim costs the claimant, in ms, perhaps 0."""
    deduction = edition.rules.claims.deduction
    if deduction is None:
        return 0
    return max(0, min(left_ms // 2, deduction.most_ms, left_ms - deduction.least_left_ms))
