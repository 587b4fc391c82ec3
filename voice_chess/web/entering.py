"""Ways in: the page for links and codes, and the exchange of either for a cookie."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from voice_chess.session.chairs import Chair
from voice_chess.session.entrance import LASTS_MS, Entry
from voice_chess.session.register import ORGANISER
from voice_chess.web.complaints import Complained, complaints
from voice_chess.web.hall import Hall
from voice_chess.web.pages import page, wanted_language
from voice_chess.web.rest import Entered, Entering

COOKIE = "seat"
router = APIRouter(tags=["ways in"], responses=complaints(400, 403, 413, 415, 422, 429, 503))


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


HallHere = Annotated[Hall, Depends(hall_of)]


async def chair_here(seat: str, request: Request, hall: HallHere) -> Chair:
    """The seat of this address, if the cookie that came along opens it."""
    await check_entered(seat, request.cookies.get(COOKIE), hall)
    chair = await hall.chair(seat)
    if chair is None:
        raise Complained(404, "not-found")
    return chair


async def organiser_here(request: Request, hall: HallHere) -> None:
    await check_entered(ORGANISER, request.cookies.get(COOKIE), hall)


async def check_entered(owner: str, cookie: str | None, hall: Hall) -> None:
    entrance = hall.lobby.entrance
    if not cookie or not await hall.lobby.do(lambda: entrance.is_entered(owner, cookie)):
        raise Complained(403, "not-entered")


ChairHere = Annotated[Chair, Depends(chair_here)]


@router.get("/", response_class=HTMLResponse)
@router.get("/enter", response_class=HTMLResponse, include_in_schema=False)
async def enter_page(request: Request) -> HTMLResponse:
    """For links (`/enter#TOKEN`) and for typing a code."""
    return page(request, "enter.html", wanted_language(request))


@router.post("/entries", status_code=201)
async def enter(
    entering: Entering, request: Request, response: Response, hall: HallHere
) -> Entered:
    """Exchange a link's token or a code for a cookie that opens this one seat."""
    place = request.client.host if request.client else ""
    now_ms = hall.time.now_ms()
    trials = hall.trials if entering.code is None else hall.trials_of_codes
    if not trials.takes(place, now_ms):
        raise Complained(429, "too-fast")
    entry = await hall.lobby.do(lambda: _entry(entering, hall))
    if entry is None:
        raise Complained(403, "bad-link")
    chair = None if entry.owner == ORGANISER else await hall.chair(entry.owner)
    path = "/organiser" if chair is None else f"/seats/{chair.id}"
    response.set_cookie(
        COOKIE,
        entry.secret,
        max_age=LASTS_MS // 1_000,
        path=path,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return Entered(role="organiser" if chair is None else chair.role.value, path=path)


def _entry(entering: Entering, hall: Hall) -> Entry | None:
    match entering:
        case Entering(token=str(token), code=None):
            return hall.lobby.entrance.enter_by_token(token)
        case Entering(token=None, code=str(code)):
            return hall.lobby.entrance.enter_by_code(code)
        case _:
            raise Complained(422, "malformed", "a token or a code is expected")
