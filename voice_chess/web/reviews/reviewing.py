"""The addresses of a review of a finished game: page, data, an engine's evaluations, answers.

They are the same below each of `reviewed.WAYS`: for the people of a seat, for the organiser, and
for imported games.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation, at_the_end
from voice_chess.review.walk import ASKED, OF_THE_ENGINE, Step, Walk
from voice_chess.review.words import players_told, remarks_told
from voice_chess.session.ports import OpponentLost
from voice_chess.session.review.analysis import Analysis, TooManyWait
from voice_chess.web.errors import Complained, complaints, complaints_of_page, content
from voice_chess.web.live.hall import Hall
from voice_chess.web.messages.request_mapping import is_command
from voice_chess.web.messages.views import Uci
from voice_chess.web.pages.board_keys import LAYOUTS, key_words
from voice_chess.web.pages.rendering import page, tag_of
from voice_chess.web.reviews.page_findings import Findings, OwnMoves, PageKey, evaluation_of
from voice_chess.web.reviews.review_views import (
    AnalysisView,
    OwnView,
    ReviewAnswer,
    ReviewQuestion,
    ReviewView,
    analysis_view,
    nothing_found,
    own_view,
    review_view,
    tried_view,
)
from voice_chess.web.reviews.reviewed import Reviewed, ReviewedHere
from voice_chess.web.reviews.reviews import Own
from voice_chess.web.routes.aloud import aloud
from voice_chess.web.routes.entering import HallHere, place_here
from voice_chess.web.routes.fair_play import check_unrated
from voice_chess.web.routes.going_on import ORGANISER, Way, address_of, can_go_on
from voice_chess.web.routes.records import DOCUMENTS, document, download

_KEYS: Mapping[str, str] = {
    "opinion": "e",
    "line": "l",
    "instead": "w",
    "describe": "d",
    "remarks": "a",
    "again": "r",
    "summary": "g",
    "help": "h",
}
"""The letter keys, on the list of moves, of the review's questions that have a button."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A button's question: its letter `key`, the `word` to type, and the word as `shown`."""

    key: str
    word: str
    shown: str


def asks(language: Language, *, has_engine: bool) -> list[Ask]:
    words = {name: language.review_words[name][0] for name in _KEYS}
    return [
        Ask(key=key, word=words[name], shown=language.displayed(words[name]))
        for name, key in _KEYS.items()
        if has_engine or name not in OF_THE_ENGINE
    ]


_EXAMPLES = ("next-mistake", "instead", "line")
OWN_MOVE = "own-move"
"""The name of the question for the engine's evaluation of the reader's own moves."""


router = APIRouter(tags=["review"], responses=complaints(403, 404, 409, 413, 415, 422, 429, 503))


@router.get("", response_class=HTMLResponse, responses=complaints_of_page(403, 404, 409, 422, 503))
async def review_page(request: Request, reviewed: ReviewedHere, hall: HallHere) -> HTMLResponse:
    """Return the page with board, moves, times, charts and an engine's evaluations."""
    language = load_language(reviewed.interface)
    own = reviewed.language
    examples = ", ".join(own.displayed(own.review_words[name][0]) for name in _EXAMPLES)
    return page(
        request,
        "review.html",
        reviewed.interface,
        text={**language.interface, **language.review},
        reviewed=reviewed,
        header=reviewed.game.header(language),
        players=players_told(reviewed.game.header(language), language),
        remarks=remarks_told(reviewed.game.sheet, language),
        spoken=tag_of(reviewed.language.id),
        examples=examples,
        asks=asks(reviewed.language, has_engine=_engine_at(hall) != "none"),
        is_heard=hall.outfit.ears.hears(reviewed.language.id),
        engine=_engine_at(hall),
        has_sound=await _has_sound(reviewed, hall),
        board_keys=LAYOUTS,
        key_words=key_words(language),
        ways_on=_ways_on(request, reviewed, hall),
    )


@router.get("/game")
async def reviewed_game(reviewed: ReviewedHere, hall: HallHere) -> ReviewView:
    """Return all moves with their times and positions, the opening and the phases."""
    return await hall.lobby.do(
        lambda: review_view(reviewed.game, reviewed.language, reviewed.style)
    )


@router.get("/analysis")
async def analysis(
    reviewed: ReviewedHere, hall: HallHere, by: PageKey | None = None
) -> AnalysisView:
    """Return what the server's engine, or that of the browser of page `by`, has found so far."""
    return await _analysis(reviewed, _found(reviewed, by, hall), hall)


