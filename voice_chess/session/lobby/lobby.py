"""The games in progress: arranges new ones, opens them again after the program was gone."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from voice_chess.game.refusals import Refusal
from voice_chess.game.setup import ArrangeGame
from voice_chess.game.state import Arranged, Game, NotArranged, Over
from voice_chess.game.table import Role, Table
from voice_chess.session.background import stopped
from voice_chess.session.games.chairs import Chair, Preferences, Settled
from voice_chess.session.games.envelope_passphrases import EnvelopesMade, Keyring
from voice_chess.session.games.game_task import Deliver, GameTask
from voice_chess.session.games.live_game import LiveGame, Setting, Subscriber
from voice_chess.session.games.running import SleepWatch
from voice_chess.session.games.seat import SeatParticipant
from voice_chess.session.games.starting import ByComing
from voice_chess.session.games.timekeeper import PressCustoms
from voice_chess.session.lease import Lease
from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.inputs import DiskFull, Gone, Woken
from voice_chess.session.lobby.access import Entrance, WayIn
from voice_chess.session.lobby.access_tokens import new_name
from voice_chess.session.lobby.event_ports import EventPorts
from voice_chess.session.lobby.homes import Homes
from voice_chess.session.lobby.parts import AllParts, Elsewhere, Parts
from voice_chess.session.lobby.register import Register
from voice_chess.session.ports import (
    Journal,
    JournalDamaged,
    JournalLost,
    TimeSource,
    told_emptied,
)

HEARTBEAT_S = 1.0
Answer = TypeVar("Answer")
Opened = Callable[[GameTask], Awaitable[None]]
Closed = Callable[[GameTask], Awaitable[None]]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """A game to be: what the Laws want to know, the customs of its table, and its chairs."""

    table: Table
    settled: Settled
    preferences: Mapping[Role, Preferences]
    """A new chair for each role that is named here."""
    arbiter: Chair | None = None
    """One who has games already."""


class StillOn(Exception):
    """A game that has begun and is not over can't be deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyPorts:
    """What a lobby needs from the world."""

    journal: Journal
    register: Register
    time: TimeSource
    workers: Executor
    envelopes: EnvelopesMade
    events: EventPorts
    lease: Callable[[], Lease] | None = None
    """By which these games are this server's, where several could have them."""
    parts: Parts = field(default_factory=AllParts)
    """What this server leads, where several have games at the same time."""


