"""`envelope`: a sealed move from a broken-off game to its resumption on another day."""

import io
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from tests.german import CONTINUE, GERMAN, in_words, says
from tests.small_disk import made_read_only, small_disk
from tests.web.means import opened_means
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.adapters.storage.folder_lock import FolderLock
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.cli.command_line import main
from voice_chess.compose.storage import Sharing, opened_storage, storage_read
from voice_chess.game.envelope import Passphrases
from voice_chess.game.moves import MoveCompleted
from voice_chess.languages.language import known_languages, load_language
from voice_chess.settings import Settings

SETTINGS = Settings.from_environment()
MODEL = model_of(load_language("de"), SETTINGS.models)
SECRETS = "weiss\nschwarz\nschiri\n"


@dataclass(frozen=True)
class Told:
    code: int
    out: str
    err: str


Run = Callable[..., Told]
"""Arguments of the command line, and what is typed."""


class PowerCut(BaseException):
    """The machine loses its power here."""


def told_by(data: Path, arguments: tuple[str, ...], typed: str) -> Told:
    """Run this command with its games in this folder."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setenv("VOICE_CHESS_DATA", str(data))
        patch.setattr("sys.stdin", io.StringIO(typed))
        code = main(arguments)
    return Told(code=code, out=out.getvalue(), err=err.getvalue())


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return lambda *arguments, typed="": told_by(tmp_path / "data", arguments, typed)


@pytest.fixture(scope="module")
def once_played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two half-moves; White is to move."""
    data = tmp_path_factory.mktemp("played")
    table = ("--white", "Ida", "--black", "Uwe", "--time", "90+30")
    typed = f"{in_words('e4')}\n{in_words('e5')}\n"
    told_by(data, ("play", "--typed", "--silent", *table), typed)
    return data


