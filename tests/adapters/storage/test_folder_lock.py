"""Two programs never write in one data folder, and a killed one leaves it free."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from voice_chess.adapters.storage.folder_lock import FolderLock
from voice_chess.cli.command_line import main
from voice_chess.session.ports import FolderTaken, JournalLost

HOLDER = """
import sys, time
from pathlib import Path
from voice_chess.adapters.storage.folder_lock import FolderLock
lock = FolderLock(Path(sys.argv[1]), "serve")
print("held", flush=True)
time.sleep(600)
"""


def held(folder: Path) -> "subprocess.Popen[str]":
    """The folder in the hands of another process."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


def ended(holder: "subprocess.Popen[str]") -> None:
    holder.send_signal(signal.SIGKILL)
    holder.communicate()


def test_who_comes_second_is_told_which_program_holds_it_and_since_when(tmp_path: Path) -> None:
    with FolderLock(tmp_path, "serve"), pytest.raises(FolderTaken) as taken:
        FolderLock(tmp_path, "play")

    assert f"voice-chess serve (process {os.getpid()}, since 2" in str(taken.value)
    assert "--data" in str(taken.value)


def test_a_lock_that_is_closed_lets_the_next_in(tmp_path: Path) -> None:
    for command in ("serve", "play", "serve"):
        with FolderLock(tmp_path, command):
            assert command in (tmp_path / "in-use").read_text("utf-8")


def test_a_killed_process_leaves_no_lock_behind(tmp_path: Path) -> None:
    holder = held(tmp_path)
    with pytest.raises(FolderTaken, match=f"process {holder.pid}"):
        FolderLock(tmp_path, "play")
    ended(holder)

    FolderLock(tmp_path, "play").close()


def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(JournalLost, match="is a file, and no data folder"):
        FolderLock(tmp_path / "file", "play")
    with pytest.raises(JournalLost, match=r"can't be used: .*, or choose another with --data\."):
        FolderLock(tmp_path / "file" / "inside", "play")


@pytest.mark.parametrize(
    "second",
    [
        ["play", "--typed", "--silent"],
        ["serve", "--port", "0"],
        ["play", "--typed", "--silent", "--resume", "g"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_second_program_on_the_folder_ends_with_one_sentence_and_the_code_2(
    second: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games" / "g").mkdir(parents=True)
    holder = held(tmp_path)
    try:
        code = main([*second, "--data", str(tmp_path)])
    finally:
        ended(holder)
    (line,) = capsys.readouterr().err.splitlines()

    assert code == 2
    assert f"in use by voice-chess serve (process {holder.pid}" in line
