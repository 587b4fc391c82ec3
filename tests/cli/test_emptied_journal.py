"""A journal that has lost a game: nothing is written over what still holds it."""

import io
import sqlite3
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from tests.german import CONTINUE, PAGE, in_words
from tests.small_disk import made_read_only, small_disk
from voice_chess.cli.command_line import main
from voice_chess.records.braille_page import as_unicode

MOVES = f"{in_words('e4')}\n{in_words('e5')}\n{in_words('Nf3')}\n"
FORMS = {"game.pgn", "scoresheet.txt", "scoresheet.pdf", "scoresheet.brf", "scoresheet.brl"}


def played(data: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Three half-moves; the id of the game."""
    monkeypatch.setattr("sys.stdin", io.StringIO(MOVES))
    assert main(["play", "--typed", "--silent", "--data", str(data)]) == 0
    (folder,) = (data / "games").iterdir()
    return folder.name


def resumed(game: str, data: Path, words: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(words))
    return main(["play", "--typed", "--silent", "--data", str(data), "--resume", game])


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def changed(data: Path, how: str) -> None:
    with closing(sqlite3.connect(data / "journal.sqlite", isolation_level=None)) as journal:
        journal.executescript(how)


EMPTIED = {
    "events gone": "DELETE FROM event",
    "all gone": "DELETE FROM event; DELETE FROM chain_end; DELETE FROM heartbeat",
}


@pytest.mark.parametrize("how", EMPTIED.values(), ids=EMPTIED)
def test_a_game_that_the_journal_has_lost_is_not_begun_anew_under_its_name(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = played(tmp_path, monkeypatch)
    before = contents(tmp_path / "games" / game)
    changed(tmp_path, how)
    capsys.readouterr()
    code = resumed(game, tmp_path, f"{in_words('d4')}\n", monkeypatch)
    (line,) = capsys.readouterr().err.splitlines()

    assert code == 2
    assert str(tmp_path / "games" / game) in line
    assert contents(tmp_path / "games" / game) == before
    assert set(before) >= FORMS


@pytest.mark.parametrize("how", EMPTIED.values(), ids=EMPTIED)
def test_no_empty_sheet_is_shown_for_it(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = played(tmp_path, monkeypatch)
    changed(tmp_path, how)
    capsys.readouterr()
    code = main(["record", game, "--data", str(tmp_path)])
    told = capsys.readouterr()

    assert (code, told.out) == (2, "")
    assert len(told.err.splitlines()) == 1
    assert main(["record", str(tmp_path / "games" / game / "game.pgn")]) == 0
    assert "Sf3" in capsys.readouterr().out


def test_a_move_that_was_changed_is_told_and_what_is_whole_can_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = played(tmp_path, monkeypatch)
    changed(tmp_path, "UPDATE event SET body = replace(body, 'g1f3', 'g1h3')")
    capsys.readouterr()
    code = main(["record", game, "--data", str(tmp_path)])
    (line,) = capsys.readouterr().err.splitlines()
    saved = tmp_path / "saved"
    rescued = main(["record", game, "--data", str(tmp_path), "--whole", "--write", str(saved)])

    assert code == 2
    assert "is not what was written" in line
    assert "nothing that was written is lost" not in line
    assert rescued == 0
    assert "1. e4" in (saved / "game.pgn").read_text("utf-8")
    assert "Nh3" not in (saved / "game.pgn").read_text("utf-8")
    for name in ("game.pgn", "scoresheet.txt", "scoresheet.brf"):
        assert "vollst" in (saved / name).read_text("utf-8").lower(), name
    with ZipFile(saved / "scoresheet.ebrl") as book:
        pages = [book.read(name).decode() for name in book.namelist() if name.endswith("html")]
    assert any(as_unicode("VOLLST") in page for page in pages)
    (page,) = PdfReader(saved / "scoresheet.pdf").pages
    assert PAGE["damaged-incomplete"].partition(":")[0] in page.extract_text()
    assert resumed(game, tmp_path, f"{in_words('d6')}\n", monkeypatch) == 2


def test_a_record_that_holds_more_is_kept_beside_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(tmp_path, monkeypatch)
    before = contents(tmp_path / "games" / game)
    changed(tmp_path, "UPDATE event SET body = replace(body, 'g1f3', 'g1h3')")
    folder = tmp_path / "games" / game
    whole = ["record", game, "--data", str(tmp_path), "--whole", "--write", str(folder)]

    assert main(whole) == 0
    assert "Nf3" not in (folder / "game.pgn").read_text("utf-8")
    assert contents(folder / "earlier-1")["game.pgn"] == before["game.pgn"]
    assert set(contents(folder / "earlier-1")) >= FORMS
    assert main(whole) == 0
    assert not (folder / "earlier-2").exists()


def test_a_record_that_is_gone_on_with_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(tmp_path, monkeypatch)
    folder = tmp_path / "games" / game

    assert resumed(game, tmp_path, f"{CONTINUE}\n{in_words('Nc6')}\n", monkeypatch) == 0
    assert "Nc6" in (folder / "game.pgn").read_text("utf-8")
    assert not (folder / "earlier-1").exists()


def test_a_record_is_read_from_a_folder_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_disk(tmp_path / "disk", megabytes=8) as disk:
        game = played(disk, monkeypatch)
        made_read_only(disk)
        capsys.readouterr()
        code = main(["record", game, "--data", str(disk)])
        written = main(["record", game, "--data", str(disk), "--write", str(tmp_path / "out")])

    assert (code, written) == (0, 0)
    assert "Sf3" in capsys.readouterr().out
    assert "Nf3" in (tmp_path / "out" / "game.pgn").read_text("utf-8")
