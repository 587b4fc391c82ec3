"""The sound of games in a shared database, so that whichever server has a game can play it.

Sound is written every few seconds, and completely with each announcement. So a server that dies
loses at most the last seconds after the last announcement.
"""

import json
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, replace
from functools import partial

from voice_chess.adapters.audio_io.sound_formats import packed, unpacked
from voice_chess.adapters.audio_io.wav_writer import wav_file
from voice_chess.adapters.sound_record.audio_archive import (
    MARGIN_MS,
    IndexLine,
    announcements_of,
    counted,
)
from voice_chess.adapters.sound_record.sound_files import (
    SoundFiles,
    flac_name,
    microphone_of,
    stretch_of,
)
from voice_chess.adapters.sound_record.sound_joining import INDEX
from voice_chess.adapters.storage.postgres.database import Database, PatientConnection
from voice_chess.adapters.storage.postgres.leases import LeaseOfHall, lease_of, owned
from voice_chess.game.table import Role
from voice_chess.session.lease import Lease
from voice_chess.session.ports import JournalDamaged, RecordedMove
from voice_chess.sound.sampling import BYTES_PER_MS, SAMPLE_BYTES

_BLOCK_BYTES = 5_000 * BYTES_PER_MS
"""Five seconds: a power cut loses no more of the sound than this."""
_PLAYERS = (Role.WHITE, Role.BLACK)
_LAST = "SELECT coalesce(max(stretch), 0) FROM sound_block WHERE game = %s AND microphone = %s"
# If the line broke after the commit, the block is there, and now comes again with all of its sound.
_WRITE = """
INSERT INTO sound_block (game, microphone, stretch, block, flac) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (game, microphone, stretch, block) DO UPDATE SET flac = excluded.flac
"""
_ANNOUNCE = "INSERT INTO sound_announcement (game, microphone, line) VALUES (%s, %s, %s)"
_LINES = """
SELECT line FROM sound_announcement WHERE game = %s AND microphone = %s ORDER BY number
"""
_BLOCKS = """
SELECT flac FROM sound_block WHERE game = %s AND microphone = %s AND stretch = %s ORDER BY block
"""
_MICROPHONES = """
SELECT microphone FROM sound_block WHERE game = %s
UNION SELECT microphone FROM sound_announcement WHERE game = %s ORDER BY microphone
"""
_STRETCHES = """
SELECT DISTINCT stretch FROM sound_block WHERE game = %s AND microphone = %s ORDER BY stretch
"""
_DELETE = (
    "DELETE FROM sound_block WHERE game = %s",
    "DELETE FROM sound_announcement WHERE game = %s",
)


class PostgresSounds:
    """`SoundRecords`; with a lease, every write raises `LeaseLost` once another server has it."""

    def __init__(self, database: Database, lease: LeaseOfHall = None) -> None:
        self._database = database
        self._lease = lease
        self._open: dict[tuple[str, Role], _OpenSound] = {}
        self._opening = threading.Lock()

    def record(self, game_id: str, role: Role) -> "_OpenSound":
        """Return the record of one player's microphone. Raises `JournalLost`."""
        with self._opening:
            if (game_id, role) not in self._open:
                where = game_id, microphone_of(role)
                self._open[game_id, role] = _OpenSound(
                    self._database, partial(lease_of, self._lease, game_id), where
                )
            return self._open[game_id, role]

    def announced(self, game_id: str) -> tuple[tuple[int, str], ...]:
        """Return the half-move number and the move of each announcement that counted."""
        return counted(
            line for role in _PLAYERS for line in self._lines(game_id, microphone_of(role))
        )

    def wav(self, game_id: str, ply: int) -> bytes | None:
        """Return the last announcement of a half-move as WAV, or None.

        Raises `JournalDamaged` if any of it is missing or can't be read, and `JournalLost`.
        """
        for role in _PLAYERS:
            microphone = microphone_of(role)
            of_it = [line for line in self._lines(game_id, microphone) if line.ply == ply]
            if of_it:
                line = of_it[-1]
                heard = self._heard(game_id, microphone, stretch_of(line.file))
                if len(heard) < SAMPLE_BYTES * line.end_sample:
                    message = f"The sound of game {game_id} is damaged: {line.file} ends too early."
                    raise JournalDamaged(message)
                samples = heard[SAMPLE_BYTES * line.start_sample : SAMPLE_BYTES * line.end_sample]
                return wav_file(samples)
        return None

    def put_away(self, game_id: str) -> None:
        """Write all that was heard, and close the game's records. Raises `JournalLost`."""
        with self._opening:
            # Both records go even if nothing can be written, as when another server has the game.
            found = [self._open.pop((game_id, role), None) for role in _PLAYERS]
            for record in filter(None, found):
                record.close()

    def delete(self, game_id: str) -> None:
        """Delete the game's sound. Raises `JournalLost`."""
        with self._opening, self._database.writing() as connection:
            # Among servers that share games, a game without seats belongs to none of them.
            if not callable(self._lease):
                owned(connection, self._lease)()
            for role in _PLAYERS:
                self._open.pop((game_id, role), None)
            for delete in _DELETE:
                connection.execute(delete, (game_id,))

    def close(self) -> None:
        """Write all that was heard, and close all records. Raises `JournalLost`."""
        with self._opening, ExitStack() as closing:
            # One that can't be written, as when another server has its game, keeps no other back.
            for record in self._open.values():
                closing.callback(record.close)
            self._open.clear()

    def files(self, game_id: str) -> SoundFiles:
        """Yield a game's sound as the files that a folder would hold. Raises `JournalLost`."""
        for (microphone,) in self._database.rows(_MICROPHONES, game_id, game_id):
            for (stretch,) in self._database.rows(_STRETCHES, game_id, microphone):
                heard = self._heard(game_id, microphone, stretch)
                yield f"{microphone}/{flac_name(stretch)}", packed([heard])
            lines = self._lines(game_id, microphone)
            yield f"{microphone}/{INDEX}", "".join(f"{_written(line)}\n" for line in lines).encode()

    def fill(self, game_id: str, name: str, content: bytes) -> None:
        """Put one of these files into a database that lacks it. Raises `JournalLost`."""
        microphone, _, file = name.partition("/")
        with self._database.writing() as connection:
            owned(connection, lease_of(self._lease, game_id))()
            if file.endswith(".flac"):
                row = (game_id, microphone, stretch_of(file), 1, content)
                connection.execute(_WRITE, row)
            else:
                for line in content.decode().splitlines():
                    connection.execute(_ANNOUNCE, (game_id, microphone, line))

    def _lines(self, game_id: str, microphone: str) -> list[IndexLine]:
        rows = self._database.rows(_LINES, game_id, microphone)
        return announcements_of("\n".join(line for (line,) in rows).encode())

    def _heard(self, game_id: str, microphone: str, stretch: int) -> bytes:
        rows = self._database.rows(_BLOCKS, game_id, microphone, stretch)
        try:
            return b"".join(unpacked(flac) for (flac,) in rows)
        except RuntimeError as error:
            message = f"The sound of game {game_id} is damaged: {flac_name(stretch)}."
            raise JournalDamaged(message) from error


