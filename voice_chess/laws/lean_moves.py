"""Generates the positions after all legal moves as cheaply as possible, for the mate searches.

A search that looks at a hundred thousand moves spends most of its time making them. python-chess
stores what it needs to take a move back, and it must make a move before the search can tell whether
the position after it is new. Here a move is only that position, as the few numbers that identify
it; the search sets up a board only if the position is new. For the rare moves, castling and en
passant captures, this module calls python-chess.
"""

from collections.abc import Iterable

import chess

from voice_chess.laws.bitboards import SECOND_RANK, Bits, pawn_attacks, unattacked

Place = tuple[bool, Bits, Bits, Bits, Bits, Bits, Bits, Bits, Bits, chess.Square | None]
"""A position: whether White is to move; pawns, knights, bishops, rooks, queens, kings; White's
pieces; the rooks that may still castle; the en passant square or None."""
Step = tuple[Place, chess.Square]
"""The position after a legal move, and the target square of the move."""

PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


class _LeanBoard(chess.Board):
    """A board without a move stack, whose castling rights are already cleaned."""

    def clean_castling_rights(self) -> Bits:
        """Return the castling rights without checking where kings and rooks stand."""
        return self.castling_rights


def place_of(board: chess.Board) -> Place:
    """Return the position on a board; an en passant square that no pawn can use is left out."""
    return (
        board.turn,
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.clean_castling_rights(),
        board.ep_square if board.has_pseudo_legal_en_passant() else None,
    )


def board_at(place: Place) -> chess.Board:
    """Set up the board of a position; castling works by the rook's square, as in Chess960."""
    board = _LeanBoard.__new__(_LeanBoard)
    turn, pawns, knights, bishops, rooks, queens, kings, white, rights, ep_square = place
    occupied = pawns | knights | bishops | rooks | queens | kings
    board.turn, board.castling_rights, board.ep_square = turn, rights, ep_square
    board.pawns, board.knights, board.bishops = pawns, knights, bishops
    board.rooks, board.queens, board.kings = rooks, queens, kings
    board.occupied, board.occupied_co = occupied, [occupied & ~white, white]
    board.promoted, board.chess960 = 0, True
    board.halfmove_clock, board.fullmove_number = 0, 1
    return board


def steps(board: chess.Board) -> list[Step]:
    """Return the position after every legal move, with the move's target square."""
    turn, own = board.turn, board.occupied_co[board.turn]
    king = (board.kings & own).bit_length() - 1
    checkers = board.attackers_mask(not turn, king)
    allowed = ~own & (_answers(king, checkers) if checkers else chess.BB_ALL)
    pinned = _pinned(board, king)
    found: list[Step] = []
    movers = own & ~board.pawns | _able_pawns(board)
    while movers:
        start = movers.bit_length() - 1
        here = chess.BB_SQUARES[start]
        movers ^= here
        if start == king:
            goals = chess.BB_KING_ATTACKS[king] & ~own
            goals = unattacked(board, goals, white=not turn, occupied=board.occupied ^ here)
            _add(found, board, (chess.KING, chess.KING), here, goals)
            continue
        here_allowed = allowed & chess.ray(king, start) if pinned & here else allowed
        if board.pawns & here:
            _add_pawns_steps(found, board, start, here_allowed)
        else:
            kind, attacked = _kind_and_attacks(board, start, here)
            _add(found, board, (kind, kind), here, attacked & here_allowed)
    if board.castling_rights and not checkers:
        found += _pushed(board, board.generate_castling_moves())
    if board.ep_square is not None:
        found += _pushed(board, board.generate_legal_ep())
    return found


def _able_pawns(board: chess.Board) -> Bits:
    """Return the mover's pawns that have an empty square ahead or something to capture."""
    turn, empty = board.turn, ~board.occupied
    able = pawn_attacks(board.occupied_co[not turn], white=not turn)
    able |= empty >> len(chess.FILE_NAMES) if turn else empty << len(chess.FILE_NAMES)
    return board.pawns & board.occupied_co[turn] & able


