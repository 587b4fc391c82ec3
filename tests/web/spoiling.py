"""Makes games that were played on a server and whose journal was damaged afterwards."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.stage.play import play
from tests.web.stage import Stage, staged

MOVES = ("e2e4", "e7e5", "g1f3")


def played(data: Path) -> str:
    """Play three moves, let White resign, and end the server; return the id of the game."""
    with staged(data) as stage:
        links = stage.arrange(white={"name": "Anna"}, black={"name": "Viktor"}, time="5+3")
        with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
            white.event("game-started")
            play(white, black, *MOVES)
            assert white.resign()["is_accepted"]
        return links["game"]["id"]


def numbers(stage: Stage, game: str, kind: type) -> list[int]:
    """Return the numbers of the events of a kind, as the journal counts them."""
    events = stage.journal.read_whole(game).events
    return [number for number, event in enumerate(events, 1) if isinstance(event, kind)]


def spoil(data: Path, game: str, number: int) -> None:
    with closing(sqlite3.connect(data / "journal.sqlite")) as journal, journal:
        journal.execute(
            "UPDATE event SET body = body || ' ' WHERE game = ? AND version = ?", (game, number)
        )


def spoilt(data: Path, kind: type, which: int = 0) -> tuple[str, int]:
    """Return a game whose event of this kind is damaged, and the number of that event."""
    game = played(data)
    with staged(data) as stage:
        number = numbers(stage, game, kind)[which]
    spoil(data, game, number)
    return game, number
