"""What players propose to each other of which the Laws know nothing: another game."""

from dataclasses import dataclass

from voice_chess.game.asked import CommandBase


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeRematch(CommandBase):
    """The game is over: another one, with the colours swapped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptRematch(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineRematch(CommandBase):
    pass


Agreeing = ProposeRematch | AcceptRematch | DeclineRematch
