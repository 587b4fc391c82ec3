"""One player's own board as it feels itself: when a lift is a touch, and when a move stands.

After the opponent's move the board is behind the game until the player has made that move on it,
too. What they lift until then is no touch; from then on it is.
"""

from dataclasses import dataclass, replace
from typing import Self

from voice_chess.game.moves import ExecuteMove
from voice_chess.game.state import Game, InPlay
from voice_chess.game.table import Role
from voice_chess.game.touch import TouchPieces
from voice_chess.tactile.guide import Lift, made, movements
from voice_chess.tactile.peg_board import HoleDifference, NotPossible, PegBoard
from voice_chess.tactile.sensing import (
    Felt,
    Lifted,
    executed,
    felt,
    is_executed,
    turned,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardWatch:
    """`board` is None until the sensor has told everything once, and when it is lost.

    `level_at` is the number of moves of the game with which the board last agreed. `is_turned`: it
    lies the other way round than its sensor tells, as was seen when it stood so as the game.
    """

    white: bool
    board: PegBoard | None = None
    level_at: int | None = None
    is_turned: bool = False

    @property
    def by(self) -> Role:
        return Role.player(white=self.white)

    def righted(self, happening: Felt) -> Felt:
        """What the sensor has told, by the squares of the board as it lies."""
        return turned(happening) if self.is_turned else happening

    def felt(self, happening: Felt, game: Game) -> Self:
        """The watch when this was felt; no board stands as the game both ways round."""
        board = felt(self.board or PegBoard(), happening)
        if not board.turned().differences(board_of(game)):
            righted = replace(self, board=board.turned(), is_turned=not self.is_turned)
            return righted.compared(game)
        return replace(self, board=board).compared(game)

    def compared(self, game: Game) -> Self:
        """The watch when the game has gone on, too."""
        if self.board is None or self.board.differences(board_of(game)):
            return self
        return replace(self, level_at=len(game.position.moves))

    def lost(self) -> Self:
        return replace(self, board=None, level_at=None, is_turned=False)

    def touch(self, happening: Felt, game: Game, at_ms: int) -> TouchPieces | None:
        """The command for a lift that touches: by the mover, on a board that was level before."""
        if not isinstance(happening, Lifted) or not self._may_touch(game):
            return None
        square = happening.square
        is_new = square not in game.turn.touched
        if not is_new or game.position.piece_at(square) != happening.piece:
            return None
        if square == _castles_alone(game):
            return None
        return TouchPieces(by=self.by, at_ms=at_ms, squares=(square,))

    def execution(self, game: Game, at_ms: int) -> ExecuteMove | None:
        """The command once the announced move, and nothing else, stands on the mover's board.

        While the clocks stand, it waits for them.
        """
        announced = game.turn.announcement
        if self.board is None or announced is None or announced.is_executed:
            return None
        if not isinstance(game.phase, InPlay) or not game.clock.is_running:
            return None
        is_theirs = game.white_to_move == self.white
        if is_theirs and is_executed(board_of(game), self.board, announced.uci):
            return ExecuteMove(by=self.by, at_ms=at_ms)
        return None

    def contradiction(self, game: Game) -> str | None:
        """The legal move that stands on the mover's board in place of the announced one."""
        announced = game.turn.announcement
        if self.board is None or announced is None or game.white_to_move != self.white:
            return None
        found = executed(board_of(game), self.board, game.position.legal_moves)
        return next((uci for uci in found if uci != announced.uci), None)

    def differences(self, game: Game) -> tuple[HoleDifference, ...]:
        """Where the board is not as in the game, an announced move made or not."""
        if self.board is None:
            return ()
        return without_announced(self.board, game).differences(board_of(game))

    def has_made(self, game: Game) -> bool:
        """The mover's announced move is on it, whatever else is."""
        if self.board is None or game.white_to_move != self.white:
            return False
        return without_announced(self.board, game) != self.board

    def _may_touch(self, game: Game) -> bool:
        is_on_move = isinstance(game.phase, InPlay) and game.white_to_move == self.white
        return is_on_move and game.clock.is_running and self.level_at == len(game.position.moves)


def _castles_alone(game: Game) -> str | None:
    """Where the rook stands that alone is moved to castle as announced: the king stays.

    To touch it first would forbid what it is touched for; only Chess960 knows such a castling.
    """
    announced = game.turn.announcement
    if announced is None or not game.position.is_legal(announced.uci):
        return None
    first = movements(board_of(game), announced.uci)[0]
    is_castling = game.position.facts(announced.uci).castling is not None
    return first.square if is_castling and isinstance(first, Lift) and first.piece in "Rr" else None


def board_of(game: Game) -> PegBoard:
    """How a board must stand after the completed moves."""
    return PegBoard.from_fen(game.position.fen)


def without_announced(board: PegBoard, game: Game) -> PegBoard:
    """The board as it was before the announced move, where that is made on it."""
    before, announced = board_of(game), game.turn.announcement
    if announced is None:
        return board
    try:
        changed = made(before, announced.uci).differences(before)
    except NotPossible:
        return board
    if any(board.at(hole.square) != hole.here for hole in changed):
        return board
    for hole in changed:
        board = board.with_piece(hole.square, hole.there)
    return board
