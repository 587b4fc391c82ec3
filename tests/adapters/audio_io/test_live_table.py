"""The whole program at a real sound server: interrupted, with two devices, and with one pulled out.

Needs PulseAudio (Debian: apt install pulseaudio pulseaudio-utils libasound2-plugins libportaudio2);
it runs without a sound card.
"""

import json
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes.util import find_library
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.adapters.audio_io.pulse import MOUTH, RATE, Pulse, Samples, missing, playing, pulse
from tests.german import CONTINUE, GERMAN, MINUTES, NUMBERS, by_ear, german
from tests.waiting import waited
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.cli.command_line import main
from voice_chess.decoding.grammar import Grammar
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.settings import Settings
from voice_chess.sound.resampler import as_int16
from voice_chess.sound.watermark import TONES_HZ
from voice_chess.speech.generation.vocabulary import speakable_words

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.model]

LONGEST_S = 15.0
"""For the rest of the position, and the answer; the position alone would take half a minute. How
soon the program falls silent is measured in simulated time, where no other work disturbs it."""

MODEL = Settings.from_environment().models / "fide-de"
MARK_WIDTH_HZ = 40


@dataclass
class Program:
    """`voice-chess play`, what it prints, and the room around it."""

    process: "subprocess.Popen[str]"
    room: Pulse
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(iter(self.process.stdout.readline, ""))

    def has_told(self, words: str) -> None:
        waited(lambda: any(words in line for line in self.lines))

    def answer_to(self, words: str) -> str:
        """What it says last of all that it says to this."""
        heard_at = max(n for n, line in enumerate(self.lines) if f'"{words}"' in line)
        waited(lambda: any("  says  " in line for line in self.lines[heard_at:]))
        says = [line for line in self.lines[heard_at:] if "  says  " in line]
        return says[-1].partition("  says  ")[2].partition("  [to ")[0].strip()

    def is_silent_on(self, *names: str) -> None:
        waited(lambda: all(self.room.captures[name].is_quiet_for(1.2) for name in names))

    def speaks_on(self, name: str) -> None:
        waited(lambda: not self.room.captures[name].is_quiet_for(0.3))

    def hears(self, words: str) -> float:
        """Somebody says this; the answer is when they began."""
        began = time.monotonic()
        self.room.say(voice(words))
        return began + float(self.room.captures[MOUTH].loud_s(began)[0])


def voice(words: str) -> Samples:
    """A player's voice, which bears no mark of the program's."""
    sound = sound_of(words, Delivery(voice="de+f2")) / 2
    return np.frombuffer(as_int16(sound.astype(np.float32)), "<i2")


TRIES = 5
"""Where a busy machine lets a device run dry, the program has to learn the room anew."""

