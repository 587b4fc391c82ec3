"""The plug is pulled in the middle of a game: what was announced and pressed is still there."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from voice_chess.cli.command_line import main


def ended_by(signal_number: int, play: list[str]) -> str:
    """Play three moves in a process of its own, then send it a signal; its last words."""
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "voice_chess", *play],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("Eva vier\nEva fünf\nSpringer Felix drei\n")
        running.stdin.flush()
        for line in running.stdout:
            if "MoveAnnounced White g1f3" in line:
                break
        running.send_signal(signal_number)
        return running.stdout.read()


def test_a_game_that_is_told_to_end_leaves_its_records(tmp_path: Path) -> None:
    words = ended_by(signal.SIGTERM, ["play", "--typed", "--silent", "--data", str(tmp_path)])
    (folder,) = (tmp_path / "games").iterdir()

    assert f"--resume {folder.name} --data {tmp_path}" in words
    assert "1. e4" in (folder / "game.pgn").read_text("utf-8")


def test_a_killed_game_goes_on_with_every_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = ["play", "--typed", "--silent", "--data", str(tmp_path)]
    ended_by(signal.SIGKILL, play)
    (folder,) = (tmp_path / "games").iterdir()

    monkeypatch.setattr("sys.stdin", io.StringIO("Springer Cesar sechs\n"))
    code = main([*play, "--resume", folder.name])
    told = capsys.readouterr().out
    pgn = (folder / "game.pgn").read_text("utf-8")

    assert code == 0
    assert "ClocksStopped" in told
    assert all(move in pgn for move in ("1. e4", "e5", "2. Nf3", "Nc6"))
