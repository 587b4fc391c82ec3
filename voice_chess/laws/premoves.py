"""Lists the moves that a player may plan while the opponent is on move."""

import chess

from voice_chess.laws.position import Position


def as_if_on_move(position: Position) -> Position:
    """Return the same position with the other side to move and without en passant captures."""
    board = position.board.copy(stack=False)
    board.turn = not board.turn
    board.ep_square = None
    return _standing(board, position)


def premoves(position: Position) -> tuple[str, ...]:
    """Return the moves that the side not on move may plan.

    These are the moves that would be legal at once, and recaptures on the squares of its own
    pieces, which the opponent may capture there.
    """
    ahead = as_if_on_move(position)
    own = ahead.board.occupied_co[ahead.board.turn] & ~ahead.board.kings
    taken = (uci for square in chess.SquareSet(own) for uci in _captures_on(square, ahead))
    return (*ahead.legal_moves, *(uci for uci in taken if not ahead.is_legal(uci)))


def _captures_on(square: chess.Square, ahead: Position) -> tuple[str, ...]:
    """Return the captures on a square as if an enemy queen had taken the piece there."""
    board = ahead.board.copy(stack=False)
    board.set_piece_at(square, chess.Piece(chess.QUEEN, not board.turn))
    name = chess.square_name(square)
    return tuple(uci for uci in _standing(board, ahead).legal_moves if uci[2:4] == name)


def _standing(board: chess.Board, position: Position) -> Position:
    """Return a position without a history, because no game need be able to reach it."""
    return Position(
        start_fen=board.fen(), chess960=position.chess960, board=board, keys=((board.fen(),),)
    )
