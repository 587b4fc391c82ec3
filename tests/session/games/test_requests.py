"""What is asked for by a key is done once, whoever opens the game when it is asked for again."""

from collections.abc import Sequence

import pytest

from tests.faulty_journal import FaultyJournal
from tests.stage.apart import Apart
from tests.stage.scripted_game import begun
from tests.stage.usual import BLIND
from voice_chess.adapters.simulation.memory_storage import MemoryJournal
from voice_chess.game.clocks import AddTime, ClocksStopped, StopClocks, TimeAdded
from voice_chess.game.draws import DrawOffered
from voice_chess.game.moves import AnnounceMove, MoveAnnounced, MoveCompleted
from voice_chess.game.table import Role
from voice_chess.languages.language import load_language
from voice_chess.session.games.running import attend
from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.inputs import Decided, MovedByHand, Outcome
from voice_chess.session.ports import (
    MOST_REQUESTS,
    Conflict,
    DoneBefore,
    JournalLost,
    RequestKey,
)
from voice_chess.session.table_settings import TableSettings

ENGLISH = TableSettings(language=load_language("en"))
ASKED = RequestKey(seat="white", key="page-1")
SEATS = (Role.WHITE, Role.BLACK, Role.ARBITER)
MINUTE_MS = 60_000
ADDED = AddTime(by=Role.ARBITER, at_ms=2_000, white=True, ms=MINUTE_MS)


class Life(Apart):
    """One life of a server, in which everybody is at the game."""

    def __init__(self, journal: MemoryJournal) -> None:
        super().__init__(people=SEATS, settings=ENGLISH, journal=journal)

    def typed(self, by: Role, line: str, key: str = "page-1") -> Outcome:
        return self.types(line, by, key=key)


@pytest.fixture
def journal() -> MemoryJournal:
    """Of a game that goes on."""
    journal = MemoryJournal()
    begun(journal, BLIND)
    return journal


def count(journal: MemoryJournal, kind: type) -> int:
    return sum(isinstance(event, kind) for event in journal.read("game"))


def test_an_order_that_is_repeated_in_another_life_is_done_once(journal: MemoryJournal) -> None:
    assert Life(journal).typed(Role.ARBITER, "add time white one minute") == "done"

    with pytest.raises(DoneBefore):
        Life(journal).typed(Role.ARBITER, "add time white one minute")

    assert count(journal, TimeAdded) == 1


def test_an_order_that_is_repeated_in_the_same_life_is_done_once(journal: MemoryJournal) -> None:
    life = Life(journal)
    life.typed(Role.ARBITER, "add time white one minute")
    life.fetch()

    with pytest.raises(DoneBefore):
        life.typed(Role.ARBITER, "add time white one minute")

    assert count(journal, TimeAdded) == 1
    assert life.fetch() == ()


def test_the_same_order_by_another_key_is_another(journal: MemoryJournal) -> None:
    for key in ("page-1", "page-2"):
        Life(journal).typed(Role.ARBITER, "add time white one minute", key)

    assert count(journal, TimeAdded) == 2


def test_the_key_of_one_seat_silences_no_other(journal: MemoryJournal) -> None:
    life = Life(journal)
    assert life.typed(Role.WHITE, "e4") == "done"

    assert life.typed(Role.BLACK, "e5") == "done"

    assert count(journal, MoveAnnounced) == 2


def test_what_was_refused_is_refused_again_and_in_words(journal: MemoryJournal) -> None:
    told: list[list[str]] = []
    for _ in range(2):
        life = Life(journal)
        assert life.typed(Role.WHITE, "e5") == "refused"
        told.append(life.told())

    assert told[0] == told[1] != []
    assert journal.requests("game") == ()


def test_in_the_same_life_it_is_told_to_have_been_refused_before(journal: MemoryJournal) -> None:
    life = Life(journal)
    life.typed(Role.WHITE, "e5")
    life.fetch()

    with pytest.raises(DoneBefore) as told:
        life.typed(Role.WHITE, "e5")

    assert not told.value.is_accepted
    assert life.fetch() == ()


def test_a_repetition_is_no_yes_to_what_was_asked_about_it(journal: MemoryJournal) -> None:
    """A mate is asked about; saying it once more confirms it, and a page that repeats does not."""
    for number, uci in enumerate(("f2f3", "e7e5", "g2g4")):
        assert Life(journal).moves(uci, SEATS[number % 2], key=f"page-{number}") == "done"
    life = Life(journal)
    mate = MovedByHand(listener="black", at_ms=3_000, key="page-4", uci="d8h4", ply=3)
    attend(life.live, mate)
    assert any("checkmate" in reply for reply in life.told())

    with pytest.raises(DoneBefore):
        attend(life.live, mate)

    assert not life.game.is_over
    assert life.typed(Role.BLACK, "yes", "page-5") == "done"
    assert life.game.is_over