class Lobby:
    """Lives in one loop; whatever may block is done in the workers."""

    def __init__(
        self,
        means: LobbyPorts,
        deliver: Deliver,
        opened: Opened | None = None,
        closed: Closed | None = None,
        erase: Callable[[str], None] | None = None,
    ) -> None:
        """`opened` is told of each game before anybody sits down at it.

        `closed` is told of each that is put away, before anybody can open it again.
        `erase` takes away what lies beside the journal of a deleted game; it may block.
        """
        self.means = means
        self._told_opened = opened
        self._told_closed = closed
        self._erase_beside = erase
        self.entrance = Entrance(means.register, means.time)
        self._homes = Homes(means.parts, means.register, self.do)
        self._deliver = deliver
        self._open: dict[str, GameTask] = {}
        self._opening = asyncio.Lock()
        self._noted_over: set[str] = set()
        """Of the open games, those that the register has as finished."""
        self._asked_for: set[str] = set()
        """Open games of which somebody has wanted something since `asked_for` was looked at."""
        self.damaged: set[str] = set()
        """Games that the journal holds no longer as they were written."""
        self._sleep = SleepWatch(means.time)
        self._heart: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open every game that is not over; the clocks stood while the program was gone.

        One that is damaged keeps none of the others from going on. Raises `JournalLost`.
        """
        await self.do(self._erase_deleted)
        await self._open_all(self.means.parts.leads)
        self._heart = asyncio.create_task(self._beat(), name="heartbeat")

    async def take_over(self, parts: Collection[str]) -> None:
        """Open what goes on of parts that another server has led. Raises `JournalLost`."""
        await self._open_all(lambda its: its in parts)

    async def let_go(self, parts: Collection[str]) -> None:
        """Close what another server has now; nothing is written of it."""
        async with self._opening:
            for game_id in self.open_of(parts):
                await self._close(game_id)

    def open_of(self, parts: Collection[str]) -> tuple[str, ...]:
        """The open games of these parts."""
        of_game = self.means.parts.part_of_game
        return tuple(game_id for game_id in self._open if of_game(game_id) in parts)

    def busy_parts(self) -> frozenset[str]:
        """Those in which a clock runs; any thread may ask."""
        busy: set[str] = set()
        for game_id, task in tuple(self._open.items()):
            if _is_running(task):
                with suppress(KeyError):  # it is put away just now
                    busy.add(self.means.parts.part_of_game(game_id))
        return frozenset(busy)

    def name_here(self, length: int) -> str:
        """A new name of a hall of ours; some other where this server leads nothing."""
        return self._homes.name_here(length)

    async def check_here(self, game_id: str) -> None:
        """Raises `Elsewhere` for a game of another server, `KeyError` for an unknown one."""
        if game_id not in self._open:
            await self._homes.check(game_id)

    async def _open_all(self, is_wanted: Callable[[str], bool]) -> None:
        """Every game of these parts that is not over."""
        register = self.means.register
        finished = await self.do(register.finished)
        games = await self.do(register.games)
        for game_id, settled in games.items():
            if game_id in finished or not is_wanted(await self._homes.part(game_id, games)):
                continue
            async with self._opening:
                if game_id not in self._open:
                    with suppress(JournalDamaged, Elsewhere):
                        await self._homes.join(game_id, games)
                        await self._open_game(game_id, settled)

    async def stop(self) -> None:
        await stopped(self._heart)
        for task in self._open.values():
            await task.stop()

    async def game(self, game_id: str) -> GameTask:
        """The running task of a game, opened if need be.

        Raises `KeyError` for an unknown one, `Elsewhere` for one of another server, `JournalLost`.
        """
        # Every move comes by here: it must not wait while another game is opened.
        if game_id not in self._open:
            async with self._opening:
                await self._opened_game(game_id)
        self._asked_for.add(game_id)
        return self._open[game_id]

    @property
    def running(self) -> Mapping[str, GameTask]:
        """Every open game."""
        return self._open

    @property
    def is_quiet(self) -> bool:
        """No clock runs; any thread may ask."""
        return not any(_is_running(task) for task in tuple(self._open.values()))

    async def arrange(
        self, arrangement: Arrangement
    ) -> tuple[GameTask, tuple[tuple[Chair, WayIn], ...]] | Refusal:
        """A new game with a way in to each of its new chairs; or why its table can't be."""
        game_id = await self._homes.new_game(arrangement.settled, arrangement.arbiter)
        table = await self._with_load_of_arbiter(arrangement)
        refusal = await self.do(lambda: self._write_table(game_id, table))
        if refusal is not None:
            self.means.parts.leaves(game_id)
            return refusal
        chairs = tuple(
            Chair(id=new_name(), role=role, preferences=preferences)
            for role, preferences in arrangement.preferences.items()
        )
        known = () if arrangement.arbiter is None else (arrangement.arbiter,)
        everybody = {chair.id: chair for chair in (*chairs, *known)}
        settled = arrangement.settled
        ways = await self.do(lambda: self._add_game(game_id, settled, everybody, chairs))
        async with self._opening:
            await self._open_game(game_id, settled)
        return self._open[game_id], tuple(zip(chairs, ways, strict=True))

    def asked_for(self) -> frozenset[str]:
        """Games of which somebody has wanted something since this was called last."""
        asked, self._asked_for = self._asked_for, set()
        return frozenset(asked)

    async def put_away(self, game_id: str, may_leave: Callable[[], bool]) -> bool:
        """Close a game that nobody comes to; somebody who comes after all opens it again.

        False where it is not open, or where it may not leave by then. Raises `JournalLost`.
        """
        async with self._opening:
            if game_id not in self._open:
                return False
            if game_id not in self._noted_over:
                await self.do(lambda: self.means.register.finish(game_id, is_over=True))
                self._noted_over.add(game_id)
            if not may_leave():
                return False
            await self._close(game_id)
            return True

    async def _close(self, game_id: str) -> None:
        """While opening: a request for it from here on waits until it can be opened again."""
        task = self._open.pop(game_id)
        self._noted_over.discard(game_id)
        if self._told_closed is not None:
            await self._told_closed(task)
        await task.stop()
        self.means.parts.leaves(game_id)

    async def delete(self, game_id: str) -> None:
        """Keep nothing of a game that is over or was never begun, nor of people who sat at it only.

        Nor of one that is damaged: nobody can go on with it. What a failure leaves behind goes at
        the next start. Raises `KeyError` for an unknown game, `StillOn`, `JournalLost`.
        """
        register = self.means.register
        async with self._opening:
            try:
                task = await self._opened_game(game_id)
            except JournalDamaged:
                await self.do(lambda: register.delete(game_id))
                self.damaged.discard(game_id)
            else:
                await self._close_and_delete(task)
            self._noted_over.discard(game_id)
            self.means.parts.leaves(game_id)
            await self.do(self._erase_deleted)

    async def _close_and_delete(self, task: GameTask) -> None:
        """While opening. Raises `StillOn`, `JournalLost`; the game is open again then."""
        game_id, register = task.game_id, self.means.register
        _check_deletable(task)
        del self._open[game_id]
        await task.stop()
        try:
            # Nobody can begin it any more; somebody may have just before.
            _check_deletable(task)
            await self.do(lambda: register.delete(game_id))
        except (StillOn, JournalLost):
            await self._open_game(game_id, task.settled)
            raise

    def _erase_deleted(self) -> None:
        """Raises `JournalLost`."""
        register, journal = self.means.register, self.means.journal
        for game_id in register.deleted():
            journal.delete(game_id)
            if self._erase_beside is not None:
                self._erase_beside(game_id)
            register.erased(game_id)

    async def do(self, work: Callable[[], Answer]) -> Answer:
        """In a worker; raises what the work raises."""
        return await asyncio.get_running_loop().run_in_executor(self.means.workers, work)

    async def _opened_game(self, game_id: str) -> GameTask:
        """While opening. Raises `KeyError` for an unknown one, `JournalLost`."""
        if game_id not in self._open:
            games = await self.do(self.means.register.games)
            await self._homes.join(game_id, games)
            await self._open_game(game_id, games[game_id])
            # What was not finished has been open since the start, or since it was arranged.
            self._noted_over.add(game_id)
        return self._open[game_id]

    async def _open_game(self, game_id: str, settled: Settled) -> None:
        """Raises `JournalLost`."""
        try:
            self._open[game_id] = await self._opened(game_id, settled)
        except JournalDamaged as error:
            _log.error("game=%s not opened: %s", game_id, error)
            self.damaged.add(game_id)
            raise

    async def _opened(self, game_id: str, settled: Settled) -> GameTask:
        means = self.means
        # Whatever is read again after a failure, nobody gives their passphrase twice for it.
        setting = seats_apart(settled, Keyring(means.envelopes), means.time)

        def read(subscriber: Subscriber) -> LiveGame[SeatParticipant]:
            return LiveGame(Ledger(means.journal, game_id), means.time, setting, subscriber)

        task = GameTask(game_id, settled, read, means.workers, self._deliver)
        await task.start()
        try:
            _check_begun(task)
            await task.attend(Gone())
            if self._told_opened is not None:
                await self._told_opened(task)
        except JournalLost:
            await task.stop()
            raise
        return task

    def _write_table(self, game_id: str, table: Table) -> Refusal | None:
        asked = ArrangeGame(by=Role.ARBITER, at_ms=self.means.time.now_ms(), table=table)
        ruling = Ledger(self.means.journal, game_id).ask(asked)
        return None if isinstance(ruling, tuple) else ruling

    def _add_game(
        self, game_id: str, settled: Settled, seated: Mapping[str, Chair], new: Sequence[Chair]
    ) -> tuple[WayIn, ...]:
        """With ways in to its new chairs; all of it waits for the disk once."""
        ways, keys = self.entrance.drawn(new)
        self.means.register.add_game(game_id, settled, seated, keys)
        return ways

    async def _with_load_of_arbiter(self, arrangement: Arrangement) -> Table:
        """How many games they have with this one: whether play is supervised depends on it.

        Where many begin together, the table tells how many it will be.
        """
        table, arbiter = arrangement.table, arrangement.arbiter
        if not table.occasion.has_arbiter:
            return table
        others = await self.do(lambda: self.means.register.games_of(arbiter.id)) if arbiter else ()
        in_play = set(others) & {task.game_id for task in self._open.values() if not _is_over(task)}
        told = table.occasion.games_per_arbiter or 0
        occasion = replace(table.occasion, games_per_arbiter=max(told, len(in_play) + 1))
        return replace(table, occasion=occasion)

    async def _beat(self) -> None:
        """So that after a power cut or a sleep nobody is charged for the time without power."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            running = [task for task in self._open.values() if _is_running(task)]
            try:
                if self._sleep.has_slept():
                    for task in running:
                        await task.attend(Woken())
                elif running:
                    ids, now_ms = [task.game_id for task in running], self.means.time.now_ms()
                    await self.do(partial(self.means.journal.beat, ids, now_ms))
                await self.note_finished()
            except JournalLost:
                _log.error("heartbeat=not-written")
                for task in running:
                    with suppress(JournalLost):
                        await task.attend(DiskFull())

    async def note_finished(self) -> None:
        """What is over need not be opened at the next start; what goes on after all must be."""
        over = {game_id for game_id, task in self._open.items() if _is_over(task)}
        for game_id in over ^ self._noted_over:
            finish, is_over = self.means.register.finish, game_id in over
            await self.do(partial(finish, game_id, is_over=is_over))
            # It may have been put away meanwhile.
            noted = {game_id} & self._open.keys() if is_over else set()
            self._noted_over = self._noted_over - {game_id} | noted


def seats_apart(settled: Settled, keyring: Keyring, time: TimeSource) -> Setting:
    """What a game is given whose people sit apart."""
    return Setting(
        customs=PressCustoms(by_program=settled.press == "auto", by_reply=False),
        start=ByComing(settled, time),
        keyring=keyring,
    )


def _check_begun(task: GameTask) -> None:
    """Raises `JournalDamaged`."""
    if isinstance(task.seated.game.phase, NotArranged):
        raise JournalDamaged(told_emptied(task.game_id))


def is_deletable(game: Game) -> bool:
    """Over, or never begun: nobody loses a game that they are playing."""
    return isinstance(game.phase, Arranged | Over)


def _check_deletable(task: GameTask) -> None:
    if not is_deletable(task.seated.game):
        raise StillOn(task.game_id)


def _is_running(task: GameTask) -> bool:
    return task.seated.game.clock.is_running


def _is_over(task: GameTask) -> bool:
    return task.seated.game.is_over
