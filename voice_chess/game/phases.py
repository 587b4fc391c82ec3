"""The phases of a game, from an empty table to its end; each carries just what it needs."""

from dataclasses import dataclass
from typing import Literal

from voice_chess.game.envelope import Envelope
from voice_chess.game.results import EndReason, Result
from voice_chess.game.table import Role
from voice_chess.laws.edition import Citation

StopReason = Literal[
    "arbiter", "pause", "promotion-piece", "displaced-pieces", "irregularity", "claim", "recording"
]
"""Why the clocks were stopped. `pause`: in order to call an arbiter, where there is none."""
Question = Literal["mating-chance", "quickplay", "increment"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotArranged:
    """The game has no table yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arranged:
    """Everything is agreed; the clock does not run yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InPlay:
    """Play is on; `halted` names who stopped the clocks and why, and is None while they run."""

    halted: tuple[Role, StopReason] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Objecting:
    """The arbiter examines an objection by the side `white`."""

    white: bool
    touched: tuple[str, ...]
    released: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealing:
    """The player on move writes their move for the envelope while their clock runs."""

    resumption: str
    charged_until_ms: int | None
    text: str | None = None
    is_made: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitingRuling:
    """The arbiter must answer a question about the side `white`, which decides over `reason`.

    `sealing`: the player who asked was sealing a move, and goes on unless the game ends.
    """

    question: Question
    white: bool
    reason: EndReason
    sealing: Sealing | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjourned:
    envelope: Envelope


@dataclass(frozen=True, slots=True, kw_only=True)
class Resuming:
    """The session has begun and the envelope is still shut.

    `lateness` is the result because the sealer is too late, unless the sealed move ends the game.
    """

    envelope: Envelope
    lateness: Result | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The game is over; `rematch_by_white` is the side whose proposal of a rematch is open."""

    result: Result
    reason: EndReason
    because: Citation
    half_points: tuple[int, int] = (0, 0)
    rematch_by_white: bool | None = None
    is_rematch_agreed: bool = False


Phase = (
    NotArranged
    | Arranged
    | InPlay
    | AwaitingRuling
    | Objecting
    | Sealing
    | Adjourned
    | Resuming
    | Over
)
