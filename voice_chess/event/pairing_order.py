"""Puts the pairings of a bracket that satisfy the criteria equally well in their order.

FIDE Handbook C.04.3, article 4: exchanges and transpositions. The first pairing in this order is
the heaviest: what decides earlier has the higher bits, so wide that no sum reaches the next one.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple


class PairingOrder(NamedTuple):
    """What is added to a pair's weight after it was shifted left."""

    bits: int
    value: Callable[[int, int], int]
    """By the places of the two, the higher ranked first."""


def order_of_moved_down(moved_down: Sequence[int], residents: Sequence[int]) -> PairingOrder:
    """The highest of those who have moved down are paired, each with the highest residents.

    Who is paired comes first, then with whom.
    """
    width = len(residents).bit_length()
    count = len(moved_down)
    who = {place: 1 << count - 1 - i for i, place in enumerate(moved_down)}
    shift = {place: (count - 1 - i) * width for i, place in enumerate(moved_down)}
    rank = {place: len(residents) - i for i, place in enumerate(residents)}

    def value(one: int, other: int) -> int:
        if one not in who or other not in rank:
            return 0
        return (who[one] << count * width) + (rank[other] << shift[one])

    return PairingOrder(count * (width + 1), value)


def order_of_residents(residents: Sequence[int], pairs: int) -> PairingOrder:
    """The upper half is paired with the lower half in the order of ranks, if that is possible.

    `pairs` is the number of pairs among them. Otherwise as few as possible change between the
    halves, and those nearest to each other: the lowest of the upper half, the highest of the lower.
    Then the highest of each pair, one after the other, gets the highest opponent.
    """
    size = len(residents)
    width = size.bit_length()
    rank = {place: i for i, place in enumerate(residents)}
    # Being the higher of a pair, by rank.
    upper = [
        (((i < pairs) << 2 * width) - i << size + 2)
        + (-(1 << size - pairs + i) if i < pairs else 1 << size - 1 - i)
        << size * width
        for i in range(size)
    ]

    def value(one: int, other: int) -> int:
        if one not in rank or other not in rank:
            return 0
        return upper[rank[one]] + (size - rank[other] << (size - 1 - rank[one]) * width)

    return PairingOrder(3 * width + size + 4 + size * width, value)
