"""A seat's addresses besides its socket: its page, views, speech, records, and leaving it."""

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from voice_chess.game.table import Role
from voice_chess.languages.language import Language, load_language
from voice_chess.records.pictures import position_picture
from voice_chess.review.reviewed_game import minuted_sheet
from voice_chess.session.games.chairs import Chair
from voice_chess.session.games.game_task import GameTask
from voice_chess.tactile.peg_board import NotPossible, PegBoard
from voice_chess.tactile.peg_set import Marked, PegSet
from voice_chess.web.errors import Complained, complaints, complaints_of_page, content
from voice_chess.web.live.connection import COOKIE
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.rematches import Full, NotAgreed
from voice_chess.web.messages.declarations import Placement
from voice_chess.web.messages.rest import Admitted, BoardCompared, MoveTimeView
from voice_chess.web.messages.views import GameView, SeatView
from voice_chess.web.pages.rendering import seat_page, wanted_language
from voice_chess.web.routes.aloud import sound_of
from voice_chess.web.routes.entering import ChairHere, HallHere, ListenerHere, chair_here, let_in
from voice_chess.web.routes.hands import compared, steps_of
from voice_chess.web.routes.records import (
    DOCUMENTS,
    document,
    download,
    header_of,
    sounds_of,
    times_of,
)

router = APIRouter(
    prefix="/seats/{seat}", tags=["seats"], responses=complaints(403, 404, 413, 415, 422, 503)
)


async def view_of(chair: Chair, hall: Hall) -> SeatView:
    return hall.seat_view(chair, await hall.games_of(chair.id))


async def game_of(chair: Chair, game_id: str, hall: Hall) -> GameTask:
    """Return a game of this seat. Raises `Complained` if the seat has no such game."""
    if game_id not in await hall.games_of(chair.id):
        raise Complained(404, "not-found")
    return await hall.lobby.game(game_id)


@router.get("", response_class=HTMLResponse, responses=complaints_of_page(403, 404, 422, 503))
async def page_of_seat(request: Request, chair: ChairHere, hall: HallHere) -> HTMLResponse:
    """Return the seat's page; spectators, who share a seat, get it in the language they ask for."""
    view = await view_of(chair, hall)
    if chair.role is Role.SPECTATOR and "lang" in request.query_params:
        view = view.model_copy(update={"interface": wanted_language(request)})
    voices = hall.outfit.voices  # looking for other programs' takes up to a second, once
    names = await hall.lobby.do(lambda: voices.names(view.language))
    place = ""
    for game_id in view.games:
        place = hall.events.place_of(await hall.lobby.game(game_id), chair) or place
    return seat_page(request, view, names, place)


@router.get("/view")
async def seat(chair: ChairHere, hall: HallHere) -> SeatView:
    """Return the seat and the preferences of the person there."""
    return await view_of(chair, hall)


@router.delete("/entry", status_code=204, dependencies=[Depends(chair_here)])
async def leave(seat: str, request: Request, hall: HallHere) -> Response:
    """Delete the entry cookie, on the server and in the browser."""
    secret = request.cookies[COOKIE]
    await hall.lobby.do(lambda: hall.lobby.entrance.leave(secret))
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path=f"/seats/{seat}")
    return response


@router.get("/speech/{name}.wav", response_class=Response, responses=content("audio/wav"))
async def speech(name: str, listener: ListenerHere, hall: HallHere) -> Response:
    """Return a sentence that was said to this seat as sound, made when it is fetched."""
    return await sound_of(name, listener, hall)


@router.get("/games/{game}")
async def game(game: str, chair: ChairHere, hall: HallHere) -> GameView:
    """Return the game as this seat sees it, with all its moves."""
    return hall.hub.view(await game_of(chair, game, hall), chair)


@router.get(
    "/games/{game}/position.svg", response_class=Response, responses=content("image/svg+xml")
)
async def picture(
    game: str, chair: ChairHere, hall: HallHere, *, flipped: bool = False
) -> Response:
    """Return the position as a picture; `flipped`: from Black's side."""
    position = (await game_of(chair, game, hall)).seated.game.position
    svg = await hall.lobby.do(lambda: position_picture(position, is_flipped=flipped))
    return Response(svg, media_type="image/svg+xml")


