"""Simulated evenings hold, come out alike by the same seed, and a broken journal is found out."""

from functools import cache

import pytest

from tests.simulation.checks import violations
from tests.simulation.devices import words_of
from tests.simulation.storage import ForgetfulJournal, SharedJournal, UnfencedJournal
from tests.simulation.world import Simulation
from voice_chess.laws.position import Position


def evening(seed: int, journal: type[SharedJournal] = SharedJournal) -> Simulation:
    played = Simulation(seed=seed, journal=journal)
    played.run()
    return played


seen = cache(evening)
"""One that was played already, for whoever only looks at it: a second of a core or three."""

MOVE_BEFORE_ITS_CLOCK = 1_097
"""Once a move that had waited for the clocks was kept as made while they stood."""

CAME_INTO_A_CONFLICT = 5_084
"""Once a page lost its line when the game learnt by its coming that it had to be read again."""


SAID_BEFORE_A_CLICK = 25
"""Once what a sleeping server heard too late corrected a move that was clicked after it."""

GAPS_IN_SOUND = 28
"""Once moves were dated seconds too early behind frames that never came."""

A_WORD_LOST = 30_021
"""Once "bishop c3" without its first word was the pawn's move."""

WRITES_WITHOUT_A_RIGHT = 16
"""Shows it as things are; should it do so no more, another will, and is to be put here."""


@pytest.mark.parametrize(
    "seed",
    [
        *range(3),
        MOVE_BEFORE_ITS_CLOCK,
        CAME_INTO_A_CONFLICT,
        SAID_BEFORE_A_CLICK,
        GAPS_IN_SOUND,
        A_WORD_LOST,
    ],
)
def test_whatever_goes_wrong_nothing_is_lost_and_everybody_is_told(seed: int) -> None:
    played = seen(seed)

    assert violations(played) == []
    assert played.interruptions
    assert all(len(kept) > 20 for kept in played.kept.values())


def test_the_same_seed_does_the_same_again() -> None:
    once, again, other = seen(3), evening(3), seen(0)

    assert once.digest == again.digest != other.digest
    assert once.interruptions != []


def test_devices_are_pulled_and_come_back_in_the_middle_of_what_is_said_and_moved() -> None:
    evenings = [seen(seed) for seed in range(4)]
    befell = [each.what for played in evenings for each in played.interruptions]
    moved = [each for played in evenings for person in played.people for each in person.said_ms]

    for what in ("microphone of", "board of", "frames of"):
        assert any(each.startswith(what) for each in befell), what
    assert len(moved) > 20
    assert any(played.owed_hearing for played in evenings)


def test_an_ear_that_hears_another_move_than_was_said_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def another(uci: str, fen: str, language_id: str, *, is_short: bool = False) -> tuple[str, ...]:
        legal = Position.from_fen(fen).legal_moves
        return words_of(legal[legal.index(uci) - 1], fen, language_id, is_short=is_short)

    monkeypatch.setattr("tests.simulation.people.words_of", another)
    found = (violation for seed in range(3) for violation in violations(evening(seed)))

    assert any(violation.startswith("only what was meant") for violation in found)


def test_a_journal_that_forgets_what_it_has_acknowledged_is_found_out() -> None:
    found = violations(evening(0, ForgetfulJournal))

    assert any(violation.startswith(("told as kept", "acknowledged")) for violation in found)


def test_a_journal_that_lets_a_server_write_that_has_lost_the_games_is_found_out() -> None:
    seeds = (WRITES_WITHOUT_A_RIGHT, *range(40))

    assert any(violations(evening(seed, UnfencedJournal)) for seed in seeds)
