"""Finds the legal moves that a player may still choose after touching pieces on purpose."""

from collections.abc import Iterable, Sequence

from voice_chess.laws.castling import castling_goal, castling_rook
from voice_chess.laws.position import Position


def moves_allowed(position: Position, touched: Sequence[str]) -> tuple[str, ...]:
    """Return the legal moves left after touching these squares in this order; all if none binds.

    King before rook means castling with that rook, whatever is touched later; rook before king
    forbids it. The first own piece must take the first foreign piece touched if it can. Otherwise
    the first piece touched that can be moved or captured binds.
    """
    legal = position.legal_moves
    own = [square for square in touched if _is_own(position, square)]
    foreign = [square for square in touched if _is_foreign(position, square)]
    castling = _castlings(position, legal)
    if len(own) > 1 and not foreign and _is_king_and_rook(position, own[:2]):
        return _king_and_rook(position, own, castling)
    if own and foreign:
        together = _castlings_by(position, castling, touched) or _captures(
            position, legal, own[0], foreign[0]
        )
        if together:
            return together
    for square in touched:
        moves = _moves_with(position, legal, square)
        if moves:
            return moves
    return legal


def leaves_free(position: Position, touched: Sequence[str]) -> bool:
    """Return whether none of the pieces on these squares can be moved or captured."""
    return not any(_moves_with(position, position.legal_moves, square) for square in touched)


def moves_after_release(position: Position, uci: str) -> tuple[str, ...]:
    """Return the legal moves that fit a piece let go on its new square; may be empty.

    A pawn let go on the last rank leaves the choice of the new piece. A king let go where castling
    takes it leaves castling on that side; in Chess960 it may have gone there as its ordinary step.
    """
    exact = (uci,) if position.is_legal(uci) else ()
    if exact and not (position.chess960 and _kind(position, uci[:2]) == "K"):
        return exact
    from_there = _starting(position.legal_moves, uci[:2])
    castling = tuple(move for move in from_there if castling_goal(position, move) == uci[2:4])
    promotions = tuple(move for move in from_there if move[:-1] == uci)
    return tuple(dict.fromkeys((*exact, *castling, *promotions)))


def is_made_by_release(position: Position, uci: str) -> bool:
    """Return whether letting the piece go has made the move: castling still needs its rook."""
    return moves_after_release(position, uci) == (uci,) and not position.facts(uci).castling


def moves_left(position: Position, touched: Sequence[str], released: str | None) -> tuple[str, ...]:
    """Return the moves that may still be played; a piece let go binds more than touched ones."""
    bound = moves_after_release(position, released) if released else ()
    return bound or moves_allowed(position, touched)


def _king_and_rook(
    position: Position, own: Sequence[str], castling: Sequence[str]
) -> tuple[str, ...]:
    """Return the moves after touching both; a king touched first castles with that rook or moves.

    A rook touched first rules out castling on its side.
    """
    first, second = own[:2]
    is_king_first = _kind(position, first) == "K"
    king, rook = (first, second) if is_king_first else (second, first)
    legal = position.legal_moves
    if is_king_first:
        return _castlings_by(position, castling, own) or _starting(legal, king) or legal
    that_way = tuple(uci for uci in castling if (uci[2] > king[0]) == (rook[0] > king[0]))
    others = tuple(uci for uci in legal if uci not in that_way)
    return _starting(others, rook) or _starting(others, king) or others or legal


def _castlings_by(
    position: Position, castling: Sequence[str], touched: Sequence[str]
) -> tuple[str, ...]:
    """Return the castlings with the king touched first and the rook touched second."""
    king, rook = touched[:2]
    return tuple(
        uci for uci in castling if uci[:2] == king and castling_rook(position, uci) == rook
    )


def asks_for_castling(position: Position, touched: Sequence[str]) -> bool:
    """Return whether the own pieces touched first are king and rook, in whichever order."""
    own = [square for square in touched if _is_own(position, square)]
    return _is_king_and_rook(position, own[:2])


def as_if_in_order(position: Position, together: Sequence[str]) -> tuple[str, ...]:
    """Order pieces touched at once: the player's own count as first, and a king before a rook."""
    own = [square for square in together if _is_own(position, square)]
    others = [square for square in together if square not in own]
    if _is_king_and_rook(position, own[:2]):
        own = [*sorted(own[:2], key=lambda square: _kind(position, square) != "K"), *own[2:]]
    return (*own, *others)


def _moves_with(position: Position, legal: Iterable[str], square: str) -> tuple[str, ...]:
    if _is_own(position, square):
        return _starting(legal, square)
    return tuple(uci for uci in legal if _taken_at(position, uci) == square)


def _captures(position: Position, legal: Iterable[str], own: str, foreign: str) -> tuple[str, ...]:
    return tuple(uci for uci in _starting(legal, own) if _taken_at(position, uci) == foreign)


def _taken_at(position: Position, uci: str) -> str | None:
    """Return the square of the captured piece, which en passant is beside the target; or None."""
    facts = position.facts(uci)
    if facts.captured is None:
        return None
    return facts.to_square[0] + facts.from_square[1] if facts.is_en_passant else facts.to_square


def _starting(legal: Iterable[str], square: str) -> tuple[str, ...]:
    return tuple(uci for uci in legal if uci[:2] == square)


def _castlings(position: Position, legal: Iterable[str]) -> tuple[str, ...]:
    kings = [uci for uci in legal if _kind(position, uci[:2]) == "K"]
    return tuple(uci for uci in kings if position.facts(uci).castling)


def _is_king_and_rook(position: Position, squares: Sequence[str]) -> bool:
    return {_kind(position, square) for square in squares} == {"K", "R"}


def _kind(position: Position, square: str) -> str | None:
    piece = position.piece_at(square)
    return piece.upper() if piece else None


def _is_own(position: Position, square: str) -> bool:
    piece = position.piece_at(square)
    return piece is not None and piece.isupper() == position.white_to_move


def _is_foreign(position: Position, square: str) -> bool:
    piece = position.piece_at(square)
    return piece is not None and piece.isupper() != position.white_to_move
