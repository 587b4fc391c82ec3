"""Whole events: whatever happens in them, a round is refused only if nobody could pair it."""

import pytest

from tests.event.whole_events import WholeEvent, can_be_paired, rounds_of
from voice_chess.event.boards import Board, coloured, in_order, violations
from voice_chess.event.crosscheck import crosscheck
from voice_chess.event.dutch_system import DutchPairer
from voice_chess.event.trf import read_trf
from voice_chess.event.trf_writing import report_before


@pytest.mark.parametrize(("most_players", "kept_apart"), [(12, 0), (12, 4), (5, 2), (5, 4)])
@pytest.mark.parametrize("seed", range(25))
def test_a_round_is_paired_unless_no_pairing_is_allowed(
    seed: int, most_players: int, kept_apart: int
) -> None:
    event = WholeEvent(seed, most_players, kept_apart=kept_apart)
    for round_, boards in rounds_of(event, DutchPairer()):
        is_allowed = next(violations(boards, round_), None) is None

        assert is_allowed is can_be_paired(round_)


@pytest.mark.parametrize("seed", range(25, 35))
def test_an_event_is_read_as_it_was_written(seed: int) -> None:
    event = WholeEvent(seed, 12)
    for round_, _ in rounds_of(event, DutchPairer()):
        read = read_trf(report_before(round_))
        crosscheck(read)

        assert [player.number for player in read.players] == [
            player.number for player in round_.event.players
        ]
        for ours, theirs in zip(round_.event.players, read.players, strict=True):
            assert theirs.halves_before(round_.number) == ours.halves_before(round_.number)


@pytest.mark.parametrize("seed", range(35, 45))
def test_colours_and_order_leave_the_pairs_as_they_are(seed: int) -> None:
    for round_, boards in rounds_of(WholeEvent(seed, 12), DutchPairer()):
        if next(violations(boards, round_), None) is None:
            told = in_order(coloured(boards, round_), round_)

            assert {pair_of(board) for board in told} == {pair_of(board) for board in boards}


def pair_of(board: Board) -> frozenset[int | None]:
    return frozenset({board.white, board.black})
