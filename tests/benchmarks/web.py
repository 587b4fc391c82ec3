"""Measures how much one play server carries: a real server in a process of its own.

Times include this program's own work, which shares the machine with the server.
"""

import asyncio
import json
import secrets
import signal
import ssl
import struct
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Address
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from typing import Any, TypeAlias

import httpx2
from tqdm import tqdm
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.stage.page import Message
from tests.web.server.process import PATIENCE_S, Server
from voice_chess.adapters.audio_io.sound_files import read
from voice_chess.settings import Settings

SEATS_PER_PLACE = 15
"""How many links can be tried at once from one address; this machine has many addresses."""

MOST_SPECTATORS = 500
FIRST_GAMES = 20
FRAME_BYTES = 1_280
BYTES_PER_SECOND = 32_000
SILENCE = bytes(FRAME_BYTES)
TO_AND_FRO = ("g1f3", "g8f6", "f3g1", "f6g8")
Seat: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table."""

    what: str
    found: str


@dataclass
class Watcher:
    """A page that notes when it learns of each event."""

    socket: ClientConnection
    told_at: dict[int, float] = field(default_factory=dict)

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        while True:
            text = await asyncio.wait_for(self.socket.recv(), PATIENCE_S)
            message: Message = json.loads(text)
            if message["type"] == "happened":
                self.told_at.setdefault(message["seq"], time.perf_counter())
            if wanted(message):
                return message

    async def ask(self, **asked: object) -> Message:
        key = secrets.token_hex(8)
        await self.socket.send(json.dumps({"key": key, **asked}))
        return await self.until(lambda m: m.get("key") == key)

    async def move(self, ply: int) -> None:
        answer = await self.ask(type="move", uci=TO_AND_FRO[ply % 4], ply=ply)
        if not answer.get("is_accepted"):
            message = f"half-move {ply} was not taken: {answer}"
            raise RuntimeError(message)


class House:
    """A server with games, whose seats are entered from one address after another."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._entered = 0
        self._callers: dict[str, httpx2.Client] = {}
        self._trusted = ssl.create_default_context()

    def arranged(self, **wanted: object) -> dict[str, str]:
        """Arrange a game, and return the token of each seat."""
        answer = self._caller("127.0.0.1").post(
            f"{self.server.address}/organiser/games",
            json=wanted,
            headers={"cookie": self.server.organiser, "origin": self.server.address},
        )
        links = answer.raise_for_status().json()["links"]
        return {link["role"]: link["path"].partition("#")[2] for link in links}

    def enter(self, token: str) -> Seat:
        place = IPv4Address("127.0.0.2") + self._entered // SEATS_PER_PLACE
        self._entered += 1
        answer = self._caller(str(place)).post(
            f"{self.server.address}/entries", json={"token": token}
        )
        cookie = answer.raise_for_status().headers["set-cookie"].partition(";")[0]
        return answer.json()["path"], cookie

    def _caller(self, place: str) -> httpx2.Client:
        """Return a client that sends from this address and keeps no cookies."""
        if place not in self._callers:
            way = httpx2.HTTPTransport(local_address=place, verify=self._trusted)
            self._callers[place] = httpx2.Client(transport=way, timeout=PATIENCE_S)
        self._callers[place].cookies.clear()
        return self._callers[place]

    @asynccontextmanager
    async def page(self, seat: Seat) -> AsyncIterator[Watcher]:
        path, cookie = seat
        async with connect(
            f"{self.server.address.replace('http', 'ws')}{path}/socket",
            origin=Origin(self.server.address),
            additional_headers={"Cookie": cookie},
            open_timeout=PATIENCE_S,
            ping_timeout=PATIENCE_S,
            compression=None,
        ) as socket:
            page = Watcher(socket)
            await socket.send(json.dumps({"type": "hello", "protocol": 1}))
            await page.until(lambda m: m["type"] == "welcome")
            yield page

    @property
    def kilobytes(self) -> int:
        """The memory that the server holds."""
        assert self.server.process is not None
        status = Path(f"/proc/{self.server.process.pid}/status").read_text("ascii")
        return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line)


async def sockets_and_fan_out(house: House, chosen: Namespace) -> list[Row]:
    """Measure what spectators' sockets cost, and when each learns of a move."""
    tokens = house.arranged()
    white, black = house.enter(tokens["white"]), house.enter(tokens["black"])
    spectator = house.enter(tokens["spectator"])
    async with AsyncExitStack() as pages:
        sides = [await pages.enter_async_context(house.page(seat)) for seat in (white, black)]
        before_kb, began = house.kilobytes, time.perf_counter()
        watchers = [
            await pages.enter_async_context(house.page(spectator)) for _ in range(chosen.sockets)
        ]
        opened_s, held_kb = time.perf_counter() - began, house.kilobytes - before_kb
        late_ms: list[float] = []
        for ply in range(chosen.moves):
            asked_at = time.perf_counter()
            late_ms += await told(sides[ply % 2], ply, watchers, asked_at)
    worst = quantiles(late_ms, n=100)[98]
    return [
        Row(what="sockets open at one game", found=f"{chosen.sockets}, in {opened_s:.1f} s"),
        Row(what="memory of the server a socket", found=f"{held_kb / chosen.sockets:.0f} KiB"),
        Row(
            what="from a move to each of these sockets",
            found=f"{median(late_ms):.0f} ms median, {worst:.0f} ms for 99 of 100",
        ),
    ]


