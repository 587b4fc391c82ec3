"""Speech by pyttsx3: one thread makes all of it, each listener's channel plays at its own pace.

The same thread gets the voices of other programs. If one of them fails, eSpeak NG speaks the
sentence: a listener hears another voice rather than nothing.
"""

import atexit
import functools
import logging
import queue
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyttsx3

from voice_chess.adapters.audio_io.sound_sinks import MemorySink, Sink
from voice_chess.adapters.audio_io.wav_writer import wav_file
from voice_chess.adapters.synthesis import espeak_driver
from voice_chess.adapters.synthesis.engines.engine import as_loud_as_espeak
from voice_chess.adapters.synthesis.engines.installed_voices import installed_voices, voices_in
from voice_chess.adapters.synthesis.espeak import Delivery
from voice_chess.languages.language import load_language, spoken_languages
from voice_chess.session.ports import PortError, SpeakerLost, SpeechLost
from voice_chess.session.voice_preferences import USUAL_RATE, VoiceName, VoicePreferences
from voice_chess.sound.resampler import Resampler, as_float, as_int16
from voice_chess.sound.sampling import BYTES_PER_MS, SAMPLE_RATE, in_blocks
from voice_chess.sound.watermark import marked

VARIANTS: Mapping[VoiceName, str] = {
    "standard": "",
    "deep": "+m8",
    "high": "+Michael",
    "female-low": "+f4",
    "female-high": "+f5",
}
"""eSpeak NG's suffix for each voice, after the language; an unknown one leaves its voice as is.

The suffixes are chosen so that no two voices are alike: German at a pitch of 102, 85, 114, 178
and 204 Hz, with no sample clipped.
"""

_BLOCK_BYTES = 20 * BYTES_PER_MS  # speech can be cut after each block
_PATIENCE_S = 20  # a minute of speech is made in 0.05 s
_CLOSING_S = 2
_starting = threading.Lock()
_log = logging.getLogger(__name__)
_SILENT = "The speech engine made no sound; restart voice-chess, or read its answers as text."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """One utterance on its way from the engine's thread to a listener."""

    text: str
    delivery: Delivery
    made: queue.SimpleQueue[bytes | Exception | None] = field(default_factory=queue.SimpleQueue)
    unwanted: threading.Event = field(default_factory=threading.Event)

    def chunks(self) -> Iterator[bytes]:
        """Yield samples as they are made. Raises any error of the engine's thread."""
        while (chunk := self._next()) is not None:
            if isinstance(chunk, Exception):
                raise chunk
            yield chunk

    def _next(self) -> bytes | Exception | None:
        try:
            return self.made.get(timeout=_PATIENCE_S)
        except queue.Empty:
            return SpeechLost(_SILENT)


class _Engine:
    """The one pyttsx3 engine, made and used in one thread; one utterance for each `runAndWait`."""

    def __init__(self) -> None:
        self._orders: queue.SimpleQueue[_Order | None] = queue.SimpleQueue()
        self._completed = False
        self._error: Exception | None = None
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
        self._thread.start()
        # Python must not end while the library calls it: that would crash.
        atexit.register(self._close)

    def place(self, order: _Order) -> None:
        self._orders.put(order)

    def _close(self) -> None:
        self._is_closing = True
        self._orders.put(None)
        self._thread.join(_CLOSING_S)

    def _run(self) -> None:
        engine: Any = None
        while (order := self._orders.get()) is not None:
            try:
                engine = engine or self._started()
                self._speak(engine, order)
            except PortError as error:
                order.made.put(error)
            except Exception as error:  # noqa: BLE001 - reported to the caller; the thread lives on
                lost = SpeechLost(f"The speech engine failed: {error}")
                lost.__cause__ = error
                order.made.put(lost)
            order.made.put(None)

    def _started(self) -> Any:
        engine = pyttsx3.init(espeak_driver.register())
        engine.connect("finished-utterance", self._on_finished)
        engine.connect("error", self._on_error)
        return engine

    def _speak(self, engine: Any, order: _Order) -> None:
        if order.delivery.other and self._is_said_otherwise(order):
            return
        self._completed, self._error = False, None
        resampler = Resampler(engine.getProperty("sample_rate"), SAMPLE_RATE)

        def take(samples: bytes) -> bool:
            order.made.put(as_int16(resampler.push(as_float(samples))))
            return not self._is_unwanted(order)

        engine.setProperty("take", take)
        engine.setProperty("voice", order.delivery.voice)
        engine.setProperty("rate", order.delivery.words_per_minute)
        engine.setProperty("volume", order.delivery.volume_percent / 100)
        engine.say(order.text)
        engine.runAndWait()
        if self._error is not None:
            raise self._error
        if not self._completed and not self._is_unwanted(order):
            raise SpeechLost(_SILENT)
        order.made.put(as_int16(resampler.flush()))

    def _is_said_otherwise(self, order: _Order) -> bool:
        """Let another program speak; return False if that fails."""
        delivery = order.delivery
        try:
            sound = installed_voices().spoken(order.text, delivery.other, delivery.words_per_minute)
        except SpeakerLost as lost:
            _log.warning("voice=%s %s", delivery.other, lost)
            return False
        resampler = Resampler(sound.sample_rate, SAMPLE_RATE)
        samples = np.float32(delivery.volume_percent / 100) * as_loud_as_espeak(sound)
        order.made.put(as_int16(resampler.push(samples)))
        order.made.put(as_int16(resampler.flush()))
        return True

    def _is_unwanted(self, order: _Order) -> bool:
        return self._is_closing or order.unwanted.is_set()

    def _on_finished(self, name: str | None, completed: bool) -> None:  # noqa: FBT001 - pyttsx3's signature
        self._completed = completed

    def _on_error(self, name: str | None, exception: Exception) -> None:
        self._error = exception


