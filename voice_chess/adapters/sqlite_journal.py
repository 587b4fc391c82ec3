"""The journal in one SQLite file: written before anybody is told, safe on disk on return."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from voice_chess.adapters.event_codec import EVENTS, EVIDENCE
from voice_chess.adapters.sqlite_safety import all_or_nothing, told_plainly
from voice_chess.game.events import Event
from voice_chess.session.evidence import Evidence
from voice_chess.session.ports import Conflict

# The database's own clock stamps each row: for a dispute about when something was written.
_NOW_MS = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS event (
    game TEXT NOT NULL, version INTEGER NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
    written_ms INTEGER NOT NULL DEFAULT ({_NOW_MS}),
    PRIMARY KEY (game, version)
) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS evidence (
    number INTEGER PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
    written_ms INTEGER NOT NULL DEFAULT ({_NOW_MS})
) STRICT;
CREATE INDEX IF NOT EXISTS evidence_of_game ON evidence (game, number);
"""
_FULL = 2


class SqliteJournal:
    """`Journal` in a file; used from the thread that opened it."""

    def __init__(self, path: Path, *, patience_ms: int = 2_000) -> None:
        """Open or create; raises `JournalLost` when that can't be done or the file is damaged."""
        self._path = path
        with told_plainly(self._told):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path, isolation_level=None, timeout=patience_ms / 1_000
            )
            self._prepare()

    def close(self) -> None:
        self._connection.close()

    def append(self, game_id: str, events: Sequence[Event], *, after: int) -> int:
        rows = [
            (game_id, after + number, *EVENTS.encode(event))
            for number, event in enumerate(events, start=1)
        ]
        with told_plainly(self._told), all_or_nothing(self._connection):
            (last,) = self._connection.execute(
                "SELECT coalesce(max(version), 0) FROM event WHERE game = ?", (game_id,)
            ).fetchone()
            if last != after:
                raise Conflict(_conflict(game_id, last, after))
            self._connection.executemany(
                "INSERT INTO event (game, version, name, body) VALUES (?, ?, ?, ?)", rows
            )
        return after + len(rows)

    def read(self, game_id: str) -> tuple[Event, ...]:
        rows = self._rows("SELECT name, body FROM event WHERE game = ? ORDER BY version", game_id)
        return tuple(EVENTS.decode(name, body) for name, body in rows)

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        rows = [(game_id, *EVIDENCE.encode(item)) for item in evidence]
        with told_plainly(self._told), all_or_nothing(self._connection):
            self._connection.executemany(
                "INSERT INTO evidence (game, name, body) VALUES (?, ?, ?)", rows
            )

    def evidence(self, game_id: str) -> tuple[Evidence, ...]:
        rows = self._rows("SELECT name, body FROM evidence WHERE game = ? ORDER BY number", game_id)
        return tuple(EVIDENCE.decode(name, body) for name, body in rows)

    def game_ids(self) -> tuple[str, ...]:
        rows = self._rows("SELECT game FROM event WHERE version = 1 ORDER BY written_ms, game")
        return tuple(game for (game,) in rows)

    def _prepare(self) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.executescript(_SCHEMA)
        (synchronous,) = self._connection.execute("PRAGMA synchronous").fetchone()
        (health,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if synchronous != _FULL or health != "ok":
            raise sqlite3.DatabaseError(health)

    def _rows(self, query: str, *values: str) -> list[tuple[str, ...]]:
        with told_plainly(self._told):
            return self._connection.execute(query, values).fetchall()

    def _told(self, reason: str) -> str:
        return (
            f"The journal {self._path} can't be used ({reason}): nothing that was written "
            "is lost; make room or free it, or choose another data directory."
        )


def _conflict(game_id: str, last: int, after: int) -> str:
    return (
        f"Somebody else has written to game {game_id}: it is at version {last}, "
        f"this program knew {after}."
    )
