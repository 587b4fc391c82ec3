"""The addresses of the organiser: choices, new games, links, and revoking them."""

from contextlib import suppress

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from voice_chess.game.table import Role
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.edition import known_editions
from voice_chess.session.games.chairs import Chair, is_start_missed
from voice_chess.session.lobby.access import WayIn
from voice_chess.session.lobby.lobby import StillOn
from voice_chess.session.lobby.parts import Elsewhere
from voice_chess.session.ports import JournalDamaged
from voice_chess.web.errors import Complained, complaints, complaints_of_page
from voice_chess.web.live.fellows import merged
from voice_chess.web.live.games_over import InBrief
from voice_chess.web.live.hall import Hall
from voice_chess.web.messages.rest import (
    Choices,
    GameRow,
    LanguageRow,
    Link,
    NewGame,
    NewGameLinks,
    SeatRow,
)
from voice_chess.web.messages.wire import Goodbye
from voice_chess.web.pages.rendering import page, wanted_language
from voice_chess.web.pages.view_models import player_view
from voice_chess.web.routes.arranging import arrangement_of, complaint_of
from voice_chess.web.routes.entering import HallHere, organiser_here
from voice_chess.web.routes.going_on import before_in, told

router = APIRouter(
    prefix="/organiser",
    tags=["organiser"],
    dependencies=[Depends(organiser_here)],
    responses=complaints(400, 403, 404, 413, 415, 422, 503),
)


@router.get("", response_class=HTMLResponse, responses=complaints_of_page(403, 422, 503))
async def organisers_page(request: Request, hall: HallHere) -> HTMLResponse:
    language_id = wanted_language(request)
    before = before_in(request)
    return page(
        request,
        "organiser.html",
        language_id,
        address=hall.guests.address,
        before=before,
        before_told=told(before, language_id),
    )


@router.get("/choices")
async def choices(hall: HallHere) -> Choices:
    """Return what an organiser can choose from."""
    register = hall.lobby.means.register
    games = await hall.lobby.do(register.games)
    chairs = await hall.lobby.do(lambda: [register.chairs_of(game_id) for game_id in games])
    arbiters = {chair.id: None for group in chairs for chair in group if chair.role is Role.ARBITER}
    return Choices(
        editions=list(known_editions()),
        languages=[
            LanguageRow(
                language=language_id,
                name=load_language(language_id).name,
                hears=hall.outfit.ears.hears(language_id),
            )
            for language_id in known_languages()
        ],
        arbiters=list(arbiters),
    )


@router.get("/games")
async def games(request: Request, hall: HallHere) -> list[GameRow]:
    """Return every game with its seats, oldest first."""
    rows: list[GameRow] = []
    language = load_language(wanted_language(request))
    known = await hall.lobby.do(hall.lobby.means.register.games)
    for game_id in known:
        # A damaged game is in the log and must not hide the others; another server lists its own.
        with suppress(JournalDamaged, Elsewhere):
            rows.append(await _row(hall, await hall.games_over.in_brief(game_id), language))
    others = [GameRow.model_validate(row) for row in await hall.fellows.gathered(request)]
    return merged(rows, others, known)


@router.post("/games", status_code=201)
async def new_game(wanted: NewGame, hall: HallHere) -> NewGameLinks:
    """Arrange a game. The response has its links and codes, which are shown only once."""
    beginning = wanted.beginning
    if is_start_missed(beginning.starts, beginning.at_ms, hall.time.wall_ms()):
        raise Complained(422, "not-ahead", "at_ms is missing or past.", field="at")
    arbiter = None
    if wanted.arbiter not in ("none", "new"):
        arbiter = await hall.chair(wanted.arbiter)
        if arbiter is None or arbiter.role is not Role.ARBITER:
            raise Complained(422, "bad-game", "There is no such arbiter.")
    arranged = await hall.lobby.arrange(arrangement_of(wanted, arbiter))
    if isinstance(arranged, tuple):
        task, ways = arranged
        hall.rejoin(arbiter)
        return NewGameLinks(game=task.game_id, links=[link_of(chair, way) for chair, way in ways])
    raise complaint_of(arranged)


@router.delete("/games/{game}", status_code=204, responses=complaints(409))
async def delete_game(game: str, hall: HallHere) -> Response:
    """Delete a game that is over, was never begun or is damaged."""
    try:
        settled = (await hall.lobby.do(hall.lobby.means.register.games))[game]
        if hall.events.competitions.of_board(settled.of_board) is not None:
            raise Complained(409, "of-event")
        await hall.delete(game)
    except KeyError as error:
        raise Complained(404, "not-found") from error
    except StillOn as error:
        raise Complained(409, "still-on") from error
    return Response(status_code=204)


@router.post("/games/{game}/seats/{seat}/link", status_code=201)
async def new_link(game: str, seat: str, hall: HallHere) -> Link:
    """Return a new link for a seat; the old one and all its cookies become invalid."""
    chair = await _chair_of(hall, game, seat)
    (way,) = await hall.lobby.do(lambda: hall.lobby.entrance.new_ways_in((chair,)))
    hall.hub.cut(chair.id, Goodbye(code="revoked"))
    return link_of(chair, way)


@router.delete("/games/{game}/seats/{seat}/link", status_code=204)
async def revoke_link(game: str, seat: str, hall: HallHere) -> Response:
    """Close a seat: its link, code and cookies become invalid, and its open pages are closed."""
    chair = await _chair_of(hall, game, seat)
    await hall.lobby.do(lambda: hall.lobby.entrance.revoke(chair.id))
    hall.hub.cut(chair.id, Goodbye(code="revoked"))
    return Response(status_code=204)


async def _chair_of(hall: Hall, game_id: str, chair_id: str) -> Chair:
    """Return a seat of this game.

    Raises `Complained` if there is none, and `Elsewhere` if another server has the game.
    """
    try:
        await hall.lobby.check_here(game_id)
    except KeyError as error:
        raise Complained(404, "not-found") from error
    register = hall.lobby.means.register
    chairs = await hall.lobby.do(lambda: register.chairs_of(game_id))
    found = next((chair for chair in chairs if chair.id == chair_id), None)
    if found is None:
        raise Complained(404, "not-found")
    return found


async def _row(hall: Hall, found: InBrief, language: Language) -> GameRow:
    register, game_id = hall.lobby.means.register, found.game_id
    chairs = await hall.lobby.do(lambda: register.chairs_of(game_id))
    open_ones = await hall.lobby.do(lambda: {c.id for c in chairs if register.is_open(c.id)})
    here = hall.hub.here(game_id)
    seats = [
        SeatRow(
            seat=chair.id,
            role=chair.role.value,
            is_open=chair.id in open_ones,
            sockets=here[chair.role],
        )
        for chair in chairs
    ]
    return GameRow(
        game=game_id,
        white=player_view(found.white, language),
        black=player_view(found.black, language),
        customs=found.customs,
        phase=found.phase,
        result=found.result,
        is_deletable=found.is_deletable,
        seats=seats,
    )


def link_of(chair: Chair, way: WayIn) -> Link:
    return Link(
        seat=chair.id,
        role=chair.role.value,
        path=f"/enter#{way.token}",
        code=way.code,
    )
