"""The addresses by which organisers and arbiters run an event: players, rounds and results."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from voice_chess.clock.time_control import MINUTE_MS
from voice_chess.event.changes import Ruling as Ruled
from voice_chess.event.commands import (
    ChangeTerms,
    CorrectPlayer,
    EnterPlayers,
    EventCommand,
    ForbidPair,
    GrantBye,
    NewEntrant,
    RankPlayers,
    ReadmitPlayer,
    RuleResult,
    UndoLast,
    WithdrawPlayer,
)
from voice_chess.event.competition import BoardResult, Person
from voice_chess.event.entry_lists import read_list
from voice_chess.event.identity import SEXES, TITLES, Identity, usual
from voice_chess.event.letters import ENCODINGS
from voice_chess.event.list_columns import told_columns
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.results import Colour
from voice_chess.event.standings import KNOWN, USUAL, read_tie_breaks
from voice_chess.event.terms import CompetitionTerms, Official, Play, System, read_round
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.edition import known_editions
from voice_chess.session.lobby.competitions import OpenCompetition
from voice_chess.session.lobby.event_rounds import RoundBeginning
from voice_chess.web.errors import Complained, complaints, complaints_of_page
from voice_chess.web.events.event_access import EventHere, event_named
from voice_chess.web.events.event_codes import (
    names_of_places,
    new_links,
    new_ways,
    path_of,
    prolong_codes,
)
from voice_chess.web.events.event_hall import GameBegun
from voice_chess.web.events.event_rest import (
    Bye,
    EntryAsked,
    EntryList,
    EventMade,
    EventRow,
    EventRuling,
    EventState,
    EventTerms,
    NewEntry,
    NewEvent,
    Pair,
    PlaceLink,
    RoundStart,
    Undoing,
)
from voice_chess.web.events.event_views import EventViews, event_row
from voice_chess.web.live.hall import Hall
from voice_chess.web.pages.rendering import page, wanted_language
from voice_chess.web.routes.arranging import known
from voice_chess.web.routes.entering import HallHere, organiser_here


def complaint_of(refusal: Refusal, request: Request) -> Complained:
    """Return the complaint for a refusal, in the language of the page."""
    words = refusal.told(load_language(wanted_language(request)))
    return Complained(422, "event-refused", words, field=refusal.field)


_COLOURS = {"white": Colour.WHITE, "black": Colour.BLACK}


async def all_events(hall: Hall, elsewhere: Iterable[object]) -> list[EventRow]:
    """Return the rows of this server's events and those from other servers, oldest first."""
    own = [event_row(event) for event in hall.events.competitions.all.values()]
    others = [EventRow.model_validate(row) for row in elsewhere]
    rows = {row.event: row for row in (*own, *others)}
    return [rows[event_id] for event_id in await hall.events.order() if event_id in rows]


RESPONSES = complaints(400, 403, 404, 413, 415, 422, 503)
making = APIRouter(
    prefix="/organiser/events",
    tags=["events"],
    dependencies=[Depends(organiser_here)],
    responses=RESPONSES,
)
router = APIRouter(tags=["events"], responses=RESPONSES)
PREFIXES = ("/organiser/events/{event}", "/places/{place}/event")
"""The addresses from which an event is run: the organiser's page, and its arbiters' place."""


@making.get("")
async def events(request: Request, hall: HallHere) -> list[EventRow]:
    """Return all events, oldest first."""
    return await all_events(hall, await hall.fellows.gathered(request))


@making.post("", status_code=201)
async def make_event(wanted: NewEvent, request: Request, hall: HallHere) -> EventMade:
    """Make an event without players. The response has its arbiters' code, which is shown only once.

    A repetition with the same key returns the same event, with a new code.
    """
    (arbiter,) = await names_of_places(hall, wanted.key, [wanted.model_dump_json()])
    async with hall.events.competitions.making:
        found = await hall.events.of_place(arbiter)
        made = found[0] if found else await hall.events.competitions.make(_terms(wanted), arbiter)
    if isinstance(made, Refusal):
        raise complaint_of(made, request)
    (way,) = await new_ways(hall, made, [made.now.arbiter])
    link = PlaceLink(name="", number=None, is_assistant=False, path=path_of(way), code=way.code)
    path = f"/organiser/events/{made.event_id}"
    return EventMade(event=made.event_id, path=path, links=[link])


@making.delete("/{event}", status_code=204, responses=complaints(409))
async def delete_event(
    event: Annotated[OpenCompetition, Depends(event_named)], hall: HallHere
) -> Response:
    """Delete an event that was made by mistake, if no game of it has begun."""
    try:
        await hall.events.delete(event)
    except GameBegun as error:
        raise Complained(409, "event-begun") from error
    return Response(status_code=204)


@making.get("/page", response_class=HTMLResponse, responses=complaints_of_page(403, 422, 503))
async def events_page(request: Request, hall: HallHere) -> HTMLResponse:
    """Return the page on which events are made and found again."""
    return page(
        request,
        "events.html",
        wanted_language(request),
        choices=_choices(),
        address=hall.guests.address,
        terms=None,
    )


