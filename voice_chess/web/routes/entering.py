"""Ways in: the page for links and codes, and the exchange of either for a cookie."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse
from starlette.requests import HTTPConnection

from voice_chess.session.games.chairs import Chair
from voice_chess.session.lobby.access import LASTS_MS
from voice_chess.session.lobby.register import ORGANISER
from voice_chess.web.errors import Complained, complaints
from voice_chess.web.live.connection import COOKIE
from voice_chess.web.live.hall import Hall
from voice_chess.web.messages.rest import Admitted, EnteredAs, Entering
from voice_chess.web.pages.rendering import page, wanted_language
from voice_chess.web.protection.doorway import place_of
from voice_chess.web.protection.trials import WRONG_KEEPS_S, Crowded

router = APIRouter(tags=["ways in"], responses=complaints(400, 403, 413, 415, 422, 429, 503))


def hall_of(request: HTTPConnection) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


HallHere = Annotated[Hall, Depends(hall_of)]


async def chair_here(seat: str, request: HTTPConnection, hall: HallHere) -> Chair:
    """Return the seat of this address, if the request's cookie opens it.

    Raises `Complained`, and `Elsewhere` if another server has the seat's games.
    """
    await check_entered(seat, request.cookies.get(COOKIE), hall)
    chair = await hall.chair(seat)
    if chair is None:
        raise Complained(404, "not-found")
    await hall.check_here(chair)
    return chair


async def listener_here(seat: str, request: Request, hall: HallHere) -> str:
    """Return the id of the seat of this address, under the conditions of `chair_here`.

    If a page with this cookie is open, it was let in before, and storage is not asked: the message
    that storage is down must be heard as well.
    """
    cookie = request.cookies.get(COOKIE)
    if cookie and hall.hub.is_open_with(seat, cookie):
        return seat
    return (await chair_here(seat, request, hall)).id


async def organiser_here(request: HTTPConnection, hall: HallHere) -> None:
    await check_entered(ORGANISER, request.cookies.get(COOKIE), hall)


async def check_entered(owner: str, cookie: str | None, hall: Hall) -> None:
    entrance = hall.lobby.entrance
    if not cookie or not await hall.lobby.do(lambda: entrance.is_entered(owner, cookie)):
        raise Complained(403, "not-entered")


ChairHere = Annotated[Chair, Depends(chair_here)]
ListenerHere = Annotated[str, Depends(listener_here)]


@router.get("/enter", response_class=HTMLResponse)
async def enter_page(request: Request) -> HTMLResponse:
    """Return the page for links (`/enter#TOKEN`) and for typing a code."""
    return page(request, "enter.html", wanted_language(request))


@router.post("/entries", status_code=201)
async def enter(
    entering: Entering, request: Request, response: Response, hall: HallHere
) -> Admitted:
    """Exchange a link's token or a code for a cookie that opens this one seat."""
    owner = await _owner(entering, place_here(request), hall)
    return await let_in(owner, request, response, hall)


async def let_in(owner: str, request: Request, response: Response, hall: Hall) -> Admitted:
    """Set the cookie that opens this seat or place for the client. Raises `Complained`.

    The caller must have checked that the client may enter there.
    """
    if not hall.trials.entries.takes(f"{owner} {place_here(request)}", hall.time.now_ms()):
        raise Complained(429, "too-fast")
    chair = await hall.chair(owner)
    path, role = await _where(owner, chair, hall)
    entry = await hall.lobby.do(lambda: hall.lobby.entrance.enter(owner))
    response.set_cookie(
        COOKIE,
        entry.secret,
        max_age=LASTS_MS // 1_000,
        path=path,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return Admitted(role=role, path=path)


async def _where(owner: str, chair: Chair | None, hall: Hall) -> tuple[str, EnteredAs]:
    """Return the path to which a way in leads, and the role.

    An owner that is no seat is a place at an event: raises `Elsewhere` if another server has it,
    and `Complained` for a player whose entry was undone.
    """
    if owner == ORGANISER:
        return "/organiser", "organiser"
    if chair is not None:
        return f"/seats/{chair.id}", chair.role.value
    if await hall.events.of_place(owner) is None:
        raise Complained(403, "bad-link")
    return f"/places/{owner}", "place"


def place_here(request: Request) -> str:
    """Return the place from which a request comes, for limits; see `place_of`."""
    return place_of(request.client.host if request.client else "")


async def _owner(entering: Entering, place: str, hall: Hall) -> str:
    """Return the seat or place that a link or code opens; count a wrong one against its origin.

    Raises `Complained`.
    """
    entrance, trials = hall.lobby.entrance, hall.trials
    match entering:
        case Entering(token=str(token), code=None):
            counted, tried = trials.links, hall.lobby.do(lambda: entrance.owner_of_token(token))
        case Entering(token=None, code=str(code)):
            counted, tried = trials.codes, _owner_of_code(code, place, hall)
        case _:
            raise Complained(422, "malformed", "a token or a code is expected")
    if not counted.takes(place, hall.time.now_ms()):
        tried.close()
        raise Complained(429, "too-fast")
    owner = await tried
    if owner is None:
        raise Complained(403, "bad-link")
    counted.gives_back(place)
    return owner


async def _owner_of_code(code: str, place: str, hall: Hall) -> str | None:
    trials, entrance = hall.trials, hall.lobby.entrance
    try:
        async with trials.turns.turn(trials.codes.taken(place)):
            owner = await hall.lobby.do(lambda: entrance.owner_of_code(code))
            if owner is None:
                await asyncio.sleep(WRONG_KEEPS_S)
            return owner
    except Crowded as error:
        raise Complained(429, "too-fast") from error
