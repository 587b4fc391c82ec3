"""A server is killed between what it has written and its reply: what is repeated is done once."""

import signal
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.german import says
from tests.stage.page import Message
from tests.waiting import waited
from tests.web.server.process import DYING, PATIENCE_S, Server
from tests.web.server.sharing import is_led_by, sharing
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.clocks import TimeAdded
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveAnnounced

pytestmark = pytest.mark.slow

KEY = "page-0001"
ORDER: Message = {"type": "line", "text": says("add-time white 1 minutes")}
MOVE: Message = {"type": "move", "uci": "e2e4", "ply": 0}
Seat = tuple[str, str]


def killed_by(server: Server, seats: dict[str, Seat], role: str, request: Message) -> None:
    """The request is done at a game that goes on, and its reply is the end of the server."""
    with (
        server.page(seats["white"]) as white,
        server.page(seats["black"]),
        server.page(seats[role]) as page,
    ):
        white.until(lambda m: m["type"] == "game" and m["game"]["clock"]["runs"] == "white")
        with pytest.raises(ConnectionClosed):
            page.ask(**request, key=KEY)
    assert server.process is not None
    assert server.process.wait(PATIENCE_S) == -signal.SIGKILL
    server.end(signal.SIGKILL)


@pytest.mark.parametrize(
    ("role", "request_", "kind"),
    [("arbiter", ORDER, TimeAdded), ("white", MOVE, MoveAnnounced)],
    ids=["time added", "a move"],
)
def test_what_is_repeated_to_the_next_life_of_a_server_is_done_once(
    role: str, request_: Message, kind: type, tmp_path: Path
) -> None:
    server = Server(tmp_path, program=DYING)
    with server:
        seats = server.arrange(arbiter="new")
        killed_by(server, seats, role, request_)
        server.program = Server.program
        server.start()
        with server.page(seats[role]) as page:
            again = page.ask(**request_, key=KEY)
            another = page.ask(**ORDER) if request_ is ORDER else again
    with closing(SqliteJournal(tmp_path / "journal.sqlite", is_for_reading=True)) as journal:
        (game,) = journal.game_ids()
        done = count(journal.read(game), kind)

    assert (again["is_accepted"], again["is_repetition"]) == (True, True)
    assert another["is_accepted"]
    assert done == (2 if another is not again else 1)


def test_what_is_repeated_to_the_server_that_takes_over_is_done_once(
    database_url: str, tmp_path: Path
) -> None:
    with sharing(database_url, tmp_path, first=DYING) as (one, two):
        links = one.links(arbiter="new")
        tokens = {role: path.partition("#")[2] for role, path in links.items()}
        with Database(database_url) as database:
            (game,) = PostgresJournal(database).game_ids()
        assert is_led_by(one, database_url)(game)
        seats = {role: one.enter(token) for role, token in tokens.items()}
        killed_by(one, seats, "arbiter", ORDER)
        waited(lambda: is_led_by(two, database_url)(game))
        with two.page(two.enter(tokens["arbiter"])) as page:
            again = page.ask(**ORDER, key=KEY)
            another = page.ask(**ORDER)
        with Database(database_url) as database:
            done = count(PostgresJournal(database).read(game), TimeAdded)

    assert (again["is_accepted"], again["is_repetition"]) == (True, True)
    assert (another["is_accepted"], another["is_repetition"]) == (True, False)
    assert done == 2


def count(events: Sequence[Event], kind: type) -> int:
    return sum(isinstance(event, kind) for event in events)
