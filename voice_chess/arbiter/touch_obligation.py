"""Finds whether touched or released pieces still leave a player the choice of a move."""

from voice_chess.game.refusals import Refusal, ReleasedPieceStays, TouchedPieceMustMove
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.topics import Topic
from voice_chess.laws.touch_move import (
    asks_for_castling,
    is_made_by_release,
    moves_after_release,
    moves_left,
)


def not_free(game: Game, uci: str) -> Refusal | None:
    """Return why a legal move can't be made after another piece was let go or touched, or None."""
    turn, position = game.turn, game.position
    released = turn.released or turn.replaced
    allowed = moves_left(position, turn.touched, released)
    if uci in allowed:
        return None
    if released is not None and moves_after_release(position, released):
        because = game.edition.cite(Topic.RELEASED)
        return ReleasedPieceStays(uci=released, allowed=allowed, because=because)
    is_castling = asks_for_castling(position, turn.touched)
    because = game.edition.cite(Topic.TOUCH_CASTLING if is_castling else Topic.TOUCH_MOVE)
    return TouchedPieceMustMove(touched=turn.touched, allowed=allowed, because=because)


def may_rule_unasked(game: Game, by: Role) -> bool:
    """Return whether a role may report hands unasked: players always, the arbiter if allowed."""
    return by is not Role.ARBITER or game.kind not in game.edition.rules.hands.touch_on_request_only


def has_let_go(game: Game) -> bool:
    """Return whether the mover made their move by letting a piece go, with or without words."""
    released = game.turn.released
    return released is not None and is_made_by_release(game.position, released)


def has_moved(game: Game) -> bool:
    """Return whether the mover has made their move, pressed or not: by hand, or in words.

    Words make a move only if the table's `execution` is assumed.
    """
    said = game.turn.announcement
    if said is None or said.is_binding:
        return has_let_go(game)
    are_words_it = game.table.customs.execution == "assumed"
    return said.is_executed or are_words_it or has_let_go(game)
