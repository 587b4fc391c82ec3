"""What `serve --check` tells of each part that would not work, and the organiser's spoken words."""

import sys
import wave
from pathlib import Path

import psycopg
import pytest

from tests.adapters.events.test_pairing_program import program
from tests.postgres_server import execute
from tests.small_disk import made_read_only, small_disk
from voice_chess.adapters.audio_io.loudspeaker import INTO_A_FILE
from voice_chess.adapters.audio_io.sound_sinks import SoundFileSink
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.adapters.synthesis.pyttsx3_speaker import PageVoices
from voice_chess.cli import serve
from voice_chess.cli.command_line import main
from voice_chess.compose import server_check, voices
from voice_chess.compose.server_check import PartCheck, ServerParts, findings
from voice_chess.compose.storage import Sharing, opened_storage
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.ports import SpeakerLost

GARBAGE = b"this is no database" * 500
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"


@pytest.fixture(autouse=True)
def _speaks_quickly(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The speech of every language is tried where speech is what is tested."""
    if "speech" not in request.node.name:
        monkeypatch.setattr(PageVoices, "wav", lambda *_: b"RIFF")


def found(part: str, data: Path, models: Path | None = None) -> PartCheck:
    wanted = ServerParts(data=data, models=models or data, cert=None, key=None)
    (finding,) = (one for one in findings(wanted) if one.part == part)
    return finding


def test_a_folder_that_can_not_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")

    monkeypatch.setattr(server_check, "_database", lambda _: "not tried")
    disk = found("disk", in_the_way / "data", tmp_path)

    assert not disk.is_ready
    told = "file/data can't be written: Not a directory. See how it is spelt"
    assert told in disk.told


def test_a_disk_that_is_nearly_full_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_check, "LEAST_FREE", 10**18)

    disk = found("disk", tmp_path)

    assert not disk.is_ready
    assert "make room" in disk.told


@pytest.mark.parametrize("file", ["journal.sqlite", "seats.sqlite"])
def test_a_damaged_database_is_told(tmp_path: Path, file: str) -> None:
    (tmp_path / file).write_bytes(GARBAGE)

    database = found("database", tmp_path)

    assert not database.is_ready
    assert file in database.told


def test_a_check_leaves_nothing_behind(tmp_path: Path) -> None:
    data = tmp_path / "not made yet" / "data"

    assert found("disk", data).is_ready
    assert found("database", data).told == "0 games in the journal, 0 of them with seats"
    assert list(tmp_path.iterdir()) == []


def test_a_first_start_that_found_no_room_is_no_loss(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"")

    assert found("database", tmp_path).told == "0 games in the journal, 0 of them with seats"


def test_an_empty_journal_beside_seats_is_a_loss(tmp_path: Path) -> None:
    SqliteRegister(tmp_path / "seats.sqlite").close()
    (tmp_path / "journal.sqlite").write_bytes(b"")

    assert not found("database", tmp_path).is_ready


def test_a_file_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        (disk / "journal.sqlite").write_bytes(b"")
        made_read_only(disk)

        told = found("disk", disk).told
        assert f"{disk} can't be written: Read-only file system. Name another" in told


def test_a_folder_without_models_is_told(tmp_path: Path) -> None:
    models = found("models", tmp_path)

    assert not models.is_ready
    assert "voice-chess models" in models.told


def test_a_damaged_model_is_told(tmp_path: Path) -> None:
    (tmp_path / "manifest.toml").write_text('[de]\nlanguage = "de"\npath = "de"\n', "utf-8")
    (tmp_path / "de").mkdir()

    assert not found("models", tmp_path).is_ready


def test_speech_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object) -> bytes:
        message = "eSpeak NG is not installed"
        raise SpeakerLost(message)

    monkeypatch.setattr(PageVoices, "wav", lost)
    speech = found("speech", tmp_path)

    assert not speech.is_ready
    assert speech.told == "eSpeak NG is not installed"


def test_one_part_that_fails_is_enough_to_end_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal.sqlite").write_bytes(GARBAGE)

    code = main(["serve", "--check", "--data", str(tmp_path)])
    told = capsys.readouterr().out

    assert code == 1
    assert "FAIL  database" in told
    assert "ok    disk" in told


def test_the_organisers_words_are_spoken_by_the_voice_that_speaks_at_the_table_and_its_speech(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, closed = tmp_path / "words.wav", list[str]()

    class IntoFile(SoundFileSink):
        """A loudspeaker whose sound can be looked at."""

        def __init__(self, instead: str) -> None:
            super().__init__(file)
            self.instead = instead

        def close(self) -> None:
            closed.append(self.instead)

    monkeypatch.setattr(voices, "Loudspeaker", IntoFile)
    serve._speak("oskar ludwig adam marta pedro nora", "de")  # noqa: SLF001 - without starting a server
    with wave.open(str(file)) as spoken:
        seconds = spoken.getnframes() / spoken.getframerate()
        sound = spoken.readframes(spoken.getnframes())

    assert seconds > 1.5
    assert any(sound)
    assert closed == [INTO_A_FILE]


@pytest.mark.parametrize("language_id", known_languages())
def test_where_no_loudspeaker_is_the_words_are_read_and_play_goes_on(
    language_id: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere(instead: str) -> None:
        message = f"No loudspeaker or earphone is connected; {instead}."
        raise SpeakerLost(message)

    monkeypatch.setattr(voices, "Loudspeaker", nowhere)
    serve._speak("oskar ludwig adam marta pedro nora", language_id)  # noqa: SLF001 - without starting a server

    told = " ".join(capsys.readouterr().out.split())
    assert told == load_language(language_id).screen["unspoken-words"]


def test_a_server_without_an_engine_is_ready_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_args, **_more: None)

    engine = found("engine", tmp_path)

    assert engine.is_ready
    assert "install Stockfish" in engine.told


def test_an_engine_that_was_named_must_be_there(tmp_path: Path) -> None:
    wanted = ServerParts(
        data=tmp_path, models=tmp_path, cert=None, key=None, engine="no-such-engine"
    )

    (engine,) = (one for one in findings(wanted) if one.part == "engine")

    assert not engine.is_ready
    assert "no-such-engine" in engine.told


@pytest.mark.skipif(sys.platform == "win32", reason="the fake is a shell script")
@pytest.mark.parametrize(
    ("mode", "is_ready", "told"),
    [
        ("pairs", True, "by fakePairings"),
        (
            "complains",
            False,
            "fakePairings gave no pairing of round 1 (it ended with the code 3), and said:",
        ),
    ],
)
def test_a_pairing_program_is_tried(
    tmp_path: Path, *, mode: str, is_ready: bool, told: str
) -> None:
    wanted = ServerParts(
        data=tmp_path,
        models=tmp_path,
        cert=None,
        key=None,
        pairing_program=program(tmp_path, mode),
    )

    (pairing,) = (one for one in findings(wanted) if one.part == "pairing")

    assert pairing.is_ready is is_ready
    assert pairing.told.startswith(told)


def test_a_pairing_program_that_is_not_there_keeps_a_server_from_starting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    absent = str(tmp_path / "absent")

    assert main(["serve", "--data", str(tmp_path), "--pairing-program", absent]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"voice-chess: There is no program {absent}: name another with --pairing-program."
    )


@pytest.mark.skipif(sys.platform == "win32", reason="the fake is a shell script")
def test_a_pairing_program_that_pairs_nobody_keeps_a_server_from_starting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An organiser heard of it only when the first round was to be paired."""
    data, named = tmp_path / "data", str(program(tmp_path, "silent"))

    assert main(["serve", "--data", str(data), "--pairing-program", named]) == 2
    assert capsys.readouterr().err == (
        "voice-chess: fakePairings gave no pairing of round 1 (it wrote no list of pairs), and "
        "said nothing. The server tries it with two players before it starts: name another with "
        "--pairing-program, or none.\n"
    )
    assert not data.exists()


def everything_in(url: str) -> list[tuple[object, ...]]:
    """The tables of a database, and the last change of its format."""
    with psycopg.connect(url) as connection:
        tables = connection.execute(_TABLES).fetchall()
        if not tables:
            return []
        return tables + connection.execute("SELECT max(number) FROM migration").fetchall()


def database_found(url: str, data: Path) -> PartCheck:
    wanted = ServerParts(data=data, models=data, cert=None, key=None, database=url)
    (finding,) = (one for one in findings(wanted) if one.part == "database")
    return finding


def test_an_empty_database_stays_empty_and_its_server_makes_the_tables(
    database_url: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"

    before = database_found(database_url, data)
    assert before.is_ready, before.told
    assert everything_in(database_url) == []
    assert not data.exists()

    with opened_storage(data, Sharing(url=database_url)):
        pass
    after = database_found(database_url, data)
    assert (after.is_ready, after.told) == (True, before.told)


def test_a_database_of_an_earlier_version_is_left_to_the_server(
    database_url: str, tmp_path: Path
) -> None:
    with opened_storage(tmp_path, Sharing(url=database_url)):
        pass
    execute(database_url, "DELETE FROM migration WHERE number > 1")
    before = everything_in(database_url)

    earlier = database_found(database_url, tmp_path)
    assert earlier.is_ready
    assert "earlier version" in earlier.told
    assert everything_in(database_url) == before


@pytest.mark.parametrize("key", ["missing", "another"])
def test_a_key_that_opens_nothing_in_the_database_is_told_and_none_is_made(
    key: str, database_url: str, tmp_path: Path
) -> None:
    with opened_storage(tmp_path / "first", Sharing(url=database_url)):
        pass
    second = tmp_path / "second"
    if key == "another":
        second.mkdir()
        (second / "seats.key").write_bytes(bytes(32))

    wrong = database_found(database_url, second)

    assert not wrong.is_ready
    assert "copy the file from the machine" in wrong.told
    assert second.exists() == (key == "another")


def test_a_database_that_the_server_could_not_write_is_told(
    database_url: str, tmp_path: Path
) -> None:
    read_only = f"{database_url}%20-cdefault_transaction_read_only%3Don"
    nowhere = f"{database_url}_never_made"
    other_program = "CREATE TABLE entry (x integer)"

    assert "can only be read" in database_found(read_only, tmp_path).told
    assert "may not make tables" in database_found(nowhere, tmp_path).told
    execute(database_url, other_program)
    assert "tables of another program" in database_found(database_url, tmp_path).told
