"""All games in one file, and a new storage of it: files or a database, whole or not at all."""

import json
import shutil
import sqlite3
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.sound_record.test_sound_joining import noise, spoken
from tests.postgres_server import execute
from tests.small_disk import made_read_only, small_disk
from tests.web.events.event_stage import EventStage, made
from tests.web.means import opened_means
from tests.web.stage import staged, staged_with
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.register import PostgresRegister
from voice_chess.adapters.storage.signed_archive import ArchiveSeal, checked
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.cli.command_line import main
from voice_chess.compose.storage import Sharing, Storage, opened_storage, storage_made, storage_read
from voice_chess.game.setup import PlayerArrived
from voice_chess.game.table import Role
from voice_chess.session.ports import JournalLost

Place = tuple[Path, str | None]
KINDS = ("files", "database")


@pytest.fixture
def place(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str, str], Place]:
    """Where a storage of this kind can be; the test's database is one alone."""

    def found(name: str, kind: str) -> Place:
        url = None if kind == "files" else request.getfixturevalue("database_url")
        return tmp_path / name, url

    return found


def arguments(place: Place) -> list[str]:
    data, url = place
    return ["--data", str(data), *(["--database", url] if url else [])]


def played(place: Place) -> tuple[EventStage, str]:
    """A server on which an event was begun, a game of it played, and one is under way."""
    data, url = place
    sharing = Sharing(url=url) if url else None
    with opened_means(data, sharing) as means, staged_with(means, data) as stage:
        event = made(stage, "Anna", "Bert", "Cleo", "Dora")
        event.done("/pairing")
        event.done("/start")
        event.play(1, 3, white_wins=False)
        with event.board(4, 2) as (one, _):
            one.event("game-started")
            assert one.move("f2f3", 0)["is_accepted"]
        event.place(event.links[1])
        return event, str(event.state()["rounds"][0]["boards"][0]["game"])


def announced(place: Place, game: str) -> None:
    """White's first move, into a microphone of their own."""
    data, url = place
    sharing = None if url is None else Sharing(url=url)
    with opened_storage(data, sharing) as storage, closing(storage.sounds) as sounds:
        record = sounds.record(game, Role.WHITE)
        record.hear(noise(1, 2_000))
        record.keep(spoken(1, 500, 1_500))


def everything(kept: Storage) -> dict[str, Any]:
    journal, register, events = kept.journal, kept.register, kept.events
    return {
        "games": {
            game_id: (
                journal.read(game_id),
                journal.evidence(game_id),
                journal.last_beat_ms(game_id),
                set(journal.requests(game_id)),
            )
            for game_id in journal.game_ids()
        },
        "settled": list(register.games().items()),
        "finished": register.finished(),
        "chairs": {game_id: register.chairs_of(game_id) for game_id in register.games()},
        "keys": register.all_keys(),
        "secret": register.secret(),
        "sounds": {
            game_id: [(ply, kept.sounds.wav(game_id, ply)) for ply, _ in told]
            for game_id in journal.game_ids()
            if (told := kept.sounds.announced(game_id))
        },
        "events": [(event_id, events.read(event_id)) for event_id in events.event_ids()],
    }


def kept_at(place: Place) -> dict[str, Any]:
    with storage_read(*place) as storage:
        return everything(storage)


@pytest.mark.parametrize(
    ("from_kind", "to_kind"), [("files", "files"), ("files", "database"), ("database", "files")]
)
def test_what_was_exported_is_there_again(
    tmp_path: Path, place: Callable[[str, str], Place], from_kind: str, to_kind: str
) -> None:
    old, new, file = place("old", from_kind), place("new", to_kind), tmp_path / "all.zip"
    event, game = played(old)
    announced(old, game)

    assert main(["export", str(file), *arguments(old)]) == 0
    assert main(["import", str(file), *arguments(new)]) == 0

    assert kept_at(new) == kept_at(old)
    assert len(kept_at(new)["sounds"][game]) == 1
    data, url = new
    sharing = Sharing(url=url) if url else None
    with opened_means(data, sharing) as means, staged_with(means, data) as stage:
        again = EventStage(stage, event.event, event.arbiter, event.links)
        assert "Qh4#" in stage.client.get(f"/events/{event.event}/round-1.pgn").text
        assert again.play_on(4, 2) == 1
        assert again.state()["rounds"][0]["boards"][0]["game"] == game