async def told(
    side: Watcher, ply: int, watchers: Sequence[Watcher], asked_at: float
) -> list[float]:
    """Return how late each watcher learns of this move, in ms."""

    def is_announced(message: Message) -> bool:
        is_event = message["type"] == "happened"
        return is_event and bool(message["name"] == "move-announced")

    heard = [asyncio.create_task(watcher.until(is_announced)) for watcher in watchers]
    await side.move(ply)
    events = await asyncio.gather(*heard)
    return [
        1_000 * (watcher.told_at[event["seq"]] - asked_at)
        for watcher, event in zip(watchers, events, strict=True)
    ]


async def moves(house: House, chosen: Namespace) -> list[Row]:
    """Measure games that are played at once and as fast as possible; every reply is on disk."""
    tables = [house.arranged() for _ in range(chosen.games)]
    seats = [(house.enter(one["white"]), house.enter(one["black"])) for one in tables]
    async with AsyncExitStack() as pages:
        games = [
            [await pages.enter_async_context(house.page(seat)) for seat in pair] for pair in seats
        ]
        began = time.perf_counter()
        await asyncio.gather(*(played(sides, chosen.moves) for sides in games))
        took_s = time.perf_counter() - began
    rate = chosen.games * chosen.moves / took_s
    return [
        Row(
            what=f"moves journaled a second, {chosen.games} games at once",
            found=f"{rate:.0f} (three events each)",
        )
    ]


async def played(sides: Sequence[Watcher], count: int) -> None:
    for ply, side in islice(enumerate(cycle(sides)), count):
        await side.move(ply)


async def memory(house: House, chosen: Namespace) -> list[Row]:
    """Measure the memory of open games with nobody there; the first ones load what all share."""
    for _ in range(FIRST_GAMES):
        house.arranged()
    before_kb = house.kilobytes
    for _ in tqdm(range(chosen.idle), desc="games", disable=None):
        house.arranged()
    grown_kb = house.kilobytes - before_kb
    return [
        Row(
            what=f"memory a game, {chosen.idle} arranged", found=f"{grown_kb / chosen.idle:.0f} KiB"
        )
    ]


async def microphones(house: House, chosen: Namespace) -> list[Row]:
    """Measure how much speech is decoded per second, while everybody says the same move."""
    spoken = read(Settings.from_environment().audio / "demo" / "01-white.flac")
    frames = framed(spoken)
    seconds = len(frames) * FRAME_BYTES / BYTES_PER_SECOND
    tables = [house.arranged() for _ in range(chosen.microphones)]
    seats = [(house.enter(one["white"]), house.enter(one["black"])) for one in tables]
    async with AsyncExitStack() as pages:
        games = [
            [await pages.enter_async_context(house.page(seat)) for seat in pair] for pair in seats
        ]
        for white, _ in games:
            await white.socket.send(json.dumps({"type": "microphone", "is_open": True}))
            await white.until(lambda m: m["type"] == "hearing")
        began = time.perf_counter()
        heard = await asyncio.gather(*(announced(white, frames) for white, _ in games))
        took_s = time.perf_counter() - began
    decoded = seconds * chosen.microphones / took_s
    right = sum(uci == "e2e4" for uci in heard)
    return [
        Row(
            what=f"microphones decoded at once, measured with {chosen.microphones}",
            found=f"{decoded:.1f} (seconds of sound a second)",
        ),
        Row(what="of these moves heard rightly", found=f"{right} of {chosen.microphones}"),
    ]


def framed(samples: bytes) -> list[bytes]:
    """Return the sound in frames of 40 ms, with a second of silence before and after."""
    whole = samples + bytes(-len(samples) % FRAME_BYTES)
    cut = [whole[i : i + FRAME_BYTES] for i in range(0, len(whole), FRAME_BYTES)]
    return [SILENCE] * 25 + cut + [SILENCE] * 25


async def announced(page: Watcher, frames: Sequence[bytes]) -> Any:
    """Send the frames, and return the move that was heard, once all sound is decoded."""
    for number, frame in enumerate(frames):
        await page.socket.send(struct.pack("<I", number) + frame)
    said = await page.until(lambda m: m["type"] == "happened" and m["name"] == "move-announced")
    await page.socket.send(json.dumps({"type": "microphone", "is_open": False}))
    await page.until(lambda m: m["type"] == "hearing" and m["state"] == "off")
    return said["move"]["uci"]


def table(rows: Sequence[Row]) -> str:
    """Return the rows as the table in the documentation of the server."""
    lines = [
        "| Measured | Found |",
        "|---|---|",
        *(f"| {row.what} | {row.found} |" for row in rows),
    ]
    return "\n".join(lines) + "\n"


async def measured(house: House, chosen: Namespace) -> list[Row]:
    rows: list[Row] = []
    for measure in (memory, sockets_and_fan_out, moves, microphones):
        rows += await measure(house, chosen)
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print one table."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.web", description=__doc__)
    parser.add_argument("--sockets", type=int, default=200, help="spectators of one game (200)")
    parser.add_argument("--games", type=int, default=20, help="games played at once (20)")
    parser.add_argument("--moves", type=int, default=20, help="half-moves of each (20)")
    parser.add_argument("--microphones", type=int, default=8, help="open ones (8)")
    parser.add_argument("--idle", type=int, default=50, help="games only arranged (50)")
    chosen = parser.parse_args(arguments)
    if not 0 < chosen.sockets <= MOST_SPECTATORS:
        parser.error(f"a game has at most {MOST_SPECTATORS} spectators")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        with server:
            rows = asyncio.run(measured(House(server), chosen))
            server.end(signal.SIGTERM)
    sys.stdout.write(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