class _OpenSound:
    """`SoundRecord` of one microphone; different threads may call `hear` and `keep`."""

    def __init__(
        self, database: Database, lease: Callable[[], Lease | None], where: tuple[str, str]
    ) -> None:
        self._database, self._lease, self._where = database, lease, where
        ((last,),) = database.rows(_LAST, *where)
        self._stretch, self._block = last + 1, 0
        self._unwritten = b""
        self._before_bytes = self._stretch_bytes = 0
        """Bytes heard since this was opened: in finished stretches, and in the current one."""
        self._lock = threading.Lock()

    def hear(self, samples: bytes) -> None:
        """Take these samples. Raises `JournalLost`; then they were not taken."""
        with self._lock:
            heard = self._unwritten + samples
            if len(heard) >= _BLOCK_BYTES:
                with self._database.writing() as connection:
                    self._write(connection, heard)
                heard, self._block = b"", self._block + 1
            self._unwritten = heard
            self._stretch_bytes += len(samples)

    def keep(self, spoken: RecordedMove) -> IndexLine | None:
        """Enter an announcement; return None if there was no sound since the last (a typed move).

        Raises `JournalLost`; then nothing was entered.
        """
        with self._lock:
            if not self._stretch_bytes:
                return None
            line = IndexLine(
                ply=spoken.ply,
                uci=spoken.uci,
                san=spoken.san,
                file=flac_name(self._stretch),
                start_sample=self._within(spoken.started_ms - MARGIN_MS),
                end_sample=self._within(spoken.ended_ms + MARGIN_MS),
                wall_ms=spoken.wall_ms,
            )
            with self._database.writing() as connection:
                self._write(connection, self._unwritten)
                connection.execute(_ANNOUNCE, (*self._where, _written(line)))
            self._begin_another()
            return line

    def close(self) -> None:
        """Write what was heard. Raises `JournalLost`."""
        with self._lock:
            if self._unwritten:
                with self._database.writing() as connection:
                    self._write(connection, self._unwritten)
            if self._stretch_bytes:
                self._begin_another()

    def _begin_another(self) -> None:
        self._before_bytes += self._stretch_bytes
        self._stretch, self._block, self._stretch_bytes, self._unwritten = (
            self._stretch + 1,
            0,
            0,
            b"",
        )

    def _write(self, connection: PatientConnection, samples: bytes) -> None:
        owned(connection, self._lease())()
        if samples:
            row = (*self._where, self._stretch, self._block, packed([samples]))
            connection.execute(_WRITE, row)

    def _within(self, at_ms: int) -> int:
        """Return the sample of the current stretch at this time, within the stretch."""
        sample = (at_ms * BYTES_PER_MS - self._before_bytes) // SAMPLE_BYTES
        return min(max(sample, 0), self._stretch_bytes // SAMPLE_BYTES)


def _written(line: IndexLine) -> str:
    """Return the line as JSON; a file of several joined stretches gets the first one's name."""
    named = replace(line, file=flac_name(stretch_of(line.file)))
    return json.dumps(asdict(named), ensure_ascii=False)
