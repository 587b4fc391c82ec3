"""What keeps the sound of a server's games promises the same, be it files or a database."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import product
from pathlib import Path

import pytest

from tests.adapters.sound_record.test_sound_joining import noise, spoken
from tests.postgres_server import execute
from voice_chess.adapters.sound_record.folder_sounds import FolderSounds
from voice_chess.adapters.storage.postgres.database import Database, PatientConnection
from voice_chess.adapters.storage.postgres.leases import PostgresLeases
from voice_chess.adapters.storage.postgres.sounds import PostgresSounds
from voice_chess.compose.storage import KeptSounds
from voice_chess.game.table import Role
from voice_chess.session.lease import Lease, LeaseLost
from voice_chess.session.ports import JournalDamaged, JournalLost

GAME = "game"
HEADER = 44
Open = Callable[[], KeptSounds]


@pytest.fixture
def opened(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[[str], Open]]:
    """Opens a storage of this kind, again and again: the one that there is of it."""
    databases: list[Database] = []

    def of_kind(kind: str) -> Open:
        if kind == "files":
            return lambda: FolderSounds(tmp_path / "games")
        if not databases:
            databases.append(Database(request.getfixturevalue("database_url")))
        return lambda: PostgresSounds(databases[0])

    yield of_kind
    for database in databases:
        database.close()


@pytest.fixture(params=["files", "database"])
def sounds(request: pytest.FixtureRequest, opened: Callable[[str], Open]) -> Open:
    found: Open = opened(request.param)
    return found


@contextmanager
def evening(sounds: Open) -> Iterator[KeptSounds]:
    """White's announcements of half-moves 1 and 3 at one server, of 3 once more at the next."""
    with closing(sounds()) as first:
        record = first.record(GAME, Role.WHITE)
        record.hear(noise(1, 7_000))
        record.keep(spoken(1, 1_000, 2_000))
        record.hear(noise(2, 500))
        record.hear(noise(3, 500))
        record.keep(spoken(3, 7_400, 7_700))
        first.record(GAME, Role.BLACK).hear(noise(4, 1_000))
    with closing(sounds()) as second:
        record = second.record(GAME, Role.WHITE)
        record.hear(noise(5, 1_000))
        record.keep(spoken(3, 400, 600))
        yield second


def cut(samples: bytes, from_ms: int, until_ms: int) -> bytes:
    return samples[32 * from_ms : 32 * until_ms]


def test_the_last_announcement_of_a_half_move_is_heard_again(sounds: Open) -> None:
    with evening(sounds) as kept:
        one, three = kept.wav(GAME, 1), kept.wav(GAME, 3)

        assert one is not None
        assert three is not None
        assert one[HEADER:] == cut(noise(1, 7_000), 700, 2_300)
        assert three[HEADER:] == cut(noise(5, 1_000), 100, 900)
        assert kept.wav(GAME, 2) is None
        assert kept.announced(GAME) == ((1, "e4"), (3, "e4"))


def test_an_announcement_is_cut_from_all_blocks_of_its_stretch(sounds: Open) -> None:
    """The sound of a stretch may be kept in several, and none goes beyond the one before."""
    with closing(sounds()) as kept:
        record, heard = kept.record(GAME, Role.WHITE), b""
        for number in range(130):
            heard += noise(number, 100)
            record.hear(noise(number, 100))
        record.keep(spoken(1, 4_000, 12_000))
        record.hear(noise(500, 100))
        record.keep(spoken(3, 12_900, 13_100))
        one, three = kept.wav(GAME, 1), kept.wav(GAME, 3)

    assert one is not None
    assert three is not None
    assert one[HEADER:] == cut(heard, 3_700, 12_300)
    assert three[HEADER:] == noise(500, 100)


def test_a_typed_move_has_no_sound(sounds: Open) -> None:
    with closing(sounds()) as kept:
        kept.record(GAME, Role.WHITE).keep(spoken(1, 0, 100))

        assert kept.announced(GAME) == ()


def test_a_game_that_is_put_away_goes_on_later(sounds: Open) -> None:
    with evening(sounds) as kept:
        kept.put_away(GAME)
        record = kept.record(GAME, Role.WHITE)
        record.hear(noise(6, 1_000))
        record.keep(spoken(5, 400, 600))
        five = kept.wav(GAME, 5)

        assert five is not None
        assert five[HEADER:] == cut(noise(6, 1_000), 100, 900)
        assert [ply for ply, _ in kept.announced(GAME)] == [1, 3, 5]


def test_of_a_deleted_game_no_sound_is_left_and_the_others_stay(sounds: Open) -> None:
    with evening(sounds) as kept:
        other = kept.record("other", Role.BLACK)
        other.hear(noise(7, 1_000))
        other.keep(spoken(2, 400, 600))
        kept.delete(GAME)
        kept.delete("nowhere")

        assert kept.announced(GAME) == ()
        assert list(kept.files(GAME)) == []
        assert [ply for ply, _ in kept.announced("other")] == [2]


