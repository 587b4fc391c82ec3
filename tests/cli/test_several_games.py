"""Whatever reads a game from a file says so where the file holds more than one."""

import io
from pathlib import Path

import pytest

from tests.german import REVIEW
from voice_chess.cli.command_line import main
from voice_chess.languages.language import load_language

pytestmark = pytest.mark.usefixtures("no_models")

ONE = '[Event "Club"]\n[White "Ida"]\n\n1. e4 e5 2. Nf3 *\n\n'
OTHER = '[Event "Club"]\n[White "Uwe"]\n\n1. d4 d5 *\n'
TALK = ("--typed", "--silent")
TOLD = load_language("de").interface["unread-others"]


@pytest.fixture
def one(tmp_path: Path) -> str:
    path = tmp_path / "one.pgn"
    path.write_text(ONE, "utf-8")
    return str(path)


@pytest.fixture
def two(tmp_path: Path) -> str:
    path = tmp_path / "two.pgn"
    path.write_text(ONE + OTHER, "utf-8")
    return str(path)


def notes(
    arguments: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> list[str]:
    """What it said beside its output, a line each."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{REVIEW['end']}\n"))
    main(list(arguments))
    return [line for line in capsys.readouterr().err.splitlines() if TOLD in line]


def test_left_out_variations_are_counted_and_an_impossible_result_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "analysed.pgn"
    path.write_text("1. f3 e5 (1... c5 2. Nf3) 2. g4 (2. Nc3) Qh4# 1-0", "utf-8")
    main(["record", str(path)])
    told, words = capsys.readouterr().err, load_language("de").review

    assert words["variations"].format(count=2) in told
    assert words["odd-result"].format(result="1-0") in told


@pytest.mark.parametrize(
    "before",
    [
        ("record",),
        ("review", *TALK, "--engine", "none"),
        ("play", *TALK, "--press", "command", "--pgn"),
        ("play", *TALK, "--press", "command", "--expect"),
    ],
)
def test_it_is_told_where_several_games_are_in_the_file_of_one(
    before: tuple[str, ...],
    one: str,
    two: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert notes((*before, one), monkeypatch, capsys) == []

    (told,) = notes((*before, two), monkeypatch, capsys)
    assert told.startswith(f"{two}: ")


def test_it_is_told_of_each_file_that_is_compared(
    one: str, two: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compared = ("record", "--compare", one, two)

    (told,) = notes(compared, monkeypatch, capsys)
    assert told.startswith(f"{two}: ")


def test_it_is_told_of_the_game_that_a_recording_should_hold(
    two: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(notes(("transcribe", "/nowhere.wav", "--expect", two), monkeypatch, capsys)) == 1
