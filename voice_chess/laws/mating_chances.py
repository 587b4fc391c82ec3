"""Decides whether a side can mate by any possible series of legal moves: yes, no or undetermined.

The verdict is never a guess. It is no if the material is insufficient, if nothing can open a wall
of pieces, or if a search has looked at all positions. It is yes if a search found a mate. In all
other cases it is undetermined, and the arbiter decides.
"""

from enum import StrEnum
from functools import lru_cache

from voice_chess.laws.helpmate_search import finds_mate
from voice_chess.laws.mating_nets import could_be_mated
from voice_chess.laws.position import Position


class MatingChance(StrEnum):
    YES = "yes"
    NO = "no"
    UNDETERMINED = "undetermined"


ANSWERS = {True: MatingChance.YES, False: MatingChance.NO, None: MatingChance.UNDETERMINED}


@lru_cache(maxsize=16)
def mating_chance(position: Position, *, white: bool) -> MatingChance:
    """Return whether that side can still mate if the opponent helps as much as they can.

    It is cached, since a resignation is judged when it is asked about and when it is confirmed; and
    a search can take half a second.
    """
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
