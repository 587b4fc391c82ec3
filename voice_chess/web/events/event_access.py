"""Which event a request is about, and whether it may run it: as organiser or as its arbiter."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from voice_chess.session.lobby.competitions import OpenCompetition
from voice_chess.web.errors import Complained
from voice_chess.web.live.connection import COOKIE
from voice_chess.web.routes.entering import HallHere, check_entered, organiser_here


async def event_named(event: str, hall: HallHere) -> OpenCompetition:
    """Return the event of this name. Raises `Complained` if there is none."""
    found = hall.events.named(event)
    if found is None:
        raise Complained(404, "not-found")
    return found


async def event_of_arbiter(place: str, request: HTTPConnection, hall: HallHere) -> OpenCompetition:
    """Return the event of an arbiters' place; refuse a player's place, and a wrong cookie."""
    await check_entered(place, request.cookies.get(COOKIE), hall)
    found = await hall.events.of_place(place)
    if found is None or found[1] is not None:
        raise Complained(403, "not-your-part")
    return found[0]


async def event_here(request: HTTPConnection, hall: HallHere) -> OpenCompetition:
    """Return the event, if the request has the organiser's cookie or that of its arbiters."""
    named = request.path_params
    if "place" in named:
        return await event_of_arbiter(named["place"], request, hall)
    await organiser_here(request, hall)
    return await event_named(named["event"], hall)


EventHere = Annotated[OpenCompetition, Depends(event_here)]
