"""What goes wrong around a game: a full disk, a locked journal; nothing acknowledged is lost."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from voice_chess.adapters.sqlite_journal import SqliteJournal
from voice_chess.cli.command_line import main
from voice_chess.game.evolve import replay
from voice_chess.game.state import Game

PLAY = ["play", "--typed", "--silent", "--press", "command"]
MOVES = ["Eva vier", "gedrückt", "Eva fünf", "gedrückt", "Springer Felix drei", "gedrückt"]
LOCKER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.readline()
"""


@dataclass
class Hands:
    """Standard input of somebody to whom something happens between two lines."""

    lines: list[str]
    after: str = ""
    happens: Callable[[], None] = field(default=lambda: None)

    def isatty(self) -> bool:
        return False

    def __iter__(self) -> Iterator[str]:
        for line in self.lines:
            yield line
            if line == self.after:
                self.happens()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)  # noqa: S603 - our own words
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"NOT TESTED: no small disk can be mounted here ({error})")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)  # noqa: S603, S607 - our own words


def kept(data: Path) -> Game:
    with closing(SqliteJournal(data / "journal.sqlite")) as journal:
        (game_id,) = journal.game_ids()
        return replay(journal.read(game_id))


def game_of(data: Path) -> str:
    (folder,) = (data / "games").iterdir()
    return folder.name


def test_a_full_disk_ends_play_in_one_sentence_and_play_goes_on_when_there_is_room(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ballast = small_disk / "ballast"

    def fill() -> None:
        with ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1_024))
            except OSError:
                return

    play = [*PLAY, "--data", str(small_disk)]
    monkeypatch.setattr("sys.stdin", Hands([*MOVES, "Eva sechs"], "Eva fünf", fill))
    code = main(play)
    told = capsys.readouterr()
    acknowledged = [line.split()[-1] for line in told.out.splitlines() if "MoveAnnounced" in line]
    ballast.unlink()
    found = kept(small_disk)

    assert code == 2
    assert "full" in told.err
    assert len(told.err.splitlines()) == 1
    assert acknowledged == ["e2e4", "e7e5"]
    assert found.turn.announcement is not None
    assert (*found.position.moves, found.turn.announcement.uci) == ("e2e4", "e7e5")
    monkeypatch.setattr("sys.stdin", Hands(MOVES[3:]))
    assert main([*play, "--resume", game_of(small_disk)]) == 0
    assert kept(small_disk).position.moves == ("e2e4", "e7e5", "g1f3")


def test_a_journal_that_another_process_locks_is_told_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lockers: list[subprocess.Popen[str]] = []

    def lock() -> None:
        locker = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-c", LOCKER, str(tmp_path / "journal.sqlite")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        lockers.append(locker)
        assert locker.stdout is not None
        assert locker.stdout.readline() == "locked\n"

    play = [*PLAY, "--data", str(tmp_path)]
    monkeypatch.setattr("sys.stdin", Hands(MOVES, "Eva fünf", lock))
    code = main(play)
    told = capsys.readouterr()
    lockers[0].communicate("\n")

    assert code == 2
    assert "locked" in told.err
    assert told.out.count("MoveAnnounced") == 2
    monkeypatch.setattr("sys.stdin", Hands(MOVES[3:]))
    assert main([*play, "--resume", game_of(tmp_path)]) == 0
    assert kept(tmp_path).position.moves == ("e2e4", "e7e5", "g1f3")


def test_a_damaged_journal_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Hands(MOVES))
    assert main([*PLAY, "--data", str(tmp_path)]) == 0
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as journal:
        journal.execute("PRAGMA journal_mode = DELETE")
    path = tmp_path / "journal.sqlite"
    path.write_bytes(path.read_bytes()[:5_000])
    capsys.readouterr()

    assert main([*PLAY, "--data", str(tmp_path), "--resume", game_of(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "journal.sqlite" in line
