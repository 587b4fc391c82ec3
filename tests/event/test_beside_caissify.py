"""Every pair of these events is that of caissify-pairings, another program for the same rules.

It weighs the scores of those who stay in a bracket before their number (C.6, C.7), which makes a
difference in one of some thousand rounds: there gacrux pairs as we do.
"""

import pytest

from tests.event.whole_events import WholeEvent, rounds_of
from voice_chess.event.boards import Board, violations
from voice_chess.event.dutch_system import DutchPairer

pytest.importorskip("caissify_pairings", reason="caissify-pairings is not installed")
from tests.event.caissify import CaissifyPairer


def pairs(boards: tuple[Board, ...]) -> set[frozenset[int | None]]:
    return {frozenset({board.white, board.black}) for board in boards}


def compare(event: WholeEvent, seed: int) -> None:
    for round_, boards in rounds_of(event, DutchPairer()):
        theirs = CaissifyPairer().boards(round_)
        if next(violations(boards, round_), None) is None:
            assert pairs(boards) == pairs(theirs), seed
        else:
            assert next(violations(theirs, round_), None) is not None, seed


@pytest.mark.parametrize(
    ("most", "apart", "is_baku"),
    [(6, 0, False), (6, 3, False), (14, 0, False), (14, 5, False), (14, 0, True)],
)
def test_every_round_of_a_small_event_is_paired_as_by_the_library(
    most: int, apart: int, is_baku: bool
) -> None:
    for seed in range(100, 125):
        compare(WholeEvent(seed, most, kept_apart=apart, is_baku=is_baku), seed)


@pytest.mark.slow
@pytest.mark.parametrize(("apart", "is_baku"), [(0, False), (20, False), (0, True)])
def test_every_round_of_a_large_event_is_paired_as_by_the_library(
    apart: int, is_baku: bool
) -> None:
    for seed in range(200, 205):
        compare(WholeEvent(seed, 80, kept_apart=apart, is_baku=is_baku), seed)
