"""Moves thought out while the opponent is on move: what may be meant before it is known."""

import chess

from voice_chess.laws.position import Position


def as_if_on_move(position: Position) -> Position:
    """The same position with the other side to move; nobody takes in passing there."""
    board = position.board.copy(stack=False)
    board.turn = not board.turn
    board.ep_square = None
    return _standing(board, position)


def premoves(position: Position) -> tuple[str, ...]:
    """What the side that is not on move may mean to play: each move that may become legal.

    Besides the moves that would be legal at once these are captures on squares of one's own
    pieces, which may be taken there.
    """
    ahead = as_if_on_move(position)
    own = ahead.board.occupied_co[ahead.board.turn] & ~ahead.board.kings
    taken = (uci for square in chess.SquareSet(own) for uci in _captures_on(square, ahead))
    return (*ahead.legal_moves, *(uci for uci in taken if not ahead.is_legal(uci)))


def _captures_on(square: chess.Square, ahead: Position) -> tuple[str, ...]:
    """As if the piece there had been taken by a queen."""
    board = ahead.board.copy(stack=False)
    board.set_piece_at(square, chess.Piece(chess.QUEEN, not board.turn))
    name = chess.square_name(square)
    return tuple(uci for uci in _standing(board, ahead).legal_moves if uci[2:4] == name)


def _standing(board: chess.Board, position: Position) -> Position:
    """Without the moves that led to it: it need not be one that a game can come to."""
    return Position(
        start_fen=board.fen(), chess960=position.chess960, board=board, keys=((board.fen(),),)
    )
