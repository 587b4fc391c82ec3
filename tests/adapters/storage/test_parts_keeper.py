"""The parts that a server leads, by leases in memory and in a database."""

from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from tests.postgres_server import execute
from voice_chess.adapters.simulation.memory_storage import MemoryFellows, MemoryLeases
from voice_chess.adapters.storage.parts_keeper import PartsKeeper
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.adapters.storage.postgres.leases import PostgresFellows, PostgresLeases
from voice_chess.game.setup import GameStarted
from voice_chess.session.lease import Fellow, Fellows, Lease, LeaseLost, Leases
from voice_chess.session.lobby.parts import Dealing

STARTED = GameStarted(at_ms=0)
DEALING = Dealing(13)
PARTS = DEALING.parts


@dataclass
class Kept:
    """Leases, and who shares them."""

    leases: Leases
    fellows: Fellows

    def die(self, node: str) -> None:
        """All that this one has has lapsed."""
        self.fellows.leave(node)
        for lease in self.leases.lasting():
            if lease.node == node:
                self.leases.give_back(lease)


@pytest.fixture(params=["memory", "postgres"])
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    if request.param == "memory":
        yield Kept(MemoryLeases(), MemoryFellows())
    else:
        with Database(request.getfixturevalue("database_url")) as database:
            yield Kept(PostgresLeases(database), PostgresFellows(database))


def nothing() -> None:
    """Before anything is taken."""


class Still(PartsKeeper):
    """Looks only when it is told to."""

    def _keep(self) -> None:
        self._ended.wait()


def still(kept: Kept, node: str, before_taking: Callable[[], None] = nothing) -> Still:
    own = Fellow(node=node, address=f"{node}:1")
    return Still(kept.leases, kept.fellows, own, DEALING, before_taking=before_taking)


@dataclass
class Server:
    """One, and what it was told."""

    keeper: Still
    taken: list[str]
    lost: list[str]
    is_quiet: bool = True

    @property
    def led(self) -> set[str]:
        return {part for part in PARTS if self.keeper.leads(part)}


@pytest.fixture
def started(kept: Kept) -> Iterator[Callable[[str], Server]]:
    with ExitStack() as stack:

        def start(node: str) -> Server:
            keeper = still(kept, node)
            server = Server(stack.enter_context(keeper), [], [])
            keeper.watch(
                server.taken.extend, server.lost.extend, lambda: () if server.is_quiet else PARTS
            )
            return server

        yield start


Start = Callable[[str], Server]


def looked(*servers: Server) -> None:
    for _ in range(2):
        for server in servers:
            server.keeper.look()


def test_who_comes_first_leads_everything_and_who_comes_next_gets_a_share(started: Start) -> None:
    one = started("one")
    assert one.led == set(PARTS)

    two = started("two")
    assert two.led == set()
    looked(one, two)

    assert one.led | two.led == set(PARTS)
    assert not one.led & two.led
    assert sorted(two.taken) == sorted(one.lost) == sorted(two.led)
    assert len(two.led) == 6


def test_what_is_left_to_write_of_a_part_is_written_before_it_is_given_up(started: Start) -> None:
    one = started("one")
    seen: list[bool] = []

    def lost(parts: Collection[str]) -> None:
        for part in parts:
            one.keeper.lease_of_part(part)
            seen.append(one.keeper.leads(part))

    one.keeper.watch(one.taken.extend, lost, tuple)
    two = started("two")
    looked(one, two)

    assert seen == [False] * 6
    with pytest.raises(LeaseLost):
        one.keeper.lease_of_part(two.taken[0])


def test_parts_in_which_a_clock_runs_are_not_given_up(started: Start) -> None:
    one = started("one")
    one.is_quiet = False
    two = started("two")
    looked(one, two)

    assert one.led == set(PARTS)
    assert two.led == set()


def test_many_parts_are_given_up_little_by_little(kept: Kept) -> None:
    dealing = Dealing(200)

    def server(node: str) -> Still:
        own = Fellow(node=node, address=f"{node}:1")
        return Still(kept.leases, kept.fellows, own, dealing, before_taking=nothing)

    with server("one") as one, server("two") as two:
        one.watch(lambda _: None, lambda _: None, tuple)
        shares: list[tuple[int, int]] = []
        for _ in range(5):
            one.look()
            two.look()
            shares.append((len(one.led()), len(two.led())))
        assert one.are_all_led()
        assert two.are_all_led()

    assert shares == [(168, 32), (136, 64), (104, 96), (100, 100), (100, 100)]


