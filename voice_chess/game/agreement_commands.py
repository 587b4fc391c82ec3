"""What players propose to each other beside the Laws: to take moves back, another game."""

from dataclasses import dataclass

from voice_chess.game.base_command import CommandBase


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeRematch(CommandBase):
    """The game is over: another one, with the colours swapped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptRematch(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineRematch(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeTakeback(CommandBase):
    """The player's last completed move, and what the opponent has replied to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTakeback(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineTakeback(CommandBase):
    pass


AboutRematch = ProposeRematch | AcceptRematch | DeclineRematch
AboutTakeback = ProposeTakeback | AcceptTakeback | DeclineTakeback
Agreeing = AboutRematch | AboutTakeback
