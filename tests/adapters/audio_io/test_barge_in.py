"""The program falls silent in time when a player speaks or presses a key, never for itself."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from tests.german import by_ear, german, in_words, says
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.usual import IN_GERMAN
from voice_chess.adapters.audio_io import sound_files
from voice_chess.adapters.audio_io.barge_in import BargeIn
from voice_chess.adapters.audio_io.sound_sinks import MemorySink
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.adapters.simulation.simulated_room import SimulatedRoom
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.adapters.synthesis.live_voices import SignallingSpeaker
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.session.evidence import AnswerSpoken, UtteranceHeard
from voice_chess.session.table_settings import Room
from voice_chess.settings import Settings
from voice_chess.sound.loudness import FRAME, frame_levels
from voice_chess.speech.understanding.hypothesis import Heard

ALLOWED_MS = 200
PATIENCE_S = 60
TEXT = german("side-list", "white", list=in_words("Ke1, Qd1, Ra1, h1, Bc1"))
DEMO = sorted((Settings.from_environment().audio / "demo").glob("*.flac"))
RATE = 16_000


@dataclass
class Track:
    """`Microphone` of one stretch of sound."""

    samples: bytes

    def blocks(self) -> Iterator[bytes]:
        for start in range(0, len(self.samples), 1_280):
            yield self.samples[start : start + 1_280]


class Stopped:
    """Counts how often the voice is told to stop."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