class SlowToTell(MemoryLeases):
    """Another has taken some of what this one had, once it wants to renew it."""

    taken_away: tuple[str, ...] = ()
    renewals = 0

    def renew_all(self, held: Collection[Lease]) -> tuple[Lease, ...]:
        self.renewals += 1
        going = super().renew_all(held)
        return tuple(lease for lease in going if lease.hall not in self.taken_away)


def test_what_is_left_is_renewed_again_once_it_was_told_what_is_lost() -> None:
    leases = SlowToTell()
    own = Fellow(node="one", address="one:1")
    lost: list[str] = []
    with Still(leases, MemoryFellows(), own, DEALING, before_taking=nothing) as one:
        one.watch(lambda _: None, lost.extend, tuple)
        leases.taken_away, leases.renewals = PARTS[:2], 0
        one.look()
        assert set(one.led()) == set(PARTS[2:])

    assert sorted(lost) == sorted(PARTS[:2])
    assert leases.renewals == 2


def test_each_knows_where_the_other_is(started: Start) -> None:
    one, two = started("one"), started("two")
    looked(one, two)
    part = next(iter(two.led))

    assert one.keeper.address_of(part) == "two:1"
    assert two.keeper.others() == ("one:1",)
    assert one.keeper.others() == ("two:1",)


def test_what_the_dead_led_is_taken_and_they_write_nothing_more(kept: Kept, started: Start) -> None:
    one, two = started("one"), started("two")
    looked(one, two)
    theirs = next(iter(one.led))
    one.keeper.belongs("g", theirs)
    stale = one.keeper.lease_of_game("g")
    kept.die("one")
    two.keeper.look()
    assert two.led == set(PARTS)
    two.keeper.belongs("g", theirs)
    assert two.keeper.lease_of_game("g").epoch > stale.epoch

    one.keeper.look()

    assert theirs in one.lost
    with pytest.raises(LeaseLost):
        one.keeper.lease_of_game("g")


def test_who_leaves_is_not_waited_for(kept: Kept, started: Start) -> None:
    two = started("two")
    with still(kept, "one") as one:
        two.keeper.look()
        one.look()
        assert one.leads(PARTS[0]) or two.keeper.leads(PARTS[0])
    two.keeper.look()

    assert two.led == set(PARTS)
    assert two.keeper.others() == ()


def test_before_anything_is_taken_time_is_set(kept: Kept) -> None:
    led: list[bool] = []
    own = Fellow(node="one", address="one:1")

    def before_taking() -> None:
        held = [lease for lease in kept.leases.lasting() if lease.node == "one"]
        led.append(bool(held))

    with PartsKeeper(kept.leases, kept.fellows, own, DEALING, before_taking=before_taking) as one:
        assert led == [True], "by then nobody else writes"
        assert one.are_all_led()


def test_a_game_of_no_part_is_not_written(started: Start) -> None:
    with pytest.raises(LeaseLost):
        started("one").keeper.lease_of_game("stranger")


def test_the_journal_is_written_by_the_lease_of_each_game(database_url: str) -> None:
    with Database(database_url) as database:
        leases, fellows = PostgresLeases(database), PostgresFellows(database)
        with still(Kept(leases, fellows), "one") as one:
            journal = PostgresJournal(database, one.lease_of_game)
            one.belongs("g", PARTS[1])
            one.belongs("h", PARTS[2])
            assert journal.append("g", [STARTED], after=0) == 1
            assert journal.append("h", [STARTED], after=0) == 1
            execute(database_url, "UPDATE lease SET until_ms = 0")
            leases.take(PARTS[1], "two")

            with pytest.raises(LeaseLost):
                journal.append("g", [STARTED], after=1)
            assert journal.append("h", [STARTED], after=1) == 2
            journal.beat(["g", "h"], 9_000)
            assert (journal.last_beat_ms("g"), journal.last_beat_ms("h")) == (None, 9_000)
            with pytest.raises(LeaseLost):
                journal.beat(["g"], 9_000)
