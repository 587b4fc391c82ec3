"""The competitions of a server: each has one writer, and nothing is told that is not written."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from voice_chess.event.boards import Board
from voice_chess.event.changes import Change
from voice_chess.event.commands import (
    DeleteCompetition,
    EventCommand,
    MakeCompetition,
    PairRound,
)
from voice_chess.event.competition import Competition, Competitor
from voice_chess.event.decide import decide
from voice_chess.event.entrants import Round
from voice_chess.event.evolve import History, evolve, replayed
from voice_chess.event.next_round import to_pair
from voice_chess.event.pairing import paired
from voice_chess.event.ports import PairerLost
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.ruling import Ruling
from voice_chess.event.tables import TableRow, table
from voice_chess.event.terms import CompetitionTerms
from voice_chess.event.tournament import BadEvent
from voice_chess.session.lobby.access_tokens import new_name
from voice_chess.session.lobby.event_ports import EventPorts
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.session.lobby.parts import Elsewhere, event_of
from voice_chess.session.ports import Conflict, JournalDamaged

_NAME_OF_EVENT = 8
ASSISTANT = "0"
"""Behind a player's place, the place of their assistant; no name that is drawn has it."""
_log = logging.getLogger(__name__)


class PairingEnded(Exception):
    """The pairing of a round was cancelled while it went on."""


class Tables:
    """Of a competition as it once was; each is reckoned once, however many look at it.

    A large one takes time, and may be reckoned in another thread while the competition goes on.
    """

    def __init__(self, competition: Competition) -> None:
        self.competition = competition
        self._reckoned: dict[int, tuple[TableRow, ...]] = {}

    def after(self, rounds: int) -> tuple[TableRow, ...]:
        if rounds not in self._reckoned:
            self._reckoned[rounds] = table(self.competition, rounds)
        return self._reckoned[rounds]


class OpenCompetition:
    """One competition in memory, as far as the journal has it."""

    def __init__(self, event_id: str, history: History | None = None, version: int = 0) -> None:
        self.event_id = event_id
        self.history = history
        self.version = version
        self.writing = asyncio.Lock()
        self._paired_for_s: int | None = None
        self._is_pairing_ended = False
        self._tables: Tables | None = None

    def written(self, changes: Iterable[Change], version: int) -> None:
        """The journal has these changes, and is at this version with them."""
        for change in changes:
            self.history = evolve(self.history, change)
        self.version = version

    def become(self, other: "OpenCompetition") -> None:
        """As somebody else has written it meanwhile."""
        self.history, self.version = other.history, other.version

    @property
    def paired_for_s(self) -> int | None:
        """How long its next round has been being paired, while that takes long."""
        return self._paired_for_s

    @contextmanager
    def pairing(self) -> Iterator[Callable[[int], None]]:
        """Around the pairing of a round; call what is given with the seconds that passed.

        That raises `PairingEnded` once nobody wants the round to be paired.
        """

        def waited(seconds: int) -> None:
            if self._is_pairing_ended:
                raise PairingEnded
            self._paired_for_s = seconds

        self._is_pairing_ended = False
        try:
            yield waited
        finally:
            self._paired_for_s = None

    def end_pairing(self) -> None:
        """Within a second; nothing happens where no round is being paired."""
        self._is_pairing_ended = True

    @property
    def tables(self) -> Tables:
        """Of what it is now."""
        if self._tables is None or self._tables.competition is not self.now:
            self._tables = Tables(self.now)
        return self._tables

    @property
    def now(self) -> Competition:
        """Raises `JournalDamaged` before it was made."""
        if self.history is None:
            message = f"The event {self.event_id} was never made."
            raise JournalDamaged(message)
        return self.history.competition


