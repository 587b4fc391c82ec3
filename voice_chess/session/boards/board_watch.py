"""One player's board that senses its pieces: when a lift is a touch, and when a move is executed.

After the opponent's move the board is behind the game until the player has made that move on it,
too. Until then a lift touches nothing; from then on it is a touch in the sense of the Laws.
"""

from dataclasses import dataclass, replace
from typing import Self

from voice_chess.game.moves import ExecuteMove
from voice_chess.game.phases import InPlay
from voice_chess.game.state import Game
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
    """What is known of one player's board, and how it agrees with the game.

    `board` is None until the sensor has reported all pieces, and when it is lost. `level_at` is the
    number of half-moves of the game with which the board last agreed. `is_turned`: the board lies
    the other way round than its sensor reports; its agreement with the game has shown that.
    """

    white: bool
    board: PegBoard | None = None
    level_at: int | None = None
    is_turned: bool = False

    @property
    def by(self) -> Role:
        return Role.player(white=self.white)

    def righted(self, happening: Felt) -> Felt:
        """Return the sensor's report with the squares of the board as it really lies."""
        return turned(happening) if self.is_turned else happening

    def felt(self, happening: Felt, game: Game) -> Self:
        """Return the watch after this report.

        A board that agrees with the game when turned lies the other way: none agrees both ways.
        """
        board = felt(self.board or PegBoard(), happening)
        if not board.turned().differences(board_of(game)):
            righted = replace(self, board=board.turned(), is_turned=not self.is_turned)
            return righted.compared(game)
        return replace(self, board=board).compared(game)

    def compared(self, game: Game) -> Self:
        """Return the watch after a comparison with the game as it is now."""
        if self.board is None or self.board.differences(board_of(game)):
            return self
        return replace(self, level_at=len(game.position.moves))

    def lost(self) -> Self:
        return replace(self, board=None, level_at=None, is_turned=False)

    def touch(self, happening: Felt, game: Game, at_ms: int) -> TouchPieces | None:
        """Return the command for a lift that is a touch, else None.

        It is one by the mover, of a piece not touched yet, on a board that agreed with the game.
        """
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
        """Return the command once the mover's board shows the announced move and nothing else.

        None otherwise, and while the clocks stand.
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
        """Return the legal move on the mover's board in place of the announced one, else None."""
        announced = game.turn.announcement
        if self.board is None or announced is None or game.white_to_move != self.white:
            return None
        found = executed(board_of(game), self.board, game.position.legal_moves)
        return next((uci for uci in found if uci != announced.uci), None)

    def differences(self, game: Game) -> tuple[HoleDifference, ...]:
        """Return the holes that differ from the game, whether or not an announced move is made."""
        if self.board is None:
            return ()
        return without_announced(self.board, game).differences(board_of(game))

    def has_made(self, game: Game) -> bool:
        """Return whether the mover's announced move is made on the board, whatever else differs."""
        if self.board is None or game.white_to_move != self.white:
            return False
        return without_announced(self.board, game) != self.board

    def _may_touch(self, game: Game) -> bool:
        is_on_move = isinstance(game.phase, InPlay) and game.white_to_move == self.white
        return is_on_move and game.clock.is_running and self.level_at == len(game.position.moves)


def _castles_alone(game: Game) -> str | None:
    """Return the rook's square for an announced castling that moves the rook alone, else None.

    Only Chess960 knows it. Touching that rook first would forbid the castling itself.
    """
    announced = game.turn.announcement
    if announced is None or not game.position.is_legal(announced.uci):
        return None
    first = movements(board_of(game), announced.uci)[0]
    is_castling = game.position.facts(announced.uci).castling is not None
    return first.square if is_castling and isinstance(first, Lift) and first.piece in "Rr" else None


def board_of(game: Game) -> PegBoard:
    """Return how a board must stand after the completed moves."""
    return PegBoard.from_fen(game.position.fen)


def without_announced(board: PegBoard, game: Game) -> PegBoard:
    """Return the board as before the announced move; unchanged if that is not made on it."""
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
