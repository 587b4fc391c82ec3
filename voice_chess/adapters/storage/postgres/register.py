"""The register of games, chairs and keys in a shared database; it stores only secrets' digests."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path

from voice_chess.adapters.storage.chair_codec import (
    chair_of,
    settled_of,
    settled_text,
    wishes_text,
)
from voice_chess.adapters.storage.kept_secret import kept_secret, secret_read
from voice_chess.adapters.storage.postgres.database import Database, PatientConnection
from voice_chess.plain_error import why_and_what_now
from voice_chess.session.games.chairs import Chair, Settled
from voice_chess.session.lobby.register import Key, KeyKind
from voice_chess.session.ports import JournalLost

_ADD_CHAIR = """
INSERT INTO chair (id, role, preferences) VALUES (%s, %s, %s) ON CONFLICT (id) DO NOTHING
"""
_PROLONG = """
UPDATE key SET until_ms = %s WHERE owner = ANY(%s) AND kind != 'entry' AND until_ms < %s
"""
_ADD_KEY = "INSERT INTO key (kind, digest, owner, until_ms) VALUES (%s, %s, %s, %s)"
_FINISH = "INSERT INTO finished (game) VALUES (%s) ON CONFLICT (game) DO NOTHING"
_GO_ON = "DELETE FROM finished WHERE game = %s"
_DELETE = (
    "INSERT INTO deleted (game) VALUES (%(game)s) ON CONFLICT (game) DO NOTHING",
    "DELETE FROM sits WHERE game = %(game)s",
    """
