"""Makes files and their names survive a power cut."""

import errno
import os
from pathlib import Path

_CAN_NOT_WAIT = frozenset({errno.EACCES, errno.EBADF, errno.EINVAL})
"""Errors of systems and file systems that can't wait for a folder, or not for this user."""


def make_durable(path: Path) -> None:
    """Wait until a file's content or a folder's names are on the disk. Raises `OSError`.

    A file that was renamed is safe only together with its folder. Where a folder can't be waited
    for, such as on Windows, this does nothing for it.
    """
    is_folder = path.is_dir()
    if is_folder and os.name != "posix":
        return
    try:
        _synced(path, os.O_RDONLY if is_folder else os.O_RDWR)
    except OSError as error:
        if not is_folder or error.errno not in _CAN_NOT_WAIT:
            raise


def _synced(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
