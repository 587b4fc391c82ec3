"""The sound server dies in a live game, and comes back: the game waits for it and goes on."""

import contextlib
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.adapters.audio_io import jack, pulse
from tests.german import CLOCK, CONTINUE, MINUTES, PRESS, german, in_words
from tests.terminal import PlayedAtATerminal
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.evolve import replay

pytestmark = pytest.mark.slow

ENDS_WITHIN_S = 30


Start = Callable[[], "subprocess.Popen[bytes]"]


@contextmanager
def through_jack(folder: Path) -> Iterator[tuple[dict[str, str], Start]]:
    if lacks := jack.missing():
        pytest.skip(f"NOT TESTED: no JACK or PortAudio here: apt install {lacks}")
    with jack.named("killed") as name:
        environment = jack.surroundings(name) | {"HOME": str(folder)}
        yield environment, lambda: jack.started(name, 16_000)


@contextmanager
def through_pulse(folder: Path) -> Iterator[tuple[dict[str, str], Start]]:
    if lacks := pulse.missing():
        pytest.skip(f"NOT TESTED: no {lacks} here")
    yield pulse.server(folder, ("room",))


def test_a_killed_server_and_those_of_tests_that_are_no_more_leave_their_places() -> None:
    if lacks := jack.missing():
        pytest.skip(f"NOT TESTED: no JACK or PortAudio here: apt install {lacks}")
    with subprocess.Popen(["true"]) as gone:
        left = f"voice-chess-{gone.pid}-left"
    with jack.running(left, 16_000):
        pass
    with jack.named("here") as name, jack.running(name, 16_000):
        assert {left, name} & jack.registered() == {name}

    assert name not in jack.registered()


@pytest.mark.parametrize("system", [through_jack, through_pulse])
def test_its_loss_is_told_the_clock_stands_and_the_device_is_taken_again(
    system: Callable[[Path], contextlib.AbstractContextManager[tuple[dict[str, str], Start]]],
    tmp_path: Path,
) -> None:
    with system(tmp_path) as (environment, start):
        running = start()
        table = PlayedAtATerminal(tmp_path / "data", environment)
        try:
            table.tells(german("GameStarted", "white"))
            table.types("e4")
            table.tells(in_words("e4"))
            running.kill()
            running.wait()
            table.types(PRESS)
            table.types(CLOCK)
            table.tells(german("SpeakerLost"))
            table.types(CLOCK)
            table.tells(MINUTES)
            running = start()
            table.tells(german("SpeakerBack"))
            table.types(CONTINUE)
            table.tells(german("ClocksStarted"))
            running.kill()
            running.wait()
            table.types(CLOCK)
            table.tells(german("SpeakerLost"))
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
