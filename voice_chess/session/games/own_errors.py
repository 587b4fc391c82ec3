"""Errors of the program itself, as the log may have them."""

import traceback


def described(error: Exception) -> str:
    """Its kind and where it came from, and not its message: that may hold what a player said."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"error={type(error).__name__} at={where.filename}:{where.lineno or 0}"
