"""Which game a review is about, and who reads it: found from the address, or refused."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from voice_chess.game.phases import Over
from voice_chess.game.table import Role
from voice_chess.languages.language import Language, load_language
from voice_chess.review.reviewed_game import ReviewedGame
from voice_chess.session.games.chairs import Chair
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.styles import Style
from voice_chess.web.errors import Complained
from voice_chess.web.live.hall import Hall
from voice_chess.web.pages.rendering import wanted_language
from voice_chess.web.pages.view_models import colour
from voice_chess.web.routes.entering import ChairHere, HallHere, organiser_here
from voice_chess.web.routes.fair_play import check_not_playing
from voice_chess.web.routes.records import header_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """A reviewed game and its reader: their languages, where they came from, and their side."""

    key: str
    game: ReviewedGame
    preferences: VoicePreferences
    """How the reader wants to be spoken to."""
    interface: str
    seat: str = ""
    own: str = ""
    """white or black; empty if the seat has no side."""
    back: str = ""
    """The address from which the reader came."""
    sound: str = ""
    """The address of the game's announcements; empty if they are not kept."""
    is_spoken: bool = False
    """Whether the server's voice speaks to the reader, as their seat's preferences say."""

    @property
    def language(self) -> Language:
        return self.preferences.language

    @property
    def style(self) -> Style:
        return self.preferences.style

    @property
    def game_id(self) -> str:
        return self.key.partition(".")[0]


async def at_seat(game: str, request: HTTPConnection, chair: ChairHere, hall: HallHere) -> None:
    """Find a game of this seat for its review.

    A player or assistant may review it only when none of their games is in play. Raises
    `Complained`.
    """
    games = await hall.games_of(chair.id)
    if game not in games:
        raise Complained(404, "not-found")
    white = chair.role.acts_for_white
    for each in (game,) if white is None else games:
        _check_over(await hall.lobby.game(each))
    task = await hall.lobby.game(game)
    if white is not None:
        check_not_playing(task, chair, hall)
    request.state.reviewed = Reviewed(
        key=_key(task),
        game=await _game(task, hall),
        preferences=chair.preferences.spoken,
        interface=_interface(chair, request),
        seat=chair.id,
        is_spoken=chair.preferences.speech == "server",
        own="" if white is None else colour(white=white),
        back=f"/seats/{chair.id}",
        sound=_sound(task, f"/seats/{chair.id}/games/{game}"),
    )


async def by_organiser(game: str, request: HTTPConnection, hall: HallHere) -> None:
    """Find any finished game of the server for its review. Raises `Complained`."""
    if game not in await hall.lobby.do(hall.lobby.means.register.games):
        raise Complained(404, "not-found")
    task = await hall.lobby.game(game)
    _check_over(task)
    language = wanted_language(request)
    request.state.reviewed = Reviewed(
        key=_key(task),
        game=await _game(task, hall),
        preferences=VoicePreferences(language=load_language(language)),
        interface=language,
        back="/organiser",
    )


def here(request: HTTPConnection) -> Reviewed:
    """Return the game that the address's own dependency (see `WAYS`) has found."""
    reviewed: Reviewed = request.state.reviewed
    return reviewed


ReviewedHere = Annotated[Reviewed, Depends(here)]


async def _game(task: GameTask, hall: Hall) -> ReviewedGame:
    events = tuple(happening.event for happening in task.seated.happenings(after=0))
    header = header_of(events, hall.time)
    return await hall.lobby.do(
        lambda: hall.reviews.game(_key(task), lambda: ReviewedGame.of_events(events, header))
    )


def _sound(task: GameTask, address: str) -> str:
    return f"{address}/records/sound.zip" if task.settled.keeps_sound else ""


def _key(task: GameTask) -> str:
    return f"{task.game_id}.{task.seated.seq}"


def _check_over(task: GameTask) -> None:
    """Raise `Complained` if the game is not over."""
    if not isinstance(task.seated.game.phase, Over):
        raise Complained(409, "in-play")


def _interface(chair: Chair, request: HTTPConnection) -> str:
    """Return the page's language. Spectators share a seat, so each page can ask for its own."""
    asks = chair.role is Role.SPECTATOR and "lang" in request.query_params
    return wanted_language(request) if asks else chair.preferences.interface


WAYS = {
    "/seats/{seat}/games/{game}/review": (Depends(at_seat),),
    "/organiser/games/{game}/review": (Depends(organiser_here), Depends(by_organiser)),
}
"""The addresses of reviews, each with its dependencies, which find the game or refuse it."""
