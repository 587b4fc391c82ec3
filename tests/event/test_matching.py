"""The heaviest perfect matching weighs as much as that of networkx, with weights of any size."""

import random
from itertools import combinations

import networkx as nx
import pytest

from voice_chess.event.matching import heaviest_matching

Weights = list[list[int]]


def weights_by_chance(chance: random.Random, size: int) -> Weights:
    """Few different weights, so that many matchings are equally good; or very large ones."""
    most = chance.choice([2, 3, 6, 30, 1 << 90])
    weights = [[0] * size for _ in range(size)]
    for u, v in combinations(range(size), 2):
        weights[u][v] = weights[v][u] = chance.randrange(most) - chance.choice([0, most])
    return weights


def best_weight(weights: Weights) -> int:
    graph = nx.Graph()
    for u, v in combinations(range(len(weights)), 2):
        graph.add_edge(u, v, weight=weights[u][v])
    return sum(weights[u][v] for u, v in nx.max_weight_matching(graph, maxcardinality=True))


@pytest.mark.parametrize("seed", range(40))
def test_no_perfect_matching_is_heavier(seed: int) -> None:
    chance = random.Random(seed)
    for size in range(2, 26, 2):
        weights = weights_by_chance(chance, size)

        partners = heaviest_matching(weights)

        assert all(partners[partners[u]] == u != partners[u] for u in range(size))
        assert sum(weights[u][partners[u]] for u in range(size)) == 2 * best_weight(weights)


def test_nothing_is_matched_with_nothing() -> None:
    assert heaviest_matching([]) == []