@router.get("", response_class=HTMLResponse, responses=complaints_of_page(403, 404, 422, 503))
async def desk_page(event: EventHere, request: Request, hall: HallHere) -> HTMLResponse:
    """Return the page for everything that an arbiter does between and during the rounds."""
    address = hall.guests.address
    results = [each.value for each in BoardResult]
    language = wanted_language(request)
    return page(
        request,
        "event-desk.html",
        language,
        terms=event.now.terms,
        address=address,
        results=results,
        columns=told_columns(load_language(language)),
        encodings=ENCODINGS,
        event=event.event_id,
        is_organiser="event" in request.path_params,
        choices=_choices(),
    )


@router.get("/state")
async def state(event: EventHere, hall: HallHere) -> EventState:
    """Return the event with everything that only arbiters see."""
    return await hall.print_shop.told(EventViews.of(hall).look(event, is_public=False))


@router.post("/terms")
async def change_terms(
    wanted: EventTerms, event: EventHere, request: Request, hall: HallHere
) -> EventState:
    terms = _terms(wanted)
    if wanted.initial == "lot":
        terms = replace(terms, initial=event.now.terms.initial)
    told = await _asked(ChangeTerms(at_ms=_now(hall), terms=terms), event, request, hall)
    await prolong_codes(hall, event)
    return told


@router.post("/players", status_code=201)
async def enter_player(
    wanted: EntryAsked, event: EventHere, request: Request, hall: HallHere
) -> list[PlaceLink]:
    """Enter a player, and return their code and their assistant's for the whole event."""
    (place,) = await names_of_places(hall, wanted.key, [event.event_id, wanted.model_dump_json()])
    entry = NewEntrant(person=_person(wanted), place=place, number=wanted.number)
    return await _entered([entry], event, request, hall)


@router.post("/players/list", status_code=201)
async def enter_list(
    wanted: EntryList, event: EventHere, request: Request, hall: HallHere
) -> list[PlaceLink]:
    """Enter a whole list of players, or nothing of it if any line is refused."""
    known(wanted.language)
    languages = [load_language(each) for each in known_languages()]
    listed = await hall.lobby.do(lambda: read_list(wanted.text, languages, wanted.language))
    if isinstance(listed, Refusal):
        raise complaint_of(listed, request)
    about = [event.event_id, wanted.model_dump_json()]
    places = await names_of_places(hall, wanted.key, about, len(listed))
    entries = [
        NewEntrant(person=person, place=place, number=number, line=line)
        for place, (number, person, line) in zip(places, listed, strict=True)
    ]
    return await _entered(entries, event, request, hall)


@router.post("/players/ranking")
async def rank_players(event: EventHere, request: Request, hall: HallHere) -> EventState:
    """Give starting numbers by rating. This is possible only before the first round."""
    return await _asked(RankPlayers(at_ms=_now(hall)), event, request, hall)


@router.post("/players/{number}")
async def correct_player(
    number: int, wanted: NewEntry, event: EventHere, request: Request, hall: HallHere
) -> EventState:
    """Correct a player's details; their number and code stay the same."""
    command = CorrectPlayer(at_ms=_now(hall), player=number, person=_person(wanted))
    return await _asked(command, event, request, hall)


@router.post("/players/{number}/codes", status_code=201)
async def new_codes(
    number: int, event: EventHere, request: Request, hall: HallHere
) -> list[PlaceLink]:
    """Return new codes for a player and their assistant; the earlier ones become invalid."""
    found = event.now.by_number.get(number)
    if found is None:
        refusal = Refusal.of(Reason.NO_SUCH_PLAYER, field="player", player=number)
        raise complaint_of(refusal, request)
    return await new_links(hall, event, [found])


@router.post("/players/{number}/withdrawal")
async def withdraw(number: int, event: EventHere, request: Request, hall: HallHere) -> EventState:
    """Withdraw a player from the next round on."""
    return await _asked(WithdrawPlayer(at_ms=_now(hall), player=number), event, request, hall)


@router.post("/players/{number}/return")
async def readmit(number: int, event: EventHere, request: Request, hall: HallHere) -> EventState:
    """Let a withdrawn player take part again from the next round on."""
    return await _asked(ReadmitPlayer(at_ms=_now(hall), player=number), event, request, hall)


@router.post("/players/{number}/byes")
async def grant_bye(
    number: int, wanted: Bye, event: EventHere, request: Request, hall: HallHere
) -> EventState:
    """Grant a player a bye in a round: half a point without a game."""
    command = GrantBye(at_ms=_now(hall), player=number, round=wanted.round)
    return await _asked(command, event, request, hall)


@router.post("/forbidden-pairs")
async def forbid(wanted: Pair, event: EventHere, request: Request, hall: HallHere) -> EventState:
    """Forbid that these two players are paired with each other."""
    command = ForbidPair(at_ms=_now(hall), one=wanted.one, other=wanted.other)
    return await _asked(command, event, request, hall)


@router.post("/pairing")
async def pair(event: EventHere, request: Request, hall: HallHere) -> EventState:
    """Pair the next round. With many players this takes seconds."""
    if not event.is_in_pairing:
        await hall.events.rounds.take_missing(event)
    return await _told(await hall.events.competitions.pair(event), event, request, hall)


