"""eSpeak NG as a voice of the program: text in, samples out as they are made."""

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from voice_chess.espeak.library import (
    RATE,
    VOLUME,
    EspeakLibrary,
    EspeakLost,
    EspeakVoice,
    Take,
    all_into,
    wheels_files,
)
from voice_chess.own_command import own_command
from voice_chess.session.ports import SpeechLost
from voice_chess.session.voice_preferences import USUAL_RATE
from voice_chess.sound.resampler import Samples, as_float, resampled
from voice_chess.sound.sampling import SAMPLE_RATE

_CHUNK_MS = 60  # eSpeak NG makes no smaller ones
# eSpeak NG makes breath at random. With one seed for every sentence, a program that says the same
# sentences in the same order sounds the same each time, and so do tests and benchmarks.
_SEED = 1
_starting = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """How a text is spoken.

    The library's own articulation ends at 450 words a minute. Above that it compresses the sound in
    time (with Sonic, a part of it) and keeps the pitch. `other` names a voice of another program,
    which speaks instead of this library as long as it can.
    """

    voice: str = "de"
    words_per_minute: int = USUAL_RATE
    volume_percent: int = 100
    other: str = ""


class Espeak:
    """The library with its data; one in each process, used by one thread at a time."""

    def __init__(self, library: str, data: str | None) -> None:
        self._lock = threading.RLock()
        with _as_speaker_lost():
            self._library = EspeakLibrary(library, data, chunk_ms=_CHUNK_MS)
            self._set(Delivery())
            self._library.try_out()

    @property
    def sample_rate(self) -> int:
        return self._library.sample_rate

    def speak(self, text: str, delivery: Delivery, take: Take) -> bool:
        """Pass each chunk of samples to `take` until it returns False; return True if it took all.

        `[[...]]` in the text holds phonemes. An error in `take` is raised here. Raises
        `SpeechLost`.
        """
        with self._lock, _as_speaker_lost():
            self._set(delivery)
            return self._library.speak(text, take)

    def phonemes(self, text: str, voice: str) -> str:
        """Return the text in the International Phonetic Alphabet, as this voice says it."""
        with self._lock:
            self._set(Delivery(voice=voice))
            return self._library.phonemes(text)

    def voices(self) -> tuple[EspeakVoice, ...]:
        """Return all voices; `Delivery.voice` takes their identifiers."""
        with self._lock:
            return self._library.voices()

    def _set(self, delivery: Delivery) -> None:
        if not self._library.choose(delivery.voice):
            msg = f"eSpeak NG has no voice '{delivery.voice}'; see: {own_command()} devices"
            raise SpeechLost(msg)
        self._library.seed(_SEED)
        self._library.set(RATE, delivery.words_per_minute)
        self._library.set(VOLUME, delivery.volume_percent)


def installed() -> Espeak:
    """Return the one library of this process, from the wheel `espeakng-loader` or the system.

    Raises `SpeechLost`.
    """
    with _starting:  # two threads must not start it twice
        return _installed()


@functools.cache
def _installed() -> Espeak:
    with _as_speaker_lost():
        return Espeak(*wheels_files())


@contextmanager
def _as_speaker_lost() -> Iterator[None]:
    try:
        yield
    except EspeakLost as error:
        raise SpeechLost(*error.args) from error


def sound_of(text: str, delivery: Delivery) -> Samples:
    """Return the spoken text, 16 kHz, from -1 to 1. Raises `SpeechLost`."""
    made = bytearray()
    espeak = installed()
    espeak.speak(text, delivery, all_into(made))
    return resampled(as_float(bytes(made)), espeak.sample_rate, SAMPLE_RATE)
