"""Whether the hands have left a player the choice of a move, or have chosen for them."""

from voice_chess.game.refusals import Refusal, ReleasedPieceStays, TouchedPieceMustMove
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.topics import Topic
from voice_chess.laws.touch_move import is_made_by_release, moves_after_release, moves_left


def not_free(game: Game, uci: str) -> Refusal | None:
    """Why this legal move can't be made any more: another piece was let go, or touched."""
    turn, position = game.turn, game.position
    released = turn.released or turn.replaced
    if not turn.touched and released is None:
        return None
    allowed = moves_left(position, turn.touched, released)
    if uci in allowed:
        return None
    if released is not None and moves_after_release(position, released):
        because = game.edition.cite(Topic.RELEASED)
        return ReleasedPieceStays(uci=released, allowed=allowed, because=because)
    because = game.edition.cite(Topic.TOUCH_MOVE)
    return TouchedPieceMustMove(touched=turn.touched, allowed=allowed, because=because)


def may_rule_unasked(game: Game, by: Role) -> bool:
    """What hands have done, players tell of their own; the arbiter not where they must be asked."""
    return by is not Role.ARBITER or game.kind not in game.edition.rules.hands.touch_on_request_only


def has_let_go(game: Game) -> bool:
    """The mover's hand has made their move, whether or not anything was said."""
    released = game.turn.released
    return released is not None and is_made_by_release(game.position, released)


def has_moved(game: Game) -> bool:
    """The mover has made their move, pressed or not: by hand, or by words where those are it."""
    said = game.turn.announcement
    if said is None or said.is_binding:
        return has_let_go(game)
    are_words_it = game.table.customs.execution == "assumed"
    return said.is_executed or are_words_it or has_let_go(game)