@router.post("/analysis/found", responses=complaints(400))
async def take_findings(findings: Findings, reviewed: ReviewedHere, hall: HallHere) -> AnalysisView:
    """Take what the engine in a page's own browser has found; only that page gets it back."""
    engine, game = hall.outfit.browser_engine, reviewed.game
    if engine is None or _engine_at(hall) != "browser":
        raise Complained(409, "no-engine")
    key = _key_of_page(reviewed, findings.by)

    def kept() -> Analysis:
        analysis = hall.reviews.begin_for_page(key, game, engine.name)
        for finding in findings.found:
            if finding.ply > game.last_ply:
                raise Complained(422, "malformed")
            evaluation = evaluation_of(finding, game.positions[finding.ply])
            if evaluation is None:
                raise Complained(422, "malformed")
            analysis.evaluations[finding.ply] = evaluation
        if None not in analysis.evaluations:
            analysis.state = "done"
        return analysis

    return await _analysis(reviewed, await hall.lobby.do(kept), hall)


@router.post("/analysis", status_code=202)
async def analyse(reviewed: ReviewedHere, hall: HallHere) -> AnalysisView:
    """Have the server's engine evaluate the game, unless it has begun."""
    await check_unrated(hall)
    if not hall.reviews.engines.are_there():
        raise Complained(409, "no-engine")
    try:
        found = hall.reviews.look_at(reviewed.key, reviewed.game)
    except TooManyWait as error:
        raise Complained(503, "engine-busy") from error
    return await _analysis(reviewed, found, hall)


@router.post("/tried", responses=complaints(400))
async def judge_own(
    request: Request, moves: OwnMoves, reviewed: ReviewedHere, hall: HallHere
) -> OwnView:
    """Return the evaluation after the reader's own moves, by the server's or the page's engine."""
    await check_unrated(hall)
    if not hall.reviews.judged.takes(place_here(request), hall.time.now_ms()):
        raise Complained(429, "too-fast")
    question = ReviewQuestion(ply=moves.ply, tried=moves.tried, by=moves.by)
    walk = _walk(reviewed, question, hall)
    own = walk.own
    if own is None:
        own = await _judged(walk.position, moves, hall)
        hall.reviews.keep_own(_own_of(reviewed, walk, moves.by), own)
    return own_view(replace(walk, own=own), own)


async def _judged(position: Position, moves: OwnMoves, hall: Hall) -> Evaluation:
    """Return the evaluation of a position. Raises `Complained`, e.g. without an engine."""
    engine_at, found = _engine_at(hall), at_the_end(position)
    if found is not None:
        return found
    if engine_at == "browser" and moves.found is not None:
        found = evaluation_of(moves.found, position)
        if found is None:
            raise Complained(422, "malformed")
        return found
    if engine_at != "server":
        raise Complained(409, "no-engine")
    try:
        return await asyncio.wrap_future(hall.reviews.judge(position))
    except TooManyWait as error:
        raise Complained(503, "engine-busy") from error
    except OpponentLost as error:
        raise Complained(409, "no-engine") from error


@router.get(
    "/go-on", response_class=RedirectResponse, responses=complaints_of_page(403, 404, 409, 422, 503)
)
async def go_on(
    request: Request,
    reviewed: ReviewedHere,
    to: Way,
    ply: Annotated[int, Query(ge=0, le=10_000)],
    best: Uci | None = None,
) -> RedirectResponse:
    """Redirect to the page that arranges a game from here, or from after the move `best`."""
    positions = reviewed.game.positions
    if ply >= len(positions) or not can_go_on(positions[ply]):
        raise Complained(422, "bad-position")
    if best is not None and not positions[ply].is_legal(best):
        raise Complained(422, "bad-position")
    if best is not None and not can_go_on(positions[ply].played(best)):
        raise Complained(422, "bad-position")
    return RedirectResponse(address_of(reviewed.game.sheet, ply, to, request, best), 303)


@router.get("/records/{name}", response_class=Response, responses=content(*DOCUMENTS.values()))
async def record(name: str, reviewed: ReviewedHere, hall: HallHere) -> Response:
    """Return the game as PGN, its scoresheet as text, print or braille, or its last diagram."""
    if name not in DOCUMENTS:
        raise Complained(404, "not-found")
    game, language, printed = reviewed.game, reviewed.language, hall.outfit.printed
    found = await hall.print_shop.made(
        lambda: document(name, game.minuted_sheet(language), language, printed)
    )
    return download(found, DOCUMENTS[name], f"{reviewed.game_id}-{name}")


@router.get("/answers")
async def answer(
    reviewed: ReviewedHere,
    hall: HallHere,
    question: Annotated[ReviewQuestion, Query()],
) -> ReviewAnswer:
    """Return the answer to a typed line, or to a question by its name."""
    walk = _walk(reviewed, question, hall)
    step = await hall.lobby.do(lambda: _asked(walk, question))
    told = [sentence.text for sentence in step.told]
    return ReviewAnswer(ply=step.walk.ply, told=told, tried=tried_view(step.walk))


