"""Checks signed archives (records of events), and exports and imports all that a server keeps."""

import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from voice_chess.adapters.storage.signed_archive import (
    ArchiveCheck,
    ArchiveSeal,
    BadKey,
    checked,
    write_signed,
)
from voice_chess.adapters.storage.storage_archive import (
    DAMAGED,
    SECRET,
    Counted,
    count_of,
    files_of,
    fill,
)
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.bounded_reading import TooLarge, content_of
from voice_chess.compose.storage import SIGNING_KEY, Storage, storage_made, storage_read
from voice_chess.plain_error import BadInput

_KIND = "voice-chess storage"
_LARGEST_KEY = 100_000
"""In bytes: a key in PEM has 113, and some programs write others beside it."""
_MILLISECONDS = re.compile("[0-9]{1,14}")
"""Milliseconds since 1970; no more digits than make a date of the calendar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOutcome:
    """The result of an import. Nothing was imported where the archive has `faults`.

    `left_out` names the games and events that were damaged when they were exported.
    """

    faults: tuple[str, ...] = ()
    games: int = 0
    events: int = 0
    left_out: tuple[str, ...] = ()


def checked_record(path: Path, known: Path | None = None) -> ArchiveCheck:
    """Check whether an archive is as its server signed it.

    `known` is the file with the server's key; None accepts any key. Raises `BadInput` where that
    file holds no key, `OSError` where a file can't be read.
    """
    try:
        return checked(path, None if known is None else content_of(known, _LARGEST_KEY))
    except (BadKey, TooLarge) as error:
        message = f"{known} holds no public key; it is had from /events/key.pem of the server."
        raise BadInput(message) from error


def contents_told(found: ArchiveCheck) -> str | None:
    """Return in words what an intact archive holds, and when it was made.

    None where it is neither the record of an event nor an export.
    """
    match found.about:
        case {"kind": kind, "made_ms": made_ms} if kind == _KIND and _MILLISECONDS.fullmatch(
            made_ms
        ):
            made = datetime.fromtimestamp(int(made_ms) / 1_000, UTC).isoformat(timespec="seconds")
            count = count_of(found.files)
            return (
                f"all that a server keeps, made {made}; games: {count.games}, "
                f"events: {count.events}"
            )
        case {"name": name, "made": made}:
            games = sum(file.endswith("/game.pgn") for file in found.files)
            sounds = sum(file.endswith(".wav") for file in found.files)
            return f"{name}, made {made}; games: {games}, sounds: {sounds}"
        case _:
            return None


def export_into(
    file: IO[bytes], data: Path, database: str | None, *, goes_around: bool
) -> tuple[str, ...]:
    """Write all games, seats and events into a signed archive; others may play meanwhile.

    Nothing else is written, so the folder may be one that nobody can change. With `goes_around`,
    leave out damaged games and events, and return what is wrong with each. Without it, raise
    `JournalDamaged`. Raises `JournalLost`, `BadInput` and `OSError`.
    """
    about = {"kind": _KIND, "made_ms": str(SystemTime().wall_ms())}
    damaged: list[str] = []
    with storage_read(data, database) as storage:
        files = files_of(storage, goes_around=goes_around)
        write_signed(
            file,
            about,
            _damaged_noted(files, damaged),
            lambda: ArchiveSeal.read_at(data / SIGNING_KEY),
        )
    return tuple(damaged)


def _damaged_noted(
    files: Iterable[tuple[str, bytes]], damaged: list[str]
) -> Iterator[tuple[str, bytes]]:
    """Yield the files as they come; add to `damaged` what is wrong with damaged ones."""
    for name, content in files:
        if name.startswith(DAMAGED):
            damaged.append(content.decode())
        yield name, content


def import_from(path: Path, data: Path, database: str | None) -> ImportOutcome:
    """Import all of an archive or nothing. Raises `BadInput`, `JournalLost`, `OSError`."""
    found = checked(path)
    if found.faults:
        return ImportOutcome(faults=found.faults)
    if found.about.get("kind") != _KIND:
        return ImportOutcome(faults=("It is no export of voice-chess.",))
    with zipfile.ZipFile(path) as archive:
        secret = archive.read(SECRET)
        with storage_made(data, database, secret) as storage:
            count = _filled(storage, iter(found.files), archive)
    left_out = tuple(_own_id(name) for name in found.files if name.startswith(DAMAGED))
    return ImportOutcome(games=count.games, events=count.events, left_out=left_out)


def _own_id(name: str) -> str:
    """Return "game abcdefgh" for `damaged/games/000003-abcdefgh.txt`, and likewise for events."""
    kind, _, rest = name.removeprefix(DAMAGED).partition("/")
    return f"{kind.removesuffix('s')} {rest.removesuffix('.txt').partition('-')[2]}"


def _filled(storage: Storage, names: Iterator[str], archive: zipfile.ZipFile) -> Counted:
    try:
        return fill(storage, names, archive.read)
    except (json.JSONDecodeError, KeyError, TypeError, ValueError) as error:
        message = f"The archive holds what this version can't read ({error}); nothing was imported."
        raise BadInput(message) from error
