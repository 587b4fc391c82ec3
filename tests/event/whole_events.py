"""Plays random events to the end, with absences, late players, withdrawals and forfeits.

Everything is drawn from one seed, so that an event can be repeated.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import networkx as nx

from voice_chess.event.boards import Board, coloured, violations
from voice_chess.event.entrants import Entrant, Round, round_to_pair
from voice_chess.event.pairing import Pairer
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.tournament import Cell, ForbiddenPairs, Player, Tournament

GAMES = (
    *3
    * (
        (ReportedResult.WIN, ReportedResult.LOSS),
        (ReportedResult.LOSS, ReportedResult.WIN),
        (ReportedResult.DRAW, ReportedResult.DRAW),
    ),
    (ReportedResult.FORFEIT_WIN, ReportedResult.FORFEIT_LOSS),
    (ReportedResult.FORFEIT_LOSS, ReportedResult.FORFEIT_LOSS),
    (ReportedResult.UNRATED_LOSS, ReportedResult.UNRATED_WIN),
)
BYES = (ReportedResult.HALF_BYE, ReportedResult.FULL_BYE, ReportedResult.ZERO_BYE)
AWAY = Cell(result=ReportedResult.ZERO_BYE)


class WholeEvent:
    """The rounds of an event, each played as soon as its boards are known."""

    def __init__(
        self, seed: int, most_players: int, *, kept_apart: int = 0, is_baku: bool = False
    ) -> None:
        """`kept_apart` is the number of pairs of players who must not meet."""
        self._chance = random.Random(seed)
        self._is_baku = is_baku
        self.rounds = self._chance.randint(3, 9)
        numbers = range(1, self._chance.randint(3, most_players) + 1)
        self._players = tuple(
            Player(number=n, name="", rating=0, cells=(), line=n) for n in numbers
        )
        pairs = list(combinations(numbers, 2))
        self._forbidden = tuple(
            ForbiddenPairs(numbers=frozenset(pair))
            for pair in self._chance.sample(pairs, min(kept_apart, len(pairs)))
        )
        last = self.rounds + 1
        self._here = {
            n: range(self._seldom(1, last, 0.1), self._seldom(last, last, 0.15)) for n in numbers
        }

    def _seldom(self, usual: int, last: int, share: float) -> int:
        return self._chance.randint(1, last) if self._chance.random() < share else usual

    def tournament(self) -> Tournament:
        return self._event(self._players)

    def _event(self, players: tuple[Player, ...]) -> Tournament:
        return Tournament(
            players=players,
            rounds_told=self.rounds,
            forbidden=self._forbidden,
            is_baku=self._is_baku,
        )

    def next_round(self, number: int) -> Round:
        """Draw the absent players, and return the round. Raises `BadEvent` if all are absent."""
        away = {
            n: Cell(result=self._chance.choice(BYES)) if number in here else AWAY
            for n, here in self._here.items()
            if number not in here or self._chance.random() < 0.05
        }
        present = tuple(
            replace(player, cells=(*player.cells, *filter(None, [away.get(player.number)])))
            for player in self._players
        )
        round_ = round_to_pair(self._event(present), number, Colour.WHITE)
        self._away = away
        return round_

    def play(self, boards: tuple[Board, ...]) -> None:
        cells = dict(self._away)
        for board in boards:
            if board.black is None:
                cells[board.white] = Cell(result=ReportedResult.ALLOCATED_BYE)
                continue
            white, black = self._chance.choice(GAMES)
            cells[board.white] = Cell(result=white, opponent=board.black, colour=Colour.WHITE)
            cells[board.black] = Cell(result=black, opponent=board.white, colour=Colour.BLACK)
        self._players = tuple(
            replace(player, cells=(*player.cells, cells[player.number])) for player in self._players
        )


def rounds_of(
    event: WholeEvent, pairer: Pairer, *, are_colours_allotted: bool = True
) -> Iterator[tuple[Round, tuple[Board, ...]]]:
    """Yield each round with the pairer's boards, up to the first that break the rules.

    Colours that are not allotted are those of the boards, as an arbiter may decide for some reason.
    """
    for number in range(1, event.rounds + 1):
        try:
            round_ = event.next_round(number)
        except BadEvent:
            return
        boards = pairer.boards(round_)
        yield round_, boards
        if next(violations(boards, round_), None) is not None:
            return
        event.play(coloured(boards, round_) if are_colours_allotted else boards)


def can_be_paired(round_: Round) -> bool:
    """Whether any pairing is allowed, found by a maximum matching over all allowed pairs."""
    graph = nx.Graph()
    graph.add_nodes_from(entrant.number for entrant in round_.entrants)
    for one, other in combinations(round_.entrants, 2):
        if _may_meet(one, other, round_):
            graph.add_edge(one.number, other.number)
    if len(round_.entrants) % 2:
        graph.add_edges_from((e.number, 0) for e in round_.entrants if e.may_have_bye)
        graph.add_node(0)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return bool(2 * len(matching) == graph.number_of_nodes())


def _may_meet(one: Entrant, other: Entrant, round_: Round) -> bool:
    alone = replace(round_, entrants=(one, other))
    board = Board(white=one.number, black=other.number)
    return next(violations((board,), alone), None) is None
