"""The base of every event: the time at which it happened."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EventBase:
    at_ms: int
