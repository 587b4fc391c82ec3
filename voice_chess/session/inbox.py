"""What comes to a session, one thing after the other: sound, typed lines, the passing of time.

Times are those of the session's `TimeSource`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """Some sound, 16 kHz mono 16-bit, and when its last sample was taken."""

    samples: bytes
    ended_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    text: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiet:
    """Nothing came; time has passed."""

    at_ms: int


Input: TypeAlias = Sound | Typed | Quiet


class Inbox(Protocol):
    """The only way into a session; whatever else goes on, its entries come one by one."""

    def entries(self) -> Iterable[Input]:
        """Entries as they come; ends when nothing can come any more. Raises `MicrophoneLost`."""
