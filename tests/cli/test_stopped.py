"""`play` is stopped as a whole, as by Ctrl-Z, and goes on later: no player pays for it."""

import os
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.german import CONTINUE, PRESS, german
from tests.terminal import PlayedAtATerminal
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.evolve import replay

pytestmark = pytest.mark.slow

STOPPED_S = 40
"""Longer than the whole time of a player."""


def test_a_stop_costs_no_time_and_is_told_with_the_word_that_goes_on(tmp_path: Path) -> None:
    options = ("--silent", "--time", "0.5")
    table = PlayedAtATerminal(tmp_path, dict(os.environ), options)
    try:
        table.tells(german("GameStarted", "white"))
        os.kill(table.process.pid, signal.SIGSTOP)
        time.sleep(STOPPED_S)
        os.kill(table.process.pid, signal.SIGCONT)
        table.tells(german("MachineSlept"))
        table.tells(german("resumed:wait", command=CONTINUE).split(",")[0])
        table.types(CONTINUE)
        table.tells(german("ClocksStarted"))
        table.types("e4")
        table.types(PRESS)
        table.tells(german("whose-turn", "black"))
    finally:
        table.killed()
    with closing(SqliteJournal(tmp_path / "journal.sqlite", is_for_reading=True)) as journal:
        (game_id,) = journal.game_ids()
        game = replay(journal.read(game_id))

    assert game.position.moves == ("e2e4",)
    assert not game.is_over
