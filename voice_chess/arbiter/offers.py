"""An open offer of a draw, passed over by what the offered player does."""

from voice_chess.game.events import DeclinedBy, DrawDeclined, Event
from voice_chess.game.state import Game


def passed_over(game: Game, at_ms: int, by: DeclinedBy) -> tuple[Event, ...]:
    """An offer is declined by moving, or by touching a piece to move it."""
    turn = game.turn
    is_own = turn.offer_by_white == game.white_to_move and not turn.is_offered_by_both
    if turn.offer_by_white is None or is_own:
        return ()
    return (DrawDeclined(white=game.white_to_move, by=by, at_ms=at_ms),)
