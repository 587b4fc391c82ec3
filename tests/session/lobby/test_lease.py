"""Whose a hall is, decided by epochs and times alone."""

from dataclasses import replace

import pytest

from voice_chess.session.lease import LASTS_MS, Lease, LeaseLost, renewed, taken

ONE = Lease(hall="hall", node="one", epoch=4, until_ms=10_000)


def test_a_hall_that_nobody_had_is_taken_at_once() -> None:
    assert taken(None, "hall", "one", 100) == replace(ONE, epoch=1, until_ms=100 + LASTS_MS)


def test_while_a_lease_lasts_nobody_else_gets_the_hall() -> None:
    assert taken(ONE, "hall", "two", 9_999) == ONE


def test_once_it_has_lapsed_another_takes_the_hall_with_a_higher_epoch() -> None:
    now = taken(ONE, "hall", "two", 10_000)

    assert (now.node, now.epoch, now.until_ms) == ("two", 5, 10_000 + LASTS_MS)


def test_a_renewed_lease_keeps_its_epoch_and_lasts_from_now_on() -> None:
    assert renewed(ONE, ONE, 9_000) == replace(ONE, until_ms=9_000 + LASTS_MS)


def test_a_lease_that_has_lapsed_goes_on_while_nobody_else_wants_it() -> None:
    assert renewed(ONE, ONE, 99_000).until_ms == 99_000 + LASTS_MS


@pytest.mark.parametrize("found", [replace(ONE, node="two", epoch=5), None])
def test_who_was_taken_for_dead_is_told_by_whom_the_games_were_taken_over(
    found: Lease | None,
) -> None:
    with pytest.raises(LeaseLost, match=r"taken over by (the server two|another server);"):
        renewed(found, ONE, 9_000)


def test_the_same_node_with_an_older_epoch_has_lost_it_too() -> None:
    with pytest.raises(LeaseLost):
        renewed(replace(ONE, epoch=5), ONE, 9_000)
