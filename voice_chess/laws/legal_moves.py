"""All legal moves of a board in UCI: the library's, in its order, at a third of what it takes.

Every move of a game asks for them once. Most positions have no check, and most pieces are not
pinned: what such a piece attacks it may go to, and the texts of those moves are known from before.
"""

from functools import lru_cache

import chess

_MOST_KNOWN = 16_384
"""Of squares with their goals, whose moves are remembered; a game has some hundreds."""
_FROM_TO = [[start + goal for goal in chess.SQUARE_NAMES] for start in chess.SQUARE_NAMES]
"""Moves as the library writes them, in texts that all positions share."""
_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8


def legal_moves(board: chess.Board) -> tuple[str, ...]:
    """As `chess.Board.legal_moves` has them."""
    kings = board.kings & board.occupied_co[board.turn]
    if chess.popcount(kings) != 1 or board.is_check():
        return tuple([_written(move) for move in board.legal_moves])
    king = chess.msb(kings)
    lines = _lines_of_pinned(board, king)
    found: list[str] = []
    for start, goals in _goals_of_pieces(board, king):
        found += _moves(start, goals & lines.get(start, chess.BB_ALL))
    if board.castling_rights:
        found += [_written(move) for move in board.generate_castling_moves()]
    for start, goals in _goals_of_pawns(board):
        found += _moves_of_pawn(start, goals & lines.get(start, chess.BB_ALL))
    if board.ep_square:
        found += [_written(move) for move in board.generate_legal_ep()]
    return tuple(found)


def _goals_of_pieces(board: chess.Board, king: chess.Square) -> list[tuple[chess.Square, int]]:
    """Where each piece but the pawns may go, apart from its pin."""
    own = board.occupied_co[board.turn]
    found = []
    for start in chess.scan_reversed(own & ~board.pawns):
        goals = board.attacks_mask(start) & ~own
        if start == king:
            for goal in chess.scan_reversed(goals):
                if board.is_attacked_by(not board.turn, goal):
                    goals &= ~chess.BB_SQUARES[goal]
        found.append((start, goals))
    return found


def _goals_of_pawns(board: chess.Board) -> list[tuple[chess.Square, int]]:
    """In the library's order: what each takes, then each step, then each double step."""
    pawns, free = board.pawns & board.occupied_co[board.turn], chess.BB_ALL & ~board.occupied
    attacks, others = chess.BB_PAWN_ATTACKS[board.turn], board.occupied_co[not board.turn]
    found = [
        (start, attacks[start] & others)
        for start in chess.scan_reversed(pawns)
        if attacks[start] & others
    ]
    if board.turn == chess.WHITE:
        step, single = 8, pawns << 8 & free
        double = single << 8 & free & (chess.BB_RANK_3 | chess.BB_RANK_4)
    else:
        step, single = -8, pawns >> 8 & free
        double = single >> 8 & free & (chess.BB_RANK_6 | chess.BB_RANK_5)
    for length, goals in ((step, single), (2 * step, double)):
        found += [(goal - length, chess.BB_SQUARES[goal]) for goal in chess.scan_reversed(goals)]
    return found


def _lines_of_pinned(board: chess.Board, king: chess.Square) -> dict[chess.Square, int]:
    """By the squares of pinned pieces: the line between king and attacker, which each keeps to."""
    straight = chess.BB_RANK_ATTACKS[king][0] | chess.BB_FILE_ATTACKS[king][0]
    pinning = straight & (board.rooks | board.queens)
    pinning |= chess.BB_DIAG_ATTACKS[king][0] & (board.bishops | board.queens)
    lines: dict[chess.Square, int] = {}
    for attacker in chess.scan_reversed(pinning & board.occupied_co[not board.turn]):
        between = chess.between(king, attacker) & board.occupied
        if between & board.occupied_co[board.turn] and not between & (between - 1):
            lines[chess.msb(between)] = chess.ray(king, attacker)
    return lines


@lru_cache(_MOST_KNOWN)
def _moves(start: chess.Square, goals: int) -> tuple[str, ...]:
    """From there to each of these squares."""
    return tuple(_FROM_TO[start][goal] for goal in chess.scan_reversed(goals))


@lru_cache(_MOST_KNOWN)
def _moves_of_pawn(start: chess.Square, goals: int) -> tuple[str, ...]:
    """The same with each piece it may become."""
    moves = _moves(start, goals)
    return tuple(move + kind for move in moves for kind in "qrbn") if goals & _LAST_RANKS else moves


def _written(move: chess.Move) -> str:
    return move.uci() if move.promotion else _FROM_TO[move.from_square][move.to_square]
