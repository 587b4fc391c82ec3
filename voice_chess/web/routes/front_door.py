"""The addresses of the front door: what this server is, and games without an organiser."""

import secrets
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from voice_chess.game.table import EngineTerms, Role, Table
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.chess960 import STARTS, NoSuchStart, starting_position
from voice_chess.laws.edition import known_editions
from voice_chess.laws.position import Position
from voice_chess.session.engine_levels import LEVELS
from voice_chess.session.lobby.lobby import Arrangement
from voice_chess.session.ports import OpponentLost
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.wording import seat_name
from voice_chess.speech.understanding.game_wish import (
    ANSWER_KEYS,
    GameWish,
    answered,
    chosen,
    typed_wishes,
)
from voice_chess.web.errors import Complained, complaints, content
from voice_chess.web.live.door_ear import question, wished_games
from voice_chess.web.live.games_over import MOST_SHOWN, InBrief
from voice_chess.web.live.guests import make_room
from voice_chess.web.live.hall import Hall
from voice_chess.web.messages.rest import (
    Admitted,
    AskedWish,
    BegunGame,
    ChosenWish,
    ComputersGame,
    FriendsGame,
    GuestsGame,
    MeantWish,
    NewCustoms,
    NewGame,
    NewPlayer,
    PublicGame,
    TypedWish,
    Watching,
)
from voice_chess.web.messages.sound_messages import WishedGame
from voice_chess.web.pages.rendering import page, wanted_language
from voice_chess.web.routes.aloud import aloud
from voice_chess.web.routes.arranging import arrangement_of, complaint_of, known
from voice_chess.web.routes.entering import HallHere, let_in, place_here
from voice_chess.web.routes.fair_play import check_unrated
from voice_chess.web.routes.going_on import before_in, start_of, told
from voice_chess.web.routes.organising import link_of

PRESETS = {
    "3+2": "blitz",
    "5+3": "blitz",
    "10+5": "rapid",
    "15+10": "rapid",
    "25+10": "rapid",
    "90+30": "classical",
}
"""Usual time controls (minutes, and seconds a move) with the names of their kinds."""

USUAL_TIME = "15+10"
USUAL_LEVEL = "easy"
INSTALL = "apt install stockfish"
GIVE = "voice-chess serve --browser-engine"
BROWSER_ENGINE_SOURCE = "https://github.com/nmrugg/stockfish.js"
_LONGEST_NAME = 30
"""The most characters of an engine's own name, which its level follows."""
router = APIRouter(
    tags=["front door"], responses=complaints(400, 403, 404, 409, 413, 415, 422, 429, 503)
)


@router.get("/", response_class=HTMLResponse)
async def front_page(request: Request, hall: HallHere) -> HTMLResponse:
    """Return the page that says what this is and what a visitor can do here."""
    return _page(request, "front.html", hall)


@router.get("/friend", response_class=HTMLResponse)
async def friends_page(request: Request, hall: HallHere) -> HTMLResponse:
    return _page(request, "friend.html", hall)


@router.get("/computer", response_class=HTMLResponse)
async def computers_page(request: Request, hall: HallHere) -> HTMLResponse:
    return _page(request, "computer.html", hall)


@router.get("/watch", response_class=HTMLResponse)
async def watchers_page(request: Request, hall: HallHere) -> HTMLResponse:
    return _page(request, "watch.html", hall)


@router.post("/friend", status_code=201)
async def play_a_friend(
    wanted: FriendsGame, request: Request, response: Response, hall: HallHere
) -> BegunGame:
    """Begin a game between two people: the visitor enters their seat, their friend gets a link."""
    friend = NewPlayer(
        name=wanted.friends_name,
        language=wanted.friends_language,
        interface=wanted.friends_language,
    )
    role = _drawn(wanted)
    return await _begin(_arrangement(wanted, friend, role), role, request, response, hall)


@router.post("/computer", status_code=201)
async def play_the_computer(
    wanted: ComputersGame, request: Request, response: Response, hall: HallHere
) -> BegunGame:
    """Begin a game against the engine of this server, or the one that it gives to browsers.

    The engine is seated as soon as the visitor is.
    """
    _check_open(hall)
    await check_unrated(hall)
    engine, is_in_browser = await _engine(hall)
    role = _drawn(wanted)
    arrangement = _arrangement(wanted, NewPlayer(name=engine[:_LONGEST_NAME]), role)
    terms = EngineTerms(level=wanted.level, in_browser=is_in_browser)
    settled = replace(
        arrangement.settled,
        engine=wanted.level,
        engine_is_white=role is Role.BLACK,
        engine_in_browser=is_in_browser,
    )
    preferences = arrangement.preferences
    people = {one: how for one, how in preferences.items() if one is not settled.engines_role}
    table = _with_engine(arrangement.table, terms, white=role is Role.BLACK)
    arrangement = replace(arrangement, table=table, settled=settled, preferences=people)
    return await _begin(arrangement, role, request, response, hall)


