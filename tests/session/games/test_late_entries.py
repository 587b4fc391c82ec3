"""What came in before the clocks changed, and had its turn behind that."""

from tests.stage.scripted_game import begun
from tests.stage.usual import BLIND
from voice_chess.adapters.simulation.memory_storage import MemoryJournal
from voice_chess.game.clocks import StartClocks, StopClocks
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.table import Role
from voice_chess.session.ledger import Ledger


def test_a_move_that_waited_for_the_clocks_to_go_on_is_made_when_they_did() -> None:
    journal = MemoryJournal()
    ledger = begun(journal, BLIND)
    ledger.ask(StopClocks(by=Role.ARBITER, at_ms=1_000, why="irregularity"))
    ledger.ask(StartClocks(by=Role.ARBITER, at_ms=5_000))

    ledger.ask(AnnounceMove(by=Role.WHITE, at_ms=4_000, uci="e2e4"))
    ledger.ask(PressClock(by=Role.WHITE, at_ms=6_000))

    assert [event.at_ms for event in journal.read("game")] == [0, 0, 1_000, 5_000, 5_000, 6_000]


def test_so_is_one_that_waited_for_the_clocks_when_the_game_was_opened_anew() -> None:
    journal = MemoryJournal()
    ledger = begun(journal, BLIND)
    ledger.ask(StopClocks(by=Role.ARBITER, at_ms=1_000, why="irregularity"))
    ledger.ask(StartClocks(by=Role.ARBITER, at_ms=5_000))

    events = Ledger(journal, "game").ask(AnnounceMove(by=Role.WHITE, at_ms=4_000, uci="e2e4"))

    assert isinstance(events, tuple)
    assert events[0].at_ms == 5_000