class Competitions:
    """Lives in the loop of the games. Every asking raises `JournalLost` if it can't be written."""

    def __init__(
        self, ports: EventPorts, lobby: Lobby, changed: Callable[[OpenCompetition], None]
    ) -> None:
        """`changed` is told of each competition that is not as it was."""
        self._ports = ports
        self._lobby = lobby
        self._changed = changed
        self._open: dict[str, OpenCompetition] = {}
        self._going: dict[str, OpenCompetition] = {}
        """Deleted, and something of them may still be there."""
        self.making = asyncio.Lock()
        """For whoever looks first whether a competition is made already."""

    @property
    def all(self) -> Mapping[str, OpenCompetition]:
        """In the order in which they were made."""
        return self._open

    async def open(self, parts: Collection[str]) -> None:
        """Read all of these parts; one that is damaged keeps none of the others away."""
        for event_id in await self._lobby.do(self._ports.journal.event_ids):
            if event_id in self._open or self.part_of(event_id) not in parts:
                continue
            try:
                found = await self._read(event_id)
            except JournalDamaged as error:
                _log.error("event=%s not opened: %s", event_id, error)
            else:
                is_deleted = found.history is not None and found.history.is_deleted
                (self._going if is_deleted else self._open).setdefault(event_id, found)

    def let_go(self, parts: Collection[str]) -> None:
        """Another server has these parts now."""
        for known in (self._open, self._going):
            for event_id in [own for own in known if self.part_of(own) in parts]:
                del known[event_id]

    def going(self, parts: Collection[str]) -> tuple[OpenCompetition, ...]:
        """Those of these parts that are deleted, and not gone for certain."""
        return tuple(each for own, each in self._going.items() if self.part_of(own) in parts)

    def busy_parts(self) -> frozenset[str]:
        """Those in which something is just decided or paired; any thread may ask."""
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
        """A new one, without players; `arbiter` is the place of its arbiters, drawn where None.

        Raises `Elsewhere` where this server leads nothing.
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
        """It is there no longer, for whoever holds the lock; what is left of it is `going`.

        Raises `JournalLost`.
        """
        await self.ask_while_writing(event, DeleteCompetition(at_ms=self.wall_ms))
        self._open.pop(event.event_id, None)
        self._going[event.event_id] = event

    async def gone(self, event: OpenCompetition) -> None:
        """Nothing else is left of it: its changes go, too. Raises `JournalLost`."""
        await self._lobby.do(lambda: self._ports.journal.delete(event.event_id))
        self._going.pop(event.event_id, None)

    async def ask(self, event: OpenCompetition, command: EventCommand) -> Ruling:
        """Decide, write, and only then take the next state."""
        async with event.writing:
            return await self.ask_while_writing(event, command)

    async def ask_while_writing(self, event: OpenCompetition, command: EventCommand) -> Ruling:
        """The same for a caller that holds the lock, because more belongs together."""
        ruling = decide(event.history, command)
        if isinstance(ruling, Refusal) or not ruling:
            return ruling
        append = partial(self._ports.journal.append, after=event.version)
        try:
            version = await self._lobby.do(lambda: append(event.event_id, ruling))
        except Conflict:
            event.become(await self._read(event.event_id))
            raise
        event.written(ruling, version)
        self._changed(event)
        return ruling

    async def pair(self, event: OpenCompetition) -> Ruling:
        """The next round, by the rules of the competition's system."""
        async with event.writing:
            found = to_pair(event.now)
            if isinstance(found, Round):
                found = await self._paired(event, found)
            if isinstance(found, Refusal):
                return found
            command = PairRound(at_ms=self.wall_ms, boards=found)
            return await self.ask_while_writing(event, command)

    async def _paired(self, event: OpenCompetition, round_: Round) -> "tuple[Board, ...] | Refusal":
        with event.pairing() as waited:
            pairer = self._ports.pairer_for(round_, waited)
            try:
                return await self._lobby.do(lambda: paired(round_, pairer))
            except PairingEnded:
                return Refusal.of(Reason.PAIRING_ENDED, round=round_.number)
            except (BadEvent, PairerLost) as error:
                why = str(error).removesuffix(".")
                return Refusal.of(
                    Reason.PAIRING_FORBIDDEN, field="boards", round=round_.number, why=why
                )

    async def _read(self, event_id: str) -> OpenCompetition:
        changes = await self._lobby.do(lambda: self._ports.journal.read(event_id))
        return OpenCompetition(event_id, replayed(changes), len(changes))

    @property
    def wall_ms(self) -> int:
        return self._lobby.means.time.wall_ms()

    def of_board(self, of_board: str) -> OpenCompetition | None:
        """The one that this board of a settled game belongs to."""
        return self._open.get(event_of(of_board))

    def of_place(self, place: str) -> tuple[OpenCompetition, Competitor | None] | None:
        """Whose place this is: a player's or their assistant's, or else the arbiters'."""
        for event in self._open.values():
            if event.now.arbiter == place:
                return event, None
            found = event.now.by_place.get(place.removesuffix(ASSISTANT))
            if found is not None:
                return event, found
        return None