def quiet(ms: int) -> bytes:
    """A room at night."""
    rng = np.random.default_rng(1)
    return rng.normal(0, 4, ms * RATE // 1_000).astype("<i2").tobytes()


def begins_at_ms(samples: bytes) -> int:
    """When the talker is first heard: two frames in a row well above the room."""
    levels = frame_levels(np.frombuffer(samples, "<i2").astype(np.float32))
    loud = levels > 0.003 * 32_768
    first = int(np.flatnonzero(loud[1:] & loud[:-1])[0])
    return first * 1_000 * FRAME // RATE


def spoken_over(track: bytes) -> tuple[int, bool]:
    """When the program fell silent, and whether it was cut, with this in the microphone."""
    time = SimulatedTime()
    barge_in = BargeIn(lambda: speaker.stop())  # noqa: PLW0108 - the speaker is made below
    room = SimulatedRoom(Track(track), time, barge_in)
    speaker = Pyttsx3Speaker(room, delivery_in("de"))
    speaker.say(TEXT)
    return time.now_ms(), speaker.was_cut


@pytest.mark.parametrize("path", DEMO, ids=lambda path: path.stem)
def test_speech_is_cut_in_time_when_a_player_begins_to_speak(path: Path) -> None:
    track = quiet(1_500) + b"".join(sound_files.blocks(path))
    silent_ms, was_cut = spoken_over(track)

    assert was_cut
    assert 0 < silent_ms - begins_at_ms(track) <= ALLOWED_MS


def test_in_a_quiet_room_everything_is_said() -> None:
    silent_ms, was_cut = spoken_over(quiet(20_000))

    assert not was_cut
    assert silent_ms > 4_000


def test_clicks_of_a_clock_and_pegs_cut_nothing() -> None:
    rng = np.random.default_rng(2)
    click = rng.normal(0, 6_000, 480).astype("<i2").tobytes()
    silent_ms, was_cut = spoken_over((quiet(400) + click) * 30)

    assert not was_cut
    assert silent_ms > 4_000


def test_the_program_does_not_interrupt_itself() -> None:
    sink = MemorySink()
    Pyttsx3Speaker(sink, delivery_in("de")).say(TEXT)
    (said,) = sink.uttered
    _, was_cut = spoken_over(quiet(200) + said.samples)

    assert not was_cut


def test_the_program_does_not_begin_while_a_player_speaks() -> None:
    stopped = Stopped()
    barge_in = BargeIn(stopped)
    announcement = b"".join(sound_files.blocks(DEMO[0]))
    barge_in.hear(quiet(1_000) + announcement[: begins_at_ms(announcement) * 32 + 32_000])
    before = stopped.count
    barge_in.hear(announcement[begins_at_ms(announcement) * 32 + 32_000 :][:6_400])

    assert 0 < before < stopped.count


@pytest.mark.parametrize("path", DEMO, ids=lambda path: path.stem)
def test_the_answer_right_behind_an_announcement_is_not_cut(path: Path) -> None:
    stopped = Stopped()
    barge_in = BargeIn(stopped)
    barge_in.hear(quiet(1_000) + b"".join(sound_files.blocks(path)) + quiet(300))
    before = stopped.count
    barge_in.hear(quiet(2_000))

    assert stopped.count == before > 0


def test_somebody_who_chats_on_and_on_does_not_silence_the_program() -> None:
    stopped = Stopped()
    barge_in = BargeIn(stopped)
    rng = np.random.default_rng(3)
    barge_in.hear(quiet(1_000))
    barge_in.hear(rng.normal(0, 3_000, 6 * RATE).astype("<i2").tobytes())
    before = stopped.count
    barge_in.hear(rng.normal(0, 3_000, 4 * RATE).astype("<i2").tobytes())

    assert before > 0
    assert stopped.count == before


class HeldSink:
    """A device that plays its first block until it is told to go on."""

    def __init__(self) -> None:
        self.is_sounding = threading.Event()
        self.goes_on = threading.Event()
        self.played_ms = 0

    def begin(self, text: str) -> None:
        """A device needs no name for it."""

    def write(self, samples: bytes) -> None:
        self.is_sounding.set()
        assert self.goes_on.wait(PATIENCE_S)
        self.played_ms += len(samples) // 2 * 1_000 // RATE

    def end(self, *, cut: bool) -> None:
        """A device is silent when nothing comes."""


def test_a_key_silences_the_program_in_time() -> None:
    sink = HeldSink()
    speaker = Pyttsx3Speaker(sink, delivery_in("de"))
    lines = BargeIn(speaker.stop).reading(["uhr\n"])
    speaking = threading.Thread(target=lambda: speaker.say(TEXT))
    speaking.start()
    assert sink.is_sounding.wait(PATIENCE_S)
    line = next(lines)
    sink.goes_on.set()
    speaking.join(PATIENCE_S)

    assert line == "uhr\n"
    assert speaker.was_cut
    assert 0 < sink.played_ms < ALLOWED_MS


class Scripted(MemoryRecognizer):
    """Hears talk by level, in sound that is never quite silent."""

    def hear(self, samples: bytes) -> Heard | None:
        is_talk = np.frombuffer(samples, "<i2").astype(np.float32).std() > 200
        return super().hear((b"\1" if is_talk else b"\0") * len(samples))


def play(track: bytes, words: Sequence[str], *, hears_itself: bool) -> AroundTable:
    """A session on a microphone that goes on while the program speaks."""
    table = AroundTable(settings=replace(IN_GERMAN, room=Room(hears_itself=hears_itself)))

    def silence() -> None:
        speaker.stop()

    barge_in = None if hears_itself else BargeIn(silence)
    room = SimulatedRoom(Track(track), table.time, barge_in)
    table.voice = speaker = SignallingSpeaker(Pyttsx3Speaker(room, delivery_in("de")))
    table.run(room, Scripted([Utterance(said).hypotheses for said in words]))
    return table


def talk(ms: int) -> bytes:
    rng = np.random.default_rng(4)
    return rng.normal(0, 3_000, ms * RATE // 1_000).astype("<i2").tobytes()


INTERRUPTED = quiet(4_000) + talk(1_000) + quiet(3_000) + talk(1_000) + quiet(12_000)
"""Somebody asks for the position, and speaks again while it is being told."""


def test_with_headphones_a_player_interrupts_and_what_they_say_counts() -> None:
    table = play(INTERRUPTED, (by_ear("position"), by_ear("e4")), hears_itself=False)
    told = [item for item in table.seen if isinstance(item, AnswerSpoken)]
    position = next(item for item in told if item.text.startswith(says("white:")))

    assert position.lasted_ms < 3_500
    assert table.game.position.moves == ("e2e4",)


def test_on_a_loudspeaker_nothing_is_heard_until_the_program_has_finished() -> None:
    table = play(INTERRUPTED, (by_ear("position"), by_ear("e4")), hears_itself=True)
    told = [item for item in table.seen if isinstance(item, AnswerSpoken)]
    position = next(item for item in told if item.text.startswith(says("white:")))

    assert position.lasted_ms > 10_000
    assert sum(isinstance(item, UtteranceHeard) for item in table.seen) == 1
    assert table.game.position.moves == ()
