"""Can a side mate by any possible series of legal moves: yes, no, or nobody knows.

Never a guess: material that is too little, walls that nothing can open and a search that ran dry
say no; a mate that was found says yes; all else goes to the arbiter.
"""

from enum import StrEnum

import chess

from voice_chess.laws.helpmate_search import finds_mate
from voice_chess.laws.mating_nets import could_be_mated
from voice_chess.laws.position import Position


class MatingChance(StrEnum):
    YES = "yes"
    NO = "no"
    UNDETERMINED = "undetermined"


ANSWERS = {True: MatingChance.YES, False: MatingChance.NO, None: MatingChance.UNDETERMINED}


def mating_chance(position: Position, *, white: bool) -> MatingChance:
    """Whether that side can still mate, with the opponent helping as much as they can."""
    board = position.board
    if position.is_beyond_play:
        return MatingChance.UNDETERMINED
    if position.is_checkmate:
        return ANSWERS[position.white_to_move != white]
    if position.is_stalemate or board.has_insufficient_material(white):
        return MatingChance.NO
    if not could_be_mated(board, white=not white):
        return MatingChance.NO
    return ANSWERS[finds_mate(board, white=white)]


def is_dead(position: Position) -> bool:
    """True when it is certain at once that neither side can mate any more.

    After every move there is time for the material and for a closed wall of pawns only; what
    this leaves open an arbiter may still declare.
    """
    if position.is_checkmate or position.is_beyond_play:
        return False
    board = position.board
    if board.is_insufficient_material():
        return True
    return _is_walled(board) and not any(could_be_mated(board, white=w) for w in (True, False))


def _is_walled(board: chess.Board) -> bool:
    """Only kings, bishops and pawns, and no pawn can step forward: worth a closer look."""
    if board.knights | board.rooks | board.queens or not board.pawns:
        return False
    white = board.pawns & board.occupied_co[chess.WHITE]
    black = board.pawns & board.occupied_co[chess.BLACK]
    return not (white << 8 | black >> 8) & ~board.occupied
