"""`export`: writes everything that is stored into one file."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from voice_chess.arguments import file_to_write
from voice_chess.cli.command import OTHERWISE, SUCCESS
from voice_chess.cli.game_place import add_archive, storage_of
from voice_chess.compose.archives import export_into
from voice_chess.compose.storage import is_begun
from voice_chess.plain_error import BadInput
from voice_chess.session.ports import JournalDamaged

_OWNERS_ALONE = 0o600


def configure(parser: ArgumentParser) -> None:
    """Declare the file, the place of the games, and whether damage is skipped."""
    add_archive(parser, "the folder of the games, seats and events to export", file_to_write)
    parser.add_argument(
        "--whole",
        action="store_true",
        help="skip damaged games, sound and events, and name them",
    )


def run(chosen: Namespace) -> int:
    """Export while others may go on playing. Raises `BadInput`, `JournalLost`, `OSError`."""
    data, database = storage_of(chosen)
    if chosen.file.exists():
        message = f"{chosen.file} is there already; an export goes into a new file."
        raise BadInput(message)
    if database is None and not is_begun(data):
        message = f"There are no games in {data}."
        raise BadInput(message)
    unfinished = chosen.file.with_name(f"{chosen.file.name}.part")
    if not chosen.file.parent.is_dir():
        message = f"There is no folder {chosen.file.parent} for {chosen.file.name}."
        raise BadInput(message)
    try:
        with _for_owner_alone(unfinished) as file:
            damaged = export_into(file, data, database, goes_around=chosen.whole)
            file.flush()
            os.fsync(file.fileno())
    except JournalDamaged as error:
        message = f"{error} With --whole, the rest is exported."
        raise BadInput(message) from error
    unfinished.replace(chosen.file)
    for told in damaged:
        sys.stderr.write(told)
    what = ", except for the damage named above" if damaged else ""
    sys.stdout.write(
        f"{chosen.file}: all games and events, their sound and all seats{what}. "
        "It opens seats: keep it from others. Learnt voices are not in it.\n"
    )
    return OTHERWISE if damaged else SUCCESS


@contextmanager
def _for_owner_alone(path: Path) -> Iterator[IO[bytes]]:
    """Yield a new file for its owner alone; it is deleted if writing it fails."""
    path.unlink(missing_ok=True)
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNERS_ALONE)
    try:
        with os.fdopen(opened, "wb") as file:
            yield file
    except BaseException:
        path.unlink()
        raise
