"""What comes to a session, one thing after the other: sound, typed lines, boards, time passing.

Times are those of the session's `TimeSource`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from voice_chess.tactile.sensing import Felt


@dataclass(frozen=True, slots=True, kw_only=True)
class Sound:
    """Some sound, 16 kHz mono 16-bit, and when its last sample was taken."""

    samples: bytes
    ended_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A line; an empty one is Enter and nothing else."""

    text: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiet:
    """Nothing came; time has passed."""

    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFelt:
    """A player's own board has told something."""

    white: bool
    happening: Felt
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardGone:
    """A player's own board tells nothing any more; `reason` is one sentence."""

    white: bool
    reason: str
    at_ms: int


DeviceKind: TypeAlias = Literal["Speaker", "Microphone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceGone:
    """Nothing comes from it any more; it is looked for."""

    kind: DeviceKind
    reason: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceBack:
    """It was looked for, and is there again."""

    kind: DeviceKind
    at_ms: int


Input: TypeAlias = Sound | Typed | Quiet | BoardFelt | BoardGone | DeviceGone | DeviceBack


class Inbox(Protocol):
    """The only way into a session; whatever else goes on, its entries come one by one."""

    def entries(self) -> Iterable[Input]:
        """Entries as they come; ends when nothing can come any more. Raises `MicrophoneLost`."""