@router.delete("/pairing", status_code=204)
async def end_pairing(event: EventHere) -> Response:
    """Cancel a pairing under way. Nothing changes; the request that waits for it is told so."""
    event.end_pairing()
    return Response(status_code=204)


@router.post("/start")
async def start_round(
    wanted: RoundStart, event: EventHere, request: Request, hall: HallHere
) -> EventState:
    """Start the round: each board becomes a game, and everybody is brought to theirs."""
    beginning = wanted.beginning
    late = beginning.lateness_minutes
    ruling = await hall.events.rounds.start_round(
        event,
        RoundBeginning(
            starts=beginning.starts,
            at_ms=beginning.at_ms if beginning.starts == "at" else None,
            lateness_ms=None if late is None else late * MINUTE_MS,
            language=wanted_language(request),
        ),
    )
    return await _told(ruling, event, request, hall)


@router.post("/results")
async def rule_result(
    wanted: EventRuling, event: EventHere, request: Request, hall: HallHere
) -> EventState:
    """Rule on a result, with a reason. The ruling stands whatever the game brings."""
    command = RuleResult(
        at_ms=_now(hall),
        round=wanted.round,
        board=wanted.board,
        result=BoardResult(wanted.result),
        reason=wanted.reason,
    )
    return await _asked(command, event, request, hall)


@router.post("/undoing")
async def undo(
    event: EventHere, request: Request, hall: HallHere, wanted: Undoing | None = None
) -> EventState:
    """Take back the last change of an arbiter."""
    command = UndoLast(at_ms=_now(hall), made_at_ms=wanted.made_at_ms if wanted else None)
    ruling = await hall.events.competitions.ask(event, command)
    if not isinstance(ruling, Refusal):
        await hall.events.reopen(event)
    return await _told(ruling, event, request, hall)


async def _asked(
    command: EventCommand, event: OpenCompetition, request: Request, hall: Hall
) -> EventState:
    return await _told(await hall.events.competitions.ask(event, command), event, request, hall)


async def _told(ruling: Ruled, event: OpenCompetition, request: Request, hall: Hall) -> EventState:
    """Return the event as it is now. Raises `Complained` if the command was refused."""
    if isinstance(ruling, Refusal):
        raise complaint_of(ruling, request)
    return await state(event, hall)


async def _entered(
    entries: Sequence[NewEntrant], event: OpenCompetition, request: Request, hall: Hall
) -> list[PlaceLink]:
    command = EnterPlayers(at_ms=_now(hall), entries=tuple(entries))
    ruling = await hall.events.competitions.ask(event, command)
    if isinstance(ruling, Refusal):
        raise complaint_of(ruling, request)
    places = {each.place for each in entries}
    return await new_links(hall, event, [c for c in event.now.competitors if c.place in places])


def _person(wanted: NewEntry) -> Person:
    known(wanted.language)
    return Person(
        name=wanted.name.strip(),
        rating=wanted.rating,
        language=wanted.language,
        is_blind=wanted.is_blind,
        has_assistant=wanted.has_assistant,
        identity=usual(
            Identity(
                sex=wanted.sex.strip(),
                title=wanted.title.strip(),
                federation=wanted.federation.strip(),
                fide_number=wanted.fide_number.strip(),
                birth=wanted.birth.strip(),
            )
        ),
    )


def _terms(wanted: EventTerms) -> CompetitionTerms:
    initial = _COLOURS.get(wanted.initial) or secrets.choice(tuple(Colour))
    return CompetitionTerms(
        name=wanted.name.strip(),
        first_day=wanted.first_day,
        last_day=wanted.last_day,
        play=Play(
            edition=wanted.edition,
            time=wanted.time,
            no_agreed_draw_before_move=wanted.no_agreed_draw_before_move,
            has_agreed_draws=wanted.agreed_draws,
            are_scores_reported=wanted.reports,
            charge_until=wanted.charge,
        ),
        system=System(wanted.system),
        rounds=wanted.rounds,
        tie_breaks=read_tie_breaks(",".join(wanted.tie_breaks)) or USUAL,
        is_baku=wanted.baku,
        are_all_games_counted=wanted.count_all,
        initial=initial,
        delay_minutes=wanted.delay_minutes,
        is_rated=wanted.rated,
        broadcast=tuple(read_round(each.strip()) for each in wanted.broadcast),
        official=Official(
            city=wanted.city.strip(),
            federation=wanted.federation.strip().upper(),
            chief_arbiter=wanted.chief_arbiter.strip(),
            deputies=tuple(filter(None, map(str.strip, wanted.deputies))),
            round_days=tuple(filter(None, map(str.strip, wanted.round_days))),
        ),
    )


def _choices() -> dict[str, object]:
    return {
        "editions": known_editions(),
        "systems": [each.value for each in System],
        "tie_breaks": KNOWN,
        "usual_tie_breaks": ",".join(USUAL),
        "sexes": SEXES,
        "titles": TITLES,
    }


def _now(hall: Hall) -> int:
    return hall.time.wall_ms()