@router.post("/computer/wish")
async def wish(typed: TypedWish) -> list[WishedGame]:
    """Return the wishes that a sentence can mean, without beginning a game."""
    found = typed_wishes(typed.text, load_language(known(typed.language)))
    if not found:
        raise Complained(422, "no-wish", field="sentence")
    return wished_games(found)


@router.post("/computer/wish/answer")
async def answer(typed: TypedWish) -> bool:
    """Return whether a line, typed in reply to a question about a wish, says yes.

    Raises `Complained` if it is neither yes nor no.
    """
    is_yes = answered(typed.text, load_language(known(typed.language)))
    if is_yes is None:
        raise Complained(422, "no-answer", field="sentence")
    return is_yes


@router.post("/computer/wish/choice")
async def choice(typed: ChosenWish) -> int:
    """Return the index of the wish that a line means. Raises `Complained` if it means none."""
    among = [_wish_of(each) for each in typed.among]
    wish = chosen(typed.text, load_language(known(typed.language)), among)
    if wish is None:
        raise Complained(422, "no-choice", field="sentence")
    return among.index(wish)


@router.get("/computer/wish/question.wav", response_class=Response, responses=content("audio/wav"))
async def read_back(
    asked: Annotated[AskedWish, Query()], request: Request, hall: HallHere
) -> Response:
    """Return, in the server's voice, the question whether a doubtful wish was meant.

    Several wishes are numbered, with the question which of them was meant.
    """
    _check_open(hall)
    if not hall.guests.spoken.takes(place_here(request), hall.time.now_ms()):
        raise Complained(429, "too-fast")
    language = load_language(known(asked.language))
    also = [MeantWish.model_validate(_told_apart(each)) for each in asked.also]
    wishes = [_wish_of(each) for each in (asked, *also)]
    preferences = VoicePreferences(language=language)
    return await aloud(lambda: question(wishes, language).spoken, preferences, hall)


def _wish_of(meant: MeantWish) -> GameWish:
    return GameWish(time=meant.time, colour=meant.colour, level=meant.level)


def _told_apart(wish: str) -> dict[str, str | None]:
    """Split a wish into its fields; an empty one was left open and is None."""
    parts = (part or None for part in wish.split(","))
    return dict(zip(("time", "colour", "level"), parts, strict=True))


@router.get("/watch/games")
async def public_games(request: Request, hall: HallHere) -> list[PublicGame]:
    """Return the public games: first those in play, then those that are over, newest first."""
    tasks = [task for task in hall.lobby.running.values() if task.settled.is_public]
    over = [hall.in_brief(task) for task in tasks if task.seated.game.is_over]
    in_play = [hall.in_brief(task) for task in tasks if not task.seated.game.is_over]
    ended = (*over[::-1], *hall.games_over.public())
    language = load_language(wanted_language(request))
    own = [_public_game(each, language) for each in (*in_play[::-1], *ended[:MOST_SHOWN])]
    others = [PublicGame.model_validate(row) for row in await hall.fellows.gathered(request)]
    found = {shown.game: shown for shown in (*own, *others)}
    return sorted(found.values(), key=lambda shown: shown.result is not None)


@router.post("/watch", status_code=201)
async def watch(wanted: Watching, request: Request, response: Response, hall: HallHere) -> Admitted:
    """Let the visitor in as a spectator of a public game."""
    with suppress(KeyError):
        await hall.lobby.check_here(wanted.game)
    task = hall.lobby.running.get(wanted.game)
    is_public = hall.games_over.is_public(wanted.game) if task is None else task.settled.is_public
    if not is_public:
        raise Complained(404, "not-found")
    register = hall.lobby.means.register
    chairs = await hall.lobby.do(lambda: register.chairs_of(wanted.game))
    chair = next((chair for chair in chairs if chair.role is Role.SPECTATOR), None)
    if chair is None:
        raise Complained(404, "not-found")  # deleted just now, or at another server
    return await let_in(chair.id, request, response, hall)


