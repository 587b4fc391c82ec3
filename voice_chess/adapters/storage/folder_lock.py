"""Lets one program at a time use a data folder; the next one learns which program has it.

The lock is the operating system's, on an open file, so that a killed process releases it.
"""

import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Self

from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.session.ports import FolderTaken, JournalLost

NAME = "in-use"
_LONGEST_NOTE = 500
_BEHIND_THE_NOTE = 1_000_000
"""The place that Windows locks, in bytes: behind the note, which could not be read otherwise."""


class FolderLock:
    """A lock that holds from its construction until it is closed, or its process ends."""

    def __init__(self, folder: Path, command: str) -> None:
        """Lock the folder, and leave the command and the time there for other programs.

        Raises `FolderTaken`, or `JournalLost` if nothing can be written in the folder.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / NAME).open("a+", encoding="utf-8")
        except FileExistsError as error:
            message = f"{folder} is a file, and no data folder: choose another with --data."
            raise JournalLost(message) from error
        except OSError as error:
            message = (
                f"The data folder {folder} can't be used: {error.strerror or error}. "
                "Let this user write there, or choose another with --data."
            )
            raise JournalLost(message) from error
        try:
            _lock(self._file)
        except OSError as error:
            holder = _note(self._file)
            self._file.close()
            raise FolderTaken(_taken(folder, holder)) from error
        # The folder is ours even if the disk is too full for the note.
        with suppress(OSError):
            self._file.truncate(0)
            since = datetime.fromtimestamp(SystemTime().wall_ms() / 1_000, tz=UTC)
            self._file.write(
                f"voice-chess {command} (process {os.getpid()}, since {since:%Y-%m-%d %H:%M} UTC)\n"
            )
            self._file.flush()

    def close(self) -> None:
        """Release the lock.

        The file stays: a program that has opened it must lock the same file.
        """
        with suppress(OSError):
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _note(file: IO[str]) -> str:
    with suppress(OSError, UnicodeDecodeError):
        file.seek(0)
        return file.read(_LONGEST_NOTE).strip()
    return ""


def _taken(folder: Path, holder: str) -> str:
    return (
        f"The data folder {folder} is in use by {holder or 'another voice-chess'}: "
        "end that one first, or choose another folder with --data."
    )


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        """Raise `OSError` if another program has the lock."""
        os.lseek(file.fileno(), _BEHIND_THE_NOTE, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        """Raise `OSError` if another program has the lock."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
