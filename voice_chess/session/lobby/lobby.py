"""Keeps the games in progress: arranges new ones, and opens them again after a restart."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from voice_chess.game.phases import Arranged, NotArranged, Over
from voice_chess.game.refusals import Refusal
from voice_chess.game.setup import ArrangeGame
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.plain_error import described
from voice_chess.session.games.chairs import Chair, Preferences, Settled
from voice_chess.session.games.envelope_passphrases import EnvelopesMade, Keyring
from voice_chess.session.games.game_task import Deliver, GameTask
from voice_chess.session.games.live_game import LiveGame, Setting, Subscriber
from voice_chess.session.games.running import ReadAgain, SleepWatch
from voice_chess.session.games.seat import SeatParticipant
from voice_chess.session.games.starting import ByComing, Start
from voice_chess.session.games.timekeeper import PressCustoms
from voice_chess.session.in_loop import stopped
from voice_chess.session.lease import Lease
from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.inputs import DiskFull, Gone, TimePassed, Woken
from voice_chess.session.lobby.access import Entrance, WayIn, new_name
from voice_chess.session.lobby.event_ports import EventPorts
from voice_chess.session.lobby.homes import Homes
from voice_chess.session.lobby.parts import AllParts, Elsewhere, Parts
from voice_chess.session.lobby.register import Register
from voice_chess.session.ports import (
    Conflict,
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
    """A game to be arranged: what the Laws need to know, what is settled, and its chairs."""

    table: Table
    settled: Settled
    preferences: Mapping[Role, Preferences]
    """The preferences by role; each role that is named here gets a new chair."""
    arbiter: Chair | None = None
    """The chair of an arbiter who has games already."""
    is_load_told: bool = False
    """Whether the table states how many games each arbiter has, as where several share a chair."""


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
    """Returns the lease by which all games are this server's; None where no other stands by."""
    parts: Parts = field(default_factory=AllParts)
    """The parts that this server leads, where several have games at the same time."""


