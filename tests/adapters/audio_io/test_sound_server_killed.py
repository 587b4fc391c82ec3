"""The sound server dies in a live game, and comes back: the game waits for it and goes on."""

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.adapters.audio_io.pulse import missing, server
from tests.adapters.audio_io.test_live_sound import jack_started, surroundings
from tests.terminal import PlayedAtATerminal
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.evolve import replay

pytestmark = pytest.mark.slow

ENDS_WITHIN_S = 30


Start = Callable[[], "subprocess.Popen[bytes]"]


@contextmanager
def jack(folder: Path) -> Iterator[tuple[dict[str, str], Start]]:
    if shutil.which("jackd") is None:
        pytest.skip("NOT TESTED: no jackd here: apt install jackd2 libportaudio2")
    name = f"voice-chess-{os.getpid()}-killed"
    environment = surroundings(name) | {"HOME": str(folder)}
    yield environment, lambda: jack_started(name, 16_000)


@contextmanager
def pulse(folder: Path) -> Iterator[tuple[dict[str, str], Start]]:
    lacks = missing()
    if lacks:
        pytest.skip(f"NOT TESTED: no {lacks} here")
    yield server(folder, ("room",))


@pytest.mark.parametrize("system", [jack, pulse])
def test_its_loss_is_told_the_clock_stands_and_the_device_is_taken_again(
    system: Callable[[Path], contextlib.AbstractContextManager[tuple[dict[str, str], Start]]],
    tmp_path: Path,
) -> None:
    with system(tmp_path) as (environment, start):
        running = start()
        table = PlayedAtATerminal(tmp_path / "data", environment)
        try:
            table.tells("Die Partie beginnt.")
            table.types("e4")
            table.tells("Eva vier")
            running.kill()
            running.wait()
            table.types("gedrückt")
            table.types("uhr")
            table.tells("Der Lautsprecher ist weg. Die Uhr steht.")
            table.types("uhr")
            table.tells("Minuten")
            running = start()
            table.tells("Der Lautsprecher ist da.")
            table.types("weiter")
            table.tells("Die Uhr läuft.")
            running.kill()
            running.wait()
            table.types("uhr")
            table.tells("Der Lautsprecher ist weg. Die Uhr steht.")
            table.process.send_signal(signal.SIGTERM)
            code = table.process.wait(ENDS_WITHIN_S)
        finally:
            table.process.kill()
            running.kill()
            running.wait()
    with closing(SqliteJournal(tmp_path / "data" / "journal.sqlite")) as journal:
        (game_id,) = journal.game_ids()
        events = journal.read(game_id)

    kinds = [type(event) for event in events]
    assert code == 130, table.text[-3_000:]
    assert kinds.count(ClocksStopped) == 2
    assert kinds.count(ClocksStarted) == 1
    assert not replay(events).clock.is_running