def _engine() -> _Engine:
    with _starting:  # two threads must not start it twice
        return _only_engine()


@functools.cache
def _only_engine() -> _Engine:
    return _Engine()


class Pyttsx3Speaker:
    """One listener's voice on one sink; several threads can speak, one after the other."""

    def __init__(self, sink: Sink, delivery: Delivery, *, is_marked: bool = True) -> None:
        """`is_marked`: with the watermark of our own voice, which the recogniser never obeys."""
        self.delivery = delivery
        self._is_marked = is_marked
        self._sink = sink
        self._turn = threading.Lock()
        self._silenced = 0
        self.was_cut = False
        """Whether the last utterance was cut before its end."""

    def say(self, text: str) -> int:
        if not text.strip():
            return 0
        order = _Order(text=text, delivery=self.delivery)
        _engine().place(order)
        try:
            chunks = order.chunks()
            lasted_ms = self._played(text, _marked(chunks) if self._is_marked else chunks)
        finally:
            order.unwanted.set()
        if not lasted_ms and not self.was_cut and any(map(str.isalnum, text)):
            raise SpeechLost(_SILENT)
        return lasted_ms

    def play(self, name: str, samples: bytes) -> int:
        """Play a sound instead of words; return its length in ms. Raises `SpeakerLost`."""
        return self._played(name, iter((samples,)))

    def stop(self) -> None:
        """Cut the current utterance and all that wait, but none that comes later."""
        self._silenced += 1

    def _played(self, name: str, chunks: Iterator[bytes]) -> int:
        asked_at = self._silenced
        with self._turn:
            self.was_cut = asked_at != self._silenced
            if self.was_cut:
                return 0
            self._sink.begin(name)
            written, is_cut = 0, True
            try:
                for block in _blocks(chunks):
                    if asked_at != self._silenced:
                        break
                    self._sink.write(block)
                    written += len(block)
                else:
                    is_cut = False
            finally:
                self.was_cut = is_cut
                self._sink.end(cut=is_cut)
            return written // BYTES_PER_MS


def delivery_in(
    language: str,
    *,
    words_per_minute: int = USUAL_RATE,
    volume_percent: int = 100,
    voice: VoiceName = "standard",
) -> Delivery:
    """Return how to speak a language (`de`, `de-AT` …). Raises `SpeechLost` without a voice."""
    spoken, there_are = language.partition("-")[0].lower(), spoken_languages()
    if spoken not in there_are:
        msg = f"There is no voice for the language '{language}'; there is: {', '.join(there_are)}."
        raise SpeechLost(msg)
    return Delivery(
        voice=load_language(spoken).sound.voice + VARIANTS.get(voice, VARIANTS["standard"]),
        other="" if voice in VARIANTS else installed_voices().found(voice, language),
        words_per_minute=words_per_minute,
        volume_percent=volume_percent,
    )


def delivery_as(preferences: VoicePreferences) -> Delivery:
    """Return how a listener wants to be spoken to. Raises `SpeechLost`."""
    return delivery_in(
        preferences.language.id,
        words_per_minute=preferences.words_per_minute,
        volume_percent=preferences.volume_percent,
        voice=preferences.voice,
    )


def spoken_samples(text: str, delivery: Delivery, *, is_marked: bool = True) -> bytes:
    """Return the whole spoken text, 16 kHz mono signed 16-bit. Raises `SpeechLost`."""
    sink = MemorySink()
    Pyttsx3Speaker(sink, delivery, is_marked=is_marked).say(text)
    return b"".join(uttered.samples for uttered in sink.uttered)


def _marked(chunks: Iterator[bytes]) -> Iterator[bytes]:
    first = 0
    for chunk in chunks:
        samples = np.frombuffer(chunk, np.int16)
        yield marked(samples, SAMPLE_RATE, first).tobytes()
        first += len(samples)


def _blocks(chunks: Iterator[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        yield from in_blocks(chunk, _BLOCK_BYTES)


class PageVoices:
    """Makes sentences for any thread, one after the other, with the one speech engine."""

    def names(self, language_id: str) -> tuple[VoiceName, ...]:
        """Return the voices to choose from; the first call takes up to a second."""
        return voices_in(language_id)

    def wav(self, text: str, preferences: VoicePreferences) -> bytes:
        """Return the text as a WAV file, 16 kHz mono. Raises `SpeechLost`."""
        samples = spoken_samples(text, delivery_as(preferences))
        return wav_file(samples)
