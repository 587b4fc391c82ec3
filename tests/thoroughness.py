"""How much of what is drawn by lot is tried: enough for a change, or many times that in a night."""

import os

_TIMES = int(os.environ.get("THOROUGH", "1"))


def enough(number: int) -> int:
    """So many; `THOROUGH=10` in the environment makes ten times as many of them."""
    return number * _TIMES