class Lobby:
    """The open games of a server. It lives in one loop; work that may block is done in workers."""

    def __init__(
        self,
        means: LobbyPorts,
        deliver: Deliver,
        opened: Opened | None = None,
        closed: Closed | None = None,
        erase: Callable[[str], None] | None = None,
    ) -> None:
        """`opened` is called with each game before anybody sits down at it.

        `closed` is called with each game that is put away, before anybody can open it again.
        `erase` deletes what lies beside the journal of a deleted game; it may block.
        """
        self.means = means
        self.is_withheld: Callable[[Settled], bool] = lambda _: False
        """Whether a game may not begin; whoever knows of a reason puts their own here."""
        self._told_opened = opened
        self._told_closed = closed
        self._erase_beside = erase
        self.entrance = Entrance(means.register, means.time)
        self._homes = Homes(means.parts, means.register, self.do)
        self._deliver = deliver
        self._open: dict[str, GameTask] = {}
        self._opening = asyncio.Lock()
        self._noted_over: set[str] = set()
        """The open games that the register has as finished; see `note_finished`."""
        self._asked_for: set[str] = set()
        """The open games that somebody has used since `asked_for` was last called."""
        self.damaged: set[str] = set()
        """Games that are no longer in the journal as they were written."""
        self._sleep = SleepWatch(means.time)
        self._heart: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open every game that is not over; the clocks stood while the program was gone.

        A game that can't be opened does not keep the others from going on. Raises `JournalLost`.
        """
        await self.do(self._erase_deleted)
        await self._open_all(self.means.parts.leads)
        self._heart = asyncio.create_task(self._beat(), name="heartbeat")

    async def take_over(self, parts: Collection[str]) -> None:
        """Open the games that go on in parts that another server has led. Raises `JournalLost`."""
        await self._open_all(lambda its: its in parts)

    async def let_go(self, parts: Collection[str]) -> None:
        """Close the games of parts that another server has now; nothing more is written of them."""
        async with self._opening:
            for game_id in self.open_of(parts):
                await self._close(game_id)

    def open_of(self, parts: Collection[str]) -> tuple[str, ...]:
        """Return the open games of these parts."""
        of_game = self.means.parts.part_of_game
        return tuple(game_id for game_id in self._open if of_game(game_id) in parts)

    def busy_parts(self) -> frozenset[str]:
        """Return the parts in which a clock runs; any thread may call."""
        busy: set[str] = set()
        for game_id, task in tuple(self._open.items()):
            if _is_running(task):
                with suppress(KeyError):  # it is being put away just now
                    busy.add(self.means.parts.part_of_game(game_id))
        return frozenset(busy)

    def name_here(self, length: int) -> str:
        """Return a new name for a hall of ours, or any new name where this server leads nothing."""
        return self._homes.name_here(length)

    async def check_here(self, game_id: str) -> None:
        """Raise `Elsewhere` for a game of another server, `KeyError` for an unknown one."""
        if game_id not in self._open:
            await self._homes.check(game_id)

    async def _open_all(self, is_wanted: Callable[[str], bool]) -> None:
        """Open every game that is not over and whose part is wanted."""
        register = self.means.register
        finished = await self.do(register.finished)
        games = await self.do(register.games)
        for game_id, settled in games.items():
            if game_id in finished or not is_wanted(await self._homes.part(game_id, games)):
                continue
            async with self._opening:
                if game_id not in self._open:
                    await self._open_one_of(games, game_id, settled)

    async def _open_one_of(
        self, games: Mapping[str, Settled], game_id: str, settled: Settled
    ) -> None:
        """Open one of many games; what is wrong with it alone must not keep the others closed.

        It is opened when somebody asks for it. Raises `JournalLost`.
        """
        try:
            await self._homes.join(game_id, games)
            await self._open_game(game_id, settled)
        except (JournalDamaged, Elsewhere):
            return  # told to whoever asks for the game
        except Exception as error:
            # We are wrong about this game; the others must be opened all the same.
            if isinstance(error, JournalLost) and not isinstance(error, ReadAgain):
                raise
            _log.error("game=%s not opened: %s", game_id, described(error))

    async def stop(self) -> None:
        await stopped(self._heart)
        for task in tuple(self._open.values()):  # others may be put away meanwhile
            await task.stop()

    async def game(self, game_id: str) -> GameTask:
        """Return the running task of a game, opened if need be.

        Raises `KeyError` for an unknown game, `Elsewhere` for one of another server, `JournalLost`.
        """
        # Every move comes by here: it must not wait while another game is opened.
        if game_id not in self._open:
            async with self._opening:
                await self._opened_game(game_id)
        self._asked_for.add(game_id)
        return self._open[game_id]

    @property
    def running(self) -> Mapping[str, GameTask]:
        """The task of every open game, by id."""
        return self._open

    @property
    def is_quiet(self) -> bool:
        """Whether no clock runs; any thread may ask."""
        return not any(_is_running(task) for task in tuple(self._open.values()))

    async def arrange(
        self, arrangement: Arrangement
    ) -> tuple[GameTask, tuple[tuple[Chair, WayIn], ...]] | Refusal:
        """Arrange a game, with a way in to each new chair, or return why its table can't be."""
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
            # Somebody may have asked for the game, and had it opened, as soon as it was registered.
            if game_id not in self._open:
                await self._open_game(game_id, settled)
        return self._open[game_id], tuple(zip(chairs, ways, strict=True))

    def asked_for(self) -> frozenset[str]:
        """Return the games that somebody has used since this was last called."""
        asked, self._asked_for = self._asked_for, set()
        return frozenset(asked)

    async def put_away(self, game_id: str, may_leave: Callable[[], bool]) -> bool:
        """Close a game that nobody comes to; somebody who comes after all opens it again.

        Return False where it is not open, or where `may_leave` says no by then. Raises
        `JournalLost`.
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
        """Close a game; with `_opening` held, requests for it wait until it can be reopened."""
        task = self._open.pop(game_id)
        self._noted_over.discard(game_id)
        if self._told_closed is not None:
            await self._told_closed(task)
        await task.stop()
        self.means.parts.leaves(game_id)

    async def delete(self, game_id: str) -> None:
        """Take a game that is over or never begun from the register, and people who sat only there.

        A damaged game can be deleted at any time, as nobody can go on with it. `erase_deleted`
        deletes the rest. Raises `KeyError` for an unknown game, `StillOn` for one in play,
        `JournalLost`; the game is as it was then.
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

    async def erase_deleted(self) -> None:
        """Delete what is left of deleted games, or leave it to the next start: `JournalLost`."""
        async with self._opening:
            await self.do(self._erase_deleted)

    async def _close_and_delete(self, task: GameTask) -> None:
        """Close and delete a game, with `_opening` held.

        Raises `StillOn`, `JournalLost`; the game is open again then.
        """
        game_id, register = task.game_id, self.means.register
        _check_deletable(task)
        del self._open[game_id]
        await task.stop()
        try:
            # Nobody can begin the game any more, but somebody may have begun it just before.
            _check_deletable(task)
            await self.do(lambda: register.delete(game_id))
        except (StillOn, JournalLost):
            await self._open_game(game_id, task.settled)
            raise

    def _erase_deleted(self) -> None:
        """Delete what is left of deleted games. Raises `JournalLost`."""
        register, journal = self.means.register, self.means.journal
        for game_id in register.deleted():
            journal.delete(game_id)
            if self._erase_beside is not None:
                self._erase_beside(game_id)
            register.erased(game_id)

    async def do(self, work: Callable[[], Answer]) -> Answer:
        """Do work in a worker thread; return its result, and raise what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self.means.workers, work)

    async def _opened_game(self, game_id: str) -> GameTask:
        """Return a game's task, with `_opening` held; open it if need be.

        Raises `KeyError` for an unknown game, `JournalLost`.
        """
        if game_id not in self._open:
            games = await self.do(self.means.register.games)
            await self._homes.join(game_id, games)
            await self._open_game(game_id, games[game_id])
            # An unfinished game has been open since the start, or since it was arranged.
            self._noted_over.add(game_id)
            if not _is_finished(self._open[game_id]):
                with suppress(JournalLost):  # the next heartbeat tries again
                    await self._note_finished(game_id, is_over=False)
        return self._open[game_id]

    async def _open_game(self, game_id: str, settled: Settled) -> None:
        """Open a game, and note one that is damaged. Raises `JournalLost`."""
        try:
            self._open[game_id] = await self._opened(game_id, settled)
        except JournalDamaged as error:
            _log.error("game=%s not opened: %s", game_id, error)
            self.damaged.add(game_id)
            raise

    async def _opened(self, game_id: str, settled: Settled) -> GameTask:
        means = self.means
        # The keyring outlives a new reading after a failure: nobody gives their passphrase twice.
        start = ByComing(settled, means.time, lambda: self.is_withheld(settled))
        setting = seats_apart(settled, Keyring(means.envelopes), start)

        def read(subscriber: Subscriber) -> LiveGame[SeatParticipant]:
            return LiveGame(Ledger(means.journal, game_id), means.time, setting, subscriber)

        task = GameTask(game_id, settled, read, means.workers, self._deliver)
        await task.start()
        try:
            _check_begun(task)
            await task.attend(Gone())
            if self._told_opened is not None:
                await self._told_opened(task)
        except BaseException:
            # Whoever asked for it may also be gone: nobody would stop a game that is not open.
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
        """Register a game with ways in to its new chairs; that waits for the disk only once."""
        ways, keys = self.entrance.drawn(new)
        self.means.register.add_game(game_id, settled, seated, keys)
        return ways

    async def _with_load_of_arbiter(self, arrangement: Arrangement) -> Table:
        """Return the table with the number of games that its arbiter has, this one included.

        Whether play is supervised depends on that.
        """
        table, arbiter = arrangement.table, arrangement.arbiter
        if arrangement.is_load_told or not table.occasion.has_arbiter:
            return table
        others = await self.do(lambda: self.means.register.games_of(arbiter.id)) if arbiter else ()
        in_play = set(others) & {task.game_id for task in self._open.values() if not _is_over(task)}
        occasion = replace(table.occasion, games_per_arbiter=len(in_play) + 1)
        return replace(table, occasion=occasion)

    async def _beat(self) -> None:
        """Note each second which clocks run, so that no player pays for a power cut or a sleep."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            running = [task for task in self._open.values() if _is_running(task)]
            try:
                if self._sleep.has_slept():
                    await self._wake()
                elif running:
                    ids, now_ms = [task.game_id for task in running], self.means.time.now_ms()
                    await self.do(partial(self.means.journal.beat, ids, now_ms))
                await self.note_finished()
            except JournalLost:
                _log.error("heartbeat=not-written")
                for task in running:
                    with suppress(JournalLost):
                        await task.attend(DiskFull())

    async def _wake(self) -> None:
        """Stop the running clocks after a sleep; an agreed beginning is nearer than it was."""
        for task in tuple(self._open.values()):
            # A game that can't do this tells its people so; the others are woken.
            with suppress(JournalLost, Conflict):
                if _is_running(task):
                    await task.attend(Woken())
                elif _waits_for_its_time(task):
                    await task.attend(TimePassed())

    async def note_finished(self) -> None:
        """Keep the register's list of finished games up to date.

        A game that is over need not be opened at the next start; one that goes on after all must.
        So must a board of an event that was open when the program ended: until it is put away, an
        appeal or a ruling there may have been written that the event has not taken over.
        """
        finished = {game_id for game_id, task in self._open.items() if _is_finished(task)}
        for game_id in finished ^ self._noted_over:
            await self._note_finished(game_id, is_over=game_id in finished)

    async def _note_finished(self, game_id: str, *, is_over: bool) -> None:
        """Let the register have this game as finished or not. Raises `JournalLost`."""
        await self.do(partial(self.means.register.finish, game_id, is_over=is_over))
        # The game may have been put away meanwhile.
        noted = {game_id} & self._open.keys() if is_over else set()
        self._noted_over = self._noted_over - {game_id} | noted


