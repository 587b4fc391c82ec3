"""What every register promises: ways in are given together or not at all, and stay secret."""

import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.adapters.storage.kept_secret import kept_secret
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.register import PostgresRegister, secret_of
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.game.table import Role
from voice_chess.session.games.chairs import Chair, Preferences, Settled
from voice_chess.session.lobby.access import LASTS_MS, ORGANISERS_WAY_LASTS_MS, Entrance
from voice_chess.session.lobby.register import ORGANISER, Key, KeyKind, Register
from voice_chess.session.ports import JournalLost

CHAIRS = (Chair(id="white", role=Role.WHITE), Chair(id="black", role=Role.BLACK))
SEATED = {chair.id: chair for chair in CHAIRS}
ARBITER = Chair(id="arbiter", role=Role.ARBITER)
Opened = Callable[[Path], Register]


@pytest.fixture(params=["sqlite", "postgres"])
def opened(request: pytest.FixtureRequest) -> Iterator[Opened]:
    """Opens the same register again and again, with the key that lies in this folder."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            yield lambda folder: stack.enter_context(
                closing(SqliteRegister(folder / "seats.sqlite"))
            )
            return
        url = request.getfixturevalue("database_url")

        def at(folder: Path) -> Register:
            database = stack.enter_context(Database(url))
            return PostgresRegister(database, secret_of(database, folder / "seats.key"))

        yield at


@pytest.fixture
def register(opened: Opened, tmp_path: Path) -> Register:
    return opened(tmp_path)


def test_links_and_codes_open_after_a_restart(opened: Opened, tmp_path: Path) -> None:
    white, black = Entrance(opened(tmp_path), SimulatedTime()).new_ways_in(CHAIRS)

    entrance = Entrance(opened(tmp_path), SimulatedTime())

    assert entrance.owner_of_code(white.code.upper()) == "white"
    assert entrance.owner_of_token(black.token) == "black"


def test_another_way_in_shuts_the_one_before(register: Register) -> None:
    entrance = Entrance(register, SimulatedTime())
    before, _ = entrance.new_ways_in(CHAIRS)
    (now,) = entrance.new_ways_in(CHAIRS[:1])

    assert entrance.owner_of_code(before.code) is None
    assert entrance.owner_of_token(before.token) is None
    assert entrance.owner_of_code(now.code) == "white"


def test_ways_in_and_entries_open_until_their_time(register: Register) -> None:
    time = SimulatedTime()
    entrance = Entrance(register, time)
    white, _ = entrance.new_ways_in(CHAIRS)
    organiser = entrance.organisers_way_in()
    entered = entrance.enter("black")

    def opened_after(duration_ms: int) -> tuple[bool, ...]:
        time.passed(duration_ms)
        return (
            entrance.owner_of_token(organiser.token) == ORGANISER,
            entrance.owner_of_token(white.token) == "white",
            entrance.owner_of_code(white.code) == "white",
            entrance.is_entered("black", entered.secret),
        )

    assert opened_after(ORGANISERS_WAY_LASTS_MS - 1) == (True, True, True, True)
    assert opened_after(1) == (False, True, True, True)
    assert opened_after(LASTS_MS - ORGANISERS_WAY_LASTS_MS - 1) == (False, True, True, True)
    assert opened_after(1) == (False, False, False, False)


def test_keys_are_added_together_or_not_at_all(register: Register) -> None:
    taken = Key(kind="link", digest=b"taken", owner="white", until_ms=10)
    register.add_keys([taken])
    fresh = Key(kind="link", digest=b"fresh", owner="black", until_ms=10)

    with pytest.raises(JournalLost):
        register.add_keys([fresh, taken])

    assert register.owner_of("link", b"fresh", 0) is None
    assert register.owner_of("link", b"taken", 0) == "white"


def test_a_game_is_added_with_what_opens_its_chairs_or_not_at_all(register: Register) -> None:
    taken = Key(kind="link", digest=b"taken", owner="other", until_ms=10)
    register.add_keys([taken])
    fresh = Key(kind="link", digest=b"fresh", owner="white", until_ms=10)

    with pytest.raises(JournalLost):
        register.add_game("lost", Settled(), SEATED, [fresh, replace(taken, owner="black")])
    register.add_game("kept", Settled(), SEATED, [fresh])

    assert list(register.games()) == ["kept"]
    assert register.owner_of("link", b"fresh", 0) == "white"
    assert register.owner_of("link", b"taken", 0) == "other"


def test_ways_in_are_prolonged_and_never_shortened(register: Register) -> None:
    kinds: tuple[KeyKind, ...] = ("link", "code", "entry")
    keys = [Key(kind=kind, digest=b"one", owner="one", until_ms=10) for kind in kinds]
    others = [
        Key(kind="code", digest=b"long", owner="one", until_ms=90),
        Key(kind="code", digest=b"other", owner="other", until_ms=10),
    ]
    register.add_keys([*keys, *others])
    register.prolong(["one", "nobody"], 50)

    ends = {(key.kind, key.digest): key.until_ms for key in register.all_keys()}
    assert ends == {
        ("link", b"one"): 50,
        ("code", b"one"): 50,
        ("entry", b"one"): 10,
        ("code", b"long"): 90,
        ("code", b"other"): 10,
    }


def test_a_key_opens_until_its_time_or_until_it_is_taken_away(register: Register) -> None:
    digests = (b"one", b"two", b"three")
    register.add_keys([Key(kind="entry", digest=d, owner=d.decode(), until_ms=10) for d in digests])

    assert register.owner_of("entry", b"one", 9) == "one"
    assert register.owner_of("entry", b"one", 10) is None
    assert register.owner_of("code", b"one", 9) is None
    assert not register.is_open("one"), "an entry is no link"
    register.revoke("two")
    register.forget("entry", b"three")
    assert register.owner_of("entry", b"two", 9) is None
    assert register.owner_of("entry", b"three", 9) is None


def test_games_are_kept_in_their_order_with_who_sits_there(register: Register) -> None:
    first, second = Settled(by_guest=True), Settled(starts="by-hand")
    register.add_game("zebra", first, SEATED)
    register.add_game("antelope", second, {"arbiter": ARBITER, "white": CHAIRS[0]})

    assert list(register.games().items()) == [("zebra", first), ("antelope", second)]
    assert register.chairs_of("zebra") == CHAIRS
    assert register.chairs_of("antelope") == (CHAIRS[0], ARBITER), "as they were first added"
    assert register.games_of("white") == ("zebra", "antelope")
    assert register.games_of("nobody") == ()
    assert register.chair("nobody") is None


def test_what_somebody_prefers_is_kept(register: Register) -> None:
    register.add_game("g", Settled(), SEATED)
    wanted = Preferences(language="pl", warned_at_ms=(60_000, 10_000))

    register.prefer(CHAIRS[0].preferring(wanted, "key"))

    assert register.chair("white") == Chair(
        id="white", role=Role.WHITE, preferences=wanted, asked=("key",)
    )
    assert register.chair("black") == CHAIRS[1]


def test_a_game_is_finished_and_goes_on_after_all(register: Register) -> None:
    for _ in range(2):
        register.finish("g", is_over=True)
    assert register.finished() == {"g"}

    register.finish("g", is_over=False)
    assert register.finished() == frozenset()


def test_who_has_the_register_and_not_its_key_cannot_try_words(tmp_path: Path) -> None:
    path = tmp_path / "seats.sqlite"
    with closing(SqliteRegister(path)) as register:
        white, _ = Entrance(register, SimulatedTime()).new_ways_in(CHAIRS)
    stolen = tmp_path / "elsewhere" / "seats.sqlite"
    stolen.parent.mkdir()
    stolen.write_bytes(path.read_bytes())

    with closing(SqliteRegister(stolen)) as register:
        assert Entrance(register, SimulatedTime()).owner_of_code(white.code) is None


def test_only_its_owner_may_read_the_key(opened: Opened, tmp_path: Path) -> None:
    opened(tmp_path)

    assert stat.S_IMODE((tmp_path / "seats.key").stat().st_mode) == 0o600


def test_a_damaged_key_is_told_and_not_replaced(opened: Opened, tmp_path: Path) -> None:
    opened(tmp_path)
    (tmp_path / "seats.key").write_bytes(b"half")

    with pytest.raises(JournalLost, match=r"seats\.key is damaged"):
        opened(tmp_path)
    assert (tmp_path / "seats.key").read_bytes() == b"half"


def test_a_second_machine_without_the_first_ones_key_is_told_to_copy_it(
    database_url: str, tmp_path: Path
) -> None:
    with Database(database_url) as database:
        secret_of(database, tmp_path / "first" / "seats.key")

        with pytest.raises(JournalLost, match=r"is missing: copy the file from the machine"):
            secret_of(database, tmp_path / "second" / "seats.key")
        assert not (tmp_path / "second").exists()


def test_a_machine_with_another_key_is_told_to_copy_the_first_ones(
    database_url: str, tmp_path: Path
) -> None:
    with Database(database_url) as database:
        secret_of(database, tmp_path / "first" / "seats.key")
        kept_secret(tmp_path / "seats.key")

        with pytest.raises(JournalLost, match=r"is not that of .*: copy the file"):
            secret_of(database, tmp_path / "seats.key")


def test_a_deleted_game_takes_the_chairs_with_it_that_have_no_other(register: Register) -> None:
    everybody = {**SEATED, ARBITER.id: ARBITER}
    register.add_game("first", Settled(), everybody)
    register.add_game("second", Settled(), {ARBITER.id: ARBITER})
    register.finish("first", is_over=True)
    register.add_keys(
        [
            Key(kind="link", digest=owner.encode(), owner=owner, until_ms=10)
            for owner in (*everybody, "a place")
        ]
    )

    register.delete("first")

    assert tuple(register.games()) == ("second",)
    assert register.chairs_of("first") == ()
    assert register.games_of("arbiter") == ("second",)
    assert [register.chair(chair.id) for chair in CHAIRS] == [None, None]
    assert register.finished() == frozenset()
    open_ones = [owner for owner in (*everybody, "a place") if register.is_open(owner)]
    assert open_ones == ["arbiter", "a place"]


def test_a_deleted_game_is_remembered_until_all_of_it_is_erased(
    opened: Opened, tmp_path: Path
) -> None:
    register = opened(tmp_path)
    register.add_game("game", Settled(), SEATED)
    register.delete("game")

    assert opened(tmp_path).deleted() == {"game"}
    register.erased("game")
    assert opened(tmp_path).deleted() == frozenset()
