"""The addresses for the server's operator: whether it is well, and how busy it is."""

from ipaddress import ip_address

from fastapi import APIRouter, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST

from voice_chess.session.lobby.register import ORGANISER
from voice_chess.web.errors import Complained, complaints, content
from voice_chess.web.live.fellows import is_of_fellow
from voice_chess.web.messages.rest import Health
from voice_chess.web.routes.entering import HallHere
from voice_chess.web.routes.fair_play import RATED_ROUND

router = APIRouter(tags=["operating"])


@router.get("/health", responses=complaints(503))
async def health(hall: HallHere) -> Health:
    """Return figures while the server runs games and can read and write its storage; else 503.

    Nothing is written for this. A game of which something is still to be written tries so every
    two seconds until it is.
    """
    register = hall.lobby.means.register
    await hall.lobby.do(lambda: register.is_open(ORGANISER))
    running = hall.lobby.running.values()
    unwritten = sum(task.seated.is_in_arrears for task in running)
    if unwritten:
        raise Complained(503, "storage", f"games of which nothing can be written: {unwritten}")
    await hall.lobby.do(register.check_room)
    return Health(games=len(hall.lobby.running), damaged=len(hall.lobby.damaged))


@router.get(
    "/metrics",
    response_class=Response,
    responses={**complaints(403), **content(CONTENT_TYPE_LATEST)},
)
async def metrics(request: Request, hall: HallHere) -> Response:
    """Return figures for Prometheus, to requests from this computer only."""
    if not _is_here(request):
        raise Complained(403, "not-entered", "figures are told to the server's own computer only")
    return Response(hall.measures.text(), media_type=CONTENT_TYPE_LATEST)


@router.get(RATED_ROUND, include_in_schema=False)
async def rated_round(request: Request, hall: HallHere) -> bool:
    """Return whether clocks of a rated game run here; only for servers of the same database."""
    if not is_of_fellow(request):
        raise Complained(404, "not-found")
    return hall.events.rounds.is_rated_round_on()


def _is_here(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False
