"""Imports games that were played elsewhere, as PGN, so that they can be reviewed here."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from starlette.requests import HTTPConnection

from voice_chess.languages.language import load_language
from voice_chess.records import pgn
from voice_chess.records.pgn_letters import ALPHABETS
from voice_chess.records.scoresheet import BadRecord
from voice_chess.review.reviewed_game import ReviewedGame
from voice_chess.session.lobby.parts import Elsewhere
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.web.errors import Complained, complaints
from voice_chess.web.live.hall import Hall
from voice_chess.web.messages.rest import BroughtGame, Imported
from voice_chess.web.pages.rendering import page, wanted_language
from voice_chess.web.reviews.reviewed import Reviewed
from voice_chess.web.routes.entering import HallHere, place_here
from voice_chess.web.routes.fair_play import check_unrated

_NAME_OF_REVIEW = 14
"""The number of characters, so many that nobody can guess a name."""
_OPENING_PLIES = 8
"""Half-moves for which many games are alike; only after them a game in play can be recognised."""
_MOST_LETTERS = 10_000
"""Of moves, without comments: 2,000 half-moves. Each takes longer to read than the one before."""

router = APIRouter(tags=["review"], responses=complaints(400, 403, 404, 413, 415, 422, 429, 503))


@router.get("/import", response_class=HTMLResponse)
async def import_page(request: Request) -> HTMLResponse:
    """Return the page on which a PGN file is chosen or its text put in."""
    return page(request, "import.html", wanted_language(request), alphabets=[*ALPHABETS.items()])


@router.post("/import", status_code=201)
async def import_game(brought: BroughtGame, request: Request, hall: HallHere) -> Imported:
    """Import the first game of a PGN text, as far as it can be read, for a review."""
    if not hall.guests.begun.takes(place_here(request), hall.time.now_ms()):
        raise Complained(429, "too-fast")
    language = load_language(wanted_language(request))
    try:
        sheet = await hall.lobby.do(
            lambda: pgn.read_as_far(brought.pgn, language, most_letters=_MOST_LETTERS)
        )
    except pgn.TooLong as error:
        raise Complained(413, "too-large", field="pgn") from error
    except BadRecord as error:
        raise Complained(422, "bad-record", error.told(language), field="pgn") from error
    name = hall.lobby.name_here(_NAME_OF_REVIEW)
    hall.reviews.keep(name, ReviewedGame.of_sheet(sheet))
    return Imported(
        path=f"/reviews/{name}",
        moves=len(sheet.entries),
        left_out=sheet.left_out,
        others_follow=sheet.others_follow,
    )


async def of_import(review: str, request: HTTPConnection, hall: HallHere) -> None:
    """Find the imported game of this address, if it is still kept and is not in play here.

    Raises `Complained`, and `Elsewhere` if another server has it.
    """
    parts, game = hall.lobby.means.parts, hall.reviews.kept(review)
    if game is None and not parts.leads(part := parts.part_of(review)):
        raise Elsewhere(part)
    if game is None:
        raise Complained(404, "not-found")
    await check_unrated(hall)
    if await hall.lobby.do(lambda: _is_in_play(game, hall)):
        raise Complained(409, "in-play")
    language = wanted_language(request)
    request.state.reviewed = Reviewed(
        key=f"import.{review}",
        game=game,
        preferences=VoicePreferences(language=load_language(language)),
        interface=language,
        back="/import",
    )


def _is_in_play(game: ReviewedGame, hall: Hall) -> bool:
    """Return whether a game in play here stands at a position of this game.

    Its players could use the review to get advice.
    """
    running = [task.seated.game for task in tuple(hall.lobby.running.values())]
    played = [each.position for each in running if not each.is_over]
    stand = {position.epd for position in played if len(position.moves) >= _OPENING_PLIES}
    return bool(stand) and any(position.epd in stand for position in game.positions)
