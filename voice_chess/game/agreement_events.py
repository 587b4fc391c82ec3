"""What happens between players of which the Laws know nothing: another game is agreed on."""

from dataclasses import dataclass

from voice_chess.game.happened import EventBase


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchProposed(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchAccepted(EventBase):
    """`white` is who accepts; the next game has the colours swapped."""

    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchDeclined(EventBase):
    white: bool


Agreed = RematchProposed | RematchAccepted | RematchDeclined
