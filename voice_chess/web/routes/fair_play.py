"""What is shut while rated games are played: those who ask for advice might sit at one of them."""

from voice_chess.session.games.chairs import Chair
from voice_chess.session.games.game_task import GameTask
from voice_chess.web.errors import Complained
from voice_chess.web.live.fellows import Unreached
from voice_chess.web.live.hall import Hall

RATED_ROUND = "/fellows/rated-round"
"""Where servers that share the games ask each other."""


async def check_unrated(hall: Hall) -> None:
    """Visitors have no names, so while a rated round is on nobody is advised.

    Raises `Complained`, also where another server that has events can't be asked.
    """
    is_on = hall.events.rounds.is_rated_round_on()
    if not is_on and not hall.lobby.means.parts.is_everything:
        try:
            is_on = await hall.fellows.said_by_any(RATED_ROUND)
        except Unreached as error:
            raise Complained(503, "storage") from error
    if is_on:
        raise Complained(409, "rated-round")


def check_not_playing(task: GameTask, chair: Chair, hall: Hall) -> None:
    """Each round of an event has chairs of its own; the person there now is known by their place.

    Raises `Complained`.
    """
    if hall.events.rounds.is_playing(hall.events.place_of(task, chair)):
        raise Complained(409, "in-play")