@router.post("/games/{game}/rematch", status_code=201)
async def rematch(
    game: str, request: Request, response: Response, chair: ChairHere, hall: HallHere
) -> Admitted:
    """Return the way to this person's seat in the agreed rematch, and set the cookie for it."""
    task = await game_of(chair, game, hall)
    try:
        following = await hall.rematches.chair(task, chair)
    except NotAgreed as error:
        raise Complained(404, "not-found") from error
    except Full as error:
        raise Complained(503, "full") from error
    return await let_in(following.id, request, response, hall)


@router.get("/games/{game}/times")
async def times(game: str, chair: ChairHere, hall: HallHere) -> list[MoveTimeView]:
    """Return the time that was charged for each move."""
    task = await game_of(chair, game, hall)
    return times_of([happening.event for happening in task.seated.happenings(after=0)])


@router.get("/games/{game}/steps/{ply}")
async def steps(
    game: str, ply: int, chair: ChairHere, hall: HallHere, marked: Marked | None = None
) -> list[str]:
    """Return the movements of the hands for one half-move, made or announced.

    `marked` says which pieces of the player's set have a mark on their heads.
    """
    now = (await game_of(chair, game, hall)).seated.game
    found = steps_of(now, ply, _language_of(chair), PegSet(marked=marked))
    if found is None:
        raise Complained(404, "not-found")
    return found


@router.get("/games/{game}/board")
async def board(
    game: str, placement: Placement, chair: ChairHere, hall: HallHere, marked: Marked | None = None
) -> BoardCompared:
    """Compare a player's own board with the game; `placement` is the first field of its FEN."""
    now = (await game_of(chair, game, hall)).seated.game
    try:
        felt = PegBoard.from_fen(placement)
    except NotPossible as error:
        raise Complained(422, "malformed", "a placement as in FEN is expected") from error
    return compared(now, felt, _language_of(chair), PegSet(marked=marked))


@router.get(
    "/games/{game}/records/sound.zip",
    response_class=Response,
    responses=content("application/zip"),
)
async def sound(game: str, chair: ChairHere, hall: HallHere) -> Response:
    """Return every announcement that counted, as WAV files named by move; only with consent."""
    task = await game_of(chair, game, hall)
    if not task.settled.keeps_sound:
        raise Complained(403, "no-consent")
    language = _language_of(chair)
    packed = await hall.lobby.do(lambda: sounds_of(game, hall.outfit.sounds, language))
    if not packed:
        raise Complained(404, "no-sound")
    return download(packed, "application/zip", f"{game}.zip")


@router.get(
    "/games/{game}/records/sound/{ply}.wav",
    response_class=Response,
    responses=content("audio/wav"),
)
async def sound_of_move(game: str, ply: int, chair: ChairHere, hall: HallHere) -> Response:
    task = await game_of(chair, game, hall)
    if not task.settled.keeps_sound:
        raise Complained(403, "no-consent")
    wav = await hall.lobby.do(lambda: hall.outfit.sounds.wav(game, ply))
    if wav is None:
        raise Complained(404, "not-found")
    return download(wav, "audio/wav", f"{game}-{ply}.wav")


@router.get(
    "/games/{game}/records/{name}",
    response_class=Response,
    responses=content(*DOCUMENTS.values()),
)
async def record(game: str, name: str, chair: ChairHere, hall: HallHere) -> Response:
    """Return the game as PGN, its scoresheet as text, print or braille, or its last diagram."""
    task = await game_of(chair, game, hall)
    if name not in DOCUMENTS:
        raise Complained(404, "not-found")
    events = tuple(found.event for found in task.seated.happenings(after=0))
    header = header_of(events, hall.time)
    language, printed = _language_of(chair), hall.outfit.printed
    content = await hall.print_shop.made(
        lambda: document(name, minuted_sheet(events, language, header), language, printed)
    )
    return download(content, DOCUMENTS[name], f"{game}-{name}")


def _language_of(chair: Chair) -> Language:
    return load_language(chair.preferences.language)
