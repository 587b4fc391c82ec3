"""The plug is pulled in the middle of a game: what was announced and pressed is still there."""

import io
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.german import CONTINUE, german, in_words
from voice_chess.cli.command import INTERRUPTED
from voice_chess.cli.command_line import main


def ended_by(signal_number: int, play: list[str]) -> str:
    """Play three moves in a process of its own, then send it a signal; its last words."""
    with subprocess.Popen(
        [sys.executable, "-m", "voice_chess", *play],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(f"{in_words('e4')}\n{in_words('e5')}\n{in_words('Nf3')}\n")
        running.stdin.flush()
        for line in running.stdout:
            if german("MoveAnnounced", move=in_words("Nf3")) in line:
                break
        running.send_signal(signal_number)
        return running.stdout.read()


def test_a_game_that_is_told_to_end_leaves_its_records(tmp_path: Path) -> None:
    words = ended_by(signal.SIGTERM, ["play", "--typed", "--silent", "--data", str(tmp_path)])
    (folder,) = (tmp_path / "games").iterdir()

    assert f"--resume {folder.name} --typed --silent --data {tmp_path}" in words
    assert "1. e4" in (folder / "game.pgn").read_text("utf-8")


def test_whoever_sees_no_screen_hears_that_a_game_that_is_told_to_end_is_saved(
    tmp_path: Path,
) -> None:
    said = tmp_path / "said"
    ended_by(signal.SIGTERM, ["play", "--typed", "--say", str(said), "--data", str(tmp_path)])
    *_, last = sorted(said.iterdir())

    assert last.stem.split("-")[1:] == german("ProgramEnds").replace(".", "").lower().split()


UNLUCKY = """
import os, signal, sys, threading, time
from pathlib import Path
from voice_chess.cli.command_line import main

main_thread = Path(f"/proc/self/task/{threading.get_native_id()}/stat")

def tell_to_end():
    os.read(int(sys.argv[1]), 1)
    sleeping = 0
    while sleeping < 20:
        time.sleep(0.01)
        is_asleep = main_thread.read_text().rpartition(")")[2].split()[0] == "S"
        sleeping = sleeping + 1 if is_asleep else 0
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

threading.Thread(target=tell_to_end, daemon=True).start()
sys.exit(main(sys.argv[2:]))
"""
"""The program, and a thread that is told to end in the place of the main one, which waits: for that
one it is as if the signal had come just before its wait."""


@pytest.mark.skipif(sys.platform != "linux", reason="looks whether a thread waits as Linux tells")
def test_a_game_ends_though_it_is_told_just_before_it_waits_for_a_line(tmp_path: Path) -> None:
    told, tell = os.pipe()
    play = ["play", "--typed", "--silent", "--data", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-c", UNLUCKY, str(told), *play],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=(told,),
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(f"{in_words('e4')}\n{in_words('e5')}\n".encode())
        running.stdin.flush()
        while (
            german("MoveAnnounced", move=in_words("e5")) not in running.stdout.readline().decode()
        ):
            assert running.poll() is None
        too_late = threading.Timer(60, running.kill)
        too_late.start()
        os.write(tell, b".")
        running.stdout.read()
        code = running.wait()
        too_late.cancel()
    os.close(told)
    os.close(tell)
    (folder,) = (tmp_path / "games").iterdir()

    assert code == INTERRUPTED
    assert "1. e4" in (folder / "game.pgn").read_text("utf-8")


def test_a_killed_game_goes_on_with_every_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = ["play", "--typed", "--silent", "--data", str(tmp_path)]
    ended_by(signal.SIGKILL, play)
    (folder,) = (tmp_path / "games").iterdir()

    monkeypatch.setattr("sys.stdin", io.StringIO(f"{CONTINUE}\n{in_words('Nc6')}\n"))
    code = main([*play, "--resume", folder.name])
    told = capsys.readouterr().out
    pgn = (folder / "game.pgn").read_text("utf-8")

    assert code == 0
    assert german("resumed:announced", move=in_words("Nf3")) in " ".join(told.split())
    assert all(move in pgn for move in ("1. e4", "e5", "2. Nf3", "Nc6"))
