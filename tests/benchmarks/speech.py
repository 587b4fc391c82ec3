"""Measures speed and size of hearing and speaking: model, grammar, recognition, first sound.

Times of computing are the processor's, so that other work on the machine does not count. Times
until something is heard are wall-clock times, so the machine should have no other work.
"""

import random
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np

from voice_chess.adapters.audio_io import sound_files
from voice_chess.adapters.audio_io.sound_sinks import MemorySink
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.session.listening.recognizer_model import MeasuredRecognizer
from voice_chess.settings import Settings
from voice_chess.sound.sampling import SAMPLE_RATE
from voice_chess.speech.understanding.grammar import phrases_for

MODEL = Settings.from_environment().models / "fide-de"
RECORDINGS = Path(__file__).resolve().parents[2] / "audio/demo"
SENTENCE = "Springer Gustav eins Felix drei"
MANY_MOVES = 40
BLOCK = SAMPLE_RATE // 10
SECONDS = np.arange(15 * SAMPLE_RATE) / SAMPLE_RATE
HARD_SOUNDS = {
    "hiss": np.random.default_rng(1).standard_normal(len(SECONDS)),
    "whistle": np.sin(2 * np.pi * (100 * SECONDS + 150 * SECONDS**2)),
    "buzzer": np.sign(np.sin(2 * np.pi * 200 * SECONDS)),
    "knocking": np.exp(-40 * (SECONDS % 0.2)) * np.sin(2 * np.pi * 700 * SECONDS),
}
"""Sounds that can keep a decoder busy."""

MEMORY = """
import resource, sys
from pathlib import Path
from voice_chess.adapters.recognition import recognizer_models
from voice_chess.decoding.grammar import Grammar
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
before = resident()
ear = recognizer_models.load_model(Path(sys.argv[1])).recognizer()
ear.expect(Grammar(phrases=("springer felix drei", "eva vier")))
ear.hear(b"\\0" * 64_000)
print((resident() - before) / 2**20)
"""


def cpu_ms(act: Callable[[], object]) -> float:
    """Return the processor time that the call takes, in ms."""
    begun = time.process_time()
    act()
    return 1_000 * (time.process_time() - begun)


def busy_positions(chance: random.Random) -> Iterator[Position]:
    """Yield positions of random games with at least `MANY_MOVES` legal moves, one of each game."""
    while True:
        position = Position.start()
        for _ in range(60):
            if not position.legal_moves:
                break
            position = position.played(chance.choice(position.legal_moves))
            if len(position.legal_moves) >= MANY_MOVES:
                yield position
                break


def load_ms(rounds: int) -> float:
    """Return the median time to read and check the model, in ms; the library is loaded already."""
    load_model(MODEL)
    return median(cpu_ms(lambda: load_model(MODEL)) for _ in range(rounds))


def memory_mib() -> float:
    """Return the resident memory of model, library and one recogniser in their own process."""
    command = [sys.executable, "-c", MEMORY, str(MODEL)]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(told.stdout)


def grammar_ms(recognizer: MeasuredRecognizer, rounds: int) -> float:
    """Return the median time until a recogniser listens for all moves of a new position, in ms."""
    language = load_language("de")
    positions = busy_positions(random.Random(MANY_MOVES))

    def expect(position: Position) -> None:
        phrases = tuple(" ".join(words) for words in phrases_for(position, language))
        recognizer.expect(Grammar(phrases=phrases))

    drawn = [next(positions) for _ in range(rounds + 1)]
    expect(drawn[0])  # what a language's words need is made once
    return median(cpu_ms(partial(expect, position)) for position in drawn[1:])


def real_time_factor(recognizer: MeasuredRecognizer, sound: np.ndarray) -> float:
    """Return processor time over duration, including a second of silence before and after."""
    quiet = np.zeros(SAMPLE_RATE, np.int16)
    samples = np.concatenate([quiet, sound, quiet])

    def hear() -> None:
        for begin in range(0, len(samples), BLOCK):
            recognizer.hear(samples[begin : begin + BLOCK].astype("<i2").tobytes())
        while recognizer.flush() is not None:
            pass

    return cpu_ms(hear) / (1_000 * len(samples) / SAMPLE_RATE)


def recordings(count: int) -> list[np.ndarray]:
    """Return the recordings of the demonstration, at most this many."""
    paths = sorted(RECORDINGS.glob("*.flac"))[:count]
    return [np.frombuffer(sound_files.read(path), "<i2") for path in paths]


class TimedSink(MemorySink):
    """A loudspeaker that notes when sound arrives; if paced, it takes as long as the sound."""

    def __init__(self, *, is_paced: bool) -> None:
        super().__init__()
        self.moments: list[float] = []
        self._is_paced = is_paced

    def write(self, samples: bytes) -> None:
        """Take a block, and note the time."""
        super().write(samples)
        self.moments.append(time.monotonic())
        if self._is_paced:
            time.sleep(len(samples) / (2 * SAMPLE_RATE))


def first_sound_ms(rounds: int) -> float:
    """Return the median time from the order to speak to the first samples, in ms."""
    found = []
    for _ in range(rounds + 1):  # the first starts the engine
        sink = TimedSink(is_paced=False)
        begun = time.monotonic()
        Pyttsx3Speaker(sink, delivery_in("de")).say(SENTENCE)
        found.append(1_000 * (sink.moments[0] - begun))
    return median(found[1:])


def silent_ms(rounds: int) -> float:
    """Return the median time from the order to stop to the end of the last block, in ms."""
    found = []
    for _ in range(rounds):
        speaker = Pyttsx3Speaker(TimedSink(is_paced=True), delivery_in("de"))
        speaking = threading.Thread(target=speaker.say, args=(SENTENCE,))
        speaking.start()
        time.sleep(0.3)
        stopped = time.monotonic()
        speaker.stop()
        speaking.join()
        found.append(1_000 * (time.monotonic() - stopped))
    return median(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print, one fact a line."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.speech", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, metavar="N", help="measure so often (9)")
    rounds = parser.parse_args(arguments).rounds
    model = load_model(MODEL)
    recognizer = model.recognizer()
    told("loading the model", load_ms(rounds), "ms")
    told("memory that model, library and recogniser take", memory_mib(), "MiB")
    told(f"grammar of {MANY_MOVES} or more moves", grammar_ms(recognizer, rounds), "ms")
    heard = [real_time_factor(recognizer, sound) for sound in recordings(rounds)]
    told("real-time factor, announcements in quiet", median(heard), "", digits=3)
    for name, sound in HARD_SOUNDS.items():
        loud = np.round(6_000 * sound).astype(np.int16)
        told(f"real-time factor, {name}", real_time_factor(recognizer, loud), "", digits=3)
    told("from the order to speak to the first sound", first_sound_ms(rounds), "ms")
    told("from the order to stop to silence", silent_ms(rounds), "ms")
    return 0


def told(name: str, value: float, unit: str, digits: int = 1) -> None:
    """Print a result as soon as it is known."""
    sys.stdout.write(f"{name}: {value:.{digits}f} {unit}".rstrip() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
