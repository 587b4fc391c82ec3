"""The clock on the wall is set while `play` runs and between two starts: no player pays for it.

The program is the one that is installed, in a process of its own; only the clock that it reads the
time of day from is in the test's hands. Nothing here depends on how long anything took: what was
charged is compared with what the heartbeat had seen, and with all the time that went by.
"""

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.german import CONTINUE, PRESS, german
from tests.terminal import PlayedAtATerminal
from tests.waiting import waited
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.evolve import replay
from voice_chess.game.state import Game

pytestmark = pytest.mark.slow

HOUR_S = 3_600
FIRST_MS = 900_000
ADDED_MS = 10_000
THOUGHT_MS = 2_000
"""At least this long somebody thinks before the plug is pulled."""

WALL_CLOCK = """
import os
import time

_READ = time.time_ns


def time_ns():
    with open(os.environ["SET_BY"], encoding="utf-8") as file:
        return _READ() + int(file.read()) * 1_000_000_000


time.time_ns = time_ns
time.time = lambda: time_ns() / 1_000_000_000
"""


@dataclass
class Machine:
    """Its clock on the wall goes on or back when somebody sets it; the other one never does."""

    folder: Path
    set_by_s: int = 0

    def __post_init__(self) -> None:
        (self.folder / "sitecustomize.py").write_text(WALL_CLOCK, "utf-8")
        self.set_by(0)

    def set_by(self, seconds: int) -> None:
        self.set_by_s += seconds
        new = self.folder / "new"
        new.write_text(str(self.set_by_s), "utf-8")
        new.replace(self.folder / "set-by")

    @property
    def environment(self) -> dict[str, str]:
        paths = (str(self.folder), os.environ.get("PYTHONPATH", str(Path.cwd())))
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "SET_BY": str(self.folder / "set-by"),
        }

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def game_id(self) -> str:
        (folder,) = (self.data / "games").iterdir()
        return folder.name

    @contextmanager
    def playing(self, *options: str) -> Iterator[PlayedAtATerminal]:
        """Until the plug is pulled."""
        table = PlayedAtATerminal(self.data, self.environment, ("--silent", *options))
        try:
            yield table
        finally:
            table.killed()

    @contextmanager
    def _journal(self) -> Iterator[SqliteJournal]:
        path = self.data / "journal.sqlite"
        with closing(SqliteJournal(path, is_for_reading=True)) as journal:
            yield journal

    def game(self) -> Game:
        """As the journal has it now."""
        with self._journal() as journal:
            return replay(journal.read(self.game_id))

    def seen_ms(self) -> int:
        """How long the clock was last seen running since the last thing that happened."""
        with self._journal() as journal:
            events = journal.read(self.game_id)
            return (journal.last_beat_ms(self.game_id) or 0) - events[-1].at_ms

    def somebody_thinks(self) -> int:
        """For a while, which is in the journal by then; how long that was."""
        waited(lambda: self.seen_ms() >= THOUGHT_MS)
        return self.seen_ms()


def left_ms(game: Game) -> tuple[int, int]:
    return game.clock.sides.white.left_ms, game.clock.sides.black.left_ms


@pytest.mark.parametrize("first_s", [HOUR_S, -HOUR_S])
@pytest.mark.parametrize("between_s", [HOUR_S, -HOUR_S])
def test_thinking_is_charged_once_and_the_wall_clock_never(
    first_s: int, between_s: int, tmp_path: Path
) -> None:
    machine = Machine(tmp_path)
    began = time.monotonic()
    with machine.playing() as table:
        table.tells(german("GameStarted", "white"))
        machine.set_by(first_s)
        table.types("e4")
        table.types(PRESS)
        table.tells(german("whose-turn", "black"))
        thought_ms = machine.somebody_thinks()
    before_kill_ms = round((time.monotonic() - began) * 1_000)
    machine.set_by(between_s)
    began = time.monotonic()
    with machine.playing("--resume", machine.game_id) as table:
        table.tells(german("resumed:wait", command=CONTINUE))
        stands = machine.game()
        table.types(CONTINUE)
        table.tells(german("ClocksStarted"))
        machine.set_by(-between_s)
        thought_again_ms = machine.somebody_thinks()
        table.types("e5")
        table.types(PRESS)
        table.tells(german("whose-turn", "white"))
    after_kill_ms = round((time.monotonic() - began) * 1_000)
    white_ms, black_ms = left_ms(machine.game())

    assert not stands.clock.is_running
    assert FIRST_MS - before_kill_ms <= left_ms(stands)[1] <= FIRST_MS - thought_ms
    most_ms, least_ms = before_kill_ms + after_kill_ms, thought_ms + thought_again_ms
    assert FIRST_MS - most_ms <= black_ms - ADDED_MS <= FIRST_MS - least_ms
    assert FIRST_MS - before_kill_ms <= white_ms - ADDED_MS <= FIRST_MS
