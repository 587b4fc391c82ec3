"""An open offer of a draw, or to take moves back, passed over by what the offered player does."""

from voice_chess.game.agreements import TakebackDeclined
from voice_chess.game.draws import DeclinedBy, DrawDeclined
from voice_chess.game.events import Event
from voice_chess.game.state import Game


def passed_over(game: Game, at_ms: int, by: DeclinedBy) -> tuple[Event, ...]:
    """An offer is declined by moving, or by touching a piece to move it."""
    turn, white = game.turn, game.white_to_move
    is_own = turn.offer_by_white == white and not turn.is_offered_by_both
    takeback = None if turn.takeback is None else turn.takeback[0]
    declined: list[Event] = []
    if turn.offer_by_white is not None and not is_own:
        declined.append(DrawDeclined(white=white, by=by, at_ms=at_ms))
    if by == "move" and takeback not in (None, white):
        declined.append(TakebackDeclined(white=white, at_ms=at_ms))
    return tuple(declined)
