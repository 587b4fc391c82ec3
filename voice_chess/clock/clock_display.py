"""Times in figures, as chess clocks show them: 2:30 in minutes, 1:05:00 with hours."""

import re

from voice_chess.clock.time_control import SECOND_MS

CLOCK_TIME = re.compile(r"\d{1,3}(?::[0-5]\d){1,2}")
"""What people write of it; to be matched in full."""


def shown(clock_ms: int) -> str:
    """Return what a clock shows, always with its hours: 1:29:57."""
    minutes, seconds = divmod(clock_ms // SECOND_MS, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def shown_ms(text: str) -> int:
    """Read figures with colons between, the last of them seconds; `ValueError` for others."""
    seconds = 0
    for figures in text.split(":"):
        seconds = 60 * seconds + int(figures)
    return seconds * SECOND_MS
