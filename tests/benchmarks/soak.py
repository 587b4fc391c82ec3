"""Measures a server that runs for long: `python -m tests.benchmarks.soak --minutes 60 --rate 100`.

Games are arranged, played to a resignation and left, one batch after another. A line for each batch
shows what must not grow: the delay at sockets, processor time per move, memory, open files and
threads. The last line shows how much memory each game has left behind.
"""

import asyncio
import gc
import resource
import signal
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

import uvloop

from tests.benchmarks.moves import Opened, played, wired_tables
from tests.benchmarks.web import House
from tests.web.server.process import PATIENCE_S, Server

HEAD = (
    "| Minute | Moves | Median | 99 of 100 within | Processor a move | Memory | Files | Threads |\n"
    "|---|---|---|---|---|---|---|---|\n"
)
WARM = 2
"""The number of batches after which everything is loaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """The resources that the server holds after everybody has left."""

    kilobytes: int
    files: int
    threads: int

    @classmethod
    def of(cls, house: House) -> "Rest":
        assert house.server.process is not None
        place = Path(f"/proc/{house.server.process.pid}")
        files, threads = (len(list((place / name).iterdir())) for name in ("fd", "task"))
        return cls(kilobytes=house.kilobytes, files=files, threads=threads)


async def soaked(house: House, chosen: Namespace) -> list[Rest]:
    """Play batches until the time is over, and return what the server held after each."""
    began_s, rests = time.monotonic(), []
    while time.monotonic() < began_s + 60 * chosen.minutes:
        used_s = house.server.processor_s()
        async with wired_tables(house, chosen) as tables:
            await played(tables, chosen, house.server.processor_s)
            late_ms = [late for one in tables for late in one.late_ms]
            await asyncio.gather(*map(_resigned, range(len(tables)), [tables] * len(tables)))
        await asyncio.sleep(chosen.rests)
        used_s = house.server.processor_s() - used_s
        rests.append(Rest.of(house))
        count, hundredths = chosen.games * chosen.moves, quantiles(late_ms, n=100)
        rest, minute = rests[-1], (time.monotonic() - began_s) / 60
        sys.stdout.write(
            f"| {minute:.1f} | {count * len(rests):,} | {hundredths[49]:.0f} ms "
            f"| {hundredths[98]:.0f} ms | {1_000 * used_s / count:.2f} ms "
            f"| {rest.kilobytes / 1_024:.1f} MB | {rest.files} | {rest.threads} |\n"
        )
        sys.stdout.flush()
    return rests


async def _resigned(number: int, tables: Opened) -> None:
    white = tables[number].pages[0]
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
    chosen = parser.parse_args(arguments)
    gc.disable()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        sys.stdout.write(HEAD)
        rests = uvloop.run(soaked(House(server), chosen))
        server.end(signal.SIGTERM)
    if len(rests) > WARM:
        grown = rests[-1].kilobytes - rests[WARM - 1].kilobytes
        games = chosen.games * (len(rests) - WARM)
        sys.stdout.write(f"{grown / games:.0f} KiB left behind by each of {games} games\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
