"""Measures what a move costs the server: processor time, moves per second, delay at each socket.

Games of two players and some spectators, no two alike, are played as fast as possible. Without a
wire, the pages are in the server's own process, and everything but HTTP is done. By wire, a real
server runs in a process of its own. Everything is written to a journal in a file.

Processor time is the figure to compare: it changes little while the machine has other work. Compare
two versions by running both at about the same time, twice.
"""

import asyncio
import cProfile
import gc
import itertools
import pstats
import random
import resource
import secrets
import signal
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median, quantiles
from typing import ParamSpec, Protocol, TypeAlias, TypeVar, cast

import uvloop
from fastapi import WebSocket
from pydantic_core import to_json
from tqdm import tqdm

from tests.benchmarks.web import House, Row, table
from tests.benchmarks.wire import Hears, Loses, WireLine
from tests.stage.ports import MemoryOwnEars, NoEars, NoEngines, PlainVoices
from tests.web.means import opened_means
from tests.web.server.process import PATIENCE_S, Server
from voice_chess.adapters.boards.board_kinds import DECODERS
from voice_chess.adapters.documents import pdf_sheet, pdf_tables
from voice_chess.adapters.sound_record.folder_sounds import FolderSounds
from voice_chess.adapters.storage.signed_archive import ArchiveSeal
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.games.chairs import Chair
from voice_chess.session.lobby.lobby import LobbyPorts
from voice_chess.web.live.connection import Connection
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.socket import SeatSocket
from voice_chess.web.messages.rest import NewGame
from voice_chess.web.ports import Outfit
from voice_chess.web.routes.arranging import arrangement_of

MOST_MOVES = 60
"""The server takes at most thirty moves of one page at once."""
SETTLES_S, RESTS_S = 2.0, 12.0
WELCOMED, ANNOUNCED, ANSWERED = b'"type":"welcome"', b'"name":"move-announced"', b'"key":'
Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
_RUN, _numbers = secrets.token_hex(4), itertools.count()
"""The keys of requests: the same for all of one run, and a number for each."""


class Line(Protocol):
    """A page's side of its socket."""

    def listen(self, hears: Hears, loses: Loses) -> None: ...

    def send(self, text: bytes) -> None: ...

    async def leave(self) -> None: ...


@dataclass
class LocalLine:
    """A page in the server's own process: `Line` on one side, a `WebSocket` on the other."""

    to_server: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    scope: dict[str, object] = field(default_factory=dict)
    _hears: Hears | None = None

    def listen(self, hears: Hears, loses: Loses) -> None:
        """Set who hears the messages; such a line is never lost."""
        self._hears = hears

    async def leave(self) -> None:
        """Do nothing: the hall stops all talks at once."""

    def send(self, text: bytes) -> None:
        self.to_server.put_nowait(text.decode())

    async def receive(self) -> dict[str, str]:
        return {"type": "websocket.receive", "text": await self.to_server.get()}

    async def receive_text(self) -> str:
        return await self.to_server.get()

    async def send_text(self, text: str) -> None:
        if self._hears is not None:
            self._hears(text.encode())

    async def close(self, code: int) -> None:
        """Do nothing: nobody listens any more."""


