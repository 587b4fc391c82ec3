"""Sets how many random cases are tried: enough for a change, or many times that overnight."""

import os

_TIMES = int(os.environ.get("THOROUGH", "1"))


def enough(number: int) -> int:
    """Return this number; with `THOROUGH=10` in the environment, ten times as many."""
    return number * _TIMES
