"""Generates the legal moves of a board in UCI, in python-chess's order and a third of its time.

The program needs the list once for every move of a game. In most positions there is no check, and
most pieces are not pinned. Such a piece can go wherever it attacks, so its moves need no test, and
their texts come from a cache.
"""

from functools import lru_cache

import chess

_MOST_KNOWN = 16_384
"""Size of each cache from a square and its goals to texts of moves; a game needs some hundreds."""
_FROM_TO = [[start + goal for goal in chess.SQUARE_NAMES] for start in chess.SQUARE_NAMES]
"""Texts of moves in UCI, indexed by start and goal; all positions share these strings."""
_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8


def legal_moves(board: chess.Board, *, is_check: bool) -> tuple[str, ...]:
    """Return the same moves as `chess.Board.legal_moves`; `is_check`: the mover is in check."""
    own = board.occupied_co[board.turn]
    kings = board.kings & own
    if kings.bit_count() != 1 or is_check:
        return tuple([_written(move) for move in board.legal_moves])
    lines = _lines_of_pinned(board, kings.bit_length() - 1)
    found: list[str] = []
    remaining = own & ~board.pawns
    while remaining:
        start = remaining.bit_length() - 1
        remaining ^= chess.BB_SQUARES[start]
        goals = _goals_of_piece(board, start) & ~own
        found += _moves(start, goals & lines[start] if start in lines else goals)
    if board.castling_rights:
        found += [_written(move) for move in board.generate_castling_moves()]
    found += _moves_of_pawns(board, lines)
    if board.ep_square:
        found += [_written(move) for move in board.generate_legal_ep()]
    return tuple(found)


def _goals_of_piece(board: chess.Board, start: chess.Square) -> int:
    """Return the squares that a piece other than a pawn can reach, ignoring pins and own pieces."""
    square = chess.BB_SQUARES[start]
    if square & board.knights:
        return chess.BB_KNIGHT_ATTACKS[start]
    if square & board.kings:
        return _safe(board, chess.BB_KING_ATTACKS[start] & ~board.occupied_co[board.turn])
    goals, occupied = 0, board.occupied
    if square & (board.bishops | board.queens):
        goals = chess.BB_DIAG_ATTACKS[start][chess.BB_DIAG_MASKS[start] & occupied]
    if square & (board.rooks | board.queens):
        goals |= chess.BB_RANK_ATTACKS[start][chess.BB_RANK_MASKS[start] & occupied]
        goals |= chess.BB_FILE_ATTACKS[start][chess.BB_FILE_MASKS[start] & occupied]
    return goals


def _safe(board: chess.Board, goals: int) -> int:
    """Return those of these squares that the other side does not attack."""
    safe = goals
    while goals:
        goal = goals.bit_length() - 1
        goals ^= chess.BB_SQUARES[goal]
        if board.attackers_mask(not board.turn, goal):
            safe ^= chess.BB_SQUARES[goal]
    return safe


def _moves_of_pawns(board: chess.Board, lines: dict[chess.Square, int]) -> list[str]:
    """Return the pawns' moves in the library's order: captures, single steps, double steps."""
    pawns, free = board.pawns & board.occupied_co[board.turn], chess.BB_ALL & ~board.occupied
    attacks, others = chess.BB_PAWN_ATTACKS[board.turn], board.occupied_co[not board.turn]
    found: list[str] = []
    remaining = pawns
    while remaining:
        start = remaining.bit_length() - 1
        remaining ^= chess.BB_SQUARES[start]
        taken = attacks[start] & others
        if taken:
            found += _moves_of_pawn(start, taken & lines.get(start, chess.BB_ALL))
    if board.turn == chess.WHITE:
        step, single = 8, pawns << 8 & free
        double = single << 8 & free & (chess.BB_RANK_3 | chess.BB_RANK_4)
    else:
        step, single = -8, pawns >> 8 & free
        double = single >> 8 & free & (chess.BB_RANK_6 | chess.BB_RANK_5)
    return found + _steps(single, step, lines) + _steps(double, 2 * step, lines)


def _steps(goals: int, length: int, lines: dict[chess.Square, int]) -> list[str]:
    """Return the pawns' steps to these goals; `length` is the step in square numbers, signed."""
    found: list[str] = []
    while goals:
        goal = goals.bit_length() - 1
        start, square = goal - length, chess.BB_SQUARES[goal]
        goals ^= square
        if start in lines and not lines[start] & square:
            continue
        if square & _LAST_RANKS:
            found += _moves_of_pawn(start, square)
        else:
            found.append(_FROM_TO[start][goal])
    return found


def _lines_of_pinned(board: chess.Board, king: chess.Square) -> dict[chess.Square, int]:
    """Map the square of each pinned piece to the line through king and attacker it must keep to."""
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
    """Return the texts of the moves from a square to each of these goals."""
    return tuple(_FROM_TO[start][goal] for goal in chess.scan_reversed(goals))


@lru_cache(_MOST_KNOWN)
def _moves_of_pawn(start: chess.Square, goals: int) -> tuple[str, ...]:
    """Return the texts of a pawn's moves, each promotion with every piece."""
    moves = _moves(start, goals)
    return tuple(move + kind for move in moves for kind in "qrbn") if goals & _LAST_RANKS else moves


def _written(move: chess.Move) -> str:
    return move.uci() if move.promotion else _FROM_TO[move.from_square][move.to_square]
