"""Every port in memory: for tests and trials, and the shortest specification of each port."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from voice_chess.decoding.grammar import Grammar
from voice_chess.event.changes import Change
from voice_chess.game.events import Event
from voice_chess.session.dialogue.sealing import CLOSED
from voice_chess.session.evidence import Evidence
from voice_chess.session.lease import LASTS_MS, Lease, LeaseLost, renewed, taken
from voice_chess.session.ports import (
    MOST_REQUESTS,
    Conflict,
    DoneBefore,
    EnvelopeShut,
    JournalDamaged,
    RecordedMove,
    RequestKey,
    Signal,
    WholePart,
)
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.sound.sampling import BYTES_PER_MS, SAMPLES_PER_MS
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis

_BLOCK_MS = 20
_TALKING = b"\x00\x10"
_END_MS = 440


@dataclass
class MemoryJournal:
    """`Journal` that forgets everything with the process."""

    _events: dict[str, list[Event]] = field(default_factory=dict)
    _evidence: dict[str, list[Evidence]] = field(default_factory=dict)
    _beats: dict[str, int] = field(default_factory=dict)
    _requests: dict[str, list[RequestKey]] = field(default_factory=dict)
    damaged_at: dict[str, int] = field(default_factory=dict)
    """By game, the number of the first event that is not as it was written: a trial sets it."""

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
    ) -> int:
        known = self._requests.setdefault(game_id, [])
        if any(request in known for request in requests):
            raise DoneBefore
        written = self._events.setdefault(game_id, [])
        if len(written) != after:
            message = f"Game {game_id} is at version {len(written)}, not {after}."
            raise Conflict(message)
        written.extend(events)
        known += requests if events else ()
        return len(written)

    def requests(self, game_id: str) -> tuple[RequestKey, ...]:
        return tuple(self._requests.get(game_id, ())[-MOST_REQUESTS:])

    def read(self, game_id: str) -> tuple[Event, ...]:
        found = self.read_whole(game_id)
        if found.damage is not None:
            raise found.damage
        return found.events

    def read_whole(self, game_id: str) -> WholePart:
        events, at = tuple(self._events.get(game_id, ())), self.damaged_at.get(game_id)
        if at is None:
            return WholePart(events=events)
        message = f"Of game {game_id} event {at} is not as it was written."
        return WholePart(events=events[: at - 1], damage=JournalDamaged(message))

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        self._evidence.setdefault(game_id, []).extend(evidence)

    def evidence(self, game_id: str) -> tuple[Evidence, ...]:
        return tuple(self._evidence.get(game_id, ()))

    def game_ids(self) -> tuple[str, ...]:
        return tuple(game_id for game_id, events in self._events.items() if events)

    def beat(self, game_ids: Collection[str], at_ms: int) -> None:
        self._beats.update(dict.fromkeys(game_ids, at_ms))

    def last_beat_ms(self, game_id: str) -> int | None:
        return self._beats.get(game_id)

    def delete(self, game_id: str) -> None:
        self._events.pop(game_id, None)
        self._evidence.pop(game_id, None)
        self._beats.pop(game_id, None)
        self._requests.pop(game_id, None)
        self.damaged_at.pop(game_id, None)

    def latest_ms(self) -> int:
        times = (event.at_ms for events in self._events.values() for event in events)
        return max((*times, *self._beats.values()), default=0)


@dataclass
class MemoryEventJournal:
    """`EventJournal` that forgets everything with the process."""

    _changes: dict[str, list[Change]] = field(default_factory=dict)

    def append(self, event_id: str, changes: Sequence[Change], *, after: int) -> int:
        written = self._changes.get(event_id, [])
        if len(written) != after:
            message = f"The event {event_id} is at version {len(written)}, not {after}."
            raise Conflict(message)
        self._changes[event_id] = [*written, *changes]
        return len(self._changes[event_id])

    def read(self, event_id: str) -> tuple[Change, ...]:
        return tuple(self._changes.get(event_id, ()))

    def delete(self, event_id: str) -> None:
        self._changes.pop(event_id, None)

    def event_ids(self) -> tuple[str, ...]:
        return tuple(self._changes)

    def versions(self) -> dict[str, int]:
        return {event_id: len(changes) for event_id, changes in self._changes.items()}


@dataclass
class MemoryLeases:
    """`Leases` among the owners of one process, at a time that a test sets."""

    now_ms: int = 0
    _found: dict[str, Lease] = field(default_factory=dict)

    def take(self, hall: str, node: str) -> Lease:
        self._found[hall] = taken(self._found.get(hall), hall, node, self.now_ms)
        return self._found[hall]

    def take_all(self, halls: Collection[str], node: str) -> tuple[Lease, ...]:
        return tuple(self.take(hall, node) for hall in halls)

    def renew(self, held: Lease) -> Lease:
        self._found[held.hall] = renewed(self._found.get(held.hall), held, self.now_ms)
        return self._found[held.hall]

    def renew_all(self, held: Collection[Lease]) -> tuple[Lease, ...]:
        going: list[Lease] = []
        for lease in held:
            with suppress(LeaseLost):
                going.append(self.renew(lease))
        return tuple(going)

    def give_back(self, held: Lease) -> None:
        found = self._found.get(held.hall)
        if found is not None and found.epoch == held.epoch:
            self._found[held.hall] = replace(found, until_ms=0)

    def give_back_all(self, held: Collection[Lease]) -> None:
        for lease in held:
            self.give_back(lease)

    def lasting(self) -> tuple[Lease, ...]:
        return tuple(found for found in self._found.values() if found.until_ms > self.now_ms)


@dataclass
class MemoryFellows:
    """`Fellows` of one process, at a time that a test sets."""

    now_ms: int = 0
    _found: dict[str, tuple[str, int]] = field(default_factory=dict)

    def announce(self, node: str, address: str) -> None:
        self._found[node] = address, self.now_ms + LASTS_MS

    def alive(self) -> dict[str, str]:
        found = sorted(self._found.items())
        return {node: at for node, (at, until_ms) in found if until_ms > self.now_ms}

    def leave(self, node: str) -> None:
        self._found.pop(node, None)


@dataclass
class MemorySpeaker:
    """`Speaker` whose words can be read afterwards; each letter takes its time."""

    ms_a_letter: int = 60
    said: list[str] = field(default_factory=list)
    signals: list[Signal] = field(default_factory=list)
    adopted: list[tuple[VoicePreferences, str]] = field(default_factory=list)
    """How each thing was to be said, and to whom."""
    was_cut: bool = False

    def say(self, text: str) -> int:
        self.said.append(text)
        return self.ms_a_letter * len(text)

    def signal(self, name: Signal) -> int:
        self.signals.append(name)
        return 500

    def stop(self) -> None:
        """Nothing is sounding: `say` has already returned."""

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:
        self.adopted.append((preferences, listener))


@dataclass
class MemoryRecord:
    """`SoundRecord` that counts what it hears, and keeps announcements."""

    heard_bytes: int = 0
    kept: list[RecordedMove] = field(default_factory=list)

    def hear(self, samples: bytes) -> None:
        self.heard_bytes += len(samples)

    def keep(self, spoken: RecordedMove) -> None:
        self.kept.append(spoken)


@dataclass
class MemoryEnvelopes:
    """`Envelopes` in a drawer: its number and the same face open one."""

    drawer: list[tuple[str, bytes]] = field(default_factory=list)

    def close(self, text: str, face: bytes) -> str:
        self.drawer.append((text, face))
        return f"{CLOSED}{len(self.drawer) - 1}"

    def open(self, envelope: str, face: bytes) -> str:
        text, closed_with = self.drawer[int(envelope.removeprefix(CLOSED))]
        if face != closed_with:
            raise EnvelopeShut
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedTalk:
    """Somebody talks after a silence; only the recogniser of the same script knows the words."""

    after_ms: int
    lasts_ms: int


@dataclass
class MemoryMicrophone:
    """`Microphone` that gives silence and talk without words."""

    script: Sequence[ScriptedTalk]
    tail_ms: int = 4_000

    def blocks(self) -> Iterator[bytes]:
        for talk in self.script:
            yield from _blocks(b"\0\0", talk.after_ms)
            yield from _blocks(_TALKING, talk.lasts_ms)
        yield from _blocks(b"\0\0", self.tail_ms)


@dataclass
class MemoryRecognizer:
    """`Recognizer` that finds talk by level and takes its words from a script, in order."""

    script: Iterable[tuple[Hypothesis, ...]]
    expected: list[tuple[str, ...]] = field(default_factory=list)
    _taken_ms: int = 0
    _began_ms: int | None = None
    _ended_ms: int = 0
    _words: deque[tuple[Hypothesis, ...]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self._words.extend(self.script)

    def expect(
        self,
        grammar: Grammar,
        is_complete: Callable[[Heard], bool] | None = None,  # silence is scripted
    ) -> None:
        self.expected.append(grammar.phrases)

    def hear(self, samples: bytes) -> Heard | None:
        self._taken_ms += len(samples) // BYTES_PER_MS
        if any(samples):
            if self._began_ms is None:
                self._began_ms = self._taken_ms - len(samples) // BYTES_PER_MS
            self._ended_ms = self._taken_ms
            return None
        if self._began_ms is None or self._taken_ms - self._ended_ms < _END_MS:
            return None
        return self.flush()

    def partial(self) -> Heard | None:
        if self._began_ms is None:
            return None
        return Heard(hypotheses=self._words[0], started_ms=self._began_ms, ended_ms=self._ended_ms)

    def flush(self) -> Heard | None:
        began, self._began_ms = self._began_ms, None
        if began is None:
            return None
        words = self._words.popleft()
        return Heard(hypotheses=words, started_ms=began, ended_ms=self._ended_ms)

    def reset(self) -> None:
        self._began_ms = None

    @property
    def is_hearing(self) -> bool:
        return self._began_ms is not None


def _blocks(sample: bytes, duration_ms: int) -> Iterator[bytes]:
    for _ in range(duration_ms // _BLOCK_MS):
        yield sample * (SAMPLES_PER_MS * _BLOCK_MS)
