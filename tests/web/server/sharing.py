"""Two servers that share the games and events of one database."""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from tests.waiting import waited
from tests.web.server.process import PATIENCE_S, Server, ServerVenue
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.leases import PostgresLeases
from voice_chess.session.lobby.parts import Dealing

DEALING = Dealing()
PARTS = DEALING.parts
HALF = len(PARTS) // 2


@contextmanager
def sharing(
    url: str, folder: Path, port: int = 0, *, first: tuple[str, ...] = Server.program
) -> Iterator[tuple[Server, Server]]:
    """Each with half of the parts; at a port of its own, so that it is known who is asked.

    `first` is the program that the first of them runs.
    """
    options = ("--database", url, "--share")
    one, two = (Server(folder / name, port=port, options=options) for name in ("one", "two"))
    one.program = first
    with one:
        (folder / "two").mkdir()
        shutil.copy(folder / "one" / "seats.key", folder / "two")
        with two:
            waited(lambda: sorted(Counter(leaders(url).values()).values()) == [HALF, HALF])
            yield one, two


@contextmanager
def venues(url: str, folder: Path) -> Iterator[tuple[ServerVenue, ServerVenue]]:
    """Two servers of one database, as their organisers meet them."""
    with sharing(url, folder) as servers, ExitStack() as opened:
        one, two = (venue(server, opened) for server in servers)
        yield one, two


@dataclass(frozen=True)
class Pair:
    """Two servers for tests that leave them as they are, and the address of their database."""

    one: ServerVenue
    two: ServerVenue
    url: str


def venue(server: Server, opened: ExitStack) -> ServerVenue:
    client = opened.enter_context(httpx2.Client(base_url=server.address, timeout=PATIENCE_S))
    return ServerVenue(
        client=client, organiser=server.organiser, address=server.address, server=server
    )


def leaders(url: str) -> dict[str, str]:
    with Database(url) as database:
        return {lease.hall: lease.node for lease in PostgresLeases(database).lasting()}


def is_led_by(server: Server, url: str) -> Callable[[str], bool]:
    """Whether a game is this server's, by its name."""
    assert server.process is not None
    process = f"process {server.process.pid},"
    return lambda game: process in leaders(url).get(DEALING.part_of(game), "")
