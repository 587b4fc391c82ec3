"""A player's place at an event: one code for all rounds, and the way to the board of each."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse

from voice_chess.event.competition import Competitor
from voice_chess.game.table import Role
from voice_chess.languages.language import load_language
from voice_chess.session.games.chairs import Chair, Preferences
from voice_chess.session.lobby.competitions import ASSISTANT, OpenCompetition
from voice_chess.session.lobby.event_rounds import role_at, spoken_to
from voice_chess.session.lobby.pairing_words import standing_words
from voice_chess.web.errors import Complained, complaints, complaints_of_page, content
from voice_chess.web.events.event_hall import PlaceHeld
from voice_chess.web.events.event_rest import PlaceNow
from voice_chess.web.live.connection import COOKIE
from voice_chess.web.live.hall import Hall
from voice_chess.web.messages.rest import Admitted
from voice_chess.web.pages.rendering import page
from voice_chess.web.routes.aloud import sound_of
from voice_chess.web.routes.entering import HallHere, check_entered, let_in

router = APIRouter(
    prefix="/places/{place}", tags=["events"], responses=complaints(403, 404, 422, 429, 503)
)


async def place_here(place: str, request: Request, hall: HallHere) -> PlaceHeld:
    """Return the place's event and competitor, if the request's cookie opens it."""
    await check_entered(place, request.cookies.get(COOKIE), hall)
    found = await hall.events.of_place(place)
    if found is None:
        raise Complained(404, "not-found")
    return found


PlaceHere = Annotated[PlaceHeld, Depends(place_here)]


@router.get("", response_class=HTMLResponse, responses=complaints_of_page(403, 404, 422, 503))
async def page_of_place(place: str, request: Request, held: PlaceHere) -> Response:
    """Return the page on which a player waits for their round; send arbiters to the event."""
    event, competitor = held
    if competitor is None:
        query = f"?{request.url.query}" if request.url.query else ""
        return Response(status_code=303, headers={"Location": f"/places/{place}/event{query}"})
    language = competitor.person.language
    now = event.now
    return page(
        request,
        "event-place.html",
        language,
        event=event.event_id,
        terms=now.terms,
        place=place,
        player=competitor.person.name,
        is_assistant=place.endswith(ASSISTANT),
    )


@router.get("/now")
async def now(place: str, held: PlaceHere, hall: HallHere) -> PlaceNow:
    """Return pairing and corrections in words; the waiting page asks for them again and again."""
    event, competitor = held
    if competitor is None:
        raise Complained(403, "not-your-part")
    chair = await _chair(place, event, competitor, hall)
    preferences = chair.preferences if chair else _as_entered(place, competitor)
    told = standing_words(event.now, competitor.number, load_language(preferences.language))
    is_spoken = preferences.speech == "server"
    spoken = " ".join(each.spoken for each in told)
    name = hall.hub.clips.keep(spoken, place, preferences) if is_spoken else ""
    current = event.now.current
    board = current and current.board_of(competitor.number)
    return PlaceNow(
        event=event.event_id,
        round=len(event.now.rounds),
        text=" ".join(each.text for each in told),
        clip=f"/places/{place}/speech/{name}.wav" if name else None,
        is_ready=chair is not None,
        is_over=bool(board and not board.is_open),
    )


@router.get("/speech/{name}.wav", response_class=Response, responses=content("audio/wav"))
async def speech(name: str, place: str, held: PlaceHere, hall: HallHere) -> Response:
    """Return the pairing as sound, made when it is fetched."""
    del held
    return await sound_of(name, place, hall)


async def chair_here(
    place: str,
    held: PlaceHere,
    hall: HallHere,
    of_round: Annotated[int | None, Query(alias="round", ge=1)] = None,
) -> Chair:
    """Return the chair of this place in the latest round, or in another one."""
    chair = await _chair(place, *held, hall, of_round)
    if chair is None:
        raise Complained(404, "not-found")
    return chair


@router.post("/board", status_code=201)
async def go_to_board(
    chair: Annotated[Chair, Depends(chair_here)],
    request: Request,
    response: Response,
    hall: HallHere,
) -> Admitted:
    """Return the way to the seat in the latest or another round, and set the cookie that opens it.

    Arbiters go to an earlier round if an appeal waits there.
    """
    return await let_in(chair.id, request, response, hall)


async def _chair(
    place: str,
    event: OpenCompetition,
    competitor: Competitor | None,
    hall: Hall,
    of_round: int | None = None,
) -> Chair | None:
    rounds = event.now.rounds
    if not 0 < (of_round or len(rounds)) <= len(rounds):
        return None
    current = rounds[(of_round or len(rounds)) - 1]
    if competitor is None:
        boards = (board for board in current.boards if board.game_id)
        board, role = next(boards, None), Role.ARBITER
    else:
        board = current.board_of(competitor.number)
        is_assistant = place.endswith(ASSISTANT)
        if board is not None:
            role = role_at(board, competitor.number, is_assistant=is_assistant)
    return None if board is None else await hall.events.rounds.chair(board, role)


def _as_entered(place: str, competitor: Competitor) -> Preferences:
    """Return the preferences of a player or assistant who has no seat in this round yet."""
    return spoken_to(competitor.person, is_assistant=place.endswith(ASSISTANT))
