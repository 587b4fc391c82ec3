"""Can a side mate by any possible series of legal moves: yes, no, or nobody knows yet."""

from enum import StrEnum

from voice_chess.laws.position import Position


class MatingChance(StrEnum):
    YES = "yes"
    NO = "no"
    UNDETERMINED = "undetermined"


def mating_chance(position: Position, *, white: bool) -> MatingChance:
    """Whether that side can still mate, with the opponent helping as much as he can."""
    if position.is_checkmate:
        return MatingChance.YES if position.white_to_move != white else MatingChance.NO
    if position.is_stalemate or position.board.has_insufficient_material(white):
        return MatingChance.NO
    return MatingChance.YES


def is_dead(position: Position) -> bool:
    """True when neither side can mate any more, as far as that can be told at once."""
    return not position.is_checkmate and position.board.is_insufficient_material()
