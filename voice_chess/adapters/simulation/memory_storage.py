"""The ports of storage in memory: for tests and trials, and as their shortest specification."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

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
    RequestKey,
    WholePart,
)


@dataclass
class MemoryJournal:
    """`Journal` that keeps nothing after the process ends."""

    _events: dict[str, list[Event]] = field(default_factory=dict)
    _evidence: dict[str, list[Evidence]] = field(default_factory=dict)
    _beats: dict[str, int] = field(default_factory=dict)
    _requests: dict[str, dict[RequestKey, int]] = field(default_factory=dict)
    """By game, each request that was kept and the version that its events left."""
    damaged_at: dict[str, int] = field(default_factory=dict)
    """For each game, the number of the first damaged event, as set by a trial."""

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
        evidence: Sequence[Evidence] = (),
    ) -> int:
        known = self._requests.setdefault(game_id, {})
        if any(request in known for request in requests):
            raise DoneBefore
        written = self._events.setdefault(game_id, [])
        if len(written) != after:
            message = f"Game {game_id} is at version {len(written)}, not {after}."
            raise Conflict(message)
        written.extend(events)
        self._evidence.setdefault(game_id, []).extend(evidence)
        if events:
            known.update(dict.fromkeys(requests, len(written)))
        return len(written)

    def requests(self, game_id: str, *, up_to: int | None = None) -> tuple[RequestKey, ...]:
        kept = self._requests.get(game_id, {}).items()
        belong = [request for request, version in kept if up_to is None or version <= up_to]
        return tuple(belong[-MOST_REQUESTS:])

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
    """`EventJournal` that keeps nothing after the process ends."""

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
    """`Leases` among owners in one process; a test sets the time."""

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
    """`Fellows` in one process; a test sets the time."""

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
class MemoryEnvelopes:
    """`Envelopes` in a drawer: an envelope's number and the same face open it."""

    drawer: list[tuple[str, bytes]] = field(default_factory=list)

    def close(self, text: str, face: bytes) -> str:
        self.drawer.append((text, face))
        return f"{CLOSED}{len(self.drawer) - 1}"

    def open(self, envelope: str, face: bytes) -> str:
        text, closed_with = self.drawer[int(envelope.removeprefix(CLOSED))]
        if face != closed_with:
            raise EnvelopeShut
        return text
