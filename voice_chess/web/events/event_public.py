"""The addresses of an event for spectators: boards, standings and files, with the event's delay."""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from voice_chess.event.competition import Competition
from voice_chess.event.trf_writing import report_26_of, report_of, without_births
from voice_chess.languages.language import load_language
from voice_chess.session.lobby.competitions import OpenCompetition
from voice_chess.web.errors import Complained, complaints, complaints_of_page, content
from voice_chess.web.events.event_access import event_named
from voice_chess.web.events.event_desk import all_events
from voice_chess.web.events.event_feed import etag_of
from voice_chess.web.events.event_rest import EventRow, EventState
from voice_chess.web.events.event_tables import braille_table, paper_tables, plain_table
from voice_chess.web.events.event_views import EventViews
from voice_chess.web.pages.rendering import page, wanted_language
from voice_chess.web.routes.entering import HallHere
from voice_chess.web.routes.records import download

EventNamed = Annotated[OpenCompetition, Depends(event_named)]
router = APIRouter(prefix="/events", tags=["events"], responses=complaints(404, 422, 503))
Version = Literal["16", "26"]
Made = TypeVar("Made")
REPORTS: Mapping[Version, Callable[[Competition, int], str]] = {
    "16": report_of,
    "26": report_26_of,
}
_PGN = "application/x-chess-pgn"
_PDF = "application/pdf"
_NOT_MODIFIED = 304


@router.get("", response_class=HTMLResponse, responses=complaints_of_page(422, 503))
async def list_page(request: Request, hall: HallHere) -> HTMLResponse:
    """Return the page with all events, whichever server has them."""
    rows = await list_events(request, hall)
    return page(request, "event-list.html", wanted_language(request), events=rows)


@router.get("/list")
async def list_events(request: Request, hall: HallHere) -> list[EventRow]:
    """Return all events, the newest first."""
    return (await all_events(hall, await hall.fellows.gathered(request, "/events/list")))[::-1]


@router.get("/{event}", response_class=HTMLResponse, responses=complaints_of_page(404, 422, 503))
async def event_page(event: EventNamed, request: Request) -> HTMLResponse:
    """Return the page with boards, standings and the crosstable."""
    now = event.now
    return page(
        request, "event.html", wanted_language(request), event=event.event_id, terms=now.terms
    )


@router.get("/{event}/state")
async def event_state(event: EventNamed, request: Request, hall: HallHere) -> Response:
    """Return the event as data; only 304 if the request shows by its ETag that it has it."""
    mark = EventViews.of(hall).public_mark(event)
    text = await hall.events.states.text(
        event.event_id, mark, lambda: _made(event, hall, lambda state: state.model_dump_json())
    )
    return _unless_known(text, "application/json", request)


@router.get(
    "/{event}/round-{number}.pgn",
    response_class=Response,
    responses={**content(_PGN), _NOT_MODIFIED: {"description": "Nothing is new"}},
)
async def feed(number: int, event: EventNamed, request: Request, hall: HallHere) -> Response:
    """Return all games of a round as PGN, with clocks."""
    if not 1 <= number <= len(event.now.rounds):
        raise Complained(404, "not-found")
    text = await hall.events.feeds.text(event, number)
    return _unless_known(text, _PGN, request)


@router.get("/{event}/report.trf", response_class=Response, responses=content("text/plain"))
async def report(event: EventNamed, hall: HallHere, version: Version = "16") -> Response:
    """Return the tournament report, TRF16 or TRF26, of the rounds whose results are public.

    It leaves out birthdays, which only arbiters see.
    """
    rounds = EventViews.of(hall).rounds_told(event.now)
    now = event.now
    text = await hall.print_shop.told(lambda: REPORTS[version](without_births(now), rounds))
    return download(text.encode(), "text/plain; charset=utf-8", f"{event.event_id}.trf")


@router.get("/{event}/standings.brf", response_class=Response, responses=content("text/plain"))
async def braille(event: EventNamed, request: Request, hall: HallHere) -> Response:
    """Return the standings for an embosser or a braille line."""
    language = load_language(wanted_language(request))
    text = await _made(event, hall, lambda state: braille_table(state, language))
    return download(text.encode(), "text/plain; charset=us-ascii", f"{event.event_id}.brf")


@router.get("/{event}/standings.txt", response_class=Response, responses=content("text/plain"))
async def plain(event: EventNamed, request: Request, hall: HallHere) -> Response:
    """Return the standings as text, one line for each player."""
    language = load_language(wanted_language(request))
    text = await _made(event, hall, lambda state: plain_table(state, language))
    return download(text.encode(), "text/plain; charset=utf-8", f"{event.event_id}.txt")


@router.get("/{event}/standings.pdf", response_class=Response, responses=content(_PDF))
async def paper(event: EventNamed, request: Request, hall: HallHere) -> Response:
    """Return the standings and the crosstable for printing; screen readers read row by row."""
    language = load_language(wanted_language(request))
    tables = await _made(event, hall, lambda state: paper_tables(state, language))
    made = await hall.print_shop.tables(tables, language.id)
    return download(made, _PDF, f"{event.event_id}.pdf")


async def _made(event: OpenCompetition, hall: HallHere, make: Callable[[EventState], Made]) -> Made:
    """Return what `make` makes, in the thread for reports, of the event's public state now."""
    look = EventViews.of(hall).look(event, is_public=True)
    return await hall.print_shop.told(lambda: make(look()))


def _unless_known(text: str, kind: str, request: Request) -> Response:
    etag = etag_of(text)
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=_NOT_MODIFIED, headers=headers)
    return Response(text, media_type=kind, headers=headers)
