"""Keeps the competitions of a server: each has one writer, and only what is written is shown."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial, reduce

from voice_chess.event.boards import Board
from voice_chess.event.changes import Change, Ruling, TermsChanged
from voice_chess.event.commands import (
    ChangeTerms,
    DeleteCompetition,
    EventCommand,
    MakeCompetition,
    PairRound,
    TakeAppeals,
    TakeResult,
    UndoLast,
)
from voice_chess.event.competition import Competition, Competitor
from voice_chess.event.decide import decide
from voice_chess.event.entrants import Round
from voice_chess.event.evolve import History, evolve, replayed
from voice_chess.event.next_round import to_pair
from voice_chess.event.pairing import PairerLost, paired
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.tables import TableRow, table
from voice_chess.event.terms import NOT_SHOWN, CompetitionTerms
from voice_chess.session.lobby.access import new_name
from voice_chess.session.lobby.event_ports import EventPorts
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.session.lobby.parts import Elsewhere, event_of
from voice_chess.session.ports import Conflict, JournalDamaged

_NAME_OF_EVENT = 8
ASSISTANT = "0"
"""Appended to a player's place it makes their assistant's; no name that is drawn contains it."""
_log = logging.getLogger(__name__)


class PairingEnded(Exception):
    """The pairing of a round was cancelled while it was going on."""


class _Pairing:
    """One pairing of a round that takes long, from its beginning to its end."""

    def __init__(self) -> None:
        self.seconds: int | None = None
        self._is_ended = False

    def waited(self, seconds: int) -> None:
        """Note for how long it has gone on. Raises `PairingEnded` once it was ended."""
        if self._is_ended:
            raise PairingEnded
        self.seconds = seconds

    def end(self) -> None:
        self._is_ended = True


class Tables:
    """The standings of a competition in one state, each calculated once for all who look at it.

    A large table takes time, and may be calculated in another thread while the competition goes on.
    """

    def __init__(self, competition: Competition, before: "Tables | None" = None) -> None:
        """Take over the tables of the state `before` that nothing has changed since."""
        self.competition = competition
        known = {} if before is None else before.reckoned.copy()
        self.reckoned: dict[int, tuple[TableRow, ...]] = {
            rounds: rows
            for rounds, rows in known.items()
            if before and _stands_until(rounds, before.competition, competition)
        }

    def after(self, rounds: int) -> tuple[TableRow, ...]:
        if rounds not in self.reckoned:
            self.reckoned[rounds] = table(self.competition, rounds)
        return self.reckoned[rounds]


def _stands_until(rounds: int, before: Competition, now: Competition) -> bool:
    """Return whether everything that the standings after these rounds depend on is the same."""
    return (
        before.terms == now.terms
        and before.competitors == now.competitors
        and before.uncounted == now.uncounted
        and before.rounds[:rounds] == now.rounds[:rounds]
    )


class OpenCompetition:
    """One competition in memory, as far as the journal has it."""

    def __init__(self, event_id: str, history: History | None = None, version: int = 0) -> None:
        self.event_id = event_id
        self.history = history
        self.version = version
        self.writing = asyncio.Lock()
        self._pairing: _Pairing | None = None
        self._tables: Tables | None = None

    def written(self, changes: Iterable[Change], version: int) -> None:
        """Take over changes that the journal has by now, with its version after them."""
        for change in changes:
            self.history = evolve(self.history, change)
        self.version = version

    def become(self, other: "OpenCompetition") -> None:
        """Take over the state of `other`, which somebody else has written meanwhile."""
        self.history, self.version = other.history, other.version

    @property
    def is_deleted(self) -> bool:
        """Whether it was deleted, perhaps while somebody waited to change it."""
        return self.history is not None and self.history.is_deleted

    @property
    def is_in_pairing(self) -> bool:
        """Whether the next round is being paired, so that nothing else may change meanwhile."""
        return self._pairing is not None

    @property
    def paired_for_s(self) -> int | None:
        """For how many seconds the next round has been in pairing; None unless that takes long."""
        return None if self._pairing is None else self._pairing.seconds

    @contextmanager
    def pairing(self) -> Iterator[Callable[[int], None]]:
        """Enclose the pairing of a round; call the yielded function with the seconds passed.

        The function raises `PairingEnded` once the pairing was cancelled, or whoever waited for it
        has gone: a server that ends waits for no pairing.
        """
        self._pairing = current = _Pairing()
        try:
            yield current.waited
        finally:
            current.end()
            self._pairing = None

    def end_pairing(self) -> None:
        """Cancel the pairing, within a second; without one, nothing happens."""
        if self._pairing is not None:
            self._pairing.end()

    @property
    def tables(self) -> Tables:
        """The standings of the competition as it is now."""
        if self._tables is None or self._tables.competition is not self.now:
            self._tables = Tables(self.now, self._tables)
        return self._tables

    @property
    def now(self) -> Competition:
        """The competition as it is now. Raises `JournalDamaged` if it was never made."""
        if self.history is None:
            message = f"The event {self.event_id} was never made."
            raise JournalDamaged(message)
        return self.history.competition


class Competitions:
    """The competitions of a server, used from the loop of its games.

    Methods that write raise `JournalLost` if they can't.
    """

    def __init__(
        self,
        ports: EventPorts,
        lobby: Lobby,
        changed: Callable[[OpenCompetition, Competition | None], None],
        pairing_changed: Callable[[OpenCompetition], None],
    ) -> None:
        """`changed` is called with each competition that has changed.

        It also gets the competition as it was before, or None if it has just been made.
        `pairing_changed` is called once a pairing takes long, and if it then finds no pairs.
        """
        self._ports = ports
        self._lobby = lobby
        self._changed = changed
        self._pairing_changed = pairing_changed
        self._open: dict[str, OpenCompetition] = {}
        self._going: dict[str, OpenCompetition] = {}
        """Deleted competitions, of which something may still be there."""
        self.making = asyncio.Lock()
        """For callers that first check whether a competition has been made already."""
        self._naming = asyncio.Lock()
        """Held from a look at the broadcast rounds of all competitions to the writing of others."""

    @property
    def all(self) -> Mapping[str, OpenCompetition]:
        """The open competitions by id, in the order in which they were made."""
        return self._open

    async def open(self, parts: Collection[str]) -> None:
        """Read all competitions of these parts; a damaged one does not keep the others closed."""
        for event_id in await self._lobby.do(self._ports.journal.event_ids):
            if event_id in self._open or self.part_of(event_id) not in parts:
                continue
            try:
                found = await self._read(event_id)
            except JournalDamaged as error:
                _log.error("event=%s not opened: %s", event_id, error)
            else:
                (self._going if found.is_deleted else self._open).setdefault(event_id, found)

    def let_go(self, parts: Collection[str]) -> frozenset[str]:
        """Forget the competitions of these parts, which another server has; return their ids."""
        gone = frozenset(own for own in (*self._open, *self._going) if self.part_of(own) in parts)
        for known in (self._open, self._going):
            for event_id in gone & known.keys():
                del known[event_id]
        return gone

    def going(self, parts: Collection[str]) -> tuple[OpenCompetition, ...]:
        """Return the deleted competitions of these parts that may not be entirely gone."""
        return tuple(each for own, each in self._going.items() if self.part_of(own) in parts)

    def busy_parts(self) -> frozenset[str]:
        """Return the parts in which something is being decided or paired; any thread may call."""
        return frozenset(
            self.part_of(event_id)
            for event_id, event in tuple(self._open.items())
            if event.writing.locked()
        )

    def part_of(self, event_id: str) -> str:
        return self._lobby.means.parts.part_of(event_id)

    async def make(
        self, terms: CompetitionTerms, arbiter: str | None = None
    ) -> OpenCompetition | Refusal:
        """Make a competition without players, or return why not.

        `arbiter` is the place of its arbiters; None draws one. Raises `Elsewhere` where this server
        leads nothing.
        """
        made = OpenCompetition(self._lobby.name_here(_NAME_OF_EVENT))
        if not self._lobby.means.parts.leads(part := self.part_of(made.event_id)):
            raise Elsewhere(part)
        command = MakeCompetition(at_ms=self.wall_ms, terms=terms, arbiter=arbiter or new_name())
        ruling = await self.ask(made, command)
        if isinstance(ruling, Refusal):
            return ruling
        self._open[made.event_id] = made
        return made

    async def delete_while_writing(self, event: OpenCompetition) -> None:
        """Delete a competition whose lock the caller holds. Raises `JournalLost`.

        If the program ends before all of it is gone, `going` lists it after the next start.
        """
        await self.ask_while_writing(event, DeleteCompetition(at_ms=self.wall_ms))
        self._open.pop(event.event_id, None)

    async def gone(self, event: OpenCompetition) -> None:
        """Delete the changes of a competition when nothing else is left. Raises `JournalLost`."""
        await self._lobby.do(lambda: self._ports.journal.delete(event.event_id))
        self._going.pop(event.event_id, None)

    async def ask(self, event: OpenCompetition, command: EventCommand) -> Ruling:
        """Decide, write, and only then take over the next state.

        While a round is in pairing, what games bring waits; arbiters are refused, because they
        might wait for a long time, and the pairing would not know of their change.
        """
        if event.is_in_pairing and not isinstance(command, TakeResult | TakeAppeals):
            return in_pairing(event)
        async with event.writing:
            return await self.ask_while_writing(event, command)

    async def ask_while_writing(self, event: OpenCompetition, command: EventCommand) -> Ruling:
        """Do the same for a caller that holds the lock, because more must be done in one go."""
        if not _changes_terms(event.history, command):
            return await self._decided(event, command)
        async with self._naming:
            refusal = await self._shown_by_another(event, decide(event.history, command))
            return refusal or await self._decided(event, command)

    async def _decided(self, event: OpenCompetition, command: EventCommand) -> Ruling:
        ruling = decide(event.history, command)
        before = event.history.competition if event.history else None
        if isinstance(ruling, Refusal) or not ruling:
            return ruling
        append = partial(self._ports.journal.append, after=event.version)
        try:
            version = await self._lobby.do(lambda: append(event.event_id, ruling))
        except Conflict:
            event.become(await self._read(event.event_id))
            raise
        event.written(ruling, version)
        self._changed(event, before)
        return ruling

    async def _shown_by_another(self, event: OpenCompetition, ruling: Ruling) -> Refusal | None:
        """Refuse a broadcast round that another competition has; both would overwrite each other.

        Rounds that this competition has named before are not looked at again.
        """
        if isinstance(ruling, Refusal):
            return None
        known = event.history.competition.terms.broadcast if event.history else ()
        after = reduce(evolve, ruling, event.history)
        named = set(after.competition.terms.broadcast if after else ()) - {NOT_SHOWN, *known}
        if not named:
            return None
        for other in await self._others(event):
            both = next((name for name in other.terms.broadcast if name in named), None)
            if both is not None:
                reason, name = Reason.BROADCAST_ELSEWHERE, other.terms.name
                return Refusal.of(reason, field="broadcast", value=both, name=name)
        return None

    async def _others(self, event: OpenCompetition) -> list[Competition]:
        """Return all other competitions, whichever server has them; damaged ones are left out."""
        own = [each.now for each in self._open.values() if each is not event]
        if self._lobby.means.parts.is_everything:
            return own
        for event_id in await self._lobby.do(self._ports.journal.event_ids):
            if event_id not in {*self._open, event.event_id}:
                with suppress(JournalDamaged):
                    found = await self._read(event_id)
                    if not found.is_deleted:
                        own.append(found.now)
        return own

    async def pair(self, event: OpenCompetition) -> Ruling:
        """Pair the next round, by the rules of the competition's system."""
        if event.is_in_pairing:
            return in_pairing(event)
        async with event.writing:
            found = to_pair(event.now)
            if isinstance(found, Round):
                found = await self._paired(event, found)
                if isinstance(found, Refusal):
                    self._pairing_changed(event)
            if isinstance(found, Refusal):
                return found
            command = PairRound(at_ms=self.wall_ms, boards=found)
            return await self.ask_while_writing(event, command)

    async def _paired(self, event: OpenCompetition, round_: Round) -> "tuple[Board, ...] | Refusal":
        loop = asyncio.get_running_loop()
        with event.pairing() as waited:

            def told(seconds: int) -> None:
                is_new = event.paired_for_s is None
                waited(seconds)
                if is_new:
                    loop.call_soon_threadsafe(self._pairing_changed, event)

            try:
                pairer = self._ports.pairer_for(round_, told)
                return await self._lobby.do(lambda: paired(round_, pairer))
            except PairingEnded:
                return Refusal.of(Reason.PAIRING_ENDED, round=round_.number)
            except BadEvent:
                return Refusal.of(Reason.NO_PAIRING, field="boards", round=round_.number)
            except PairerLost as error:
                refusal = Refusal.of(Reason.PAIRER_LOST, field="boards", round=round_.number)
                return refusal.because_of(error.fault)

    async def _read(self, event_id: str) -> OpenCompetition:
        changes = await self._lobby.do(lambda: self._ports.journal.read(event_id))
        return OpenCompetition(event_id, replayed(changes), len(changes))

    @property
    def wall_ms(self) -> int:
        return self._lobby.means.time.wall_ms()

    def of_board(self, of_board: str) -> OpenCompetition | None:
        """Return the competition of a board, as a game's settings name it; None if unknown."""
        return self._open.get(event_of(of_board))

    def of_place(self, place: str) -> tuple[OpenCompetition, Competitor | None] | None:
        """Return the competition of a place and the player there; None for an unknown place.

        At an assistant's place it is the player whom they assist, at the arbiters' place None.
        """
        for event in self._open.values():
            if event.now.arbiter == place:
                return event, None
            found = event.now.by_place.get(place.removesuffix(ASSISTANT))
            if found is not None:
                return event, found
        return None


def _changes_terms(history: History | None, command: EventCommand) -> bool:
    if isinstance(command, UndoLast):
        return history is not None and isinstance(history.last_of_arbiter, TermsChanged)
    return isinstance(command, MakeCompetition | ChangeTerms)


def in_pairing(event: OpenCompetition) -> Refusal:
    return Refusal.of(Reason.IN_PAIRING, round=event.now.next_round)
