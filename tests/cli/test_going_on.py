"""`play --pgn`: a game from a file goes on at the table, as far as the file can be read."""

import io
from pathlib import Path

import pytest

from tests.german import NUMBERS, PRESS, german, in_words
from tests.review.games import SCHOLARS_MATE
from voice_chess.adapters.documents.record_files import read_pgn
from voice_chess.cli.command_line import main

pytestmark = pytest.mark.usefixtures("no_models")

PLAY = ["play", "--typed", "--silent"]
OPEN_GAME = '[White "Ida"]\n[Black "Uwe"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 *\n'


def brought(tmp_path: Path, text: str) -> str:
    path = tmp_path / "brought.pgn"
    path.write_text(text, "utf-8")
    return str(path)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))


def moves_played(tmp_path: Path) -> tuple[str, ...]:
    (pgn,) = (tmp_path / "data" / "games").glob("*/game.pgn")
    return read_pgn(pgn).moves


def test_a_game_of_a_file_goes_on_and_its_record_has_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "Sf6", PRESS)

    assert main([*PLAY, "--press", "command", "--pgn", brought(tmp_path, OPEN_GAME)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert german("house:goes-on", "white", number=NUMBERS[3], move=in_words("Qd1, h5")) in told
    played = ("e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6")
    assert moves_played(tmp_path) == played
    (pgn,) = (tmp_path / "data" / "games").glob("*/game.pgn")
    assert '[White "Ida"]' in pgn.read_text("utf-8")


def test_it_goes_on_after_any_of_its_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "Sc3", PRESS)
    file = brought(tmp_path, SCHOLARS_MATE)

    assert main([*PLAY, "--press", "command", "--pgn", file, "--after", "1..."]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert german("house:goes-on", "black", number=NUMBERS[1], move=in_words("Pe7, e5")) in told
    assert moves_played(tmp_path) == ("e2e4", "e7e5", "b1c3")


def test_of_a_damaged_file_the_line_is_told_and_what_could_be_read_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "Sf3", PRESS)
    file = brought(tmp_path, SCHOLARS_MATE.replace("Qh5", "Qh9"))

    assert main([*PLAY, "--press", "command", "--pgn", file]) == 0
    assert "Zeile 7, Qh9: " in capsys.readouterr().err
    assert moves_played(tmp_path)[-1] == "g1f3"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--after", "9"), "The game has no move '9': its last is 4."),
        ((), "The game is over in this position: nobody can go on from it."),
        (("--chess960", "lot"), "Name either a game to go on with or another start, not both."),
    ],
)
def test_where_nobody_can_go_on_that_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], told: str
) -> None:
    assert main([*PLAY, "--pgn", brought(tmp_path, SCHOLARS_MATE), *options]) == 2
    assert told in capsys.readouterr().err


def test_a_move_without_a_game_is_no_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PLAY, "--after", "3"]) == 2
    assert "--pgn" in capsys.readouterr().err
