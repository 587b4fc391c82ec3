"""A move as it sounded: what the sound record is told about an announcement."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedMove:
    """A move as it was announced; times on the axis of what was heard, its first sample at 0.

    Half-moves are counted as on a scoresheet: White's first is 1.
    """

    ply: int
    uci: str
    san: str
    started_ms: int
    ended_ms: int
    wall_ms: int
