"""The hands: pieces are touched, adjusted and let go."""

from dataclasses import dataclass, replace
from typing import assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.state import Ahead, Game


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchPieces(CommandBase):
    """Pieces were touched deliberately; a blind player touches one by lifting it out of its hole.

    `is_in_order` is False if nobody knows which was touched first.
    """

    squares: tuple[str, ...]
    is_in_order: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust(CommandBase):
    """J'adoube: the player only adjusts pieces, until they go on to their move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPieceDown(CommandBase):
    """A piece touches its new square, and the hand lets it go there, or not yet.

    `uci` gives both squares. A pawn set down on the last rank has no fifth letter, the new piece
    has one. A king that goes two squares is the first half of castling.
    """

    uci: str
    is_let_go: bool = True


Commands = TouchPieces | Adjust | SetPieceDown


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentAnnounced(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesTouched(EventBase):
    """Pieces were touched deliberately; adjusted ones are not listed and don't end adjusting.

    Before the press `white` may be the side that replies next, if the edition allows that.
    """

    white: bool
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceSetDown(EventBase):
    """The piece can't go elsewhere any more; a promoted piece can't become another one."""

    white: bool
    uci: str


Events = AdjustmentAnnounced | PiecesTouched | PieceSetDown


def folded(game: Game, event: Events) -> Game:
    match event:
        case AdjustmentAnnounced() | PiecesTouched() if event.white != game.white_to_move:
            return _ahead(game, event)
        case AdjustmentAnnounced():
            return replace(game, turn=replace(game.turn, is_adjusting=True))
        case PiecesTouched(squares=()):
            return game
        case PiecesTouched(squares=squares):
            touched = (*game.turn.touched, *squares)
            return replace(game, turn=replace(game.turn, touched=touched, is_adjusting=False))
        case PieceSetDown(uci=uci):
            touched = (*game.turn.touched, uci[:2])
            turn = replace(game.turn, touched=touched, released=uci, is_adjusting=False)
            return replace(game, turn=turn)
        case _:
            assert_never(event)


def _ahead(game: Game, event: AdjustmentAnnounced | PiecesTouched) -> Game:
    """Return the game after the opponent's hands began to reply before the press."""
    match event:
        case AdjustmentAnnounced():
            ahead = replace(game.turn.ahead, is_adjusting=True)
        case PiecesTouched(squares=()):
            return game
        case PiecesTouched(squares=squares):
            ahead = Ahead(touched=(*game.turn.ahead.touched, *squares))
    return replace(game, turn=replace(game.turn, ahead=ahead))
