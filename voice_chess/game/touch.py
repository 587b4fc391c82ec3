"""Hands: pieces touched, put straight and let go."""

from dataclasses import dataclass, replace
from typing import assert_never

from voice_chess.game.base_command import CommandBase
from voice_chess.game.base_event import EventBase
from voice_chess.game.state import Ahead, Game


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchPieces(CommandBase):
    """Pieces deliberately touched; a blind player touches by lifting out of the hole.

    In order, unless nobody can tell which was first.
    """

    squares: tuple[str, ...]
    is_in_order: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust(CommandBase):
    """J'adoube: one piece or more are only put straight, until the player goes on to their move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPieceDown(CommandBase):
    """A piece touches its new square, and is let go there or not yet.

    `uci` tells from where to where; a pawn on the last rank is set down without a fifth letter,
    the new piece with it. A king going two squares is the first half of castling.
    """

    uci: str
    is_let_go: bool = True


Commands = TouchPieces | Adjust | SetPieceDown


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentAnnounced(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecesTouched(EventBase):
    """Deliberately; pieces only put straight are not listed, and leave others to be put straight.

    Before the press `white` may be who will answer, where the edition lets them.
    """

    white: bool
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceSetDown(EventBase):
    """It can't go elsewhere any more; a promoted piece can't become another one."""

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
    """Hands that have begun to answer before the press."""
    match event:
        case AdjustmentAnnounced():
            ahead = replace(game.turn.ahead, is_adjusting=True)
        case PiecesTouched(squares=()):
            return game
        case PiecesTouched(squares=squares):
            ahead = Ahead(touched=(*game.turn.ahead.touched, *squares))
    return replace(game, turn=replace(game.turn, ahead=ahead))
