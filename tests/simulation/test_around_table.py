"""Evenings around one table pass the checks, repeat with their seed, and errors are found."""

from random import Random

import pytest

from tests.german import german
from tests.simulation.around_table import TableEvening, TroubledJournal
from tests.simulation.devices import words_of
from tests.simulation.storage import Forgetful
from tests.simulation.table_checks import violations
from voice_chess.game.penalties import PlayerWarned
from voice_chess.laws.position import Position
from voice_chess.session.games.device_watch import DeviceWatch

SEEDS = range(8)


def evening(seed: int, journal: type[TroubledJournal] = TroubledJournal) -> TableEvening:
    played = TableEvening(seed, journal)
    played.run()
    return played


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_goes_wrong_at_a_table_nothing_is_lost_and_everybody_is_told(seed: int) -> None:
    played = evening(seed)

    assert violations(played) == []
    assert played.befell
    assert len(played.journal.kept) > 20


def test_the_same_seed_does_the_same_at_the_table_again() -> None:
    assert evening(1).heard == evening(1).heard != evening(2).heard


@pytest.mark.slow
def test_everything_that_may_befall_a_table_does_and_its_arbiter_is_heard() -> None:
    played = [evening(seed) for seed in SEEDS]
    befell = {what for each in played for what in each.befell}
    kept = [event for each in played for event in each.journal.kept]

    assert befell >= {
        *("storage away", "broken behind an append", "slow disk", "power cut", "slept"),
        *("microphone pulled", "loudspeaker pulled", "every loudspeaker pulled"),
    }
    assert any(isinstance(event, PlayerWarned) for event in kept)
    asks = german("confirm:order", what="").strip()
    assert any(asks in text for each in played for _, text in each.heard)
    assert any(each.owed for each in played)


def is_found_out(what: str, journal: type[TroubledJournal] = TroubledJournal) -> bool:
    return any(
        violation.startswith(what)
        for seed in SEEDS
        for violation in violations(evening(seed, journal))
    )


class ForgetfulJournal(Forgetful, TroubledJournal):
    """The forgetful journal of a table."""


def test_a_tables_journal_that_forgets_is_found_out() -> None:
    assert is_found_out("told as kept", ForgetfulJournal)


def test_a_table_that_says_nothing_of_its_devices_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(DeviceWatch, "changed", lambda *_: None)

    assert is_found_out("everybody told")


def test_a_tables_ear_that_hears_another_move_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def another(uci: str, fen: str, language_id: str, *, is_short: bool = False) -> tuple[str, ...]:
        legal = Position.from_fen(fen).legal_moves
        other = Random(uci).choice(legal)
        return words_of(other, fen, language_id, is_short=is_short)

    monkeypatch.setattr("tests.simulation.around_table.words_of", another)

    assert is_found_out("only what was meant")
