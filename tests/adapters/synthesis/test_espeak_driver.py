"""The pyttsx3 driver keeps what the stock driver loses: every utterance, names, files, the stop."""

import threading
import time
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pyttsx3

from voice_chess.adapters.synthesis import espeak_driver

PATIENCE_S = 60


class Listener:
    """A pyttsx3 engine and what it told."""

    def __init__(self) -> None:
        self.engine: Any = pyttsx3.init(espeak_driver.register())
        self.heard: list[bytes] = []
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.tokens = [
            self.engine.connect(topic, self._teller(topic))
            for topic in ("started-utterance", "finished-utterance", "error")
        ]
        self.engine.setProperty("take", self.take)
        self.engine.setProperty("voice", "de")
        self.engine.setProperty("rate", 175)
        self.engine.setProperty("volume", 1.0)

    def take(self, samples: bytes) -> bool:
        self.heard.append(samples)
        return True

    def finished(self) -> list[tuple[str, bool]]:
        return [
            (details["name"], details["completed"])
            for topic, details in self.told
            if topic == "finished-utterance"
        ]

    def _teller(self, topic: str) -> Callable[..., None]:
        return lambda **details: self.told.append((topic, details))


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    for token in listener.tokens:
        listener.engine.disconnect(token)


def test_speaks_all_that_was_lined_up_in_order_and_by_name(listener: Listener) -> None:
    for name in ("first", "second", "third"):
        listener.engine.say(f"Zug {name}", name)
    listener.engine.runAndWait()

    assert listener.finished() == [("first", True), ("second", True), ("third", True)]


def test_speaks_again_and_again(listener: Listener) -> None:
    for count in range(200):
        listener.engine.say("Anna", str(count))
        listener.engine.runAndWait()

    assert listener.finished() == [(str(count), True) for count in range(200)]


def test_a_file_is_complete_when_the_loop_returns_and_later_speech_is_not_written_to_it(
    listener: Listener, tmp_path: Path
) -> None:
    files = [tmp_path / f"{count}.wav" for count in range(3)]
    for file in files:
        listener.engine.save_to_file("Springer Gustav eins", str(file))
    listener.engine.runAndWait()
    sizes = [file.stat().st_size for file in files]
    listener.engine.say("Läufer")
    listener.engine.runAndWait()

    assert [file.stat().st_size for file in files] == sizes
    assert listener.heard
    for file in files:
        with wave.open(str(file)) as sound:
            assert sound.getparams()[:3] == (1, 2, 22_050)
            assert sound.getnframes() > 22_050 // 2


def test_stop_cuts_what_is_spoken_and_what_waits_but_nothing_later(listener: Listener) -> None:
    def stopped_at_the_third(samples: bytes) -> bool:
        listener.heard.append(samples)
        if len(listener.heard) == 3:
            somebody = threading.Thread(target=listener.engine.stop)
            somebody.start()
            somebody.join()
        return True

    listener.engine.setProperty("take", stopped_at_the_third)
    listener.engine.say("Ein langer Satz, der nicht zu Ende gesprochen wird", "cut")
    listener.engine.say("Noch einer", "dropped")
    listener.engine.runAndWait()
    heard = len(listener.heard)
    listener.engine.setProperty("take", listener.take)
    listener.engine.say("Weiter", "later")
    listener.engine.runAndWait()

    assert heard == 3
    assert ("cut", False) in listener.finished()
    assert ("dropped", True) not in listener.finished()
    assert listener.finished()[-1] == ("later", True)


def test_what_goes_wrong_is_an_error_event_and_no_completion(listener: Listener) -> None:
    def broken(_samples: bytes) -> bool:
        message = "device gone"
        raise OSError(message)

    listener.engine.setProperty("take", broken)
    listener.engine.say("Anna", "lost")
    listener.engine.runAndWait()
    errors = [details for topic, details in listener.told if topic == "error"]

    assert listener.finished() == [("lost", False)]
    assert [str(error["exception"]) for error in errors] == ["device gone"]


def test_properties_hold_for_what_is_said_after_them(listener: Listener) -> None:
    listener.engine.setProperty("rate", 120)
    listener.engine.say("Dame David vier")
    listener.engine.runAndWait()
    slow = sum(map(len, listener.heard))
    listener.heard.clear()
    listener.engine.setProperty("rate", 240)
    listener.engine.say("Dame David vier")
    listener.engine.runAndWait()
    fast = sum(map(len, listener.heard))

    assert listener.engine.getProperty("rate") == 240
    assert listener.engine.getProperty("volume") == 1.0
    assert slow > 1.5 * fast > 0


def test_lists_the_voices_as_pyttsx3_does(listener: Listener) -> None:
    voices = listener.engine.getProperty("voices")

    assert "de" in {voice.languages[0] for voice in voices}
    assert all(voice.id and voice.name for voice in voices)


def test_an_unknown_property_is_an_error(listener: Listener) -> None:
    with pytest.raises(KeyError):
        listener.engine.getProperty("colour")


def test_runs_in_a_loop_of_the_callers_own(listener: Listener) -> None:
    listener.engine.say("Anna", "outside")
    listener.engine.startLoop(False)
    for _ in range(3):
        listener.engine.iterate()
    listener.engine.endLoop()

    assert listener.finished() == [("outside", True)]


def test_waits_without_work_while_the_loop_is_empty(listener: Listener) -> None:
    loop = threading.Thread(target=listener.engine.startLoop)
    loop.start()
    time.sleep(0.05)
    worked = time.process_time()
    time.sleep(0.2)
    worked = time.process_time() - worked
    listener.engine.say("Anna", "late")
    deadline = time.monotonic() + PATIENCE_S
    while not listener.finished() and time.monotonic() < deadline:
        time.sleep(0.01)
    listener.engine.endLoop()
    loop.join(PATIENCE_S)

    assert not loop.is_alive()
    assert worked < 0.1
    assert listener.finished() == [("late", True)]
