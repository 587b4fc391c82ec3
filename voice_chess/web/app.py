"""The ASGI application: routes, the sockets' door, errors, and the life of the games behind it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request, Response, WebSocket, WebSocketException
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from voice_chess.session.games.chairs import Chair
from voice_chess.session.lobby.parts import Elsewhere
from voice_chess.session.ports import PortError
from voice_chess.web.errors import (
    POLICY_VIOLATED,
    Complained,
    answer_complained,
    answer_malformed,
    answer_storage,
    answer_unreached,
    complaints,
    content,
)
from voice_chess.web.events import event_desk, event_news, event_places, event_public, event_record
from voice_chess.web.live.connection import COOKIE, Connection
from voice_chess.web.live.door_ear import DoorSocket, may_be_heard
from voice_chess.web.live.fellows import (
    TRIED_AGAIN_S,
    TRIES,
    FromFellows,
    Moved,
    Unreached,
    is_of_fellow,
)
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.socket import SeatSocket
from voice_chess.web.messages.rest import ComplaintCode
from voice_chess.web.messages.wire import schema
from voice_chess.web.pages.page_files import ROOT, PageFiles, read_static
from voice_chess.web.pages.rendering import error_page
from voice_chess.web.protection.hosts import Hosts
from voice_chess.web.protection.security import (
    MISDIRECTED,
    Guard,
    check_origin,
    check_socket_origin,
    is_own_origin,
    wants_page,
)
from voice_chess.web.reviews import importing, review_ear, reviewed, reviewing
from voice_chess.web.routes import (
    browser_engine,
    damaged_games,
    documentation,
    entering,
    front_door,
    installing,
    operating,
    organising,
    seats,
)

TRY_AGAIN = 1013
NOT_FOUND = 404
_ROUTERS = (
    front_door.router,
    entering.router,
    installing.router,
    organising.router,
    damaged_games.router,
    seats.router,
    operating.router,
    documentation.router,
    documentation.statement,
    browser_engine.router,
    importing.router,
    event_desk.making,
    event_places.router,
    event_record.public,
    event_public.router,
)


def application(hall: Hall, hosts: Hosts | None = None) -> FastAPI:
    """Return the whole server as one application; the games run as long as it does.

    Without `hosts` it accepts requests for every host name.
    """
    app = FastAPI(
        title="voice-chess",
        version="1",
        docs_url=None,
        redoc_url=None,
        openapi_url="/schema/openapi.json",
        lifespan=_life_of(hall),
    )
    app.state.hall = hall
    app.router.routes.extend(_addresses().routes)
    app.add_api_websocket_route("/seats/{seat}/socket", _open_socket)
    app.add_api_websocket_route("/computer/ear/{language}", _open_door)
    app.add_api_route("/schema/socket.json", _socket_schema, tags=["schema"])
    _add_files(app, "/pieces/{name}.svg", hall.outfit.pieces, "image/svg+xml")
    _add_files(app, "/sounds/{name}.wav", hall.outfit.earcons, "audio/wav")
    app.state.files = _files_of(hall)
    app.add_route(f"{ROOT}/{{path:path}}", app.state.files.answer, include_in_schema=False)
    app.add_exception_handler(Complained, _complained)
    app.add_exception_handler(RequestValidationError, answer_malformed)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(PortError, answer_storage)
    app.add_exception_handler(Elsewhere, _passed_on)
    app.add_middleware(Guard, hosts=hosts)
    if not hall.lobby.means.parts.is_everything:
        app.add_middleware(FromFellows, fellows=hall.fellows)
    return app


@cache
def _addresses() -> APIRouter:
    """Return the router of all HTTP addresses. No hall changes it, so it is built only once."""
    addresses = APIRouter()
    for router in _ROUTERS:
        addresses.include_router(router, dependencies=[Depends(check_origin)])
    ways = {**reviewed.WAYS, "/reviews/{review}": (Depends(importing.of_import),)}
    for prefix, rules in ways.items():
        guarded = [Depends(check_origin), *rules]
        addresses.include_router(reviewing.router, prefix=prefix, dependencies=guarded)
        heard = [Depends(check_socket_origin), *rules]
        addresses.include_router(review_ear.router, prefix=prefix, dependencies=heard)
    waiting = [Depends(check_socket_origin)]
    addresses.include_router(event_news.router, dependencies=waiting)
    for prefix in event_desk.PREFIXES:
        for router in (event_desk.router, event_record.router):
            addresses.include_router(router, prefix=prefix, dependencies=[Depends(check_origin)])
        addresses.include_router(event_news.of_arbiters, prefix=prefix, dependencies=waiting)
    return addresses


def _life_of(hall: Hall) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        await hall.start()
        yield
        await hall.stop()

    return life


async def _open_socket(socket: WebSocket, seat: str) -> None:
    """Serve a seat's socket to our own page with the seat's cookie; refuse any other at once."""
    hall: Hall = socket.app.state.hall
    if not is_own_origin(socket):
        raise WebSocketException(POLICY_VIOLATED)
    connection = Connection(socket)
    with hall.hub.serving(seat, connection):
        try:
            await entering.check_entered(seat, socket.cookies.get(COOKIE), hall)
        except Complained as error:
            raise WebSocketException(POLICY_VIOLATED) from error
        chair = await hall.chair(seat)
        if chair is None:
            raise WebSocketException(POLICY_VIOLATED)
        if await _is_relayed(socket, chair, hall):
            return
        await socket.accept()
        await SeatSocket(connection, chair, hall).run()


async def _is_relayed(socket: WebSocket, chair: Chair, hall: Hall) -> bool:
    """Pass the socket on if another server has this seat's games, and serve it to its end there.

    Return False if this server has them. Raises `WebSocketException` if neither can serve it.
    """
    for _ in range(TRIES):
        try:
            await hall.check_here(chair)
        except Elsewhere as found:
            if await _is_relayed_to(found.part, socket, hall):
                return True
        else:
            return False
    raise WebSocketException(TRY_AGAIN)


async def _is_relayed_to(part: str, socket: WebSocket, hall: Hall) -> bool:
    """Return True once the server that leads this part has served the socket to its end.

    If the games are just moving between servers, wait a moment and return False.
    Raises `WebSocketException` if the other server can't be reached.
    """
    try:
        await hall.fellows.relayed(socket, part)
    except Moved:
        await asyncio.sleep(TRIED_AGAIN_S)
        return False
    except Unreached as error:
        raise WebSocketException(TRY_AGAIN) from error
    return True


async def _open_door(socket: WebSocket, language: str) -> None:
    """Serve the front door's ear to a visitor on our own page, if they may be heard."""
    hall: Hall = socket.app.state.hall
    if not is_own_origin(socket) or not may_be_heard(socket, language, hall):
        raise WebSocketException(POLICY_VIOLATED)
    await socket.accept()
    await DoorSocket(socket, hall, language).run()


