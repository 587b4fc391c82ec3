"""The clocks of a machine in a test's hands: the one on the wall may be set to anything."""

import time
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

_MS = 1_000_000


@dataclass
class WallClock:
    """Both stand still until a test says so; what is put is what the program reads."""

    wall_ms: int = 1_800_000_000_000
    steady_ms: int = 5_000_000

    def put_in(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """From now on the program reads these."""
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
        """Somebody sets the clock on the wall, or it was wrong and is put right."""
        self.wall_ms += 1_000 * seconds
