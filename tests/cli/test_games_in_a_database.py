"""Games that servers keep in a database, or in files, are read like those of a table."""

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import soundfile

from tests.cli.test_backup import KINDS, Place, announced, arguments, place, played
from tests.german import CONTINUE, GERMAN, in_words
from tests.postgres_server import execute
from voice_chess.cli.command_line import main
from voice_chess.compose.storage import storage_read

__all__ = ["place"]

Places = Callable[[str, str], Place]


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_a_server_is_shown_written_and_compared(
    kind: str, tmp_path: Path, place: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    where = place("server", kind)
    _, game = played(where)
    (tmp_path / "forms").mkdir()

    assert main(["record", game, *arguments(where), "--language", "en"]) == 0
    shown = capsys.readouterr().out
    assert main(["record", game, *arguments(where), "--write", str(tmp_path / "forms")]) == 0
    written = (tmp_path / "forms" / "game.pgn").read_text("utf-8")
    capsys.readouterr()
    same = ["record", "--compare", game, str(tmp_path / "forms" / "game.pgn"), *arguments(where)]
    assert main(same) == 0

    assert "Anna" in shown
    assert "Qh4" in shown
    assert re.search(r'\[Date "20\d\d\.\d\d\.\d\d"\]', written)
    assert '[White "Anna"]' in written


@pytest.mark.parametrize("kind", KINDS)
def test_its_sound_is_heard_and_taken_away(
    kind: str, tmp_path: Path, place: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    where = place("server", kind)
    _, game = played(where)
    announced(where, game)
    move, whole = tmp_path / "move.wav", tmp_path / "game.flac"

    assert main(["record", game, *arguments(where), "--sound", str(whole)]) == 0
    white = whole.with_stem("game-white")
    assert capsys.readouterr().out.splitlines()[0] == str(white)
    assert main(["record", game, *arguments(where), "--play", "1", "--out", str(move)]) == 0

    assert soundfile.info(white).duration == 2
    assert soundfile.info(move).duration > 1


def test_a_database_is_named_by_the_environment_and_hides_no_game_at_the_table(
    tmp_path: Path,
    place: Places,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data, url = place("server", "database")
    _, game = played((data, url))
    assert url is not None
    monkeypatch.setenv("VOICE_CHESS_DATABASE", url)
    monkeypatch.setenv("VOICE_CHESS_DATA", str(tmp_path / "table"))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{in_words('e4')}\n{in_words('e5')}\n"))
    main(["play", "--typed", "--silent", "--white", "Ida"])
    (folder,) = (tmp_path / "table" / "games").iterdir()
    capsys.readouterr()

    assert main(["record", game]) == 0
    assert main(["record", folder.name]) == 0
    told = capsys.readouterr().out
    assert "Anna" in told
    assert "Ida" in told
    assert main(["record", folder.name, "--database", url]) == 2
    assert "in the database" in capsys.readouterr().err


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_a_server_is_reviewed_once_it_is_over(
    kind: str, place: Places, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    where = place("server", kind)
    _, game = played(where)
    with storage_read(*where) as storage:
        (other,) = {*storage.journal.game_ids()} - {game}
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{CONTINUE}\n"))
    options = ["--typed", "--silent", "--engine", "none", *arguments(where)]

    assert main(["review", game, *options]) == 0
    assert GERMAN.review["players"].format(white="Anna", black="") in capsys.readouterr().out
    assert main(["review", other, *options]) == 2
    assert GERMAN.screen["review-open-seats"] in capsys.readouterr().err


def test_of_a_damaged_game_what_is_whole_is_shown(
    place: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    where = place("server", "database")
    _, game = played(where)
    assert where[1] is not None
    execute(where[1], "UPDATE game_event SET body = replace(body, 'g2g4', 'g2g3')")

    assert main(["record", game, *arguments(where)]) == 2
    assert "is damaged" in capsys.readouterr().err
    assert main(["record", game, "--whole", *arguments(where)]) == 0
    assert "f3" in capsys.readouterr().out


def test_a_database_that_is_away_is_told_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = main(["record", "x", "--database", "postgresql://nobody@127.0.0.1:1/none"])

    told = capsys.readouterr().err
    assert code == 2
    assert told.count("\n") == 1
    assert "can't be used" in told
