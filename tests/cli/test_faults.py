"""What goes wrong around a game: a full disk, a locked journal; nothing acknowledged is lost."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from shlex import split

import pytest

from tests.german import CLOCK, CONTINUE, MINUTES, PRESS, german, in_words
from tests.small_disk import filled, small_disk
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.cli.command_line import main
from voice_chess.game.evolve import replay
from voice_chess.game.state import Game
from voice_chess.own_command import own_command

PLAY = ["play", "--typed", "--silent", "--verbose", "--press", "command"]
MOVES = [in_words("e4"), PRESS, in_words("e5"), PRESS, in_words("Nf3"), PRESS]
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

    lines: Iterable[str]
    after: str = ""
    happens: Callable[[], object] = field(default=lambda: None)

    def isatty(self) -> bool:
        return False

    def __iter__(self) -> Iterator[str]:
        for line in self.lines:
            yield line
            if line == self.after:
                self.happens()


def kept(data: Path) -> Game:
    with closing(SqliteJournal(data / "journal.sqlite")) as journal:
        (game_id,) = journal.game_ids()
        return replay(journal.read(game_id))


def game_of(data: Path) -> str:
    (folder,) = (data / "games").iterdir()
    return folder.name


def test_a_full_disk_ends_no_play_and_it_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = [*MOVES, CLOCK]
    with small_disk(tmp_path / "disk") as disk:
        play = [*PLAY, "--data", str(disk)]
        monkeypatch.setattr("sys.stdin", Hands(typed, in_words("e5"), lambda: filled(disk)))
        code = main(play)
        told = capsys.readouterr()
        (disk / "ballast").unlink()
        found = kept(disk)
        monkeypatch.setattr("sys.stdin", Hands([CONTINUE, *MOVES[3:]]))
        again = main([*play, "--resume", game_of(disk)])
        made = kept(disk).position.moves

    acknowledged = [line.split()[-1] for line in told.out.splitlines() if "MoveAnnounced" in line]
    assert code == 2
    *noted, sentence = told.err.splitlines()
    assert all("storage=" in line for line in noted)
    assert noted
    assert str(disk) in sentence
    assert german("JournalLost") in told.out
    assert MINUTES in told.out.partition(german("JournalLost"))[2]
    assert acknowledged == ["e2e4", "e7e5"]
    assert found.turn.announcement is not None
    assert (*found.position.moves, found.turn.announcement.uci) == ("e2e4", "e7e5")
    assert again == 0
    assert made == ("e2e4", "e7e5", "g1f3")


def test_a_disk_that_is_cleared_in_the_middle_of_a_game_costs_no_move_and_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_disk(tmp_path / "disk") as disk:

        def lines() -> Iterator[str]:
            yield from MOVES[:3]
            ballast = filled(disk)
            yield from (PRESS, CLOCK, CLOCK)
            ballast.unlink()
            yield from (CLOCK, CLOCK, CONTINUE, *MOVES[3:])

        hands = Hands([])
        monkeypatch.setattr(hands, "lines", lines())
        monkeypatch.setattr("sys.stdin", hands)
        code = main([*PLAY, "--data", str(disk)])
        made = kept(disk)

    told = capsys.readouterr().out
    assert code == 0
    assert told.index(german("JournalLost")) < told.index(german("JournalBack"))
    assert made.position.moves == ("e2e4", "e7e5", "g1f3")
    assert all(made.clock.sides.of(white=white).left_ms > 880_000 for white in (True, False))


@pytest.mark.slow
def test_a_journal_that_another_process_locks_is_told_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lockers: list[subprocess.Popen[str]] = []

    def lock() -> None:
        locker = subprocess.Popen(
            [sys.executable, "-c", LOCKER, str(tmp_path / "journal.sqlite")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        lockers.append(locker)
        assert locker.stdout is not None
        assert locker.stdout.readline() == "locked\n"

    play = [*PLAY, "--data", str(tmp_path)]
    monkeypatch.setattr("sys.stdin", Hands(MOVES, in_words("e5"), lock))
    code = main(play)
    told = capsys.readouterr()
    lockers[0].communicate("\n")

    assert code == 2
    assert "locked" in told.err
    assert told.out.count("MoveAnnounced") == 2
    monkeypatch.setattr("sys.stdin", Hands([CONTINUE, *MOVES[3:]]))
    assert main([*play, "--resume", game_of(tmp_path)]) == 0
    assert kept(tmp_path).position.moves == ("e2e4", "e7e5", "g1f3")


@pytest.mark.parametrize("folder", ["games", "Anna's games; all"])
def test_records_that_can_not_be_written_are_told_with_the_command_that_writes_them_elsewhere(
    folder: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data, elsewhere = tmp_path / folder, tmp_path / "elsewhere"

    def block() -> None:
        (data / "games" / game_of(data) / "game.pgn.part").mkdir()

    monkeypatch.setattr("sys.stdin", Hands(MOVES, in_words("e5"), block))
    assert main([*PLAY, "--data", str(data)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    _, _, command = line.partition(f"{own_command()} ")

    assert main([str(elsewhere) if each == "FOLDER" else each for each in split(command)]) == 0
    assert (elsewhere / "game.pgn").is_file()


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
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    assert "journal.sqlite" in line
    assert "--resume" not in told.out