@pytest.mark.parametrize(
    ("from_kind", "to_kind"), list(product(["files", "database"], repeat=2))[1:3]
)
def test_sound_goes_from_one_storage_to_another(
    opened: Callable[[str], Open], from_kind: str, to_kind: str
) -> None:
    old, new = opened(from_kind), opened(to_kind)
    with evening(old) as kept:
        before = [kept.wav(GAME, ply) for ply in (1, 3)]
    with closing(old()) as kept:
        files = list(kept.files(GAME))
    with closing(new()) as filled:
        for name, content in files:
            filled.fill(GAME, name, content)

        assert [filled.wav(GAME, ply) for ply in (1, 3)] == before
        assert filled.announced(GAME) == ((1, "e4"), (3, "e4"))
        record = filled.record(GAME, Role.WHITE)
        record.hear(noise(8, 1_000))
        record.keep(spoken(5, 400, 600))
        five = filled.wav(GAME, 5)
        assert five is not None
        assert five[HEADER:] == cut(noise(8, 1_000), 100, 900)


def test_sound_in_a_database_that_is_damaged_is_told_as_such(database_url: str) -> None:
    with closing(Database(database_url)) as database:
        with evening(lambda: PostgresSounds(database)) as kept:
            kept.put_away(GAME)
        execute(database_url, "UPDATE sound_block SET flac = 'no sound' WHERE stretch = 3")
        execute(database_url, "DELETE FROM sound_block WHERE stretch = 1")
        sounds = PostgresSounds(database)

        for ply in (1, 3):
            with pytest.raises(JournalDamaged, match="is damaged"):
                sounds.wav(GAME, ply)


def test_a_server_that_has_lost_the_games_writes_no_sound(database_url: str) -> None:
    stale = Lease(hall="everything", node="one", epoch=1, until_ms=0)
    with Database(database_url) as database:
        record = PostgresSounds(database, stale).record(GAME, Role.WHITE)
        record.hear(noise(1, 1_000))

        with pytest.raises(JournalLost):
            record.keep(spoken(1, 100, 200))
        assert PostgresSounds(database).announced(GAME) == ()


def test_what_a_server_has_heard_last_is_written_though_it_has_lost_another_game(
    database_url: str,
) -> None:
    def lease(game_id: str) -> Lease:
        if game_id == "lost":
            message = "Another server has it."
            raise LeaseLost(message)
        return held

    with Database(database_url) as database:
        held = PostgresLeases(database).take("part", "one")
        kept = PostgresSounds(database, lease)
        kept.record("lost", Role.WHITE).hear(noise(1, 1_000))
        kept.record(GAME, Role.WHITE).hear(noise(2, 1_000))

        with pytest.raises(LeaseLost):
            kept.close()

        assert [name for name, _ in kept.files(GAME)] == [
            "sound-white/0001.flac",
            "sound-white/index.jsonl",
        ]


def test_what_could_not_be_written_is_taken_again(database_url: str) -> None:
    """As a record does that waits for room: the samples that were refused come once more."""
    with Database(database_url) as database:
        kept = PostgresSounds(database)
        record = kept.record(GAME, Role.WHITE)
        record.hear(noise(1, 4_000))
        execute(database_url, "ALTER TABLE sound_block RENAME TO elsewhere")
        with pytest.raises(JournalLost):
            record.hear(noise(2, 2_000))
        execute(database_url, "ALTER TABLE elsewhere RENAME TO sound_block")
        record.hear(noise(2, 2_000))
        record.keep(spoken(1, 4_300, 5_700))
        one = kept.wav(GAME, 1)

    assert one is not None
    assert one[HEADER:] == noise(2, 2_000)


class Unconfirmed(Database):
    """Its line breaks, if it is to, after a commit and before the database confirms it."""

    breaks = False

    @contextmanager
    def writing(self) -> Iterator[PatientConnection]:
        with super().writing() as connection:
            yield connection
        if self.breaks:
            self.breaks = False
            message = "The line broke."
            raise JournalLost(message)


def test_sound_goes_on_after_a_line_that_broke_before_the_writing_was_confirmed(
    database_url: str,
) -> None:
    with Unconfirmed(database_url) as database:
        kept = PostgresSounds(database)
        record = kept.record(GAME, Role.WHITE)
        database.breaks = True
        with pytest.raises(JournalLost):
            record.hear(noise(1, 6_000))
        record.hear(noise(1, 6_000))
        record.hear(noise(2, 1_000))
        database.breaks = True
        with pytest.raises(JournalLost):
            record.keep(spoken(1, 6_300, 6_700))
        record.hear(noise(3, 1_000))
        record.keep(spoken(1, 7_300, 7_700))
        one = kept.wav(GAME, 1)

    assert one is not None
    assert one[HEADER:] == noise(3, 1_000)
