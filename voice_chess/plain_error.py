"""Errors as people read them unchanged, and as the log describes those of the program itself."""

import errno
import traceback

_NOT_ALLOWED = " Give this user the right to it, or name another."
_ELSEWHERE = " See how it is spelt, and in which folder it lies."
_WHAT_NOW = {
    errno.EACCES: _NOT_ALLOWED,
    errno.EPERM: _NOT_ALLOWED,
    errno.EROFS: " Name another, where something can be written.",
    errno.ENOENT: _ELSEWHERE,
    errno.ENOTDIR: _ELSEWHERE,
    errno.EEXIST: " Name another, or rename what has that name.",
    errno.EISDIR: " Name a file in it.",
    errno.ENAMETOOLONG: " Name another.",
    errno.EFBIG: " See whether it is the file that you mean, and name another.",
    errno.ENOSPC: " Make room, and try again.",
}


class PlainError(Exception):
    """An error that is no fault of the program.

    Its message is one clear sentence: what is wrong, and what to do about it.
    """

    is_in_their_language = False
    """Whether the message is in the language of the command; otherwise it is in English."""


class BadInput(PlainError):
    """A wrong argument or file; its message is shown as it stands, like every `PlainError`."""


class InTheirLanguage(PlainError):
    """A plain error whose message is in the language of the command."""

    is_in_their_language = True


def told_by_system(error: OSError) -> str:
    """Describe, in a sentence, an error with a file or device that was not checked beforehand.

    The sentence names the file if the system reports its name.
    """
    if not error.filename:
        return f"{error.strerror or error}."
    return f"{error.filename} can't be used: {why_and_what_now(error)}"


def why_and_what_now(error: OSError | RuntimeError) -> str:
    """Return why a file can't be used, and what to do, as the end of a sentence that names it.

    A `RuntimeError` is one of the library that reads and writes sound.
    """
    if isinstance(error, RuntimeError):
        return f"{error}".removesuffix(".") + "."
    return f"{error.strerror or error}.{_WHAT_NOW.get(error.errno or 0, '')}"


def described(error: Exception) -> str:
    """Return the type of an error of the program, and the file and line that raised it.

    The message is left out, since it may hold what a player said.
    """
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"error={type(error).__name__} at={where.filename}:{where.lineno or 0}"
