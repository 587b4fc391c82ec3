"""A voice with fallbacks: if it is lost, listeners hear of the loss in another way."""

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass

from voice_chess.session.ports import Signal, Speaker, SpeakerLost
from voice_chess.session.voice_preferences import VoicePreferences


def _has_no_device() -> None:
    """Close nothing: this voice holds no device."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A voice, and the function that closes its devices."""

    speaker: Speaker
    close: Callable[[], None] = _has_no_device


Way = Callable[[], Opened]
"""A function that opens another way to speak, when it is needed. Raises `SpeakerLost`."""

FIND_AGAIN_S = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The first voice, opened anew (raises `SpeakerLost`), and the call that reports its return."""

    voice: Way
    tell: Callable[[], None]
    every_s: float = FIND_AGAIN_S


class FailoverSpeaker:
    """`Speaker` that raises its loss once; later words go the next way that works.

    Before them a bell rings, because a way can be open and lead to a loudspeaker that is off.
    Meanwhile the first voice is looked for; once it is back, it is used again. A voice that is lost
    or replaced is closed: an open device may be one that nobody else can open.
    """

    def __init__(
        self,
        voice: Opened,
        ways: Callable[[], Iterable[Way]],
        ring: Callable[[], None],
        home: Home | None = None,
    ) -> None:
        """`ways` is called anew at each loss; without a `home`, no voice is looked for."""
        self._voice = voice
        self._ways_at_a_loss = ways
        self._ways: Iterator[Way] = iter(())
        self._ring = ring
        self._home = home
        self._lost: SpeakerLost | None = None
        self._adopted: tuple[VoicePreferences, str] | None = None
        self._found: Opened | None = None
        self._is_away = False

    def say(self, text: str) -> int:
        return self._through(lambda voice: voice.say(text))

    def signal(self, name: Signal) -> int:
        return self._through(lambda voice: voice.signal(name))

    def stop(self) -> None:
        self._voice.speaker.stop()

    @property
    def was_cut(self) -> bool:
        return self._voice.speaker.was_cut

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:
        self._adopted = (preferences, listener)
        self._voice.speaker.adopt(preferences, listener)

    def _through(self, act: Callable[[Speaker], int]) -> int:
        if self._found is not None:
            self._take(self._found)
            self._found, self._is_away = None, False
        if self._lost is not None:
            return self._otherwise(act, self._lost)
        try:
            return act(self._voice.speaker)
        except SpeakerLost as error:
            self._lost = error
            self._voice.close()
            if not self._is_away:
                self._is_away, self._ways = True, iter(self._ways_at_a_loss())
                self._look_for_home()
            raise

    def _otherwise(self, act: Callable[[Speaker], int], lost: SpeakerLost) -> int:
        self._ring()
        for way in self._ways:
            with suppress(SpeakerLost), ExitStack() as closed:
                voice = way()
                closed.callback(voice.close)
                if self._adopted is not None:
                    voice.speaker.adopt(*self._adopted)
                lasted_ms = act(voice.speaker)
                closed.pop_all()
                self._voice, self._lost = voice, None
                return lasted_ms
        raise lost

    def _take(self, voice: Opened) -> None:
        self._voice.close()
        if self._adopted is not None:
            voice.speaker.adopt(*self._adopted)
        self._voice, self._lost = voice, None

    def _look_for_home(self) -> None:
        """Look in a thread: to open a device takes time, and can take for ever."""
        home = self._home
        if home is None:
            return

        def look() -> None:
            while self._found is None:
                time.sleep(home.every_s)
                with suppress(SpeakerLost):
                    self._found = home.voice()
            home.tell()

        threading.Thread(target=look, name="looking for the loudspeaker", daemon=True).start()


def ring_bell() -> None:
    """Ring the bell of the terminal, if there is one."""
    for stream in (sys.stderr, sys.stdout):
        if stream.isatty():
            stream.write("\a")
            stream.flush()
            return