def test_what_waits_for_a_yes_is_asked_again_in_another_life(journal: MemoryJournal) -> None:
    told: list[list[str]] = []
    for _ in range(2):
        life = Life(journal)
        life.wants("resign", key="page-1")
        told.append(life.told())

    assert told[0] == told[1] != []
    assert life.typed(Role.WHITE, "yes", "page-2") == "done"
    assert life.game.is_over
    assert journal.requests("game") == (RequestKey(seat="white", key="page-2"),)


def test_a_reply_takes_its_key_with_the_move_and_not_with_the_press_before_it(
    journal: MemoryJournal,
) -> None:
    """Killed in between, the server had pressed for the opponent, and the move was still to do."""
    Ledger(journal, "game").ask(AnnounceMove(by=Role.WHITE, at_ms=1_000, uci="e2e4"))
    reply = MovedByHand(listener="black", at_ms=2_000, key="page-1", uci="e7e5", ply=1)
    killed = Life(KilledBehind(journal, appends=1))
    with pytest.raises(JournalLost):
        attend(killed.live, reply)
    assert (count(journal, MoveCompleted), count(journal, MoveAnnounced)) == (1, 1)

    assert attend(Life(journal).live, reply) == "done"
    with pytest.raises(DoneBefore):
        attend(Life(journal).live, reply)

    assert [event.uci for event in journal.read("game") if isinstance(event, MoveCompleted)] == [
        "e2e4",
        "e7e5",
    ]


@pytest.mark.parametrize("line", ["e4 (=)", "e4(=)"])
def test_a_move_and_the_offer_beside_it_are_done_by_one_key_or_neither(
    journal: MemoryJournal, line: str
) -> None:
    for appends in (0, 1):
        with pytest.raises(JournalLost):
            Life(KilledBehind(journal, appends)).typed(Role.WHITE, line)
        done = (count(journal, MoveAnnounced), count(journal, DrawOffered))
        assert done == (appends, appends)

    with pytest.raises(DoneBefore):
        Life(journal).typed(Role.WHITE, line)

    assert (count(journal, MoveAnnounced), count(journal, DrawOffered)) == (1, 1)
    assert journal.requests("game") == (ASKED,)


class KilledBehind(FaultyJournal):
    """After as many appends it is killed: nobody comes to the next one."""

    def __init__(self, kept: MemoryJournal, appends: int) -> None:
        super().__init__(_events=kept._events, _requests=kept._requests)  # noqa: SLF001 - shares what the other one keeps
        self._left = appends

    def before(self, events: Sequence[object], after: int) -> None:
        if not self._left:
            message = "Killed."
            raise JournalLost(message)
        self._left -= 1


def test_what_could_not_be_written_takes_no_key(journal: MemoryJournal) -> None:
    order = Decided(listener="arbiter", at_ms=2_000, key="page-1", command=ADDED)
    with pytest.raises(JournalLost):
        attend(Life(KilledBehind(journal, appends=0)).live, order)

    assert attend(Life(journal).live, order) == "done"
    assert count(journal, TimeAdded) == 1


def test_so_it_is_where_another_has_written(journal: MemoryJournal) -> None:
    life = Life(journal)
    Ledger(journal, "game").ask(StopClocks(by=Role.ARBITER, at_ms=1_000, why="irregularity"))
    order = Decided(listener="arbiter", at_ms=2_000, key="page-1", command=ADDED)

    with pytest.raises(Conflict):
        attend(life.live, order)

    assert attend(Life(journal).live, order) == "done"
    assert (count(journal, ClocksStopped), count(journal, TimeAdded)) == (1, 1)


def test_only_the_first_thing_takes_the_key_with_it(journal: MemoryJournal) -> None:
    ledger = Ledger(journal, "game")
    with ledger.requested(ASKED):
        ledger.ask(ADDED)
        ledger.ask(ADDED)
    ledger.ask(ADDED)

    assert journal.requests("game") == (ASKED,)
    assert count(journal, TimeAdded) == 3


def test_memory_holds_no_more_keys_than_a_journal_would_give(journal: MemoryJournal) -> None:
    ledger = Ledger(journal, "game")
    made = [RequestKey(seat="arbiter", key=f"page-{number}") for number in range(MOST_REQUESTS + 1)]
    for each in made:
        with ledger.requested(each):
            ledger.ask(ADDED)

    assert set(ledger._requests) == set(made[1:])  # noqa: SLF001 - nothing public tells what is in memory
    # The journal still knows it.
    with ledger.requested(made[0]), pytest.raises(DoneBefore):
        ledger.ask(ADDED)
    assert count(journal, TimeAdded) == len(made)
