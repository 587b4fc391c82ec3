"""Can a side mate by any possible series of legal moves: yes, no, or nobody knows.

Never a guess: material that is too little, walls that nothing can open and a search that ran dry
say no; a mate that was found says yes; all else goes to the arbiter.
"""

from enum import StrEnum

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
