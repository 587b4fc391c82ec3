"""A competition in memory: what of it is told while its next round is being paired."""

import pytest

from voice_chess.session.lobby.competitions import OpenCompetition, PairingEnded


def test_how_long_a_pairing_takes_is_told_until_it_is_done_or_has_failed() -> None:
    event = OpenCompetition("winter")
    with event.pairing() as waited:
        assert event.paired_for_s is None
        waited(3)
        assert event.paired_for_s == 3
    assert event.paired_for_s is None

    def fail() -> None:
        with event.pairing() as waited:
            waited(2)
            raise TimeoutError

    with pytest.raises(TimeoutError):
        fail()
    assert event.paired_for_s is None


def test_a_pairing_for_which_nobody_waits_any_more_ends() -> None:
    """As when the request for it is broken off because the server ends."""
    event = OpenCompetition("winter")
    with event.pairing() as waited:
        waited(1)

    with event.pairing(), pytest.raises(PairingEnded):
        waited(2)