def _answers(king: chess.Square, checkers: Bits) -> Bits:
    """Return where a piece ends a check, by capture or by blocking; nowhere if it is double."""
    if checkers & (checkers - 1):
        return 0
    return checkers | chess.between(king, checkers.bit_length() - 1)


def _pinned(board: chess.Board, king: chess.Square) -> Bits:
    """Return the mover's pieces that stand alone between their king and an enemy line piece."""
    lines = (board.bishops | board.rooks | board.queens) & board.occupied_co[not board.turn]
    return board._slider_blockers(king) if lines else 0  # noqa: SLF001 - nothing public tells it


def _kind_and_attacks(
    board: chess.Board, square: chess.Square, here: Bits
) -> tuple[chess.PieceType, Bits]:
    """Return the kind of the piece on a square, which is no king or pawn, and what it attacks."""
    if board.knights & here:
        return chess.KNIGHT, chess.BB_KNIGHT_ATTACKS[square]
    occupied = board.occupied
    if board.bishops & here:
        return chess.BISHOP, chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    attacked = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
    attacked |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    if board.rooks & here:
        return chess.ROOK, attacked
    attacked |= chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    return chess.QUEEN, attacked


def _add_pawns_steps(
    found: list[Step], board: chess.Board, start: chess.Square, allowed: Bits
) -> None:
    """Add every move of one pawn except en passant captures."""
    turn, empty, here = board.turn, ~board.occupied, chess.BB_SQUARES[start]
    goals = chess.BB_PAWN_ATTACKS[turn][start] & board.occupied_co[not turn]
    ahead = (here << 8 if turn else here >> 8) & empty
    goals = (goals | ahead) & allowed
    if goals & chess.BB_BACKRANKS:
        for kind in PROMOTIONS:
            _add(found, board, (chess.PAWN, kind), here, goals)
        return
    _add(found, board, (chess.PAWN, chess.PAWN), here, goals)
    if ahead and here & SECOND_RANK[turn]:
        further = (ahead << 8 if turn else ahead >> 8) & empty & allowed
        passed = start + 8 if turn else start - 8
        _add(found, board, (chess.PAWN, chess.PAWN), here, further)
        takers = chess.BB_PAWN_ATTACKS[turn][passed] & board.pawns & board.occupied_co[not turn]
        if further and takers:
            place, goal = found[-1]
            found[-1] = (*place[:-1], passed), goal


def _add(
    found: list[Step],
    board: chess.Board,
    kinds: tuple[chess.PieceType, chess.PieceType],
    here: Bits,
    goals: Bits,
) -> None:
    """Add a piece's move from `here` to each goal; `kinds` is its kind before and after."""
    if not goals:
        return
    turn, theirs, white = board.turn, board.occupied_co[not board.turn], board.occupied_co[True]
    left = [board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings]
    left[kinds[0] - 1] ^= here
    if turn:
        white ^= here
    rights = board.castling_rights & ~here
    if kinds[0] == chess.KING:
        rights &= theirs
    index = kinds[1] - 1
    while goals:
        goal = goals.bit_length() - 1
        there = chess.BB_SQUARES[goal]
        goals ^= there
        pieces = [kind & ~there for kind in left] if theirs & there else left.copy()
        pieces[index] |= there
        pawns, knights, bishops, rooks, queens, kings = pieces
        whites = white | there if turn else white & ~there
        still = rights & ~there
        place = (not turn, pawns, knights, bishops, rooks, queens, kings, whites, still, None)
        found.append((place, goal))


def _pushed(board: chess.Board, moves: Iterable[chess.Move]) -> list[Step]:
    """Return the positions after these moves, made by python-chess."""
    found = []
    for move in moves:
        pushed = board.copy(stack=False)
        pushed.push(move)
        found.append((place_of(pushed), move.to_square))
    return found
