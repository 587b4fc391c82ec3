"""Simulated evenings hold, come out alike by the same seed, and a broken journal is found out."""

import pytest

from tests.simulation.checks import violations
from tests.simulation.storage import ForgetfulJournal, SharedJournal, UnfencedJournal
from tests.simulation.world import Simulation


def evening(seed: int, journal: type[SharedJournal] = SharedJournal) -> Simulation:
    played = Simulation(seed=seed, journal=journal)
    played.run()
    return played


MOVE_BEFORE_ITS_CLOCK = 1_097
"""Once a move that had waited for the clocks was kept as made while they stood."""

CAME_INTO_A_CONFLICT = 5_084
"""Once a page lost its line when the game learnt by its coming that it had to be read again."""


@pytest.mark.parametrize("seed", [*range(3), MOVE_BEFORE_ITS_CLOCK, CAME_INTO_A_CONFLICT])
def test_whatever_goes_wrong_nothing_is_lost_and_everybody_is_told(seed: int) -> None:
    played = evening(seed)

    assert violations(played) == []
    assert played.interruptions
    assert all(len(kept) > 20 for kept in played.kept.values())


def test_the_same_seed_does_the_same_again() -> None:
    once, again, other = evening(3), evening(3), evening(4)

    assert once.digest == again.digest != other.digest
    assert once.interruptions != []


def test_a_journal_that_forgets_what_it_has_acknowledged_is_found_out() -> None:
    found = violations(evening(0, ForgetfulJournal))

    assert any(violation.startswith(("told as kept", "acknowledged")) for violation in found)


def test_a_journal_that_lets_a_server_write_that_has_lost_the_games_is_found_out() -> None:
    found = [violations(evening(seed, UnfencedJournal)) for seed in range(6)]

    assert any(found)
