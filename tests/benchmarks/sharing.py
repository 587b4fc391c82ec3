"""Measures the capacity of servers that share a database: `python -m tests.benchmarks.sharing`.

The same games are played at one server, at two that have half of them each, and at two of which
each is asked for the games of the other, so that every request and message is passed on. The
database, the servers and the players share this machine: compare processor times in one run.
"""

import gc
import resource
import shutil
import signal
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path

import uvloop

from tests.benchmarks.moves import Opened, played, wired_tables
from tests.benchmarks.web import House, Row, table
from tests.postgres_server import PostgresServer, postgres_server
from tests.waiting import waited
from tests.web.server.process import Server
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.leases import PostgresLeases
from voice_chess.session.lobby.parts import Dealing, to_give

WAYS = {
    "one": ("one server", 1, False),
    "own": ("two servers, each its own games", 2, False),
    "passed-on": ("two servers, each the other's games", 2, True),
}
"""By name: how many servers, and whether each is asked for the games of the other."""


@contextmanager
def sharing(url: str, folder: Path, count: int) -> Iterator[list[Server]]:
    """Yield this many servers, each with its share of the parts."""
    with ExitStack() as opened:
        servers: list[Server] = []
        for number in range(count):
            data = folder / str(number)
            data.mkdir(parents=True)
            if servers:
                shutil.copy(servers[0].data / "seats.key", data)
            options = ("--database", url, "--share")
            servers.append(opened.enter_context(Server(data, options=options)))
        with Database(url) as database:
            leases = PostgresLeases(database)
            waited(lambda: _are_dealt(leases, count))
        yield servers
        for server in servers:
            server.end(signal.SIGTERM)


def _are_dealt(leases: PostgresLeases, count: int) -> bool:
    """Return whether every part has one of these servers, and none will give any up.

    A game that is arranged in a part just before it is given up moves, and its sockets close.
    """
    parts = Dealing().parts
    leaders = {lease.hall: lease.node for lease in leases.lasting()}
    nodes = set(leaders.values())
    is_uneven = any(to_give(parts, leaders, nodes, node) for node in nodes)
    return leaders.keys() == set(parts) and len(nodes) == count and not is_uneven


class PassedOn(House):
    """Arranges games at one server, and sends all other requests to another."""

    def __init__(self, server: Server, having: Server) -> None:
        super().__init__(server)
        self._having = House(having)

    def arranged(self, **wanted: object) -> dict[str, str]:
        return self._having.arranged(**wanted)


@asynccontextmanager
async def shared_out(houses: Sequence[House], chosen: Namespace) -> AsyncIterator[Opened]:
    """Yield the tables of the chosen games, of which each house has the same number."""
    each = Namespace(**{**vars(chosen), "games": chosen.games // len(houses)})
    async with AsyncExitStack() as opened:
        yield [
            one
            for house in houses
            for one in await opened.enter_async_context(wired_tables(house, each))
        ]


async def measured(
    servers: Sequence[Server], postgres: PostgresServer, chosen: Namespace, *, is_passed_on: bool
) -> list[Row]:
    having = servers[::-1] if is_passed_on else servers
    houses = [PassedOn(one, its) for one, its in zip(servers, having, strict=True)]
    async with shared_out(houses, chosen) as tables:
        used_s = postgres.processor_s()
        first, *rows = await played(tables, chosen, lambda: sum(map(Server.processor_s, servers)))
        used_s = postgres.processor_s() - used_s
    a_move_ms = 1_000 * used_s / (len(tables) * chosen.moves)
    database = Row(what="processor time of the database a move", found=f"{a_move_ms:.2f} ms")
    return [first, database, *rows]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the chosen ways one after another, and print one table."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.sharing", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games played at once (20)")
    parser.add_argument("--moves", type=int, default=24, help="half-moves of each (24)")
    parser.add_argument("--spectators", type=int, default=2, help="of each game (2)")
    parser.add_argument("--rate", type=float, default=0, help="moves a second (as many as can be)")
    parser.add_argument("--typed", action="store_true", help="moves are written as lines")
    parser.add_argument("--times", type=int, default=2, help="how often, one way after another (2)")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=[*WAYS], help="which ways (all)")
    chosen = parser.parse_args(arguments)
    gc.disable()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, postgres_server() as postgres:
        for time in range(chosen.times):
            for way in chosen.ways:
                told, count, is_passed_on = WAYS[way]
                place = Path(folder, f"{time}-{way}")
                with sharing(postgres.new_database(), place, count) as servers:
                    found = uvloop.run(
                        measured(servers, postgres, chosen, is_passed_on=is_passed_on)
                    )
                rows += [replace(row, what=f"{told}: {row.what}") for row in found]
    sys.stdout.write(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