def test_an_export_from_before_requests_were_kept_is_imported(tmp_path: Path) -> None:
    played((tmp_path / "old", None))
    file, new = tmp_path / "all.zip", tmp_path / "new"
    main(["export", str(file), "--data", str(tmp_path / "old")])
    with zipfile.ZipFile(file) as archive:
        entries = {found: archive.read(found) for found in checked(file).files}
    for name, content in entries.items():
        if name.startswith("games/"):
            game = json.loads(content)
            assert game.pop("requests")
            entries[name] = json.dumps(game).encode()
    with file.open("wb") as writing:
        about = {"kind": "voice-chess storage", "made_ms": "0"}
        ArchiveSeal(bytes(32)).write(writing, about, entries.items())

    assert main(["import", str(file), "--data", str(new)]) == 0
    with storage_read(new, None) as storage:
        games = storage.journal.game_ids()
        assert games
        assert not any(storage.journal.requests(game) for game in games)


def test_an_export_is_checked_as_what_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played((tmp_path / "old", None))
    file = tmp_path / "all.zip"
    main(["export", str(file), "--data", str(tmp_path / "old")])
    capsys.readouterr()

    assert main(["event", "check", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()[0]
    assert told.startswith("all.zip is as it was signed: all that a server keeps, made 20")
    assert told.endswith("; games: 2, events: 1.")


@pytest.mark.parametrize(
    "about",
    [
        {},
        {"event": "abc", "name": "Spring Open"},
        {"kind": "voice-chess storage", "made_ms": "9" * 30},
    ],
)
def test_what_is_signed_but_nothing_of_ours_is_told(
    tmp_path: Path, about: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "other.zip"
    with file.open("wb") as writing:
        ArchiveSeal(bytes(32)).write(writing, about, [])

    assert main(["event", "check", str(file)]) == 2
    assert "neither the record of an event nor an export" in capsys.readouterr().err


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    played((tmp_path / "old", None))
    file = tmp_path / "all.zip"
    main(["export", str(file), "--data", str(tmp_path / "old")])

    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "name", ["sound/000000-../../x/sound/0001.flac", "sound/000000-x/sound/../../0001.flac"]
)
def test_sound_goes_nowhere_but_into_the_folder_of_its_game(tmp_path: Path, name: str) -> None:
    """Whoever makes an archive signs it by a key of their own."""
    played((tmp_path / "old", None))
    file, new = tmp_path / "all.zip", tmp_path / "new"
    main(["export", str(file), "--data", str(tmp_path / "old")])
    with zipfile.ZipFile(file) as archive:
        entries = {found: archive.read(found) for found in checked(file).files}
    with file.open("wb") as writing:
        about = {"kind": "voice-chess storage", "made_ms": "0"}
        ArchiveSeal(bytes(32)).write(writing, about, [*entries.items(), (name, b"sound")])

    assert main(["import", str(file), "--data", str(new)]) == 2
    assert not new.exists()
    assert not list(tmp_path.rglob("0001.flac"))


def spoilt(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content.replace(b'\\"f2f3', b'\\"f2f4'))


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_is_refused_before_anything_is_made(
    tmp_path: Path,
    place: Callable[[str, str], Place],
    kind: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    played((tmp_path / "old", None))
    new, file = place("new", kind), tmp_path / "all.zip"
    main(["export", str(file), "--data", str(tmp_path / "old")])
    spoilt(file)
    capsys.readouterr()

    assert main(["import", str(file), *arguments(new)]) == 2

    *faults, last = capsys.readouterr().err.splitlines()
    assert faults
    assert all(fault.endswith(".json is not as it was signed.") for fault in faults)
    assert last.startswith("voice-chess: all.zip: ")
    assert last.endswith("Nothing was imported.")
    assert not new[0].exists()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("last", ["the games", "the seats"])
def test_what_fails_in_the_middle_leaves_nothing(
    tmp_path: Path,
    place: Callable[[str, str], Place],
    kind: str,
    last: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played((tmp_path / "old", None))
    new, file = place("new", kind), tmp_path / "all.zip"
    main(["export", str(file), "--data", str(tmp_path / "old")])

    def full(*_: object) -> None:
        message = "The disk is full."
        raise JournalLost(message)

    with monkeypatch.context() as patch:
        if last == "the games":
            patch.setattr("voice_chess.adapters.storage.storage_archive._fill_register", full)
        else:
            patch.setattr(SqliteRegister, "add_keys", full)
            patch.setattr(PostgresRegister, "add_keys", full)
        assert main(["import", str(file), *arguments(new)]) == 2

    assert not list(tmp_path.glob("new*"))
    assert main(["import", str(file), *arguments(new)]) == 0
    assert kept_at(new)["settled"] == kept_at((tmp_path / "old", None))["settled"]


def test_of_two_imports_into_one_folder_the_second_is_refused_and_harms_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A killed import's remains are no hindrance."""
    old, new, file = (tmp_path / "old", None), tmp_path / "new", tmp_path / "all.zip"
    played(old)
    main(["export", str(file), "--data", str(old[0])])
    (tmp_path / "new.part" / "games").mkdir(parents=True)
    (tmp_path / "new.part" / "journal.sqlite").write_text("half", "utf-8")
    capsys.readouterr()

    with storage_made(new, None, bytes(32)) as storage:
        assert main(["import", str(file), "--data", str(new)]) == 2
        assert "is in use by voice-chess import" in capsys.readouterr().err
        assert list(storage.journal.game_ids()) == []

    assert main(["import", str(file), "--data", str(new)]) == 2
    assert not (tmp_path / "new.part").exists()
    assert (new / "seats.key").read_bytes() == bytes(32)


def test_the_key_stays_where_nobody_knows_whether_the_database_has_the_games(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it, no code would open anything, and nothing could be imported there again."""
    played((tmp_path / "old", None))
    new, file = (tmp_path / "new", database_url), tmp_path / "all.zip"
    main(["export", str(file), "--data", str(tmp_path / "old")])
    all_or_nothing = Database.all_or_nothing

    @contextmanager
    def lost_at_the_very_end(database: Database) -> Iterator[object]:
        with all_or_nothing(database) as connection:
            yield connection
        message = "The database went away."
        raise JournalLost(message)

    with monkeypatch.context() as patch:
        patch.setattr(Database, "all_or_nothing", lost_at_the_very_end)
        assert main(["import", str(file), *arguments(new)]) == 2

    assert kept_at(new) == kept_at((tmp_path / "old", None))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_there_is_not_mixed_with_what_comes(
    tmp_path: Path,
    place: Callable[[str, str], Place],
    kind: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    old, file = place("old", kind), tmp_path / "all.zip"
    played(old)
    main(["export", str(file), *arguments(old)])
    before = kept_at(old)
    capsys.readouterr()

    assert main(["import", str(file), *arguments(old)]) == 2

    assert "Nothing was changed." in capsys.readouterr().err
    assert kept_at(old) == before


@pytest.mark.parametrize("whose", ["its own", "another one's"])
def test_a_database_that_a_server_has_used_without_games_is_not_empty(
    whose: str, tmp_path: Path, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has the organiser's keys, and the digest of the key of its codes."""
    used = tmp_path / "used", database_url
    with opened_means(used[0], Sharing(url=database_url)) as means, staged_with(means, used[0]):
        pass
    exported = used if whose == "its own" else (tmp_path / "old", None)
    if whose != "its own":
        played(exported)
    file = tmp_path / "all.zip"
    assert main(["export", str(file), *arguments(exported)]) == 0
    before = kept_at(used)
    capsys.readouterr()

    assert main(["import", str(file), *arguments((tmp_path / "new", database_url))]) == 2

    told = capsys.readouterr().err
    assert "is not empty: a server has used it already. Create another one" in told
    assert kept_at(used) == before
    assert not (tmp_path / "new").exists(), "a key came with nothing to be opened by it"


def test_a_database_that_a_server_has_is_left_alone(
    tmp_path: Path, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    played((tmp_path / "old", None))
    file = tmp_path / "all.zip"
    main(["export", str(file), "--data", str(tmp_path / "old")])
    new = tmp_path / "new", database_url
    main(["import", str(file), *arguments(new)])
    capsys.readouterr()

    with opened_means(tmp_path / "new", Sharing(url=database_url)):
        assert main(["import", str(file), *arguments(new)]) == 2
        told = capsys.readouterr().err
        assert (
            main(["import", str(file), *arguments((tmp_path / "other" / "one", database_url))]) == 2
        )

    assert "A server has this database; end it first." in told
    assert (tmp_path / "new" / "seats.key").exists(), "the key that was there stays"
    assert not (tmp_path / "other").exists(), "a key came with nothing to be opened by it"


def test_a_record_of_an_event_is_no_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old").mkdir()
    with staged(tmp_path / "old") as stage:
        event = made(stage, "Anna", "Bert")
        record = stage.organise("GET", f"/events/{event.event}/record.zip").content
    file = tmp_path / "record.zip"
    file.write_bytes(record)

    assert main(["import", str(file), "--data", str(tmp_path / "new")]) == 2
    assert "It is no export of voice-chess." in capsys.readouterr().err


def test_an_import_goes_into_the_folder_in_which_it_was_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, here, file = tmp_path / "old", tmp_path / "here", tmp_path / "all.zip"
    with opened_storage(old) as storage:
        storage.journal.append("g", [PlayerArrived(at_ms=1, white=True)], after=0)
    main(["export", str(file), "--data", str(old)])
    here.mkdir()
    monkeypatch.chdir(here)

    assert main(["import", str(file), "--data", "."]) == 0

    assert kept_at((here, None)) == kept_at((old, None))


def test_an_export_replaces_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played((tmp_path / "old", None))
    file = tmp_path / "all.zip"
    file.write_bytes(b"dear")

    assert main(["export", str(file), "--data", str(tmp_path / "old")]) == 2
    assert file.read_bytes() == b"dear"
    assert "is there already" in capsys.readouterr().err


def test_an_export_into_a_folder_that_is_not_there_names_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played((tmp_path / "old", None))
    file = tmp_path / "nowhere" / "all.zip"

    assert main(["export", str(file), "--data", str(tmp_path / "old")]) == 2
    assert capsys.readouterr().err.endswith(f"There is no folder {file.parent} for all.zip.\n")


def test_a_folder_that_cannot_be_written_is_exported(
    tmp_path: Path, place: Callable[[str, str], Place]
) -> None:
    old, new, file = place("old", "files"), place("new", "files"), tmp_path / "all.zip"
    _, game = played(old)
    announced(old, game)
    with small_disk(tmp_path / "disk", megabytes=16) as disk:
        shutil.copytree(old[0], disk / "data")
        made_read_only(disk)
        code = main(["export", str(file), "--data", str(disk / "data")])

    assert code == 0
    assert main(["import", str(file), *arguments(new)]) == 0
    assert kept_at(new) == kept_at(old)


def test_an_export_of_a_table_leaves_no_seats_or_keys_behind(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "data" / "journal.sqlite")) as journal:
        journal.append("g", [PlayerArrived(at_ms=1, white=True)], after=0)
    before = {path.name for path in (tmp_path / "data").iterdir()}

    assert main(["export", str(tmp_path / "all.zip"), "--data", str(tmp_path / "data")]) == 0
    made_now = {path.name for path in (tmp_path / "data").iterdir()} - before
    assert made_now <= {"journal.sqlite-shm", "journal.sqlite-wal"}
    assert main(["import", str(tmp_path / "all.zip"), "--data", str(tmp_path / "new")]) == 0


def test_an_export_that_fails_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played((tmp_path / "old", None))

    def damaged(*_: object) -> None:
        message = "The game is damaged."
        raise JournalLost(message)

    monkeypatch.setattr("voice_chess.adapters.storage.storage_archive._game", damaged)
    (tmp_path / "old" / "signing.key").unlink(missing_ok=True)

    assert main(["export", str(tmp_path / "all.zip"), "--data", str(tmp_path / "old")]) == 2
    assert not list(tmp_path.glob("all.zip*"))
    assert not (tmp_path / "old" / "signing.key").exists(), "nothing was signed"


_CHANGED = "UPDATE {} SET body = replace(body, 'f2f3', 'f2f4') WHERE game = '{{}}'"
_GONE = "DELETE FROM {} WHERE game = '{{0}}'; DELETE FROM {} WHERE game = '{{0}}'"
DAMAGES = {
    "game changed": {
        "files": _CHANGED.format("event"),
        "database": _CHANGED.format("game_event"),
    },
    "game gone": {
        "files": _GONE.format("event", "chain_end"),
        "database": _GONE.format("game_event", "game_end"),
    },
    "event changed": {
        "files": "UPDATE change SET body = replace(body, 'Anna', 'Anne') WHERE event = '{}'",
        "database": "UPDATE competition_change SET body = replace(body, 'Anna', 'Anne')",
    },
}


def spoil(place: Place, statements: str) -> None:
    """Behind the back of the program."""
    data, url = place
    if url is not None:
        for statement in statements.split(";"):
            execute(url, statement)
        return
    name = "events.sqlite" if " change " in statements else "journal.sqlite"
    with closing(sqlite3.connect(data / name)) as connection:
        connection.executescript(statements)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("damage", DAMAGES)
def test_an_export_stops_at_what_is_damaged_and_goes_around_it_when_it_is_told_to(
    tmp_path: Path,
    place: Callable[[str, str], Place],
    kind: str,
    damage: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    old, new, file = place("old", kind), (tmp_path / "new", None), tmp_path / "all.zip"
    event, game = played(old)
    before = kept_at(old)
    what = damage.partition(" ")[0]
    damaged = game if what == "game" else event.event
    spoil(old, DAMAGES[damage][kind].format(damaged))

    assert main(["export", str(file), *arguments(old)]) == 2
    error = capsys.readouterr().err
    assert damaged in error
    assert "--whole" in error
    assert not list(tmp_path.glob("all.zip*"))

    assert main(["export", str(file), "--whole", *arguments(old)]) == 1
    told = capsys.readouterr()
    assert damaged in told.err
    assert "except for the damage named above" in told.out
    assert main(["import", str(file), *arguments(new)]) == 0
    assert f"was exported: {what} {damaged}\n" in capsys.readouterr().err
    whole = {
        "games": {own_id: kept for own_id, kept in before["games"].items() if own_id != damaged},
        "events": [kept for kept in before["events"] if kept[0] != damaged],
    }
    assert whole["games"]
    assert kept_at(new) == before | whole


def test_sound_that_is_missing_stops_an_export_and_is_named_on_import(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, file = (tmp_path / "old", None), (tmp_path / "new", None), tmp_path / "all.zip"
    _, game = played(old)
    announced(old, game)
    (part,) = (tmp_path / "old" / "games" / game).glob("sound-white/*.flac")
    part.unlink()

    assert main(["export", str(file), *arguments(old)]) == 2
    assert f"The sound of game {game} is damaged: {part.name}" in capsys.readouterr().err
    assert not file.exists()

    assert main(["export", str(file), "--whole", *arguments(old)]) == 1
    assert part.name in capsys.readouterr().err
    assert main(["import", str(file), *arguments(new)]) == 0
    assert f"was exported: sound {game}\n" in capsys.readouterr().err
    with storage_read(*new) as storage:
        assert storage.journal.read(game)
        assert not storage.sounds.announced(game)


def test_an_empty_database_has_nothing_to_export(
    tmp_path: Path, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """More likely the address is wrong; an archive of no games would be no backup."""
    file = tmp_path / "all.zip"

    assert main(["export", str(file), *arguments((tmp_path, database_url))]) == 2

    assert "it is empty, no server has ever kept games there" in capsys.readouterr().err
    assert not list(tmp_path.glob("all.zip*"))


def test_a_first_start_that_found_no_room_has_left_nothing_to_export_and_lost_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "in-use").touch()
    (data / "journal.sqlite").touch()

    assert main(["export", str(tmp_path / "all.zip"), "--data", str(data)]) == 2
    assert capsys.readouterr().err == f"voice-chess: There are no games in {data}.\n"


@pytest.mark.parametrize("beside", ["seats.sqlite", "events.sqlite", "games"])
def test_an_empty_journal_beside_other_files_has_lost_what_it_held(
    beside: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    with opened_storage(data):
        pass
    for each in ("seats.sqlite", "events.sqlite"):
        if each != beside:
            (data / each).unlink()
    if beside == "games":
        (data / beside).mkdir()
    (data / "journal.sqlite").write_bytes(b"")

    assert main(["export", str(tmp_path / "all.zip"), "--data", str(data)]) == 2
    assert "some of what was written may be lost" in capsys.readouterr().err
