"""What goes wrong through no mistake of the program, and is told to people as it is."""

import errno

_NOT_ALLOWED = " Give this user the right to it, or name another."
_WHAT_NOW = {
    errno.EACCES: _NOT_ALLOWED,
    errno.EPERM: _NOT_ALLOWED,
    errno.EROFS: " Name another, where something can be written.",
    errno.ENOENT: " See how it is spelt, and in which folder it lies.",
    errno.ENOSPC: " Make room, and try again.",
}


class PlainError(Exception):
    """Its message is one clear sentence: what is wrong, and what to do about it."""


def told_by_system(error: OSError) -> str:
    """A file or device that nobody looked at before, by its name where the system tells it."""
    why = error.strerror or str(error)
    if not error.filename:
        return f"{why}."
    return f"{error.filename} can't be used: {why}.{_WHAT_NOW.get(error.errno or 0, '')}"