class _Relayed(Response):
    """A response that, instead of refusing a socket, passes it on to the server it belongs to."""

    def __init__(self, part: str, hall: Hall) -> None:
        super().__init__()
        self._part = part
        self._hall = hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        try:
            is_served = not is_of_fellow(socket) and await _is_relayed_to(
                self._part, socket, self._hall
            )
        except WebSocketException:
            is_served = False
        if not is_served:
            await socket.close(TRY_AGAIN)


async def _passed_on(request: Request, error: Exception) -> Response:
    """Fetch the response from the server that leads this part; try again while games move."""
    hall: Hall = request.app.state.hall
    part = error.part if isinstance(error, Elsewhere) else ""
    if request.scope["type"] == "websocket":
        return _Relayed(part, hall)
    if is_of_fellow(request):
        return Response(status_code=MISDIRECTED)
    for _ in range(TRIES):
        try:
            return await hall.fellows.answered(request, part)
        except Moved:
            await asyncio.sleep(TRIED_AGAIN_S)
        except Unreached:
            return answer_unreached()
        if hall.lobby.means.parts.leads(part):
            # The part has moved here meanwhile: send the browser to the same address again.
            return RedirectResponse(str(request.url.replace(scheme="", netloc="")))
    return await answer_storage(request, error)


async def _socket_schema() -> dict[str, Any]:
    """Return the JSON Schema of every message on a seat's socket."""
    return schema()


def _files_of(hall: Hall) -> PageFiles:
    """Return the pages' static files, together with the pictures of the pieces and the sounds."""
    outfit = hall.outfit
    pieces = {f"pieces/{name}.svg": picture for name, picture in outfit.pieces.items()}
    sounds = {f"sounds/{name}.wav": sound for name, sound in outfit.earcons.items()}
    return PageFiles({**read_static(), **pieces, **sounds})


def _add_files(app: FastAPI, path: str, files: Mapping[str, bytes], kind: str) -> None:
    async def file(name: str) -> Response:
        if name not in files:
            raise Complained(404, "not-found")
        return Response(files[name], media_type=kind)

    described = {**content(kind), **complaints(404)}
    app.add_api_route(path, file, response_class=Response, responses=described, tags=["files"])


async def _complained(request: Request, error: Exception) -> Response:
    """Respond with a complaint: as a page if a browser asks for one, else as JSON."""
    is_page = request.scope["type"] == "http" and wants_page(request)
    if isinstance(error, Complained) and is_page:
        return error_page(request, error.status_code, error.complaint.code)
    return await answer_complained(request, error)


async def _refused(request: Request, error: Exception) -> Response:
    """Turn the framework's own refusals (unknown addresses, wrong methods) into complaints."""
    status, detail, headers = 500, "", None
    if isinstance(error, HTTPException):
        status, detail, headers = error.status_code, error.detail, error.headers
    code: ComplaintCode = "not-found" if status == NOT_FOUND else "malformed"
    detail = "" if status == NOT_FOUND else detail
    return await _complained(request, Complained(status, code, detail, headers=headers))