async def _engine(hall: Hall) -> tuple[str, bool]:
    """Return the engine's name, and whether it thinks in the browser. Raises `Complained`."""
    in_browser = hall.outfit.browser_engine
    if in_browser is not None and not hall.outfit.engines.are_there():
        return in_browser.name, True
    try:
        return await hall.engines.name(), False
    except OpponentLost as error:
        raise Complained(409, "no-engine", str(error)) from error


def _page(request: Request, name: str, hall: Hall) -> HTMLResponse:
    language_id, before = wanted_language(request), before_in(request)
    has_engine, in_browser = hall.outfit.engines.are_there(), hall.outfit.browser_engine
    return page(
        request,
        name,
        language_id,
        before=before,
        before_told=told(before, language_id),
        is_open=hall.guests.is_admitted,
        presets=PRESETS,
        usual=USUAL_TIME,
        levels=tuple(LEVELS),
        usual_level=USUAL_LEVEL,
        has_engine=has_engine or in_browser is not None,
        browser_engine=None if has_engine else in_browser,
        install=INSTALL,
        give=GIVE,
        browser_engine_source=BROWSER_ENGINE_SOURCE,
        address=hall.guests.address,
        answers={name: load_language(language_id).written(name) for name in ANSWER_KEYS},
        answer_keys=ANSWER_KEYS,
        door_hears=hall.outfit.ears.hears(language_id),
    )


async def _begin(
    arrangement: Arrangement, role: Role, request: Request, response: Response, hall: Hall
) -> BegunGame:
    """Arrange a game and let the visitor in at the seat of `role`. Raises `Complained`."""
    await _check_admitted(request, hall)
    arranged = await hall.lobby.arrange(arrangement)
    if not isinstance(arranged, tuple):
        raise complaint_of(arranged)
    _, ways = arranged
    chair = next(chair for chair, _ in ways if chair.role is role)
    entered = await let_in(chair.id, request, response, hall)
    links = [link_of(chair, way) for chair, way in ways]
    return BegunGame(role=role.value, path=entered.path, links=links)


async def _check_admitted(request: Request, hall: Hall) -> None:
    """Raise `Complained` if visitors may not begin games, or not one more now."""
    _check_open(hall)
    if not hall.guests.begun.takes(place_here(request), hall.time.now_ms()):
        raise Complained(429, "too-fast")
    if not await make_room(hall):
        raise Complained(503, "full")


def _check_open(hall: Hall) -> None:
    """Raise `Complained` if the owner has closed the front door to games."""
    if not hall.guests.is_admitted:
        raise Complained(403, "closed")


def _drawn(wanted: GuestsGame) -> Role:
    if wanted.colour == "lot":
        return secrets.choice((Role.WHITE, Role.BLACK))
    return Role(wanted.colour)


def _start(wanted: GuestsGame) -> Position:
    """Return the starting position: of a game to go on with, the ordinary one, or a Chess960 one.

    Raises `Complained`.
    """
    if wanted.goes_on is not None:
        return start_of(wanted.goes_on)
    if wanted.start == "ordinary":
        return Position.start()
    number = secrets.randbelow(STARTS) if wanted.start == "lot" else wanted.start
    try:
        return starting_position(number)
    except NoSuchStart as error:
        raise Complained(422, "bad-start", str(error), field="start") from error


def _arrangement(wanted: GuestsGame, other: NewPlayer, role: Role) -> Arrangement:
    """Return an arrangement by the newest edition and the usual customs. Raises `Complained`."""
    own = NewPlayer(
        name=wanted.name,
        is_blind=wanted.is_blind,
        language=wanted.language,
        interface=wanted.language,
    )
    is_white, start = role is Role.WHITE, _start(wanted)
    game = NewGame(
        white=own if is_white else other,
        black=other if is_white else own,
        edition=known_editions()[-1],
        time=wanted.time,
        language=wanted.language,
        fen=start.start_fen,
        chess960=start.chess960,
        moves=list(start.moves),
        customs=NewCustoms(takebacks=wanted.takebacks),
    )
    found = arrangement_of(game, None)
    settled = replace(found.settled, by_guest=True, is_public=wanted.is_public)
    occasion = replace(found.table.occasion, has_rematches=True)
    return replace(found, settled=settled, table=replace(found.table, occasion=occasion))


def _with_engine(table: Table, terms: EngineTerms, *, white: bool) -> Table:
    if white:
        return replace(table, white=replace(table.white, engine=terms))
    return replace(table, black=replace(table.black, engine=terms))


def _public_game(found: InBrief, language: Language) -> PublicGame:
    return PublicGame(
        game=found.game_id,
        white=seat_name(found.white, language),
        black=seat_name(found.black, language),
        time=found.time,
        moves=found.moves,
        result=found.result,
    )
