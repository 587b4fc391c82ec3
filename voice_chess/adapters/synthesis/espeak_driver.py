"""A pyttsx3 driver on eSpeak NG that keeps every utterance, stops at once and delivers samples.

The stock Linux driver speaks only the last of several utterances, cannot stop, and ends the process
if data are missing. Here synthesis runs inside `startLoop`, in the thread that called `runAndWait`;
the engine's owner sets the property `take` to the function that gets the samples.
"""

import sys
import threading
import wave
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from pyttsx3.voice import Voice as Pyttsx3Voice

from voice_chess.adapters.synthesis.espeak import Delivery, installed
from voice_chess.espeak.library import Take, all_into

NAME = "voice_chess"


class Proxy(Protocol):
    """The object through which pyttsx3 talks with its driver."""

    _name: str | None

    def notify(self, topic: str, **details: object) -> None: ...

    def setBusy(self, busy: bool) -> None: ...  # noqa: FBT001 - pyttsx3's signature


@dataclass(frozen=True, slots=True, kw_only=True)
class _Utterance:
    number: int
    text: str
    name: str | None
    delivery: Delivery
    take: Take
    into: Path | None


def register() -> str:
    """Register the driver with pyttsx3; `pyttsx3.init(register())` returns an engine on it."""
    sys.modules[f"pyttsx3.drivers.{NAME}"] = sys.modules[__name__]
    return NAME


def buildDriver(proxy: Proxy) -> "Driver":
    return Driver(proxy)


class Driver:
    """One engine's queue of utterances, and how to say the next one."""

    def __init__(self, proxy: Proxy) -> None:
        self._proxy = proxy
        self._espeak = installed()
        self._delivery = Delivery()
        self._take: Take = _nowhere
        self._waiting: deque[_Utterance] = deque()
        self._lined_up = self._silenced = 0
        self._is_looping = False
        self._news = threading.Event()

    def destroy(self) -> None:
        self.stop()

    def say(self, text: str) -> None:
        self._line_up(text)

    def save_to_file(self, text: str, filename: str) -> None:
        """Queue an utterance for a WAV file, which is complete before its `finished-utterance`."""
        self._line_up(text, into=Path(filename))

    def stop(self) -> None:
        """Cut the current utterance and all queued ones; safe from another thread."""
        self._silenced = self._lined_up

    def getProperty(self, name: str) -> object:
        readers: dict[str, Callable[[], object]] = {
            "rate": lambda: self._delivery.words_per_minute,
            "sample_rate": lambda: self._espeak.sample_rate,
            "voice": lambda: self._delivery.voice,
            "voices": self._voices,
            "volume": lambda: self._delivery.volume_percent / 100,
        }
        return readers[name]()

    def setProperty(self, name: str, value: Any) -> None:
        match name:
            case "rate":
                self._delivery = replace(self._delivery, words_per_minute=int(value))
            case "voice":
                self._delivery = replace(self._delivery, voice=str(value))
            case "volume":
                self._delivery = replace(self._delivery, volume_percent=round(value * 100))
            case "take":
                self._take = value
            case _:
                raise KeyError(name)

    def startLoop(self) -> None:
        self._is_looping = True
        while self._is_looping:
            self._news.clear()
            if not self._step() and self._is_looping:
                self._news.wait()

    def endLoop(self) -> None:
        self._is_looping = False
        self._news.set()

    def iterate(self) -> Any:
        while True:
            self._step()
            yield

    def _step(self) -> bool:
        """Speak an utterance, or else run pyttsx3's next commands; return False if idle."""
        # pyttsx3 leaves its proxy un-busy after `runAndWait`, so utterances may have lined up
        # before the loop started; it hands over its next command only when told "not busy".
        if self._waiting:
            self._speak(self._waiting.popleft())
            return True
        self._proxy.setBusy(False)
        return bool(self._waiting)

    def _line_up(self, text: str, into: Path | None = None) -> None:
        self._proxy.setBusy(True)
        self._lined_up += 1
        utterance = _Utterance(
            number=self._lined_up,
            text=text,
            name=self._proxy._name,  # noqa: SLF001 - pyttsx3 tells the name in no other way
            delivery=self._delivery,
            take=self._take,
            into=into,
        )
        self._waiting.append(utterance)
        self._news.set()

    def _speak(self, utterance: _Utterance) -> None:
        self._proxy.notify("started-utterance", name=utterance.name)
        try:
            completed = self._samples_delivered(utterance)
        except Exception as error:  # noqa: BLE001 - pyttsx3's contract: failures are events
            completed = False
            self._proxy.notify("error", name=utterance.name, exception=error)
        self._proxy.notify("finished-utterance", name=utterance.name, completed=completed)

    def _samples_delivered(self, utterance: _Utterance) -> bool:
        written = bytearray()
        take = utterance.take if utterance.into is None else all_into(written)
        completed = self._espeak.speak(
            utterance.text,
            utterance.delivery,
            lambda samples: utterance.number > self._silenced and take(samples),
        )
        if completed and utterance.into is not None:
            with wave.open(str(utterance.into), "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(self._espeak.sample_rate)
                file.writeframes(written)
        return completed

    def _voices(self) -> list[Pyttsx3Voice]:
        return [
            Pyttsx3Voice(voice.identifier, voice.name, [voice.language])
            for voice in self._espeak.voices()
        ]


def _nowhere(_samples: bytes) -> bool:
    return True
