"""What is asked where a player, short of time, wants an increment brought in for both."""

from dataclasses import dataclass

from voice_chess.game.asked import Asked


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestIncrement(Asked):
    """Asked by the player on move in the last period; it offers a draw too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnIncrement(Asked):
    """The arbiter's answer, once the opponent has refused the draw."""

    is_granted: bool


Incrementing = RequestIncrement | RuleOnIncrement
