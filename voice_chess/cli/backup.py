"""`export` and `import`: everything that is kept in one file, and a new storage made of it."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from voice_chess.cli.command import BAD_INPUT, OTHERWISE, SUCCESS, Command
from voice_chess.cli.game_place import database_address
from voice_chess.compose.archives import export_into, import_from
from voice_chess.compose.bad_input import BadInput
from voice_chess.session.ports import JournalDamaged
from voice_chess.settings import Settings

_OWNERS_ALONE = 0o600


def configure_export(parser: ArgumentParser) -> None:
    """The same, and whether damage is gone around."""
    configure(parser)
    parser.add_argument(
        "--whole",
        action="store_true",
        help="go around games and events that are damaged, and name them",
    )


def configure(parser: ArgumentParser) -> None:
    """Which file, and where the games lie."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the archive, a zip file")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where journal and records lie")
    parser.add_argument(
        "--database",
        type=database_address,
        metavar="URL",
        help="PostgreSQL database that keeps them, in place of files",
    )


def export_all(chosen: Namespace) -> int:
    """Others may play meanwhile. Raises `BadInput`, `JournalLost`, `OSError`."""
    data, database = _where(chosen)
    if chosen.file.exists():
        message = f"{chosen.file} is there already; an export goes into a new file."
        raise BadInput(message)
    if database is None and not (data / "journal.sqlite").exists():
        message = f"There are no games in {data}."
        raise BadInput(message)
    unfinished = chosen.file.with_name(f"{chosen.file.name}.part")
    try:
        with _for_owner_alone(unfinished) as file:
            damaged = export_into(file, data, database, goes_around=chosen.whole)
            file.flush()
            os.fsync(file.fileno())
    except JournalDamaged as error:
        message = f"{error} What is whole is exported with: voice-chess export FILE --whole"
        raise BadInput(message) from error
    unfinished.replace(chosen.file)
    for told in damaged:
        sys.stderr.write(told)
    what = f"all but these {len(damaged)} games and events" if damaged else "all games and events"
    sys.stdout.write(
        f"{chosen.file}: {what}, their sound and all seats. It opens seats: keep it from others. "
        "Learnt voices are not in it.\n"
    )
    return OTHERWISE if damaged else SUCCESS


def import_all(chosen: Namespace) -> int:
    """All of it or nothing. Raises `BadInput`, `JournalLost`, `OSError`."""
    data, database = _where(chosen)
    imported = import_from(chosen.file, data, database)
    for fault in imported.faults:
        sys.stderr.write(f"{chosen.file.name}: {fault}\n")
    if imported.faults:
        sys.stderr.write("Nothing was imported.\n")
        return BAD_INPUT
    place = data if database is None else "the database"
    sys.stdout.write(f"Imported into {place}: games {imported.games}, events {imported.events}.\n")
    for name in imported.left_out:
        sys.stderr.write(f"Not imported, it was damaged when it was exported: {name}\n")
    return SUCCESS


def _where(chosen: Namespace) -> tuple[Path, str | None]:
    settings = Settings.from_environment()
    return chosen.data or settings.data, chosen.database or settings.database


@contextmanager
def _for_owner_alone(path: Path) -> Iterator[IO[bytes]]:
    """A new file, of which nothing stays where writing it fails."""
    path.unlink(missing_ok=True)
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNERS_ALONE)
    try:
        with os.fdopen(opened, "wb") as file:
            yield file
    except BaseException:
        path.unlink()
        raise


EXPORT = Command(
    name="export",
    summary="put all games, their sound, seats and events of a server into one file",
    configure=configure_export,
    run=export_all,
)
IMPORT = Command(
    name="import",
    summary="make a new storage from such a file, whole or not at all",
    configure=configure,
    run=import_all,
)
