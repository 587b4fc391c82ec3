"""Describes errors of the program itself for the log, without anything that a player said."""

import traceback


def described(error: Exception) -> str:
    """Return the error's type, and the file and line that raised it.

    The message is left out, since it may hold what a player said.
    """
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"error={type(error).__name__} at={where.filename}:{where.lineno or 0}"
