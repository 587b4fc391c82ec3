"""Draws that need no agreement: what may be claimed, and what ends a game by itself."""

from itertools import islice
from typing import Literal

import chess

from voice_chess.laws.edition import Edition
from voice_chess.laws.mating_nets import could_be_mated
from voice_chess.laws.position import Position

ClaimKind = Literal["repetition", "fifty"]


def may_claim(position: Position, edition: Edition, kind: ClaimKind) -> bool:
    """True when the player to move can claim on the position standing on the board."""
    rules = edition.rules.draws
    if kind == "repetition":
        return position.occurrences >= rules.repetitions_to_claim
    return position.halfmove_clock >= 2 * rules.moves_to_claim


def may_claim_with(position: Position, edition: Edition, kind: ClaimKind, uci: str) -> bool:
    """True when the move the player to move has written down would allow the claim."""
    return position.is_legal(uci) and may_claim(position.played(uci), edition, kind)


def is_dead(position: Position) -> bool:
    """True when it is certain at once that neither side can mate any more.

    After every move there is time for the material, on the board or behind the next move, and for
    a closed wall of pawns only. What this leaves open is found when somebody would lose all the
    same, and an arbiter may declare it.
    """
    if position.is_checkmate or position.is_beyond_play:
        return False
    board = position.board
    if board.is_insufficient_material() or _must_lose_the_last_piece(board):
        return True
    return _is_walled(board) and not any(could_be_mated(board, white=w) for w in (True, False))


def _must_lose_the_last_piece(board: chess.Board) -> bool:
    """The few moves there are all leave too little material, as where a king must take a rook."""
    if chess.popcount(board.occupied) > FEW_PIECES:
        return False
    replies = list(islice(board.legal_moves, FEW_MOVES + 1))
    return 0 < len(replies) <= FEW_MOVES and all(_leaves_too_little(board, m) for m in replies)


def _leaves_too_little(board: chess.Board, move: chess.Move) -> bool:
    if not board.is_capture(move):
        return False
    after = board.copy(stack=False)
    after.push(move)
    return after.is_insufficient_material()


def _is_walled(board: chess.Board) -> bool:
    """Only kings, bishops and pawns, and no pawn can step forward: worth a closer look."""
    if board.knights | board.rooks | board.queens or not board.pawns:
        return False
    white = board.pawns & board.occupied_co[chess.WHITE]
    black = board.pawns & board.occupied_co[chess.BLACK]
    return not (white << 8 | black >> 8) & ~board.occupied


def is_fivefold(position: Position, edition: Edition) -> bool:
    """True once the position has appeared as often as ends the game by itself."""
    limit = edition.rules.draws.repetitions_drawn
    return limit is not None and position.occurrences >= limit


def is_seventy_five_move_draw(position: Position, edition: Edition) -> bool:
    """True once the edition's limit is reached, unless the last move gave checkmate."""
    limit = edition.rules.draws.moves_drawn
    return limit is not None and position.halfmove_clock >= 2 * limit and not position.is_checkmate


def wrong_claim_deduction_ms(left_ms: int, edition: Edition) -> int:
    """What an incorrect claim costs the claimant of their own time.

    Where an edition halves it: half, at most three minutes, and never below one minute; a
    minute or less stays untouched.
    """
    if not edition.rules.claims.halves_claimants_time or left_ms <= FLOOR_MS:
        return 0
    return min(left_ms // 2, MOST_MS, left_ms - FLOOR_MS)


FEW_PIECES, FEW_MOVES = 5, 3
FLOOR_MS = 60_000
MOST_MS = 180_000