@pytest.fixture(scope="module")
def once_sealed(once_played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same game; to lock an envelope is slow on purpose."""
    data = tmp_path_factory.mktemp("sealed")
    shutil.copytree(once_played, data, dirs_exist_ok=True)
    seal = ("envelope", "seal", game_in(data), "--resumption", "22.11.2026, 10 Uhr, Saal 2")
    assert told_by(data, seal, f"{in_words('Nf3')}\n{SECRETS}").code == 0
    return data


def game_in(data: Path) -> str:
    (folder,) = (data / "games").iterdir()
    return folder.name


@pytest.fixture
def game(once_played: Path, tmp_path: Path) -> str:
    """The id of the game that was played, in a folder of its own."""
    return game_in(shutil.copytree(once_played, tmp_path / "data"))


@pytest.fixture
def sealed(once_sealed: Path, tmp_path: Path) -> str:
    """The id of the game whose next move is sealed, in a folder of its own."""
    return game_in(shutil.copytree(once_sealed, tmp_path / "data"))


def test_the_seven_things_stand_on_the_envelope_and_the_move_does_not(
    run: Run, sealed: str, tmp_path: Path
) -> None:
    shown = run("envelope", "show", sealed).out
    lines = dict(line.split(":", 1) for line in shown.splitlines() if ":" in line)
    told = {label: text.strip() for label, text in lines.items()}
    journal = b"".join(path.read_bytes() for path in (tmp_path / "data").glob("journal.sqlite*"))

    label = GERMAN.sheet
    assert (told[label["white"]], told[label["black"]]) == ("Ida", "Uwe")
    assert told[label["position"]].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8")
    assert told[label["used_white"]].startswith("0:00:")
    assert told[label["sealed_by"]] == says("white")
    assert told[label["sealed_number"]] == "2"
    assert told[label["offer"]] == label["nobody"]
    assert told[label["resumption"]] == "22.11.2026, 10 Uhr, Saal 2"
    assert in_words("Nf3").encode() not in journal
    assert b"sealed/1:" in journal


@pytest.mark.parametrize("language_id", known_languages())
def test_between_each_label_and_what_it_names_is_a_space(
    run: Run, sealed: str, language_id: str
) -> None:
    shown = run("envelope", "show", sealed, "--language", language_id).out
    label = load_language(language_id).sheet["sealed_number"]

    (line,) = [line for line in shown.splitlines() if line.startswith(label)]
    assert line.split() == [*f"{label}:".split(), "2"]


def test_what_stands_on_it_is_spoken(run: Run, sealed: str, tmp_path: Path) -> None:
    said = tmp_path / "said"

    assert run("envelope", "show", sealed, "--say", "--out", str(said)).code == 0
    assert len(list(said.glob("*.wav"))) == 9
    assert all(soundfile.info(path).duration > 0.5 for path in said.glob("*.wav"))


@pytest.mark.parametrize(
    ("by", "passphrases"), [("players", "weiss\nschwarz\n"), ("arbiter", "schiri\n")]
)
def test_the_sealed_move_is_made_and_the_game_goes_on(
    by: str, passphrases: str, run: Run, sealed: str
) -> None:
    opened = run("envelope", "open", sealed, "--by", by, typed=passphrases)
    answer = ("play", "--typed", "--silent", "--resume", sealed)

    assert (opened.code, opened.out) == (0, f"{in_words('Nf3')}\nSf3\n")
    assert run(*answer, typed=f"{CONTINUE}\n{in_words('Nc6')}\n").code == 0
    assert "Sc6" in run("record", sealed).out


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_a_power_cut_while_a_move_is_sealed_leaves_a_whole_envelope_or_none(
    before: bool, run: Run, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = SqliteJournal.append

    def cut(journal: SqliteJournal, *given: Any, **named: Any) -> int:
        if not before:
            append(journal, *given, **named)
        raise PowerCut

    typed = f"{in_words('Nf3')}\n{SECRETS}"
    with monkeypatch.context() as patch:
        patch.setattr(SqliteJournal, "append", cut)
        with pytest.raises(PowerCut):
            run("envelope", "seal", game, typed=typed)
    if before:
        assert run("envelope", "seal", game, typed=typed).code == 0
    opened = run("envelope", "open", game, typed="weiss\nschwarz\n")

    assert (opened.code, opened.out) == (0, f"{in_words('Nf3')}\nSf3\n")


def test_an_envelope_is_opened_and_the_game_resumed_in_one_writing(
    run: Run, sealed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    writings = []
    append = SqliteJournal.append

    def counted(journal: SqliteJournal, *given: Any, **named: Any) -> int:
        writings.append(given)
        return append(journal, *given, **named)

    monkeypatch.setattr(SqliteJournal, "append", counted)

    assert run("envelope", "open", sealed, typed="weiss\nschwarz\n").code == 0
    assert len(writings) == 1


def test_a_wrong_passphrase_leaves_it_shut(run: Run, sealed: str) -> None:
    told = run("envelope", "open", sealed, typed="weiss\nnoir\n")

    assert told.code == 2
    assert "stays shut" in told.err


@pytest.mark.parametrize(
    ("old", "new"),
    [('"move_number":2', '"move_number":3'), ("Saal 2", "Saal 3"), ('"left_ms":[', '"left_ms":[1')],
)
def test_an_envelope_notices_even_a_change_that_leaves_no_checksum_wrong(
    old: str, new: str, run: Run, sealed: str, tmp_path: Path
) -> None:
    connection = sqlite3.connect(tmp_path / "data" / "journal.sqlite")
    changed = connection.execute(
        "UPDATE event SET body = replace(body, ?, ?) "
        "WHERE name LIKE 'game-adjourned%' AND instr(body, ?)",
        (old, new, old),
    )
    connection.executescript("UPDATE event SET chain = NULL; DELETE FROM chain_end")
    connection.commit()
    connection.close()
    told = run("envelope", "open", sealed, "--by", "arbiter", typed="schiri\n")

    assert changed.rowcount == 1
    assert told.code == 2
    assert "tampered" in told.err


def test_an_unreadable_move_decides_nothing_until_the_arbiter_says_so(run: Run, game: str) -> None:
    run("envelope", "seal", game, typed=f"Läufer irgendwohin\n{SECRETS}")
    by_arbiter = ("envelope", "open", game, "--by", "arbiter")
    undecided = run(*by_arbiter, typed="schiri\n")

    assert undecided.code == 1
    assert undecided.out.endswith(f"{GERMAN.screen['envelope-undecided']}\n")
    assert run(*by_arbiter, "--unreadable", typed="schiri\n").code == 0
    assert "0-1" in run("record", game).out


@pytest.mark.parametrize("language_id", known_languages())
def test_what_is_asked_for_and_that_nothing_is_decided_is_told_in_the_language_asked_for(
    language_id: str, run: Run, game: str
) -> None:
    screen, asked = load_language(language_id).screen, ("--language", language_id)
    missing = run("envelope", "seal", game, *asked, typed="")
    run("envelope", "seal", game, typed=f"???\n{SECRETS}")
    undecided = run("envelope", "open", game, "--by", "arbiter", *asked, typed="schiri\n")

    assert missing.err.strip().endswith(screen["envelope-move"].strip())
    assert undecided.out.endswith(f"{screen['envelope-undecided']}\n")


def test_a_spoken_move_is_kept_as_its_sound(run: Run, game: str, tmp_path: Path) -> None:
    samples = np.random.default_rng(1).integers(-3_000, 3_000, 16_000).astype("<i2")
    soundfile.write(tmp_path / "move.wav", samples, 16_000)
    run("envelope", "seal", game, "--spoken", str(tmp_path / "move.wav"), typed=SECRETS)
    told = run("envelope", "open", game, "--move", "g1f3", typed="weiss\nschwarz\n")
    kept = tmp_path / "data" / "games" / game / "sealed-move.wav"

    assert told.code == 0
    assert str(kept) in told.out
    assert soundfile.read(kept, dtype="int16")[0].tobytes() == samples.tobytes()


@pytest.mark.model
@pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}")
def test_a_spoken_move_is_heard_for_the_arbiter_who_decides(run: Run, game: str) -> None:
    recording = str(SETTINGS.audio / "demo" / "06-white.flac")
    run("envelope", "seal", game, "--spoken", recording, typed=SECRETS)
    undecided = run("envelope", "open", game, "--by", "arbiter", typed="schiri\n")

    assert undecided.code == 1
    assert GERMAN.screen["envelope-sounds"].format(move="d2d4") in undecided.out


def test_an_envelope_is_shown_while_another_program_has_the_folder(
    run: Run, sealed: str, tmp_path: Path
) -> None:
    with FolderLock(tmp_path / "data", "play"):
        shown = run("envelope", "show", sealed)
        opened = run("envelope", "open", sealed, typed="weiss\nschwarz\n")

    assert (shown.code, shown.err) == (0, "")
    assert opened.code == 2
    assert "in use" in opened.err


def test_while_another_program_has_the_folder_no_move_is_sealed(
    run: Run, game: str, tmp_path: Path
) -> None:
    with FolderLock(tmp_path / "data", "serve"):
        told = run("envelope", "seal", game, typed=f"{in_words('Nf3')}\n{SECRETS}")

    assert told.code == 2
    assert "in use by voice-chess serve" in told.err


def test_an_envelope_is_shown_from_a_folder_that_cannot_be_written(
    run: Run, sealed: str, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", megabytes=8) as disk:
        shutil.copytree(tmp_path / "data", disk / "data")
        made_read_only(disk)
        shown = run("envelope", "show", sealed, "--data", str(disk / "data"))

    assert (shown.code, shown.err) == (0, "")
    assert shown.out == run("envelope", "show", sealed).out


def test_the_envelope_of_a_servers_game_without_sound_is_found(
    run: Run, sealed: str, tmp_path: Path
) -> None:
    shutil.rmtree(tmp_path / "data" / "games" / sealed)

    assert run("envelope", "show", sealed).code == 0
    assert run("envelope", "open", sealed, typed="weiss\nschwarz\n").code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("show GAME", "not adjourned"),
        ("open GAME", "not adjourned"),
        ("seal never-played", "never-played"),
        ("show never-played", "never-played"),
        ("seal GAME", "Nothing was written"),
        ("seal GAME --spoken /nowhere.wav", "/nowhere.wav"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    arguments: str, told: str, run: Run, game: str
) -> None:
    answer = run("envelope", *arguments.replace("GAME", game).split(), typed="\n\n")

    assert answer.code == 2
    assert told in answer.err
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("language_id", "empty"),
    [(name, load_language(name).screen["passphrase-empty"]) for name in known_languages()],
)
def test_an_empty_passphrase_is_asked_for_again_at_once(
    run: Run, game: str, language_id: str, empty: str
) -> None:
    secrets = "\nweiss\n\n\nschwarz\nschiri\n"
    told = run("envelope", "seal", game, "--language", language_id, typed=f"Sf3\n{secrets}")
    opened = run("envelope", "open", game, typed="weiss\nschwarz\n")

    assert told.code == 0
    assert " ".join(told.err.split()).count(" ".join(empty.split())) == 3
    assert "Sf3" in opened.out


def test_passphrases_that_end_too_early_are_one_sentence(run: Run, game: str) -> None:
    told = run("envelope", "seal", game, typed="Sf3\nweiss\n\n")

    assert told.code == 2
    asked = GERMAN.screen["passphrase-black"].rstrip(": ")
    assert asked in told.err.splitlines()[-1]


@pytest.fixture
def on_database(run: Run, game: str, tmp_path: Path, database_url: str) -> Run:
    """The same, of the same game where servers keep theirs; the folder has it no more."""
    folder = tmp_path / "data"
    with closing(SqliteJournal(folder / "journal.sqlite")) as journal:
        events, at_ms = journal.read(game), journal.last_beat_ms(game)
    with opened_storage(tmp_path / "server", Sharing(url=database_url)) as storage:
        storage.journal.append(game, events, after=0)
        if at_ms is not None:
            storage.journal.beat([game], at_ms)
    folder.rename(tmp_path / "elsewhere")

    def act(*arguments: str, typed: str = "") -> Told:
        return run("envelope", *arguments, "--database", database_url, typed=typed)

    return act


def test_a_game_of_servers_is_sealed_and_opened_in_their_database(
    on_database: Run, game: str, tmp_path: Path, database_url: str
) -> None:
    closed = on_database("seal", game, typed=f"{in_words('Nf3')}\n{SECRETS}")
    shown = on_database("show", game)
    wrong = on_database("open", game, typed="weiss\nfalsch\n")
    opened = on_database("open", game, typed="weiss\nschwarz\n")
    with storage_read(tmp_path / "server", database_url) as storage:
        made = [e for e in storage.journal.read(game) if isinstance(e, MoveCompleted)]

    assert closed.code == shown.code == opened.code == 0
    assert GERMAN.sheet["envelope"] in shown.out
    assert wrong.code == 2
    assert "Sf3" in opened.out
    assert made[-1].uci == "g1f3"
    assert "There is no game 'nowhere' in the database" in on_database("show", "nowhere").err


def test_while_a_server_has_the_games_an_envelope_is_shown_and_not_opened(
    on_database: Run, game: str, tmp_path: Path, database_url: str
) -> None:
    on_database("seal", game, typed=f"{in_words('Nf3')}\n{SECRETS}")
    with opened_means(tmp_path / "server", Sharing(url=database_url)):
        shown = on_database("show", game)
        refused = on_database("open", game, typed="weiss\nschwarz\n")

    assert shown.code == 0
    assert refused.code == 2
    assert "A server has this database; end it first. Nothing was changed." in refused.err
    assert on_database("open", game, typed="weiss\nschwarz\n").code == 0


def test_a_server_that_came_while_the_move_was_asked_for_keeps_its_games(
    on_database: Run,
    game: str,
    tmp_path: Path,
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ExitStack() as stack:

        def came(_: object) -> Passphrases:
            stack.enter_context(opened_means(tmp_path / "server", Sharing(url=database_url)))
            return Passphrases(white="weiss", black="schwarz", arbiter="schiri")

        monkeypatch.setattr("voice_chess.cli.envelope.all_passphrases", came)
        with storage_read(tmp_path / "server", database_url) as storage:
            before = storage.journal.read(game)
            refused = on_database("seal", game, typed=f"{in_words('Nf3')}\n")
            after = storage.journal.read(game)

    assert refused.code == 2
    assert "A server has this database" in refused.err
    assert after == before
