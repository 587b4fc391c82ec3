"""Reads the names of the Lichess broadcast rounds that show the rounds of an event."""

import re

NOT_SHOWN = "-"
"""Stands for a broadcast round if that round of the event is not shown."""

_ROUND = re.compile(r"[A-Za-z0-9]{8}")
_ADDRESS = re.compile(r"(?:https?://)?[^/]+/broadcast/[^/]+/[^/]+/([A-Za-z0-9]{8})(?:[/?#].*)?")


def read_round(written: str) -> str:
    """Return the name of a broadcast round, given by itself or by its page's address."""
    found = _ADDRESS.fullmatch(written)
    return found[1] if found else written


def is_round(name: str) -> bool:
    return name == NOT_SHOWN or _ROUND.fullmatch(name) is not None
