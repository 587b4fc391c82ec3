"""Measures servers that run for long: `python -m tests.benchmarks.soak --minutes 60 --rate 100`.

Games are arranged, played to a resignation and left, one batch after another. A line for each batch
shows what must not grow: the delay at sockets, processor time per move, memory, open files and
threads. The last line shows how much memory each game has left behind. With `--share`, two servers
that share a database have half of the games each, and the figures are their sums.
"""

import asyncio
import gc
import resource
import signal
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

import uvloop

from tests.benchmarks.moves import Opened, Page, played
from tests.benchmarks.sharing import shared_out, sharing
from tests.benchmarks.web import House
from tests.postgres_server import postgres_server
from tests.web.server.process import PATIENCE_S, Server

HEAD = (
    "| Minute | Moves | Median | 99 of 100 within | Processor a move | Memory | Files | Threads |\n"
    "|---|---|---|---|---|---|---|---|\n"
)
AT_ONCE = 8
"""The number of games that are resigned at the same moment."""
WARM = 2
"""The number of batches after which everything is loaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """The resources that all servers together hold after everybody has left."""

    kilobytes: int
    files: int
    threads: int

    @classmethod
    def of(cls, houses: Sequence[House]) -> "Rest":
        processes = [house.server.process for house in houses]
        places = [Path(f"/proc/{process.pid}") for process in processes if process is not None]
        files, threads = (
            sum(len(list((place / name).iterdir())) for place in places) for name in ("fd", "task")
        )
        kilobytes = sum(house.kilobytes for house in houses)
        return cls(kilobytes=kilobytes, files=files, threads=threads)


@contextmanager
def one_server(folder: Path) -> Iterator[list[Server]]:
    """Yield a server with a database of its own."""
    with Server(folder) as server:
        yield [server]
        server.end(signal.SIGTERM)


@contextmanager
def two_servers(folder: Path) -> Iterator[list[Server]]:
    """Yield two servers that share a database."""
    with postgres_server() as postgres, sharing(postgres.new_database(), folder, 2) as servers:
        yield servers


async def soaked(houses: Sequence[House], chosen: Namespace) -> list[Rest]:
    """Play batches until the time is over, and return what the servers held after each."""
    began_s, rests = time.monotonic(), []

    def processor_s() -> float:
        return sum(house.server.processor_s() for house in houses)

    while time.monotonic() < began_s + 60 * chosen.minutes:
        used_s = processor_s()
        async with shared_out(houses, chosen) as tables:
            await played(tables, chosen, processor_s)
            late_ms = [late for one in tables for late in one.late_ms]
            await _all_resigned(tables)
            count = len(tables) * chosen.moves
        await asyncio.sleep(chosen.rests)
        rests.append(Rest.of(houses))
        minute = (time.monotonic() - began_s) / 60
        a_move_ms = 1_000 * (processor_s() - used_s) / count
        sys.stdout.write(line(minute, count * len(rests), late_ms, a_move_ms, rests[-1]))
        sys.stdout.flush()
    return rests


def line(minute: float, moves: int, late_ms: Sequence[float], a_move_ms: float, rest: Rest) -> str:
    """Return the table's row for one batch; `moves` counts all since the beginning."""
    hundredths = quantiles(late_ms, n=100)
    delays = f"{hundredths[49]:.0f} ms | {hundredths[98]:.0f} ms"
    held = f"{rest.kilobytes / 1_024:.1f} MB | {rest.files} | {rest.threads}"
    return f"| {minute:.1f} | {moves:,} | {delays} | {a_move_ms:.2f} ms | {held} |\n"


async def _all_resigned(tables: Opened) -> None:
    """Let White resign in all games, a few at a time, as people do."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def resigned(white: Page) -> None:
        async with turn:
            await _resigned(white)

    await asyncio.gather(*(resigned(one.pages[0]) for one in tables))


async def _resigned(white: Page) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await white.ask(type="ask", name="resign")
        answer = await white.ask(type="ask", name="yes")
    if b'"is_accepted":true' not in answer:
        message = f"a resignation was not taken: {answer.decode()}"
        raise RuntimeError(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each batch as soon as it ends."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--games", type=int, default=40, help="of each lot (40)")
    parser.add_argument("--moves", type=int, default=60, help="half-moves of each (60)")
    parser.add_argument("--spectators", type=int, default=2, help="of each game (2)")
    parser.add_argument("--rate", type=float, default=100, help="moves a second (100)")
    parser.add_argument("--rests", type=float, default=3, help="seconds between lots (3)")
    parser.add_argument(
        "--typed", action="store_true", help="moves are written as lines, not made on the board"
    )
    parser.add_argument(
        "--share", action="store_true", help="two servers share a database, instead of one alone"
    )
    chosen = parser.parse_args(arguments)
    gc.disable()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    begun = two_servers if chosen.share else one_server
    with tempfile.TemporaryDirectory() as folder, begun(Path(folder)) as servers:
        sys.stdout.write(HEAD)
        rests = uvloop.run(soaked([House(server) for server in servers], chosen))
    if len(rests) > WARM:
        grown = rests[-1].kilobytes - rests[WARM - 1].kilobytes
        games = chosen.games * (len(rests) - WARM)
        sys.stdout.write(f"{grown / games:.0f} KiB left behind by each of {games} games\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
