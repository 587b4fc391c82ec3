"""Refuses advice by engines during rated games, since the person who asks might play in one."""

from voice_chess.session.games.chairs import Chair
from voice_chess.session.games.game_task import GameTask
from voice_chess.web.errors import Complained
from voice_chess.web.live.fellows import Unreached
from voice_chess.web.live.hall import Hall

RATED_ROUND = "/fellows/rated-round"
"""The address at which servers that share the games ask each other."""


async def check_unrated(hall: Hall) -> None:
    """Raise `Complained` while a rated round is on, or if another server can't be asked.

    Visitors have no names, so nobody at all is advised during a rated round.
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
    """Raise `Complained` if the person of this seat is playing in their event at the moment.

    Each round of an event has seats of its own, so the person is recognised by their place.
    """
    if hall.events.rounds.is_playing(hall.events.place_of(task, chair)):
        raise Complained(409, "in-play")