DELETE FROM key
WHERE owner IN (SELECT id FROM chair) AND owner NOT IN (SELECT chair FROM sits)
""",
    "DELETE FROM chair WHERE id NOT IN (SELECT chair FROM sits)",
    "DELETE FROM finished WHERE game = %(game)s",
    "DELETE FROM game WHERE id = %(game)s",
)
_CHAIRS_OF = """
SELECT id, role, preferences FROM chair JOIN sits ON chair.id = sits.chair
WHERE sits.game = %s ORDER BY number
"""
_GAMES_OF = """
SELECT game.id FROM game JOIN sits ON game.id = sits.game WHERE sits.chair = %s ORDER BY number
"""


def secret_of(database: Database, key: Path) -> bytes:
    """Return the secret in the key file; make one if neither file nor database has any.

    Codes that were given out open nothing under another key. Raises `JournalLost` if the key is
    missing or another one, and then nothing is written.
    """
    with database.changing() as connection:
        connection.execute("LOCK TABLE code_key IN EXCLUSIVE MODE")
        digest = _kept_digest(connection)
        secret = _checked(database, key, digest, _made)
        if digest is None:
            ours = _digest_of(secret)
            connection.execute("INSERT INTO code_key (digest) VALUES (%s)", (ours,))
    return secret


def secret_looked_at(database: Database, key: Path) -> bytes:
    """Return the secret in the key file; if neither file nor database has any, one kept nowhere.

    Raises `JournalLost` as `secret_of`, and writes nothing.
    """
    with database.using() as connection:
        digest = _kept_digest(connection)
    return _checked(database, key, digest, secret_read)


def has_secret(connection: PatientConnection) -> bool:
    """Whether the codes of this database have their secret, as since a server first used it."""
    return _kept_digest(connection) is not None


def _kept_digest(connection: PatientConnection) -> bytes | None:
    found = connection.execute("SELECT digest FROM code_key").fetchone()
    return None if found is None else found[0]


def _checked(
    database: Database, key: Path, digest: bytes | None, read: Callable[[Path], bytes]
) -> bytes:
    """Return the secret that `read` gets from the file, unless the database has another digest."""
    if digest is not None and not key.exists():
        raise JournalLost(
            _told_to_copy(f"The key {key} of the database {database.name} is missing")
        )
    try:
        secret = read(key)
    except OSError as error:
        message = f"The key {key} can't be used: {why_and_what_now(error)}"
        raise JournalLost(message) from error
    if digest not in (None, _digest_of(secret)):
        raise JournalLost(
            _told_to_copy(f"The key {key} is not that of the database {database.name}")
        )
    return secret


def _made(key: Path) -> bytes:
    key.parent.mkdir(parents=True, exist_ok=True)
    return kept_secret(key)


def _digest_of(secret: bytes) -> bytes:
    return hashlib.sha256(b"voice-chess code key\0" + secret).digest()


def _told_to_copy(what: str) -> str:
    how = "copy the file from the machine that used the database first"
    return f"{what}: {how}, or codes would open nothing."


class PostgresRegister:
    """`Register` for any number of threads, and of programs with the same key of codes."""

    def __init__(self, database: Database, secret: bytes) -> None:
        """`secret` is the secret of the codes, from `secret_of`."""
        self._database = database
        self._secret = secret

    def add_game(
        self,
        game_id: str,
        settled: Settled,
        chairs: Mapping[str, Chair],
        keys: Sequence[Key] = (),
    ) -> None:
        with self._database.changing() as connection:
            connection.execute(
                "INSERT INTO game (id, settled) VALUES (%s, %s)", (game_id, settled_text(settled))
            )
            cursor = connection.cursor()
            cursor.executemany(
                _ADD_CHAIR,
                [(chair.id, chair.role.value, wishes_text(chair)) for chair in chairs.values()],
            )
            cursor.executemany(
                "INSERT INTO sits (game, chair) VALUES (%s, %s)",
                [(game_id, chair.id) for chair in chairs.values()],
            )
            cursor.executemany(_ADD_KEY, map(astuple, keys))

    def games(self) -> Mapping[str, Settled]:
        rows = self._database.rows("SELECT id, settled FROM game ORDER BY number")
        return {game_id: settled_of(settled) for game_id, settled in rows}

    def finished(self) -> frozenset[str]:
        return frozenset(game_id for (game_id,) in self._database.rows("SELECT game FROM finished"))

    def finish(self, game_id: str, *, is_over: bool) -> None:
        with self._database.using() as connection:
            connection.execute(_FINISH if is_over else _GO_ON, (game_id,))

    def delete(self, game_id: str) -> None:
        with self._database.changing() as connection:
            for change in _DELETE:
                connection.execute(change, {"game": game_id})

    def deleted(self) -> frozenset[str]:
        return frozenset(game_id for (game_id,) in self._database.rows("SELECT game FROM deleted"))

    def erased(self, game_id: str) -> None:
        with self._database.using() as connection:
            connection.execute("DELETE FROM deleted WHERE game = %s", (game_id,))

    def chairs_of(self, game_id: str) -> tuple[Chair, ...]:
        return tuple(chair_of(*row) for row in self._database.rows(_CHAIRS_OF, game_id))

    def games_of(self, chair_id: str) -> tuple[str, ...]:
        return tuple(game_id for (game_id,) in self._database.rows(_GAMES_OF, chair_id))

    def chair(self, chair_id: str) -> Chair | None:
        rows = self._database.rows(
            "SELECT id, role, preferences FROM chair WHERE id = %s", chair_id
        )
        return chair_of(*rows[0]) if rows else None

    def prefer(self, chair: Chair) -> None:
        with self._database.using() as connection:
            connection.execute(
                "UPDATE chair SET preferences = %s WHERE id = %s",
                (wishes_text(chair), chair.id),
            )

    def add_keys(self, keys: Sequence[Key], *, instead: bool = False) -> None:
        owners = sorted({key.owner for key in keys}) if instead else []
        with self._database.changing() as connection:
            connection.execute("DELETE FROM key WHERE owner = ANY(%s)", (owners,))
            connection.cursor().executemany(_ADD_KEY, map(astuple, keys))

    def prolong(self, owners: Collection[str], until_ms: int) -> None:
        with self._database.using() as connection:
            connection.execute(_PROLONG, (until_ms, sorted(owners), until_ms))

    def all_keys(self) -> tuple[Key, ...]:
        rows = self._database.rows(
            "SELECT kind, digest, owner, until_ms FROM key ORDER BY kind, digest"
        )
        return tuple(
            Key(kind=kind, digest=digest, owner=owner, until_ms=until_ms)
            for kind, digest, owner, until_ms in rows
        )

    def owner_of(self, kind: KeyKind, digest: bytes, now_ms: int) -> str | None:
        rows = self._database.rows(
            "SELECT owner FROM key WHERE kind = %s AND digest = %s AND until_ms > %s",
            *(kind, digest, now_ms),
        )
        return str(rows[0][0]) if rows else None

    def revoke(self, owner: str) -> None:
        with self._database.using() as connection:
            connection.execute("DELETE FROM key WHERE owner = %s", (owner,))

    def forget(self, kind: KeyKind, digest: bytes) -> None:
        with self._database.using() as connection:
            connection.execute("DELETE FROM key WHERE kind = %s AND digest = %s", (kind, digest))

    def is_open(self, owner: str) -> bool:
        return bool(
            self._database.rows(
                "SELECT 1 FROM key WHERE owner = %s AND kind = 'link' LIMIT 1", owner
            )
        )

    def check_room(self) -> None:
        if self._database.is_for_reading():
            message = "The database can only be read."
            raise JournalLost(message)

    def secret(self) -> bytes:
        return self._secret
