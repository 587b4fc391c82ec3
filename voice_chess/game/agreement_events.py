"""What happens between players of which the Laws know nothing: moves taken back, another game."""

from dataclasses import dataclass

from voice_chess.game.base_event import EventBase


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


@dataclass(frozen=True, slots=True, kw_only=True)
class TakebackProposed(EventBase):
    """`white` wants the game to go on behind the first `moves_kept` moves."""

    white: bool
    moves_kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakebackAccepted(EventBase):
    """`white` is who accepts; the position is put back by an event of its own."""

    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TakebackDeclined(EventBase):
    """In words, or by moving on."""

    white: bool


Agreed = (
    RematchProposed
    | RematchAccepted
    | RematchDeclined
    | TakebackProposed
    | TakebackAccepted
    | TakebackDeclined
)
