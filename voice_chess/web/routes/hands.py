"""Help with a player's own board: how the hands make a move, and where it differs from the game."""

from voice_chess.game.state import Game
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.speech.generation import hand_words
from voice_chess.tactile.guide import Movement, corrections, movements
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.web.messages.rest import BoardCompared


def steps_of(game: Game, ply: int, language: Language, peg_set: PegSet) -> list[str] | None:
    """Return the movements of the hands for one half-move, in order; None without such a move."""
    move = _move(game, ply)
    if move is None:
        return None
    before, uci = move
    return _told(movements(PegBoard.from_fen(before.fen), uci), language, peg_set)


def compared(game: Game, board: PegBoard, language: Language, peg_set: PegSet) -> BoardCompared:
    """Compare a player's board with the game's: the differences, and the steps to correct it."""
    wanted = PegBoard.from_fen(game.position.fen)
    differences = board.differences(wanted)
    return BoardCompared(
        differences=[hand_words.difference(hole, language, peg_set).text for hole in differences],
        steps=_told(corrections(board, wanted), language, peg_set),
    )


def _move(game: Game, ply: int) -> tuple[Position, str] | None:
    """Return the position before a move, and the move: one made, or one not yet pressed."""
    position, announced = game.position, game.turn.announcement
    if 1 <= ply <= len(position.moves):
        return position.rewound(ply - 1), position.moves[ply - 1]
    if ply == len(position.moves) + 1 and announced and position.is_legal(announced.uci):
        return position, announced.uci
    if ply == len(position.moves) + 2 and game.reply is not None:
        return game.before_reply, game.reply
    return None


def _told(steps: tuple[Movement, ...], language: Language, peg_set: PegSet) -> list[str]:
    return [hand_words.step(movement, language, peg_set).text for movement in steps]
