"""Writes and reads times as chess clocks show them: 2:30 in minutes, 1:05:00 with hours."""

import re

from voice_chess.clock.time_control import SECOND_MS

CLOCK_TIME = re.compile(r"\d{1,3}(?::[0-5]\d){1,2}")
"""Matches a time as people write it; use it with `fullmatch`."""


def shown(clock_ms: int) -> str:
    """Return a time as a clock shows it, always with hours: 1:29:57."""
    minutes, seconds = divmod(clock_ms // SECOND_MS, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def shown_ms(text: str) -> int:
    """Return the ms of a time such as 1:05:00, which ends with seconds. Raises `ValueError`."""
    seconds = 0
    for figures in text.split(":"):
        seconds = 60 * seconds + int(figures)
    return seconds * SECOND_MS
