"""Finds the pairs of a round by the Dutch system of 2026 (FIDE Handbook, C.04.3).

One scoregroup after the other is paired, together with those who have moved down to it. Each time
the best pairing of all remaining players is sought, in which only this bracket and the scoregroup
after it count: so whatever is paired leaves a pairing for the others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from voice_chess.event.boards import Board, may_meet
from voice_chess.event.entrants import Round
from voice_chess.event.matching import heaviest_matching
from voice_chess.event.pairing_criteria import QUALITY, CandidatePair, Contender, contenders

_Weight = Callable[[int, int], int | None]
"""The weight of a pair by the places of the two, the higher ranked first; None if forbidden."""
_Partners = list[int | None]
"""Places of the partners, by place; None for those who are left over."""


class PairingOrder(NamedTuple):
    """What is added to a pair's weight after it was shifted left.

    So pairings that satisfy the criteria equally well come in the order of C.04.3, article 4:
    exchanges and transpositions. The first of them is the heaviest: what decides earlier has the
    higher bits, so wide that no sum reaches the next one.
    """

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


class DutchPairer:
    """`Pairer` that pairs here and now; if the rules allow no pairing, several are left over."""

    allots_colours = False

    def boards(self, round_: Round) -> tuple[Board, ...]:
        pairs, left_over = _Pairing(round_).found()
        return (
            *(Board(white=one.entrant.number, black=other.entrant.number) for one, other in pairs),
            *(Board(white=each.entrant.number, black=None) for each in left_over),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bracket:
    """The players who have no pair yet, and which of them are to be paired now.

    They are referred to by their places in the order of ranks.
    """

    players: Sequence[Contender]
    moved_down: int
    """This many have moved down from higher scoregroups."""
    here: int
    """This many are in the bracket."""
    near: int
    """This many are in the bracket or the scoregroup after it."""
    decides_bye: bool
    """Whether the only one whom the bracket leaves over will have the bye."""

    def is_paired(self, place: int, partners: _Partners) -> bool:
        """Whether a player of the bracket has a partner in it."""
        other = partners[place]
        return other is not None and max(place, other) < self.here


class _Pairing:
    def __init__(self, round_: Round) -> None:
        self._everybody = contenders(round_.entrants)
        self._allowed = {
            (one.entrant.number, other.entrant.number)
            for place, other in enumerate(self._everybody)
            for one in self._everybody[:place]
            if may_meet(one.entrant, other.entrant, round_)
        }
        self._groups = [
            len(list(group)) for _, group in groupby(self._everybody, lambda each: each.level)
        ]
        self._count_bits = len(self._everybody).bit_length() + 1
        self._score_bits = sum(size.bit_length() for size in self._groups) + 1
        self._bye_level: int | None = None
        self._games_ranks: dict[int, int] = {}

    def found(self) -> tuple[list[CandidatePair], list[Contender]]:
        """Return the pairs, and who has the bye; or who are left over in vain."""
        everybody = self._everybody
        partners = self._best(everybody, lambda _one, _other: 0, lambda each: -each.level)
        is_odd = len(everybody) % 2
        if partners.count(None) > is_odd:
            return _pairs(everybody, partners), _left_over(everybody, partners)
        if is_odd:
            self._settle_bye(everybody[partners.index(None)].level)
        return self._bracket_by_bracket()

    def _settle_bye(self, level: int) -> None:
        """The bye goes to somebody with this score, the lowest that is possible (C.5).

        Of those, it should be somebody who has missed few games (C.9).
        """
        self._bye_level = level
        games = {each.entrant.number: len(each.entrant.met) for each in self._everybody}
        there = [games[each.entrant.number] for each in self._everybody if each.level == level]
        ranks = {played: rank for rank, played in enumerate(sorted(there, reverse=True))}
        self._games_ranks = {
            each.entrant.number: ranks[games[each.entrant.number]]
            for each in self._everybody
            if each.level == level
        }

    def _bracket_by_bracket(self) -> tuple[list[CandidatePair], list[Contender]]:
        pairs: list[CandidatePair] = []
        players: Sequence[Contender] = self._everybody
        moved_down, decides_bye = 0, self._first_decides_bye()
        for size, following in zip(self._groups, (*self._groups[1:], 0), strict=True):
            here = moved_down + size
            bracket = _Bracket(
                players=players,
                moved_down=moved_down,
                here=here,
                near=here + following,
                decides_bye=decides_bye,
            )
            partners = self._partners(bracket)
            final = [
                other if bracket.is_paired(place, partners) else None
                for place, other in enumerate(partners)
            ]
            pairs += _pairs(players, final)
            decides_bye = self._next_decides_bye(bracket, partners)
            players = _left_over(players, final)
            moved_down = final[:here].count(None)
        return pairs, list(players)

    def _first_decides_bye(self) -> bool:
        """Whether the bye goes to the first scoregroup, and nobody else need leave it."""
        first = self._groups[0]
        if self._bye_level is None or self._bye_level < self._everybody[0].level:
            return False
        partners = self._best(
            self._everybody,
            lambda one, other: None if one < first <= other else 0,
            lambda _: 0,
        )
        return partners.count(None) == 1

    def _next_decides_bye(self, bracket: _Bracket, partners: _Partners) -> bool:
        if self._bye_level is None or bracket.near == bracket.here:
            return False
        return self._bye_level >= bracket.players[bracket.here].level and all(
            other is None or other < bracket.near for other in partners[: bracket.near]
        )

    def _partners(self, bracket: _Bracket) -> _Partners:
        """Return everybody's partners: those of the bracket are final, the others possible."""
        weight = self._weights(bracket)
        everyone = range(len(bracket.players))
        residents = range(bracket.moved_down, bracket.here)
        first = order_of_moved_down(range(bracket.moved_down), residents)
        partners = self._best_in(bracket, everyone, weight, first)
        taken = {
            place
            for one in range(bracket.moved_down)
            if bracket.is_paired(one, partners)
            for place in (one, partners[one])
        }
        rest = [place for place in everyone if place not in taken]
        left = [place for place in residents if place not in taken]
        pairs = sum(bracket.is_paired(place, partners) for place in left) // 2
        again = self._best_in(bracket, rest, weight, order_of_residents(left, pairs))
        return [partners[place] if place in taken else again[place] for place in everyone]

    def _best_in(
        self, bracket: _Bracket, places: Sequence[int], weight: _Weight, order: PairingOrder
    ) -> _Partners:
        """Return the partners of these players in the heaviest pairing; orders decide ties."""

        def refined(one: int, other: int) -> int | None:
            coarse = weight(places[one], places[other])
            if coarse is None:
                return None
            return (coarse << order.bits) + order.value(places[one], places[other])

        found = self._best([bracket.players[place] for place in places], refined, lambda _: 0)
        partners: _Partners = [None] * len(bracket.players)
        for place, other in zip(places, found, strict=True):
            partners[place] = None if other is None else places[other]
        return partners

    def _weights(self, bracket: _Bracket) -> _Weight:
        """Return the weight of each pair: first how many and who are paired (C.6 to C.9)."""
        count, scores = self._count_bits, self._score_bits
        criteria = [(each.value, scores if each.by_score else count) for each in QUALITY]
        quality_bits = sum(bits for _, bits in criteria)
        ranks = self._games_ranks if bracket.decides_bye else {}
        known: dict[tuple[int, int], int] = {}

        def weight(one: int, other: int) -> int | None:
            if other < bracket.moved_down:
                return None
            if (one, other) not in known:
                known[one, other] = computed(one, other)
            return known[one, other]

        def computed(one: int, other: int) -> int:
            pair = CandidatePair(bracket.players[one], bracket.players[other])
            is_here, is_next = other < bracket.here, bracket.here <= other < bracket.near
            value = int(is_here)
            value = value << scores | pair.higher.unit * is_here
            value = value << count | is_next
            value = value << scores | pair.higher.unit * is_next
            games = sum(ranks.get(each.entrant.number, 0) for each in pair)
            value = value << 2 * count | games
            if not is_here:
                return value << quality_bits
            for criterion, bits in criteria:
                value = value << bits | criterion(pair)
            return value

        return weight

    def _best(
        self, players: Sequence[Contender], weight: _Weight, bye: Callable[[Contender], int]
    ) -> _Partners:
        """Return the partners in the heaviest pairing with as few as possible left over."""
        size = len(players)
        vertices = size + size % 2
        rows: list[list[int | None]] = [[None] * vertices for _ in range(vertices)]
        for j, lower in enumerate(players):
            for i, higher in enumerate(players[:j]):
                if (higher.entrant.number, lower.entrant.number) in self._allowed:
                    rows[i][j] = rows[j][i] = weight(i, j)
            if size % 2 and self._may_have_bye(lower):
                rows[j][size] = rows[size][j] = bye(lower)
        top = max((abs(each) for row in rows for each in row if each is not None), default=0)
        forbidden = -vertices * (top + 1)
        partners = heaviest_matching(
            [[forbidden if each is None else each for each in row] for row in rows]
        )
        return [
            None if other == size or rows[place][other] is None else other
            for place, other in enumerate(partners[:size])
        ]

    def _may_have_bye(self, each: Contender) -> bool:
        is_low_enough = self._bye_level is None or each.level <= self._bye_level
        return each.entrant.may_have_bye and is_low_enough


def _pairs(players: Sequence[Contender], partners: _Partners) -> list[CandidatePair]:
    return [
        CandidatePair(players[place], players[other])
        for place, other in enumerate(partners)
        if other is not None and place < other
    ]


def _left_over(players: Sequence[Contender], partners: _Partners) -> list[Contender]:
    return [each for each, other in zip(players, partners, strict=True) if other is None]
