"""The journal in one SQLite file: safe on disk on return, before anybody is told."""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from shlex import quote

from voice_chess.adapters.storage.event_chain import (
    Chain,
    ChainCheck,
    WrittenEvent,
    checked,
    linked,
    told_conflict,
    written,
)
from voice_chess.adapters.storage.event_codec import EVENTS, EVIDENCE
from voice_chess.adapters.storage.sqlite_reading import OwnTable, connected_for_reading
from voice_chess.adapters.storage.sqlite_transactions import (
    PATIENCE_MS,
    WHAT_NOW,
    WrittenBefore,
    all_or_nothing,
    check_version,
    connected,
    make_safe,
    one_snapshot,
    part_of_all,
    told_plainly,
)
from voice_chess.game.events import Event
from voice_chess.own_command import own_command
from voice_chess.session.evidence import Evidence
from voice_chess.session.ports import (
    MOST_REQUESTS,
    Conflict,
    DoneBefore,
    JournalDamaged,
    JournalLost,
    RequestKey,
    WholePart,
)

FORMAT = 1
_SHEETS = " The scoresheets in {sheets} hold what was recorded."
_OWN = OwnTable(name="event", columns={"game", "version", "name", "body"})
# SQLite's own clock stamps each row, for disputes about when something was written.
_NOW_MS = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS event (
    game TEXT NOT NULL, version INTEGER NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
    written_ms INTEGER NOT NULL DEFAULT ({_NOW_MS}), chain TEXT,
    PRIMARY KEY (game, version)
) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS evidence (
    number INTEGER PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
    written_ms INTEGER NOT NULL DEFAULT ({_NOW_MS})
) STRICT;
CREATE INDEX IF NOT EXISTS evidence_of_game ON evidence (game, number);
CREATE TABLE IF NOT EXISTS chain_end (
    game TEXT PRIMARY KEY, version INTEGER NOT NULL, checksum TEXT NOT NULL
) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS heartbeat (
    game TEXT PRIMARY KEY, at_ms INTEGER NOT NULL
) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS request (
    game TEXT NOT NULL, seat TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL,
    PRIMARY KEY (game, seat, key)
) WITHOUT ROWID, STRICT;
"""
_WITH_CHAIN = "SELECT version, name, body, chain FROM event WHERE game = ? ORDER BY version"
_WITHOUT_CHAIN = "SELECT version, name, body, NULL FROM event WHERE game = ? ORDER BY version"
_IS_REQUESTED = "SELECT 1 FROM request WHERE game = ? AND seat = ? AND key = ?"
_REQUESTS = """
SELECT seat, key FROM request WHERE game = ? AND version <= coalesce(?, version)
ORDER BY version DESC LIMIT ?
"""
_LATEST = """
SELECT max(at_ms) FROM (
    SELECT max(CASE WHEN json_valid(body) THEN json_extract(body, '$.at_ms') END) AS at_ms
    FROM event
    UNION ALL SELECT max(at_ms) FROM heartbeat
)
"""
_DELETE = (
    "DELETE FROM event WHERE game = ?",
    "DELETE FROM evidence WHERE game = ?",
    "DELETE FROM chain_end WHERE game = ?",
    "DELETE FROM heartbeat WHERE game = ?",
    "DELETE FROM request WHERE game = ?",
)
_FULL = 2


class SqliteJournal:
    """`Journal` in a file, for any thread, but only one at a time."""

    def __init__(
        self, path: Path, *, patience_ms: int = PATIENCE_MS, is_for_reading: bool = False
    ) -> None:
        """Open or create it; for reading, change nothing, not even the folder around it.

        Raises `JournalLost` if that can't be done or the file is damaged.
        """
        self._path = path
        with told_plainly(self._told):
            if is_for_reading:
                self._connection = connected_for_reading(path)
                _OWN.check(self._connection)
                check_version(self._connection, FORMAT)
            else:
                _OWN.check_file(path)
                path.parent.mkdir(parents=True, exist_ok=True)
                self._connection = connected(path, patience_ms=patience_ms)
                self._prepare()
                self._connection.settle(path)
            self._has_chains = self._has_column("event", "chain")
            self._has_requests = self._has_column("request", "key")
            self._has_beats = self._has_column("heartbeat", "at_ms")

    def close(self) -> None:
        self._connection.close()

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
        evidence: Sequence[Evidence] = (),
    ) -> int:
        with told_plainly(self._told), self._changing():
            end = self._end(game_id)
            if end.version != after:
                # Another program has written, or the game is from before there were chains.
                end = self._checked(game_id).chain
            if end.version != after:
                if any(self._is_kept(game_id, request) for request in requests):
                    raise DoneBefore
                raise Conflict(told_conflict(f"game {game_id}", end.version, after))
            version = self._written(game_id, events, end)
            if requests and events:
                self._keep(game_id, requests, version)
            if evidence:
                self._note(game_id, evidence)
            return version

    def requests(self, game_id: str, *, up_to: int | None = None) -> tuple[RequestKey, ...]:
        if not self._has_requests:
            return ()
        rows = self._rows(_REQUESTS, game_id, up_to, MOST_REQUESTS)
        return tuple(RequestKey(seat=seat, key=key) for seat, key in reversed(rows))

    def read(self, game_id: str) -> tuple[Event, ...]:
        """Return all events. Raises `JournalDamaged` if they are not as they were written."""
        with told_plainly(self._told), one_snapshot(self._connection):
            rows = self._events(game_id)
            self._checked(game_id, rows)
        return tuple(EVENTS.decode(row.name, row.body) for row in rows)

    def read_whole(self, game_id: str) -> WholePart:
        with told_plainly(self._told), one_snapshot(self._connection):
            rows = self._events(game_id)
            found = checked(rows, self._end(game_id))
        return WholePart(
            events=tuple(EVENTS.decode(row.name, row.body) for row in rows[: found.whole]),
            damage=self._damage(game_id, found, len(rows)),
        )

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        with told_plainly(self._told), self._changing():
            self._note(game_id, evidence)

    def evidence(self, game_id: str) -> tuple[Evidence, ...]:
        rows = self._rows("SELECT name, body FROM evidence WHERE game = ? ORDER BY number", game_id)
        return tuple(EVIDENCE.decode(name, body) for name, body in rows)

    def game_ids(self) -> tuple[str, ...]:
        rows = self._rows("SELECT game FROM event WHERE version = 1 ORDER BY written_ms, game")
        return tuple(game for (game,) in rows)

    def beat(self, game_ids: Collection[str], at_ms: int) -> None:
        rows = [(game_id, at_ms) for game_id in game_ids]
        with told_plainly(self._told), self._changing():
            self._connection.executemany("REPLACE INTO heartbeat VALUES (?, ?)", rows)

    def last_beat_ms(self, game_id: str) -> int | None:
        if not self._has_beats:
            return None
        rows = self._rows("SELECT at_ms FROM heartbeat WHERE game = ?", game_id)
        return int(rows[0][0]) if rows else None

    def delete(self, game_id: str) -> None:
        with told_plainly(self._told), self._changing():
            for delete in _DELETE:
                self._connection.execute(delete, (game_id,))

    def latest_ms(self) -> int:
        ((latest,),) = self._rows(_LATEST)
        return int(latest or 0)

    def together(self, writings: Sequence[Callable[[], object]]) -> list[object]:
        """Make these calls, which write, in one transaction and in their order.

        Each is done whole or not at all. The result holds, in its place, what a call returned or
        the error with which it alone failed. On return all are safe on disk. Raises `JournalLost`
        if the file can't be used; then none of them was done.
        """
        with told_plainly(self._told), all_or_nothing(self._connection):
            return [self._tried(writing) for writing in writings]

    def _tried(self, writing: Callable[[], object]) -> object:
        try:
            return writing()
        except JournalLost as error:
            if not isinstance(error, JournalDamaged):
                raise
            return error
        except Exception as error:  # noqa: BLE001 - raised where it was wanted
            return error

    def _changing(self) -> AbstractContextManager[None]:
        """Return a transaction, or a savepoint in the transaction that is under way."""
        if self._connection.in_transaction:
            return part_of_all(self._connection)
        return all_or_nothing(self._connection)

    def _prepare(self) -> None:
        check_version(self._connection, FORMAT)
        self._connection.execute("PRAGMA journal_mode = WAL")
        make_safe(self._connection)
        self._connection.executescript(_SCHEMA)
        if not self._has_column("event", "chain"):
            self._connection.execute("ALTER TABLE event ADD COLUMN chain TEXT")
        self._connection.execute(f"PRAGMA user_version = {FORMAT}")
        (synchronous,) = self._connection.execute("PRAGMA synchronous").fetchone()
        (health,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        if synchronous != _FULL or health != "ok":
            raise sqlite3.DatabaseError(health)

    def _has_column(self, table: str, name: str) -> bool:
        """Whether the table has this column; False if there is no such table."""
        columns = self._connection.execute(f"PRAGMA table_info({table})")
        return any(column[1] == name for column in columns)

    def _is_kept(self, game_id: str, request: RequestKey) -> bool:
        found = self._connection.execute(_IS_REQUESTED, (game_id, request.seat, request.key))
        return found.fetchone() is not None

    def _keep(self, game_id: str, requests: Sequence[RequestKey], version: int) -> None:
        """Store the requests. Raises `DoneBefore` if one is stored already."""
        rows = [(game_id, request.seat, request.key, version) for request in requests]
        try:
            self._connection.executemany("INSERT INTO request VALUES (?, ?, ?, ?)", rows)
        except sqlite3.IntegrityError as error:
            raise DoneBefore from error

    def _written(self, game_id: str, events: Sequence[Event], chain: Chain) -> int:
        rows, end = linked(chain, map(EVENTS.encode, events))
        self._connection.executemany(
            "INSERT INTO event (game, version, name, body, chain) VALUES (?, ?, ?, ?, ?)",
            [(game_id, *row) for row in rows],
        )
        self._connection.execute(
            "REPLACE INTO chain_end VALUES (?, ?, ?)", (game_id, end.version, end.checksum)
        )
        return end.version

    def _note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        self._connection.executemany(
            "INSERT INTO evidence (game, name, body) VALUES (?, ?, ?)",
            [(game_id, *EVIDENCE.encode(item)) for item in evidence],
        )

    def _events(self, game_id: str) -> list[WrittenEvent]:
        query = _WITH_CHAIN if self._has_chains else _WITHOUT_CHAIN
        return written(self._connection.execute(query, (game_id,)))

    def _end(self, game_id: str) -> Chain:
        if not self._has_chains:
            return Chain()
        row = self._connection.execute(
            "SELECT version, checksum FROM chain_end WHERE game = ?", (game_id,)
        ).fetchone()
        return Chain.of_row(row)

    def _checked(self, game_id: str, rows: Sequence[WrittenEvent] | None = None) -> ChainCheck:
        """Check the game's whole chain. Raises `JournalDamaged`."""
        rows = self._events(game_id) if rows is None else rows
        found = checked(rows, self._end(game_id))
        damage = self._damage(game_id, found, len(rows))
        if damage is not None:
            raise damage
        return found

    def _rows(self, query: str, *values: str | int | None) -> list[tuple[str, ...]]:
        with told_plainly(self._told):
            return self._connection.execute(query, values).fetchall()

    def _told(self, reason: str, before: WrittenBefore) -> str:
        sheets = _SHEETS.format(sheets=self._path.parent / "games") if before == "in doubt" else ""
        return f"The journal {self._path} can't be used ({reason}): {WHAT_NOW[before]}{sheets}"

    def _damage(self, game_id: str, found: ChainCheck, count: int) -> JournalDamaged | None:
        """Return an error that says which event is damaged, what is whole, and how to save it."""
        if found.broken_at is None:
            return None
        broken, folder = found.broken_at, self._path.parent / "games" / game_id
        where = f"event {broken}" if broken == found.whole + 1 else f"one of the events to {broken}"
        what = "has gone" if broken > count else "is not what was written"
        whole = (
            f"the {found.whole} before it are whole" if found.whole else "none before it is sure"
        )
        data = self._path.parent
        message = (
            f"The journal {self._path} is damaged: of game {game_id} {where} {what}; {whole}. "
            f"Copy {data}, then save what is whole with: {own_command()} record {game_id} --whole "
            f"--data {quote(str(data))} --write FOLDER. What was recorded before is in {folder}."
        )
        return JournalDamaged(message)
