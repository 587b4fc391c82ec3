"""Finds a place in memory for the files of tests, which need not wait for a disk."""

import os
import shutil
from pathlib import Path

ROOM_BYTES = 4 << 30
"""Room for several PostgreSQL servers, whose logs of changes grow to a gigabyte."""
MACHINE_BYTES = 16 << 30
"""A smaller machine needs its memory for six browsers at once."""


def folder_in_memory() -> Path | None:
    """Return a place in memory if there is room, else None: the usual place.

    Where many programs share a disk, each of thousands of synced writes waits for theirs, too, and
    to make and delete a server's thousands of small files takes long.
    """
    memory = Path("/dev/shm")  # noqa: S108 - each user makes a folder of their own there
    if not memory.is_dir() or not os.access(memory, os.W_OK):
        return None
    if os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") < MACHINE_BYTES:
        return None
    runs_programs = not os.statvfs(memory).f_flag & os.ST_NOEXEC  # some tests write programs
    return memory if runs_programs and shutil.disk_usage(memory).free >= ROOM_BYTES else None
