"""A clock driven by what is heard and said, so that recordings play alike on any machine."""

from collections.abc import Iterable, Iterator

from voice_chess.session.listening.inputs import RoomInput, Sound, TimePassed, Typed
from voice_chess.session.ports import Microphone, Signal, Speaker
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.sound.sampling import BYTES_PER_MS

_STEP_MS = 100


class SimulatedTime:
    """`TimeSource` that stands still until something moves it on."""

    def __init__(self, *, now_ms: int = 0, wall_ms: int = 0) -> None:
        self._now_ms = now_ms
        self._began_wall_ms = wall_ms
        self._slept_ms = 0

    def now_ms(self) -> int:
        return self._now_ms

    def wall_ms(self) -> int:
        return self._began_wall_ms + self._now_ms + self._slept_ms

    def passed(self, duration_ms: int) -> None:
        self._now_ms += duration_ms

    def slept_ms(self) -> int:
        return self._slept_ms

    def slept(self, duration_ms: int) -> None:
        """Let the machine sleep: only the wall clock goes on."""
        self._slept_ms += duration_ms


class TimedSpeaker:
    """`Speaker` that moves the clock on by the length of its words."""

    def __init__(self, speaker: Speaker, time: SimulatedTime) -> None:
        self._speaker = speaker
        self._time = time

    def say(self, text: str) -> int:
        lasted_ms = self._speaker.say(text)
        self._time.passed(lasted_ms)
        return lasted_ms

    def signal(self, name: Signal) -> int:
        lasted_ms = self._speaker.signal(name)
        self._time.passed(lasted_ms)
        return lasted_ms

    def stop(self) -> None:
        self._speaker.stop()

    @property
    def was_cut(self) -> bool:
        return self._speaker.was_cut

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:
        self._speaker.adopt(preferences, listener)


class RecordedInbox:
    """`Inbox` of recordings: their sound waits while the session speaks."""

    def __init__(self, microphone: Microphone, time: SimulatedTime) -> None:
        self._microphone = microphone
        self._time = time

    def entries(self) -> Iterable[RoomInput]:
        for samples in self._microphone.blocks():
            self._time.passed(len(samples) // BYTES_PER_MS)
            yield Sound(samples=samples, ended_ms=self._time.now_ms())


class ScriptedInbox:
    """`Inbox` of typed lines, with a fixed pause before each and one at the end."""

    def __init__(self, lines: Iterable[str], time: SimulatedTime, *, pause_ms: int = 2_500) -> None:
        self._lines = lines
        self._time = time
        self._pause_ms = pause_ms

    def entries(self) -> Iterator[RoomInput]:
        for line in self._lines:
            yield from self._pause()
            yield Typed(text=line.strip(), at_ms=self._time.now_ms())
        yield from self._pause()

    def _pause(self) -> Iterator[RoomInput]:
        for _ in range(self._pause_ms // _STEP_MS):
            self._time.passed(_STEP_MS)
            yield TimePassed()
