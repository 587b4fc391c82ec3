"""The sockets on which an event's pages wait for news."""

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends, WebSocket, WebSocketDisconnect

from voice_chess.session.lobby.competitions import OpenCompetition
from voice_chess.web.events.event_access import EventHere, event_named
from voice_chess.web.live.connection import Connection
from voice_chess.web.live.hall import Hall
from voice_chess.web.messages.wire import Goodbye
from voice_chess.web.routes.entering import HallHere

router = APIRouter(prefix="/events")
of_arbiters = APIRouter()
"""The same for those who run the event."""


@router.websocket("/{event}/news")
async def news(
    socket: WebSocket, event: Annotated[OpenCompetition, Depends(event_named)], hall: HallHere
) -> None:
    """Tell pages of players and spectators when there is something new that they may see."""
    await _served(socket, event, hall, is_arbiter=False)


@of_arbiters.websocket("/news")
async def arbiters_news(socket: WebSocket, event: EventHere, hall: HallHere) -> None:
    """Tell the pages from which the event is run when anything is new, needs included."""
    await _served(socket, event, hall, is_arbiter=True)


async def _served(
    socket: WebSocket, event: OpenCompetition, hall: Hall, *, is_arbiter: bool
) -> None:
    """Serve the page until either side ends the socket."""
    await socket.accept()
    connection = Connection(socket)
    with hall.events.pages.waiting(event.event_id, connection, is_arbiter=is_arbiter):
        await connection.serve(hall.sockets.talking(connection, _until_gone(connection), "news"))


async def _until_gone(connection: Connection) -> None:
    """Wait until the page closes its socket; cut off one that talks, as our pages never do."""
    with suppress(WebSocketDisconnect, RuntimeError):
        if (await connection.socket.receive())["type"] != "websocket.disconnect":
            connection.cut(Goodbye(code="too-bad"))