class AtOnce(Executor):
    """Runs all work in the thread that submits it, so that a profile sees everything."""

    def submit(
        self,
        fn: Callable[Arguments, Answer],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Future[Answer]:
        done: Future[Answer] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as every executor does
            done.set_exception(error)
        return done


@dataclass
class Table:
    """A game with open pages, and the time at which each of its moves was requested."""

    moves: tuple[str, ...]
    pages: list["Page"] = field(default_factory=list)
    asked_at: list[float] = field(default_factory=list)

    @property
    def late_ms(self) -> list[float]:
        """How late each socket learned of each move, in ms."""
        return [
            1_000 * (told_at - asked_at)
            for page in self.pages
            for told_at, asked_at in zip(page.told_at, self.asked_at, strict=True)
        ]


@dataclass
class Page:
    """Reads every message, and notes when it learns of a move."""

    line: Line
    told_at: list[float] = field(default_factory=list)
    _problem: str = ""
    _asked_at: float = 0.0
    _answer: asyncio.Future[bytes] | None = None
    """The response to the last request, which was sent at `_asked_at`; None once it is there."""
    _has_news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the page learns of a move, or the line is lost."""

    async def open(self) -> None:
        self.line.listen(self._hear, self._lose)
        async with asyncio.timeout(PATIENCE_S):
            await self._sent({"type": "hello", "protocol": 1})

    async def move(self, uci: str, ply: int, *, is_typed: bool = False) -> None:
        """Make the move on the board, or type it. Raises `RuntimeError` if it is refused."""
        made = {"type": "move", "uci": uci, "ply": ply}
        answer = await self.ask(**({"type": "line", "text": uci} if is_typed else made))
        if b'"is_accepted":true' not in answer:
            message = f"half-move {ply} was not taken: {answer.decode()}"
            raise RuntimeError(message)

    async def ask(self, **wanted: object) -> bytes:
        """Send a request with a key of its own, and return the response; `watch` waits with us."""
        return await self._sent({"key": f"{_RUN}-{next(_numbers)}", **wanted})

    def watch(self) -> None:
        """Give up if a response is missing for too long."""
        if self._answer is not None and time.perf_counter() > self._asked_at + PATIENCE_S:
            self._lose(f"no response for {PATIENCE_S} s")

    async def told(self, count: int) -> None:
        """Wait until the page has learned of this many moves."""
        async with asyncio.timeout(PATIENCE_S):
            while len(self.told_at) < count:
                self._check_line()
                self._has_news.clear()
                await self._has_news.wait()

    async def _sent(self, message: dict[str, object]) -> bytes:
        """Send a message, and return the response."""
        self._check_line()
        self._answer = asyncio.get_running_loop().create_future()
        self._asked_at = time.perf_counter()
        self.line.send(to_json(message))
        return await self._answer

    def _check_line(self) -> None:
        if self._problem:
            raise RuntimeError(self._problem)

    def _hear(self, text: bytes) -> None:
        if ANNOUNCED in text:
            self.told_at.append(time.perf_counter())
            self._has_news.set()
        elif self._answer is not None and (ANSWERED in text or WELCOMED in text):
            self._answer.set_result(text)
            self._answer = None

    def _lose(self, reason: str) -> None:
        self._problem = f"the line was lost: {reason}"
        self._has_news.set()
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(RuntimeError(self._problem))


Opened: TypeAlias = Sequence[Table]
Processor = Callable[[], float]
"""Returns the processor time used so far, in seconds."""


@asynccontextmanager
async def local_tables(means: LobbyPorts, chosen: Namespace) -> AsyncIterator[tuple[Opened, Row]]:
    """Yield games without a wire, and how long it took to arrange one."""
    hall = Hall(means, _outfit())
    await hall.start()
    arranged_ms: list[float] = []
    talks: list[asyncio.Task[None]] = []
    tables: list[Table] = []
    for _ in tqdm(range(chosen.games), desc="games", disable=None):
        began = time.perf_counter()
        made = await hall.lobby.arrange(arrangement_of(NewGame(), None))
        arranged_ms.append(1_000 * (time.perf_counter() - began))
        assert isinstance(made, tuple)
        chairs = {chair.role: chair for chair, _ in made[1]}
        one = Table(moves=game_of(len(tables), chosen.moves))
        for chair in _chairs(chairs, chosen.spectators):
            line = LocalLine()
            talks.append(asyncio.create_task(_serve(line, chair, hall)))
            page = Page(line)
            await page.open()
            one.pages.append(page)
        tables.append(one)
    try:
        yield tables, Row(what="arranging a game", found=f"{median(arranged_ms):.1f} ms median")
    finally:
        await hall.stop()
        await asyncio.wait(talks)


async def _serve(line: LocalLine, chair: Chair, hall: Hall) -> None:
    connection = Connection(cast("WebSocket", line))
    with hall.hub.serving(chair.id, connection):
        await SeatSocket(connection, chair, hall).run()


def _chairs(chairs: dict[Role, Chair], spectators: int) -> list[Chair]:
    return [chairs[Role.WHITE], chairs[Role.BLACK], *[chairs[Role.SPECTATOR]] * spectators]


def _outfit() -> Outfit:
    ears = NoEars()
    return Outfit(
        ears=ears,
        own_ears=MemoryOwnEars(ears),
        voices=PlainVoices(),
        sounds=FolderSounds(Path("none")),
        earcons={},
        pieces={},
        converter=lambda _: bytes,
        engines=NoEngines(),
        printed=pdf_sheet.written,
        tabled=pdf_tables.written,
        seal=ArchiveSeal(bytes(32)),
        boards=DECODERS,
    )


@asynccontextmanager
async def wired_tables(house: House, chosen: Namespace) -> AsyncIterator[Opened]:
    """Yield games at a server in a process of its own."""
    tables: list[Table] = []
    try:
        for _ in tqdm(range(chosen.games), desc="games", disable=None):
            tokens = await asyncio.to_thread(house.arranged)
            roles = ["white", "black", *["spectator"] * bool(chosen.spectators)]
            seats = [await asyncio.to_thread(house.enter, tokens[role]) for role in roles]
            one = Table(moves=game_of(len(tables), chosen.moves))
            tables.append(one)
            for path, cookie in (*seats[:2], *seats[2:] * chosen.spectators):
                line = await WireLine.opened(house.server.address, f"{path}/socket", cookie)
                one.pages.append(Page(line))
                await one.pages[-1].open()
        yield tables
    finally:
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*(page.line.leave() for one in tables for page in one.pages))


def game_of(number: int, count: int) -> tuple[str, ...]:
    """Return this many random half-moves: a game for each number, which is not over after them."""
    chance, position = random.Random(number), Position.start()
    while len(position.moves) < count:
        position = position.played(chance.choice(position.legal_moves))
        if not position.legal_moves:
            position = Position.start()
    return position.moves


async def played(tables: Opened, chosen: Namespace, processor: Processor) -> list[Row]:
    """Play every game to its end: `chosen.rate` moves per second in all, or as fast as possible."""
    used_s, own_s, began = processor(), time.process_time(), time.perf_counter()
    pause_s = len(tables) / chosen.rate if chosen.rate else 0.0
    watching = asyncio.create_task(_watch(tables))
    try:
        await asyncio.gather(
            *(_play(one, chosen, pause_s, at) for at, one in enumerate(tables, start=1))
        )
    finally:
        watching.cancel()
    took_s, used_s = time.perf_counter() - began, processor() - used_s
    own_s = time.process_time() - own_s
    count = len(tables) * chosen.moves
    late_ms = [late for one in tables for late in one.late_ms]
    _, *_, last = quantiles(late_ms, n=100)
    sockets = sum(len(one.pages) for one in tables)
    return [
        Row(what="processor time a move", found=f"{1_000 * used_s / count:.2f} ms"),
        Row(
            what="processor time a move, of the process with the players",
            found=f"{1_000 * own_s / count:.2f} ms",
        ),
        Row(what="moves journaled a second", found=f"{count / took_s:.0f}"),
        Row(
            what=f"from a move to each of {sockets} sockets",
            found=f"{median(late_ms):.0f} ms median, {last:.0f} ms for 99 of 100",
        ),
    ]


async def _watch(tables: Opened) -> None:
    """Look at all pages now and then: a timer for each request would cost the players more."""
    while True:
        await asyncio.sleep(SETTLES_S)
        for one in tables:
            for page in one.pages:
                page.watch()


async def _play(one: Table, chosen: Namespace, pause_s: float, number: int) -> None:
    loop = asyncio.get_running_loop()
    due = loop.time() + pause_s * (number * 0.618_034 % 1)
    for ply in range(chosen.moves):
        await asyncio.sleep(max(0.0, due - loop.time()))
        due += pause_s
        one.asked_at.append(time.perf_counter())
        mover = one.pages[ply % 2]
        await mover.move(one.moves[ply], ply, is_typed=chosen.typed)
    for page in one.pages:
        await page.told(chosen.moves)


async def without_wire(folder: Path, chosen: Namespace) -> list[Row]:
    with opened_means(folder) as means:
        async with local_tables(means, chosen) as (tables, arranged):
            return [arranged, *await played(tables, chosen, time.process_time)]


async def profiled(folder: Path, chosen: Namespace) -> pstats.Stats:
    """Profile the same games in one thread, with a journal in the same kind of file."""
    with opened_means(folder) as means, closing(SqliteJournal(folder / "one.sqlite")) as journal:
        at_once = replace(means, workers=AtOnce(), journal=journal)
        async with local_tables(at_once, chosen) as (tables, _):
            profile = cProfile.Profile(time.thread_time)
            profile.enable()
            await played(tables, chosen, time.process_time)
            profile.disable()
    return pstats.Stats(profile)


def by_wire(folder: Path, chosen: Namespace) -> list[Row]:
    server = Server(folder)
    with server:
        house = House(server)

        async def measured() -> list[Row]:
            before_kb = house.kilobytes
            async with wired_tables(house, chosen) as tables:
                held_kb = house.kilobytes - before_kb
                rows = await played(tables, chosen, server.processor_s)
                return [*rows, *await at_rest(tables, server, held_kb)]

        rows = uvloop.run(measured())
        server.end(signal.SIGTERM)
    return rows


async def at_rest(tables: Opened, server: Server, held_kb: int) -> list[Row]:
    """Measure what open pages cost while nobody moves."""
    sockets = sum(len(one.pages) for one in tables)
    await asyncio.sleep(SETTLES_S)
    used_s = server.processor_s()
    await asyncio.sleep(RESTS_S)
    used_s = server.processor_s() - used_s
    return [
        Row(what="memory of the server a socket", found=f"{held_kb / sockets:.0f} KiB"),
        Row(
            what=f"processor time a second, {sockets} sockets at rest",
            found=f"{1_000 * used_s / RESTS_S:.0f} ms",
        ),
    ]


def _told_of(kind: str, rows: Sequence[Row]) -> list[Row]:
    return [replace(row, what=f"{kind}: {row.what}") for row in rows]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print one table, or a profile."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.moves", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="games played at once (40)")
    parser.add_argument("--moves", type=int, default=24, help="half-moves of each (24)")
    parser.add_argument("--spectators", type=int, default=2, help="of each game (2)")
    parser.add_argument("--rate", type=float, default=0, help="moves a second (as many as can be)")
    parser.add_argument(
        "--typed", action="store_true", help="moves are written as lines, not made on the board"
    )
    parser.add_argument("--only", choices=("wire", "local"), help="not both")
    parser.add_argument("--profile", type=int, metavar="LINES", help="show where the time goes")
    chosen = parser.parse_args(arguments)
    # With thousands of pages a search for garbage here would make all of them late.
    gc.disable()
    if not 0 < chosen.moves <= MOST_MOVES:
        parser.error(f"at most {MOST_MOVES} half-moves are played")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        if chosen.profile:
            stats = asyncio.run(profiled(Path(folder), chosen))
            for order in ("tottime", "cumulative"):
                stats.sort_stats(order).print_stats(chosen.profile)
            return 0
        rows: list[Row] = []
        if chosen.only != "wire":
            found = asyncio.run(without_wire(Path(folder, "local"), chosen))
            rows += _told_of("without a wire", found)
        if chosen.only != "local":
            rows += _told_of("by wire", by_wire(Path(folder, "wire"), chosen))
    sys.stdout.write(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