HUM = np.tile(np.array([0, 1], np.int16), RATE // 4)
"""Of a microphone that is on, too faint to be a sound."""


@contextmanager
def at_the_table(
    folder: Path, *options: str, is_mute: bool = False, has_headphones: bool = True
) -> Iterator[Program]:
    """A game that has begun and waits for White's first words.

    Without headphones the microphone hears whatever the program says.
    """
    lacks = missing() or ("" if find_library("portaudio") else "libportaudio2")
    if lacks:
        pytest.skip(f"NOT TESTED: no {lacks} here")
    if not MODEL.is_dir():
        pytest.skip(f"NOT TESTED: no acoustic model in {MODEL}")
    with pulse(folder, ("room", "white", "black")) as room:
        if not has_headphones:
            room.control("set-default-sink", MOUTH)
        worn = ("--headphones",) if has_headphones else ()
        program = Program(playing(room, folder / "data", *worn, *options), room)
        try:
            if not is_mute:
                room.say(HUM)
            program.has_told(german("GameStarted", "white"))
            program.is_silent_on("room", "white", "black", MOUTH)
            yield program
        finally:
            program.process.send_signal(signal.SIGINT)
            program.process.communicate(timeout=300)


def recognised(samples: Samples) -> list[str]:
    """What our recogniser hears of the program's own voice, once its mark is taken out."""
    spectrum = np.fft.rfft(samples.astype(float))
    hertz = np.fft.rfftfreq(len(samples), 1 / RATE)
    for tone in TONES_HZ:
        spectrum[np.abs(hertz - tone) < MARK_WIDTH_HZ] = 0
    sound = np.round(np.fft.irfft(spectrum, len(samples))).astype("<i2").tobytes() + bytes(RATE * 2)
    recognizer = load_model(MODEL).recognizer()
    recognizer.expect(Grammar(phrases=tuple(sorted(speakable_words(GERMAN)))))
    found = [recognizer.hear(sound[n : n + 1_280]) for n in range(0, len(sound), 1_280)]
    return [w for heard in (*found, recognizer.flush()) if heard for w in heard.hypotheses[0].words]


def test_who_speaks_silences_the_program_in_time_and_gets_a_whole_answer(
    tmp_path: Path,
) -> None:
    with at_the_table(tmp_path) as program:
        room = program.room.captures["room"]
        for words in map(by_ear, ("clock", "e4", "Nf6", "d4")):
            program.hears(by_ear("position"))
            program.speaks_on("room")
            program.room.captures["room"].has_run_for(1.5)
            began = program.hears(words)
            program.has_told(f'"{words}"')
            program.speaks_on("room")
            program.is_silent_on("room")
            loud = room.loud_s(began)

            assert loud.min() < 1.0, "the program was not speaking"
            assert loud.max() < LONGEST_S, "the position was told to its end"
            last_word = program.answer_to(words).rstrip(".").split()[-1].lower()
            assert last_word in recognised(room.since(began)), "the answer was cut"


def test_a_player_is_heard_over_the_one_loudspeaker_and_the_program_never_hears_itself(
    tmp_path: Path,
) -> None:
    with at_the_table(tmp_path, has_headphones=False) as program:
        assert not any("  heard  " in line for line in program.lines)
        room = program.room.captures[MOUTH]
        for _ in range(TRIES):
            program.hears(by_ear("position"))
            program.speaks_on(MOUTH)
            room.has_run_for(1.5)
            began = program.hears(by_ear("e4"))
            room.has_run_for(3.0)
            is_heard = any("MoveAnnounced" in line for line in program.lines)
            program.is_silent_on(MOUTH)
            if is_heard:
                break
        assert is_heard, "the program was told to its end each time"
        assert room.loud_s(began).max() < LONGEST_S
        heard = [line for line in program.lines if "  heard  " in line]
    assert all("accept" in line or "ignore" in line for line in heard)


def test_a_players_own_clock_is_heard_on_their_device_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with at_the_table(tmp_path, "--white-output", "white", "--black-output", "black") as program:
        white, black = (program.room.captures[name] for name in ("white", "black"))
        heard = {}
        for name, words in (("white", by_ear("own-clock")), ("black", by_ear("own-clock"))):
            began = program.hears(words)
            program.speaks_on(name)
            program.is_silent_on("white", "black")
            heard[name] = (white.since(began), black.since(began))
            if name == "white":
                moved = program.hears(by_ear("e4"))
                program.has_told("MoveCompleted")
                program.is_silent_on("white", "black")
                both = [capture.since(moved) for capture in (white, black)]

    for name, own, other in (("white", 0, 1), ("black", 1, 0)):
        assert int(np.abs(heard[name][other].astype(int)).max()) == 0
        told = recognised(heard[name][own])
        assert MINUTES.lower() in told
        assert NUMBERS[14] in told or NUMBERS[15] in told
    assert all(by_ear("4") in recognised(samples) for samples in both)
    assert not np.abs(program.room.captures["room"].since(moved).astype(int)).any()
    soundfile.write(tmp_path / "white.wav", heard["white"][0], RATE)
    main(["hear", str(tmp_path / "white.wav"), "--json"])
    assert json.loads(capsys.readouterr().out)["own_voice"]


def test_a_microphone_that_gives_no_sound_is_told_of(tmp_path: Path) -> None:
    with at_the_table(tmp_path, is_mute=True) as program:
        program.has_told(german("MicrophoneMute").partition(".")[0])
        program.hears(by_ear("e4"))
        program.has_told("MoveAnnounced")


STOPPED_S = 8
"""Longer than a silent device is waited for."""


def test_a_stop_in_the_middle_of_speech_is_told_and_takes_no_device_away(tmp_path: Path) -> None:
    with at_the_table(tmp_path) as program:
        program.hears(by_ear("position"))
        program.speaks_on("room")
        program.process.send_signal(signal.SIGSTOP)
        time.sleep(STOPPED_S)
        program.process.send_signal(signal.SIGCONT)
        program.has_told(german("MachineSlept"))
        program.is_silent_on("room")
        program.hears(CONTINUE)
        program.has_told(ClocksStarted.__name__)

        lost = [german(name) for name in ("MicrophoneLost", "MicrophoneBack", "SpeakerLost")]
        assert not [line for line in program.lines if any(words in line for words in lost)]


def test_a_suspended_microphone_is_not_told_as_back_before_it_gives_sound(tmp_path: Path) -> None:
    """A sound server opens it, and gives nothing."""
    with at_the_table(tmp_path) as program:
        program.room.control("suspend-sink", MOUTH, "1")
        program.has_told(german("MicrophoneLost"))
        time.sleep(STOPPED_S)
        assert not [line for line in program.lines if german("MicrophoneBack") in line]

        program.room.control("suspend-sink", MOUTH, "0")
        program.has_told(german("MicrophoneBack"))
        told = [line for line in program.lines if german("MicrophoneLost") in line]
        assert len(told) == 1


def test_a_device_pulled_out_is_told_on_the_other_one_with_the_clocks_stopped(
    tmp_path: Path,
) -> None:
    with at_the_table(tmp_path, "--white-output", "white", "--black-output", "black") as program:
        pulled = time.monotonic()
        program.room.pull_out("white")
        program.hears(by_ear("own-clock"))
        program.has_told(german("SpeakerLost").partition(".")[0])
        program.is_silent_on("black")
        told = recognised(program.room.captures["black"].since(pulled))
    journal = SqliteJournal(tmp_path / "data" / "journal.sqlite")
    (game_id,) = journal.game_ids()
    *_, last_event = journal.read(game_id)
    journal.close()

    assert isinstance(last_event, ClocksStopped)
    assert {"lautsprecher", "weg", "steht"} <= set(told)
