"""Decides whether a side can mate by any possible series of legal moves: yes, no or undetermined.

The verdict is never a guess. It is no if the material is insufficient, if nothing can open a wall
of pieces, or if a search has looked at all positions. It is yes if a search found a mate. In all
other cases it is undetermined, and the arbiter decides.
"""

from enum import StrEnum
from functools import lru_cache

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
    """Return whether that side can still mate if the opponent helps as much as they can."""
    board = position.board
    if position.is_beyond_play:
        return MatingChance.UNDETERMINED
    if position.is_checkmate:
        return ANSWERS[position.white_to_move != white]
    if position.is_stalemate or board.has_insufficient_material(white):
        return MatingChance.NO
    return _found(board.fen(en_passant="fen"), board.chess960, white)


@lru_cache(maxsize=1_024)
def _found(fen: str, is_chess960: bool, white: bool) -> MatingChance:  # noqa: FBT001 - a key
    """Judge and search a position that has material enough.

    It is cached, since a resignation is judged when it is asked about and when it is confirmed; and
    a search can take half a second. Meanwhile many other games may end: so the cache has room for a
    whole hall, and keeps a line of text for each instead of a position with its moves.
    """
    board = chess.Board(fen, chess960=is_chess960)
    if not could_be_mated(board, white=not white):
        return MatingChance.NO
    return ANSWERS[finds_mate(board, white=white)]