def seats_apart(settled: Settled, keyring: Keyring, start: Start) -> Setting:
    """Return the setting of a game whose people sit apart."""
    return Setting(
        customs=PressCustoms(by_program=settled.press == "auto", by_reply=False),
        start=start,
        keyring=keyring,
    )


def _check_begun(task: GameTask) -> None:
    """Raise `JournalDamaged` if the journal holds nothing of a game that was registered."""
    if isinstance(task.seated.game.phase, NotArranged):
        raise JournalDamaged(told_emptied(task.game_id))


def is_deletable(game: Game) -> bool:
    """Return whether the game is over or never begun: nobody must lose one that they play."""
    return isinstance(game.phase, Arranged | Over)


def _check_deletable(task: GameTask) -> None:
    if not is_deletable(task.seated.game):
        raise StillOn(task.game_id)


def _is_running(task: GameTask) -> bool:
    return task.seated.game.clock.is_running


def _waits_for_its_time(task: GameTask) -> bool:
    """Return whether the game begins by itself at an agreed time."""
    is_arranged = isinstance(task.seated.game.phase, Arranged)
    return is_arranged and task.settled.begins_at_ms is not None


def _is_over(task: GameTask) -> bool:
    return task.seated.game.is_over


def _is_finished(task: GameTask) -> bool:
    """Return whether an open game need not be opened at the next start."""
    return _is_over(task) and not task.settled.of_board
