"""Agreements between players that the Laws do not know: to take moves back, to play again."""

from dataclasses import dataclass, replace
from typing import assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.phases import Over
from voice_chess.game.state import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeRematch(CommandBase):
    """A player proposes, after the end, another game with the colours swapped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptRematch(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineRematch(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeTakeback(CommandBase):
    """A player wants their last completed move taken back, and the opponent's reply to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTakeback(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineTakeback(CommandBase):
    pass


AboutRematch = ProposeRematch | AcceptRematch | DeclineRematch
AboutTakeback = ProposeTakeback | AcceptTakeback | DeclineTakeback
Commands = AboutRematch | AboutTakeback


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchProposed(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchAccepted(EventBase):
    """The side `white` has accepted; the next game has the colours swapped."""

    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchDeclined(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TakebackProposed(EventBase):
    """The side `white` wants to go back to the position after the first `moves_kept` moves."""

    white: bool
    moves_kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakebackAccepted(EventBase):
    """The side `white` has accepted; a separate event restores the position."""

    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TakebackDeclined(EventBase):
    """The side `white` has declined, in words or by moving on."""

    white: bool


Events = (
    RematchProposed
    | RematchAccepted
    | RematchDeclined
    | TakebackProposed
    | TakebackAccepted
    | TakebackDeclined
)


def folded(game: Game, event: Events) -> Game:
    match event:
        case RematchProposed(white=white):
            return _after_the_end(game, by_white=white)
        case RematchDeclined():
            return _after_the_end(game, by_white=None)
        case RematchAccepted():
            return _after_the_end(game, by_white=None, is_agreed=True)
        case TakebackProposed(white=white, moves_kept=moves_kept):
            return replace(game, turn=replace(game.turn, takeback=(white, moves_kept)))
        case TakebackAccepted() | TakebackDeclined():
            return replace(game, turn=replace(game.turn, takeback=None))
        case _:
            assert_never(event)


def _after_the_end(game: Game, *, by_white: bool | None, is_agreed: bool = False) -> Game:
    if not isinstance(game.phase, Over):
        return game
    over = replace(game.phase, rematch_by_white=by_white, is_rematch_agreed=is_agreed)
    return replace(game, phase=over)
