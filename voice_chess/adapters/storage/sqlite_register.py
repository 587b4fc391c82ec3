"""The register of games, chairs and keys in one SQLite file; it stores only secrets' digests."""

import errno
import os
import shutil
import sqlite3
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any

from voice_chess.adapters.storage.chair_codec import chair_of, settled_of, settled_text, wishes_text
from voice_chess.adapters.storage.kept_secret import kept_secret, secret_read
from voice_chess.adapters.storage.sqlite_reading import OwnTable
from voice_chess.adapters.storage.sqlite_transactions import (
    WHAT_NOW,
    WrittenBefore,
    all_or_nothing,
    copied,
    opened,
    told_plainly,
)
from voice_chess.session.games.chairs import Chair, Settled
from voice_chess.session.lobby.register import Key, KeyKind

_DELETE = (
    "INSERT OR IGNORE INTO deleted VALUES (:game)",
    "DELETE FROM sits WHERE game = :game",
    """
DELETE FROM key
WHERE owner IN (SELECT id FROM chair) AND owner NOT IN (SELECT chair FROM sits)
""",
    "DELETE FROM chair WHERE id NOT IN (SELECT chair FROM sits)",
    "DELETE FROM finished WHERE game = :game",
    "DELETE FROM game WHERE id = :game",
)
_ADD_KEY = "INSERT INTO key (kind, digest, owner, until_ms) VALUES (?, ?, ?, ?)"
_MIGRATIONS = "voice_chess.adapters.storage.sqlite_migrations.register"
_OWN = OwnTable(name="game", columns={"id", "settled"})
_LEAST_ROOM = 100_000
"""How many bytes must be free: what a change takes in SQLite's write-ahead log, and some more."""


class SqliteRegister:
    """`Register` in a file, for any thread."""

    def __init__(self, path: Path, *, is_for_reading: bool = False) -> None:
        """Open or create it; for reading, take a copy and change nothing, not even the folder.

        Raises `JournalLost` if that can't be done.
        """
        self._path = path
        self._lock = threading.Lock()
        with told_plainly(self._told):
            self._connection = (copied if is_for_reading else opened)(path, _MIGRATIONS, _OWN)
            self._secret = (secret_read if is_for_reading else kept_secret)(
                path.with_suffix(".key")
            )

    def close(self) -> None:
        self._connection.close()

    def add_game(
        self,
        game_id: str,
        settled: Settled,
        chairs: Mapping[str, Chair],
        keys: Sequence[Key] = (),
    ) -> None:
        with self._changing() as connection:
            connection.execute(
                "INSERT INTO game (id, settled) VALUES (?, ?)",
                (game_id, settled_text(settled)),
            )
            for chair in chairs.values():
                connection.execute(
                    "INSERT OR IGNORE INTO chair (id, role, preferences) VALUES (?, ?, ?)",
                    (chair.id, chair.role.value, wishes_text(chair)),
                )
                connection.execute("INSERT INTO sits VALUES (?, ?)", (game_id, chair.id))
            connection.executemany(_ADD_KEY, map(astuple, keys))

    def games(self) -> Mapping[str, Settled]:
        rows = self._rows("SELECT id, settled FROM game ORDER BY number")
        return {game_id: settled_of(settled) for game_id, settled in rows}

    def finished(self) -> frozenset[str]:
        return frozenset(game_id for (game_id,) in self._rows("SELECT game FROM finished"))

    def finish(self, game_id: str, *, is_over: bool) -> None:
        change = (
            "INSERT OR IGNORE INTO finished VALUES (?)"
            if is_over
            else "DELETE FROM finished WHERE game = ?"
        )
        with self._changing() as connection:
            connection.execute(change, (game_id,))

    def delete(self, game_id: str) -> None:
        with self._changing() as connection:
            for change in _DELETE:
                connection.execute(change, {"game": game_id})

    def deleted(self) -> frozenset[str]:
        return frozenset(game_id for (game_id,) in self._rows("SELECT game FROM deleted"))

    def erased(self, game_id: str) -> None:
        with self._changing() as connection:
            connection.execute("DELETE FROM deleted WHERE game = ?", (game_id,))

    def chairs_of(self, game_id: str) -> tuple[Chair, ...]:
        rows = self._rows(
            "SELECT id, role, preferences FROM chair JOIN sits ON chair.id = sits.chair "
            "WHERE sits.game = ? ORDER BY number",
            game_id,
        )
        return tuple(chair_of(*row) for row in rows)

    def games_of(self, chair_id: str) -> tuple[str, ...]:
        rows = self._rows(
            "SELECT game.id FROM game JOIN sits ON game.id = sits.game "
            "WHERE sits.chair = ? ORDER BY number",
            chair_id,
        )
        return tuple(game_id for (game_id,) in rows)

    def chair(self, chair_id: str) -> Chair | None:
        rows = self._rows("SELECT id, role, preferences FROM chair WHERE id = ?", chair_id)
        return chair_of(*rows[0]) if rows else None

    def prefer(self, chair: Chair) -> None:
        with self._changing() as connection:
            connection.execute(
                "UPDATE chair SET preferences = ? WHERE id = ?",
                (wishes_text(chair), chair.id),
            )

    def add_keys(self, keys: Sequence[Key], *, instead: bool = False) -> None:
        owners = {key.owner for key in keys} if instead else set()
        with self._changing() as connection:
            connection.executemany("DELETE FROM key WHERE owner = ?", [(one,) for one in owners])
            connection.executemany(_ADD_KEY, map(astuple, keys))

    def prolong(self, owners: Collection[str], until_ms: int) -> None:
        with self._changing() as connection:
            connection.executemany(
                "UPDATE key SET until_ms = ? WHERE owner = ? AND kind != 'entry' AND until_ms < ?",
                [(until_ms, owner, until_ms) for owner in owners],
            )

    def all_keys(self) -> tuple[Key, ...]:
        rows = self._rows("SELECT kind, digest, owner, until_ms FROM key ORDER BY kind, digest")
        return tuple(
            Key(kind=kind, digest=digest, owner=owner, until_ms=until_ms)
            for kind, digest, owner, until_ms in rows
        )

    def owner_of(self, kind: KeyKind, digest: bytes, now_ms: int) -> str | None:
        rows = self._rows(
            "SELECT owner FROM key WHERE kind = ? AND digest = ? AND until_ms > ?",
            *(kind, digest, now_ms),
        )
        return str(rows[0][0]) if rows else None

    def revoke(self, owner: str) -> None:
        with self._changing() as connection:
            connection.execute("DELETE FROM key WHERE owner = ?", (owner,))

    def forget(self, kind: KeyKind, digest: bytes) -> None:
        with self._changing() as connection:
            connection.execute("DELETE FROM key WHERE kind = ? AND digest = ?", (kind, digest))

    def is_open(self, owner: str) -> bool:
        return bool(self._rows("SELECT 1 FROM key WHERE owner = ? AND kind = 'link'", owner))

    def check_room(self) -> None:
        folder = self._path.parent
        with self._lock, told_plainly(self._told):
            self._connection.check_place()
            if shutil.disk_usage(folder).free < _LEAST_ROOM:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if not os.access(folder, os.W_OK):
                raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    def secret(self) -> bytes:
        return self._secret

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock, told_plainly(self._told):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection in a transaction: all or nothing, safe on disk on exit."""
        with self._lock, told_plainly(self._told), all_or_nothing(self._connection):
            yield self._connection

    def _told(self, reason: str, before: WrittenBefore) -> str:
        return f"The register {self._path} can't be used ({reason}): {WHAT_NOW[before]}"
