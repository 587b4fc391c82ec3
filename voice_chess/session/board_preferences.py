"""How a player works with their own board: who tells that a move stands, and how moves reach it."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from voice_chess.by_color import ByColor
from voice_chess.tactile.peg_set import PegSet

Dictation: TypeAlias = Literal["off", "paced", "at-once"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCustoms:
    """`own`: where no board feels itself, the player is trusted, or says when their move stands.

    `told`: the opponent's moves are not dictated as steps, one at a time, or all at once.
    """

    own: Literal["trust", "confirm"] = "trust"
    told: Dictation = "off"
    peg_set: PegSet = field(default_factory=PegSet)


@dataclass(frozen=True, slots=True, kw_only=True)
class BothHands(ByColor[HandCustoms]):
    """How both players do."""

    white: HandCustoms = field(default_factory=HandCustoms)
    black: HandCustoms = field(default_factory=HandCustoms)

    @property
    def are_told(self) -> bool:
        """True when somebody wants moves as steps."""
        return self.white.told != "off" or self.black.told != "off"

    @property
    def are_reported(self) -> bool:
        """True when somebody says that their move stands, so that the game must be told."""
        return self.white.own == "confirm" or self.black.own == "confirm"
