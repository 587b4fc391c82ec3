"""What is asked where a player, short of time, wants an increment brought in for both."""

from dataclasses import dataclass

from voice_chess.game.base_command import CommandBase


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestIncrement(CommandBase):
    """Asked by the player on move in the last period; it offers a draw too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnIncrement(CommandBase):
    """The arbiter's answer, once the opponent has refused the draw."""

    is_granted: bool


Incrementing = RequestIncrement | RuleOnIncrement
