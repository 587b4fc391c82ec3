"""Simulates how pages speak, as `voice.js` and `audio.js` do, and records what was heard."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from tests.simulation.loop import Machine, SimulatedLoop
from voice_chess.session.ports import SpeakerLost
from voice_chess.session.voice_preferences import VoiceName, VoicePreferences

FETCHED_WITHIN_S = 5.0
"""The most time for which a page waits for the sound of a sentence."""
_SIGN_S = 0.025
"""The length of speech per byte of its sound."""

Message: TypeAlias = dict[str, Any]
Ended: TypeAlias = Literal["voice", "reader", "urgent", "stop", "microphone", "hushed"]
"""How a sentence ended: heard by the server's voice or the screen reader, or the cause of a cut."""


@dataclass(kw_only=True)
class Fetched:
    """A server's response to the address of a sentence, and that server's machine."""

    sound: bytes | None
    machine: Machine
    problem: str = ""


Then: TypeAlias = Callable[[Fetched | None], None]


class Owner(Protocol):
    """The person whose page it is."""

    loop: SimulatedLoop
    context: Any

    def fetch(self, address: str, then: Then) -> None:
        """Fetch a sound; `then` gets None if no server is there."""


@dataclass(eq=False, kw_only=True)
class Utterance:
    """A sentence, from its arrival at the page until it was heard or cut."""

    message: Message
    machine: Machine
    """The machine of the server that sent it."""
    at_ms: int
    fetched: Fetched | None = None
    is_fetched: bool = False
    ended: Ended | None = None
    ended_ms: int = 0


class SimulatedVoices:
    """`Voices` whose sound is the text itself; they raise `SpeakerLost` while they are away."""

    is_away = False

    def names(self, _language_id: str) -> tuple[VoiceName, ...]:
        return ("standard",)

    def wav(self, text: str, preferences: VoicePreferences) -> bytes:
        if self.is_away:
            message = "The voices are away."
            raise SpeakerLost(message)
        return f"{preferences.language.id} {text}".encode()


@dataclass(eq=False)
class PageVoice:
    """Speaks one sentence after another; what can't be heard goes to the screen reader."""

    owner: Owner
    is_plugged: bool = True
    told: list[Utterance] = field(default_factory=list)
    """All sentences that the page had to speak."""
    _queue: deque[Utterance] = field(default_factory=deque)
    _speaking: asyncio.TimerHandle | None = None

    @property
    def is_speaking(self) -> bool:
        return self._speaking is not None

    def say(self, message: Message, machine: Machine) -> None:
        """Speak a message with a text and, unless it is None, the address of its sound."""
        said = Utterance(message=message, machine=machine, at_ms=self.owner.loop.now_ms)
        self.told.append(said)
        if message["clip"] is None or not self.is_plugged:
            self._end(said, "reader")
            return
        if message.get("is_urgent"):
            self.hush("urgent")
        self._queue.append(said)
        self.owner.fetch(message["clip"], lambda found: self._came(said, found))
        self._later(FETCHED_WITHIN_S, lambda: self._came(said, None))
        self._go_on()

    def hush(self, why: Ended) -> None:
        """Cut the present sentence, and drop those that wait."""
        self._stop()
        while self._queue:
            self._end(self._queue.popleft(), why)

    def pull(self) -> None:
        """Unplug the loudspeaker: the cut sentence and those that wait go to the screen reader."""
        self.is_plugged = False
        self.hush("reader")

    def _came(self, said: Utterance, found: Fetched | None) -> None:
        """Take a sentence's sound, or None if there is none; ignored if the wait is over."""
        if not said.is_fetched:
            said.is_fetched, said.fetched = True, found
            self._go_on()

    def _go_on(self) -> None:
        while self._queue and self._speaking is None and self._queue[0].is_fetched:
            said = self._queue[0]
            if said.fetched is not None and said.fetched.sound is not None:
                self._speaking = self._later(_SIGN_S * len(said.fetched.sound), self._spoken)
            else:
                self._end(self._queue.popleft(), "reader")

    def _spoken(self) -> None:
        self._speaking = None
        self._end(self._queue.popleft(), "voice")
        self._go_on()

    def _stop(self) -> None:
        if self._speaking is not None:
            self._speaking.cancel()
        self._speaking = None

    def _end(self, said: Utterance, how: Ended) -> None:
        said.ended, said.ended_ms = how, self.owner.loop.now_ms

    def _later(self, delay_s: float, work: Callable[[], None]) -> asyncio.TimerHandle:
        return self.owner.loop.call_later(delay_s, work, context=self.owner.context)
