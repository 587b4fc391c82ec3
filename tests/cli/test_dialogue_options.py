"""The options of `play` that shape the talk: keys, headphones, sounds, the clock unasked."""

import io
from pathlib import Path

import pytest

from voice_chess.cli.command_line import main
from voice_chess.settings import Settings

DEMO = Settings.from_environment().audio / "demo"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICE_CHESS_DATA", str(tmp_path / "data"))


def typed(monkeypatch: pytest.MonkeyPatch, lines: str, *options: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return main(["play", "--typed", "--silent", *options])


def test_keys_are_typed_with_enter_where_no_terminal_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = typed(monkeypatch, ",s e4\n,R\n,y\n")
    told = capsys.readouterr().out

    assert code == 0
    assert "Eva vier ist leer." in told
    assert "Wirklich aufgeben?" in told
    assert "0-1" in told


def test_the_clock_is_announced_only_where_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "uhr\n" * 15
    typed(monkeypatch, lines, "--time", "1+0", "--announce-clock")
    announced = capsys.readouterr().out
    typed(monkeypatch, lines, "--time", "1+0")
    silent = capsys.readouterr().out

    assert "Weiß: noch dreißig Sekunden." in announced
    assert "noch" not in silent


@pytest.mark.model
def test_with_headphones_an_announcement_over_the_programs_words_is_heard(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    spoken = tmp_path / "spoken"
    options = ("--hear", str(DEMO / "01-white.flac"), "--headphones", "--say", str(spoken))
    code = main(["play", *options])
    told = capsys.readouterr().out

    assert code == 0
    assert "MoveAnnounced White e2e4" in told
    assert (min(spoken.iterdir())).name.startswith("0001-kopfhörer")
