"""The speaker: every utterance whole, cut at once when told, each listener on a channel alone."""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from voice_chess.adapters.audio_io.sound_sinks import MemorySink, WavFolder, WavSink
from voice_chess.adapters.synthesis import pyttsx3_speaker
from voice_chess.adapters.synthesis.espeak import Delivery
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.languages.language import spoken_languages
from voice_chess.session.ports import SpeakerLost, SpeechLost

SENTENCE = "Springer Gustav eins Felix drei"


PATIENCE_S = 60


class WatchedSink(MemorySink):
    """Calls somebody before it takes a block, as soon as it has taken this much sound."""

    def __init__(self, after_ms: int, call: Callable[[], object] | None = None) -> None:
        super().__init__()
        self._after = 32 * after_ms
        self.call = call

    def write(self, samples: bytes) -> None:
        if self.call is not None and len(self._samples) >= self._after:
            call, self.call = self.call, None
            call()
        super().write(samples)


class Queue:
    """A lock that tells who has asked for it."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self.asked.release()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class BrokenSink(MemorySink):
    """A device that is pulled out in the middle of a word."""

    def write(self, samples: bytes) -> None:
        super().write(samples)
        if len(self._samples) > 8_000:
            message = "The loudspeaker is gone."
            raise SpeakerLost(message)


def test_says_a_text_and_answers_how_long_it_lasted() -> None:
    sink = MemorySink()
    lasted_ms = Pyttsx3Speaker(sink, delivery_in("de")).say(SENTENCE)
    (uttered,) = sink.uttered

    assert uttered.text == SENTENCE
    assert not uttered.was_cut
    assert 1_000 < lasted_ms < 3_000
    assert lasted_ms == len(uttered.samples) // 32


def test_is_audible_from_the_first_tenth_of_a_second_to_the_last_fifth() -> None:
    sink = MemorySink()
    Pyttsx3Speaker(sink, delivery_in("de")).say(SENTENCE)
    loud = np.flatnonzero(np.abs(np.frombuffer(sink.uttered[0].samples, "<i2")) > 500)

    assert loud[0] < 1_600
    assert loud[-1] > len(sink.uttered[0].samples) // 2 - 3_200 - 4_800


@pytest.mark.slow
def test_loses_none_of_five_hundred_utterances() -> None:
    sink = MemorySink()
    speaker = Pyttsx3Speaker(sink, delivery_in("de", words_per_minute=400))
    for count in range(500):
        speaker.say(f"{count}")

    assert [uttered.text for uttered in sink.uttered] == [str(count) for count in range(500)]
    assert min(len(uttered.samples) for uttered in sink.uttered) > 2_000


def test_stop_is_obeyed_at_once_and_the_next_utterance_is_whole() -> None:
    sink = WatchedSink(300)
    speaker = Pyttsx3Speaker(sink, delivery_in("de"))
    sink.call = speaker.stop
    lasted_ms = speaker.say(SENTENCE)
    speaker.say("weiter")

    assert 300 <= lasted_ms < 400
    assert [uttered.was_cut for uttered in sink.uttered] == [True, False]
    assert len(sink.uttered[1].samples) > 8_000


def test_stop_silences_what_waits_for_its_turn() -> None:
    goes_on = threading.Event()
    sink = WatchedSink(0, lambda: goes_on.wait(PATIENCE_S))
    speaker = Pyttsx3Speaker(sink, delivery_in("de"))
    queue = speaker._turn = Queue()  # type: ignore[assignment] # noqa: SLF001 - no public way to see who waits
    threads = [threading.Thread(target=speaker.say, args=(SENTENCE,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in threads:
        assert queue.asked.acquire(timeout=PATIENCE_S)
    speaker.stop()
    goes_on.set()
    for thread in threads:
        thread.join(PATIENCE_S)

    assert not any(thread.is_alive() for thread in threads)
    assert [uttered.was_cut for uttered in sink.uttered] == [True]


def test_stop_while_silent_changes_nothing() -> None:
    sink = MemorySink()
    speaker = Pyttsx3Speaker(sink, delivery_in("de"))
    speaker.stop()

    assert speaker.say("Anna") > 200


def test_nothing_to_say_is_said_in_no_time() -> None:
    sink = MemorySink()

    assert Pyttsx3Speaker(sink, delivery_in("de")).say(" \n") == 0
    assert sink.uttered == []


def test_two_listeners_are_spoken_to_at_the_same_time_each_with_their_own_voice() -> None:
    both = threading.Barrier(2, timeout=PATIENCE_S)
    sinks = WatchedSink(300, both.wait), WatchedSink(300, both.wait)
    speakers = [
        Pyttsx3Speaker(sinks[0], delivery_in("de")),
        Pyttsx3Speaker(sinks[1], delivery_in("pl", words_per_minute=140)),
    ]
    threads = [threading.Thread(target=speaker.say, args=(SENTENCE,)) for speaker in speakers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    lengths = [len(sink.uttered[0].samples) / 32_000 for sink in sinks]

    assert not both.broken
    assert abs(lengths[0] - lengths[1]) > 0.1


MANY_AT_ONCE = """
import sys, threading
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.adapters.audio_io.sound_sinks import MemorySink

