"""Simulates a database that servers share: a journal in a file, and its faults."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import cast

from greenlet import greenlet

from tests.simulation.loop import Machine, SimulatedLoop
from tests.simulation.rulings import rulings_in
from voice_chess.adapters.simulation.memory_storage import MemoryLeases
from voice_chess.compose.storage import Storage
from voice_chess.game.events import Event
from voice_chess.session.evidence import Evidence
from voice_chess.session.in_loop import current_step
from voice_chess.session.lease import Lease, renewed
from voice_chess.session.lobby.register import Register
from voice_chess.session.ports import Journal, JournalLost, RequestKey, WholePart


@dataclass
class SharedDatabase:
    """A database that really stores events; the simulation decides whether it can be reached."""

    kept: Storage
    loop: SimulatedLoop
    leases: MemoryLeases = field(default_factory=MemoryLeases)
    is_away: bool = False
    breaks_behind: int = 0
    """The number of appends that are carried out but end in an error, as the connection breaks."""
    behind_a_ruling: Callable[[Machine], None] | None = None
    """Called once with the machine that has written a ruling, before anybody is told of it."""

    def check(self) -> None:
        """Raise `JournalLost` while it can't be reached."""
        self.leases.now_ms = self.loop.now_ms
        if self.is_away:
            message = "The database is away."
            raise JournalLost(message)

    def check_owned(self, lease: Lease) -> None:
        """Check likewise, and raise `LeaseLost` once another server has taken the games."""
        self.check()
        renewed(self.leases._found.get(lease.hall), lease, self.loop.now_ms)  # noqa: SLF001 - as a row is read in the writer's transaction


class AtOnce:
    """A journal whose calls never suspend a step: waiting is left to the simulation."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __getattr__(self, name: str) -> Callable[..., object]:
        method = getattr(self._journal, name)
        return lambda *args, **named: greenlet(method).switch(*args, **named)


class SharedJournal:
    """`Journal` of one server, which refuses to write once the server has lost its lease."""

    def __init__(self, database: SharedDatabase, lease: Lease, machine: Machine) -> None:
        self._database = database
        self.lease = lease
        self._kept = cast("Journal", AtOnce(database.kept.journal))
        self.machine = machine

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
        evidence: Sequence[Evidence] = (),
    ) -> int:
        self._take_time()
        try:
            return self._append(game_id, events, after, requests, evidence)
        finally:
            self._take_time()

    def _take_time(self) -> None:
        """Let a step of the loop wait; a worker's task already takes time as a whole."""
        step = current_step()
        if step is not None:
            awaited, machine = step.awaited(), self.machine
            machine.later(machine.work_takes_s * machine.chance.random(), awaited.come)
            step.wait(awaited)

    def _append(
        self,
        game_id: str,
        events: Sequence[Event],
        after: int,
        requests: Sequence[RequestKey],
        evidence: Sequence[Evidence],
    ) -> int:
        self._database.check_owned(self.lease)
        version = self._kept.append(
            game_id, events, after=after, requests=requests, evidence=evidence
        )
        befalls = self._database.behind_a_ruling
        if befalls is not None and any(rulings_in(events)):
            self._database.behind_a_ruling = None
            befalls(self.machine)
        if self._database.breaks_behind:
            self._database.breaks_behind -= 1
            message = "The connection broke."
            raise JournalLost(message)
        return version

    def requests(self, game_id: str, *, up_to: int | None = None) -> tuple[RequestKey, ...]:
        self._database.check()
        return self._kept.requests(game_id, up_to=up_to)

    def read(self, game_id: str) -> tuple[Event, ...]:
        self._database.check()
        return self._kept.read(game_id)

    def read_whole(self, game_id: str) -> WholePart:
        self._database.check()
        return self._kept.read_whole(game_id)

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        self._database.check_owned(self.lease)
        self._kept.note(game_id, evidence)

    def evidence(self, game_id: str) -> tuple[Evidence, ...]:
        self._database.check()
        return self._kept.evidence(game_id)

    def game_ids(self) -> tuple[str, ...]:
        self._database.check()
        return self._kept.game_ids()

    def beat(self, game_ids: Collection[str], at_ms: int) -> None:
        self._database.check_owned(self.lease)
        self._kept.beat(game_ids, at_ms)

    def last_beat_ms(self, game_id: str) -> int | None:
        self._database.check()
        return self._kept.last_beat_ms(game_id)

    def delete(self, game_id: str) -> None:
        self._database.check_owned(self.lease)
        self._kept.delete(game_id)

    def latest_ms(self) -> int:
        self._database.check()
        return self._kept.latest_ms()


def shared_register(database: SharedDatabase) -> Register:
    """Return the register; its methods raise `JournalLost` while the database can't be reached."""

    class Shared:
        def __getattr__(self, name: str) -> object:
            method = getattr(database.kept.register, name)

            def reached(*args: object, **kwargs: object) -> object:
                database.check()
                return method(*args, **kwargs)

            return reached

    shared: Register = Shared()  # type: ignore[assignment]  # every method is handed on
    return shared


class Forgetful:
    """A journal broken on purpose: it confirms its tenth append, but stores nothing of it."""

    appends = 0

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
        evidence: Sequence[Evidence] = (),
    ) -> int:
        self.appends += 1
        if self.appends == 10:  # any would do
            return after + len(events)
        version: int = super().append(  # type: ignore[misc]  # the journal's that it stands before
            game_id, events, after=after, requests=requests, evidence=evidence
        )
        return version


class ForgetfulJournal(Forgetful, SharedJournal):
    """The forgetful journal of servers."""


class KeylessJournal(SharedJournal):
    """A journal broken on purpose: it stores events, but not the requests that led to them."""

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),  # not kept
        evidence: Sequence[Evidence] = (),
    ) -> int:
        return super().append(game_id, events, after=after, evidence=evidence)


class UnfencedJournal(SharedJournal):
    """A journal broken on purpose: it lets a server write that has lost its lease."""

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
        evidence: Sequence[Evidence] = (),
    ) -> int:
        self._database.check()
        return self._kept.append(game_id, events, after=after, requests=requests, evidence=evidence)