@router.get("/spoken", response_class=Response, responses=content("audio/wav"))
async def spoken(
    request: Request,
    reviewed: ReviewedHere,
    hall: HallHere,
    question: Annotated[ReviewQuestion, Query()],
) -> Response:
    """Return the answer in the server's voice; without a question, the words on the position."""
    if not hall.reviews.spoken.takes(place_here(request), hall.time.now_ms()):
        raise Complained(429, "too-fast")
    walk = _walk(reviewed, question, hall)

    def words() -> str:
        is_asked = question.line or question.name
        told = _asked(walk, question).told if is_asked else walk.here()
        return " ".join(sentence.spoken for sentence in told)

    return await aloud(words, reviewed.preferences, hall)


def _walk(reviewed: Reviewed, question: ReviewQuestion, hall: Hall) -> Walk:
    """Return the reader's place in the game, with the engine's findings. Raises `Complained`."""
    is_own = question.name == OWN_MOVE
    if question.name and not is_own and not is_command(question.name, question.args.split()):
        raise Complained(422, "malformed")
    found = _found(reviewed, question.by, hall)
    ply = min(question.ply, reviewed.game.last_ply)
    walk = Walk(
        game=reviewed.game,
        language=reviewed.language,
        evaluations=tuple(found.evaluations) if found else (),
        has_engine=_engine_at(hall) != "none",
        style=reviewed.style,
        ply=ply,
        tried=_tried(question, reviewed.game.positions[ply]),
    )
    return replace(walk, own=hall.reviews.own(_own_of(reviewed, walk, question.by)))


def _own_of(reviewed: Reviewed, walk: Walk, by: str | None) -> Own:
    key = reviewed.key if by is None else _key_of_page(reviewed, by)
    return key, walk.ply, walk.tried


def _tried(question: ReviewQuestion, position: Position) -> tuple[str, ...]:
    """Return the reader's own moves from there. Raises `Complained` if one is illegal."""
    if position_tried(position, question.tried) is None:
        raise Complained(422, "malformed")
    return tuple(question.tried.split())


def position_tried(position: Position, tried: str) -> Position | None:
    """Return the position after these moves, in UCI with spaces between; None if one is illegal."""
    for uci in tried.split():
        if not position.is_legal(uci):
            return None
        position = position.played(uci)
    return position


def _asked(walk: Walk, question: ReviewQuestion) -> Step:
    """Return the answer to a question. Raises `Complained` for an unknown name."""
    if question.line:
        return walk.asked(question.line)
    if question.name == OWN_MOVE:
        return Step(walk=walk, told=walk.own_told())
    if question.name not in ASKED:
        raise Complained(422, "malformed")
    return Step(walk=walk, told=walk.query(question.name, tuple(question.args.split())))


def _ways_on(request: Request, reviewed: Reviewed, hall: Hall) -> list[Way]:
    """Return the ways by which this reader can arrange a game that goes on from a position."""
    ways: list[Way] = ["computer", "friend"] if hall.guests.is_admitted else []
    is_organiser = reviewed.back == "/organiser" or request.query_params.get("to") == ORGANISER
    return [*ways, ORGANISER] if is_organiser else ways


def _engine_at(hall: Hall) -> Literal["server", "browser", "none"]:
    """Return where games are evaluated: on the server if it can, else in the reader's browser."""
    if hall.reviews.engines.are_there():
        return "server"
    return "none" if hall.outfit.browser_engine is None else "browser"


def _found(reviewed: Reviewed, by: str | None, hall: Hall) -> Analysis | None:
    if by is None:
        return hall.reviews.found(reviewed.key)
    return hall.reviews.found_by_page(_key_of_page(reviewed, by))


def _key_of_page(reviewed: Reviewed, by: str) -> str:
    return f"{reviewed.key}.{by}"


async def _analysis(reviewed: Reviewed, found: Analysis | None, hall: Hall) -> AnalysisView:
    reviews, game = hall.reviews, reviewed.game
    if found is None:
        return nothing_found(has_engine=_engine_at(hall) != "none", plies=len(game.positions))
    ahead = reviews.ahead(found)
    return await hall.lobby.do(
        lambda: analysis_view(game, found, ahead, reviewed.language, reviewed.style)
    )


async def _has_sound(reviewed: Reviewed, hall: Hall) -> bool:
    """Return whether the sound archive has any announcement; an empty one is not offered."""
    if not reviewed.sound:
        return False
    return bool(await hall.lobby.do(lambda: hall.outfit.sounds.announced(reviewed.game_id)))