sinks = [MemorySink() for _ in range(20)]
threads = [
    threading.Thread(target=Pyttsx3Speaker(sink, delivery_in("de")).say, args=("Anna eins",))
    for sink in sinks
]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sum(len(sink.uttered[0].samples) > 8_000 for sink in sinks))
endless = Pyttsx3Speaker(MemorySink(), delivery_in("de"))
for _ in range(20):
    threading.Thread(target=endless.say, args=("Anna eins " * 20_000,), daemon=True).start()
"""


def test_many_threads_may_speak_first_and_the_process_may_end_in_the_middle() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", MANY_AT_ONCE],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "20\n", "")


def test_a_device_that_breaks_is_reported_and_the_next_utterance_is_spoken() -> None:
    broken_sink, sink = BrokenSink(), MemorySink()
    broken = Pyttsx3Speaker(broken_sink, delivery_in("de"))

    with pytest.raises(SpeakerLost, match=r"^The loudspeaker is gone\.$"):
        broken.say(SENTENCE)
    assert [uttered.was_cut for uttered in broken_sink.uttered] == [True]
    assert Pyttsx3Speaker(sink, delivery_in("de")).say(SENTENCE) > 1_000


def test_an_unknown_voice_is_reported_and_the_next_utterance_is_spoken() -> None:
    sink = MemorySink()
    speaker = Pyttsx3Speaker(sink, Delivery(voice="romulan"))

    with pytest.raises(SpeechLost, match="no voice 'romulan'"):
        speaker.say(SENTENCE)
    speaker.delivery = delivery_in("de")
    assert speaker.say(SENTENCE) > 1_000


def test_a_speech_engine_that_makes_no_sound_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyttsx3_speaker, "_PATIENCE_S", 0.05)
    monkeypatch.setattr(pyttsx3_speaker._Engine, "place", lambda *_: None)  # noqa: SLF001 - makes an engine that hangs

    with pytest.raises(SpeakerLost, match="made no sound"):
        Pyttsx3Speaker(MemorySink(), delivery_in("de")).say("Anna")


@pytest.mark.parametrize("language", spoken_languages())
def test_speaks_every_language(language: str) -> None:
    sink = MemorySink()

    assert Pyttsx3Speaker(sink, delivery_in(language)).say("Anna 3") > 300


def test_takes_a_region_or_script_for_its_language() -> None:
    assert delivery_in("de-AT").voice == delivery_in("DE").voice == "de"
    assert delivery_in("sr-Latn").voice == "sr"


def test_knows_no_voice_for_a_language_it_does_not_have() -> None:
    with pytest.raises(SpeechLost, match="no voice for the language 'xx'"):
        delivery_in("xx")


def test_a_folder_that_vanishes_is_one_sentence(tmp_path: Path) -> None:
    folder = WavFolder(tmp_path / "said")
    (tmp_path / "said").rmdir()

    with pytest.raises(SpeakerLost, match=r"Speech can't be written to .*0001-anna.wav: No such"):
        Pyttsx3Speaker(WavSink(folder), delivery_in("de")).say("Anna")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    speaker = Pyttsx3Speaker(WavSink(WavFolder(tmp_path)), delivery_in("de"))
    (tmp_path / "0001-anna.wav").symlink_to("/dev/full")

    with pytest.raises(SpeakerLost, match=r"anna.wav: No space left on .*\. Make room, .*again\.$"):
        speaker.say("Anna")
    assert speaker.say("Bella") > 200
