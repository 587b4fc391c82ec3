"""Games whose journal is damaged: nobody can go on with them; their readable part is offered."""

from collections.abc import Sequence
from functools import partial

from fastapi import APIRouter, Depends, Request, Response

from voice_chess.game.events import Event
from voice_chess.game.evolve import replay
from voice_chess.game.phases import NotArranged
from voice_chess.languages.language import Language, load_language
from voice_chess.records import pgn
from voice_chess.records.damage import incomplete
from voice_chess.review.reviewed_game import minuted_sheet
from voice_chess.session.lobby.parts import Elsewhere
from voice_chess.session.ports import JournalDamaged, TimeSource, WholePart
from voice_chess.speech.generation.wording import seat_name
from voice_chess.web.errors import Complained, complaints, content
from voice_chess.web.live.fellows import merged
from voice_chess.web.live.games_over import moves_made
from voice_chess.web.live.hall import Hall
from voice_chess.web.messages.rest import DamagedGame
from voice_chess.web.pages.rendering import wanted_language
from voice_chess.web.routes.entering import HallHere, organiser_here
from voice_chess.web.routes.records import DOCUMENTS, download, header_of

router = APIRouter(
    prefix="/organiser/games",
    tags=["organiser"],
    dependencies=[Depends(organiser_here)],
    responses=complaints(403, 404, 422, 503),
)
_PGN = "game.pgn"


@router.get("/damaged")
async def damaged_games(request: Request, hall: HallHere) -> list[DamagedGame]:
    """Return the games whose journal no longer holds what was written, oldest first."""
    rows: list[DamagedGame] = []
    language = load_language(wanted_language(request))
    known = await hall.lobby.do(hall.lobby.means.register.games)
    for game_id, settled in known.items():
        try:
            await hall.games_over.in_brief(game_id)
        except JournalDamaged:
            is_of_event = hall.events.competitions.of_board(settled.of_board) is not None
            whole = await _whole_part(hall, game_id)
            rows.append(_row(game_id, whole.events, language, is_deletable=not is_of_event))
        except Elsewhere:
            continue
    others = [DamagedGame.model_validate(row) for row in await hall.fellows.gathered(request)]
    return merged(rows, others, known)


@router.get("/{game}/whole.pgn", response_class=Response, responses=content(DOCUMENTS[_PGN]))
async def whole_part(game: str, request: Request, hall: HallHere) -> Response:
    """Return what came before the damage, marked as incomplete; 404 for an undamaged game."""
    try:
        await hall.lobby.check_here(game)
    except KeyError as error:
        raise Complained(404, "not-found") from error
    whole = await _whole_part(hall, game)
    if whole.damage is None or isinstance(replay(whole.events).phase, NotArranged):
        raise Complained(404, "not-found")
    written = _written(whole.events, wanted_language(request), hall.time)
    return download(written.encode(), DOCUMENTS[_PGN], f"{game}-whole.pgn")


async def _whole_part(hall: Hall, game_id: str) -> WholePart:
    return await hall.lobby.do(partial(hall.lobby.means.journal.read_whole, game_id))


def _row(
    game_id: str, events: Sequence[Event], language: Language, *, is_deletable: bool
) -> DamagedGame:
    game, lost_from = replay(events), len(events) + 1
    if isinstance(game.phase, NotArranged):
        return DamagedGame(game=game_id, lost_from=lost_from, is_deletable=is_deletable)
    return DamagedGame(
        game=game_id,
        white=seat_name(game.table.white, language),
        black=seat_name(game.table.black, language),
        time=game.table.control.to_pgn(),
        moves=moves_made(game),
        lost_from=lost_from,
        is_deletable=is_deletable,
    )


def _written(events: Sequence[Event], language_id: str, time: TimeSource) -> str:
    """Return the readable part of a game as PGN."""
    language = load_language(language_id)
    sheet = minuted_sheet(events, language, header_of(events, time))
    return pgn.written(incomplete(sheet, len(events), language))
