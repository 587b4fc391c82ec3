"""A machine's clocks under a test's control: the wall clock can be set to any time."""

import time
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

_MS = 1_000_000


@dataclass
class WallClock:
    """A wall clock and a steady clock, in ms; both stand still unless a test moves them."""

    wall_ms: int = 1_800_000_000_000
    steady_ms: int = 5_000_000

    def put_in(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let the program read these clocks."""
        clocks = SimpleNamespace(
            time_ns=lambda: self.wall_ms * _MS,
            monotonic_ns=lambda: self.steady_ms * _MS,
            clock_gettime_ns=lambda _: self.steady_ms * _MS,
            CLOCK_MONOTONIC=time.CLOCK_MONOTONIC,
        )
        monkeypatch.setattr("voice_chess.adapters.system.system_time.time", clocks)

    def passed(self, seconds: int) -> None:
        self.wall_ms += 1_000 * seconds
        self.steady_ms += 1_000 * seconds

    def set_by(self, seconds: int) -> None:
        """Set the wall clock forward or back, as a person or a time server does."""
        self.wall_ms += 1_000 * seconds
