"""What pages do with their loudspeakers, as `voice.js` and `audio.js` do, and what came of it."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from tests.simulation.loop import Machine, SimulatedLoop
from voice_chess.session.ports import SpeakerLost
from voice_chess.session.voice_preferences import VoiceName, VoicePreferences

FETCHED_WITHIN_S = 5.0
"""Of a sentence whose sound is not there by then, nobody waits for the sound any more."""
_SIGN_S = 0.025
"""How long a letter lasts."""

Message: TypeAlias = dict[str, Any]
Ended: TypeAlias = Literal["voice", "reader", "urgent", "stop", "microphone", "hushed"]
"""Heard from the loudspeaker or the screen reader; else what cut it."""


@dataclass(kw_only=True)
class Fetched:
    """What a server gave for the address of a sentence, and whose server it was."""

    sound: bytes | None
    machine: Machine
    problem: str = ""


Then: TypeAlias = Callable[[Fetched | None], None]


class Owner(Protocol):
    """Whose page it is."""

    loop: SimulatedLoop
    context: Any

    def fetch(self, address: str, then: Then) -> None:
        """Without an answer where nobody answers."""


@dataclass(eq=False, kw_only=True)
class Utterance:
    """One sentence, from when the page had it until it was heard, or cut."""

    message: Message
    machine: Machine
    """Whose server has told it."""
    at_ms: int
    fetched: Fetched | None = None
    is_fetched: bool = False
    ended: Ended | None = None
    ended_ms: int = 0


class SimulatedVoices:
    """`Voices` whose sound is its own text; while they are away, nothing is spoken."""

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
    """One sentence after the other; what can't be heard goes to the screen reader."""

    owner: Owner
    is_plugged: bool = True
    told: list[Utterance] = field(default_factory=list)
    """All that this page had to say."""
    _queue: deque[Utterance] = field(default_factory=deque)
    _speaking: asyncio.TimerHandle | None = None

    @property
    def is_speaking(self) -> bool:
        return self._speaking is not None

    def say(self, message: Message, machine: Machine) -> None:
        """Something with words, and with the address of their sound."""
        said = Utterance(message=message, machine=machine, at_ms=self.owner.loop.now_ms)
        self.told.append(said)
        if message["clip"] is None or not self.is_plugged:
            self._end(said, "reader")
            return
        if message["is_urgent"]:
            self.hush("urgent")
        self._queue.append(said)
        self.owner.fetch(message["clip"], lambda found: self._came(said, found))
        self._later(FETCHED_WITHIN_S, lambda: self._came(said, None))
        self._go_on()

    def hush(self, why: Ended) -> None:
        """What is spoken is cut, and what waits is not spoken any more."""
        self._stop()
        while self._queue:
            self._end(self._queue.popleft(), why)

    def pull(self) -> None:
        """No sound comes any more: the screen reader has what was cut by that, and what waits."""
        self.is_plugged = False
        self.hush("reader")

    def _came(self, said: Utterance, found: Fetched | None) -> None:
        """Its sound, or that there is none; too late, where it has been waited for long enough."""
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
