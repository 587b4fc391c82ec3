"""Which rounds of a broadcast at Lichess an event's rounds are shown as."""

import re

NOT_SHOWN = "-"
"""In place of a round of the broadcast: that round of the event is not shown there."""

_ROUND = re.compile(r"[A-Za-z0-9]{8}")
_ADDRESS = re.compile(r"(?:https?://)?[^/]+/broadcast/[^/]+/[^/]+/([A-Za-z0-9]{8})(?:[/?#].*)?")


def read_round(written: str) -> str:
    """A round as an organiser has it: by its name alone, or by the address of its page."""
    found = _ADDRESS.fullmatch(written)
    return found[1] if found else written


def is_round(name: str) -> bool:
    return name == NOT_SHOWN or _ROUND.fullmatch(name) is not None
