"""What every event has: when it happened."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EventBase:
    at_ms: int
