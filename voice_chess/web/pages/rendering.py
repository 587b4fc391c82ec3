"""Makes the HTML pages: templates, filled with the texts of one language."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from fastapi import Request
from fastapi.responses import HTMLResponse
from fastapi.templating import Jinja2Templates
from starlette.requests import HTTPConnection

from voice_chess.game.table import Role
from voice_chess.languages.language import STANDARD_LANGUAGE, known_languages, load_language
from voice_chess.review.walk import ways_to_go
from voice_chess.session.ports import BOARDS
from voice_chess.session.voice_preferences import FASTEST, SLOWEST, VoiceName
from voice_chess.speech.generation.styles import STYLES
from voice_chess.web.messages.declarations import declarable
from voice_chess.web.messages.views import SeatView
from voice_chess.web.pages.board_keys import LAYOUTS, key_words
from voice_chess.web.pages.controls import Tongues, rows
from voice_chess.web.pages.page_files import imported, read_static
from voice_chess.web.pages.rulings_offered import ruling_keys

_NAMED = re.compile(r"[\"'`]([A-Za-z0-9][A-Za-z0-9:*/.-]*)[\"'`]")
_BEGUN = re.compile(r"`([a-z-]+:)\$\{")
"""Finds the beginning of a key that a script composes, such as `side:${colour}`."""


def page_texts(texts: Mapping[str, str], script: str) -> dict[str, str]:
    """Return the texts for a page with this script and all that it imports."""
    named, begun = _asked_for(script)
    return {
        key: words for key, words in texts.items() if key in named or key.startswith(tuple(begun))
    }


@cache
def _asked_for(script: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys of texts that stand in these scripts, and the beginnings of composed keys."""
    found: dict[str, str] = {}
    waiting = [script]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = read_static()[f"{name}.js"].decode()
            waiting += imported(found[name])
    together = "\n".join(found.values())
    return frozenset(_NAMED.findall(together)), frozenset(_BEGUN.findall(together))


FOLDER = Path(__file__).parents[1]

SEAT_PAGES: Mapping[Role, str] = {
    Role.ARBITER: "arbiter.html",
    Role.SPECTATOR: "spectator.html",
}
_templates = Jinja2Templates(FOLDER / "templates")
_templates.env.globals["page_texts"] = page_texts
# As escapes, Cyrillic letters would take six bytes each instead of two.
_templates.env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}


def tag_of(language_id: str) -> str:
    """Return HTML's tag for the language."""
    return load_language(language_id).tag


def wanted_language(request: HTTPConnection) -> str:
    """Return the language named in the address, else the browser's preferred one that we have."""
    known = known_languages()
    asked = request.query_params.get("lang", "")
    accepted = (
        part.partition(";")[0].strip().lower()
        for part in request.headers.get("accept-language", "").split(",")
    )
    by_tag = {tag_of(language_id).lower(): language_id for language_id in known}
    for tag in (asked, *accepted):
        found = by_tag.get(tag) or tag if tag in known else by_tag.get(tag)
        if found is not None:
            return found
        if tag.partition("-")[0] in known:
            return tag.partition("-")[0]
    return STANDARD_LANGUAGE


def page(
    request: Request, name: str, language_id: str, *, answered: int = 200, **context: object
) -> HTMLResponse:
    """Return one page; every template gets the same names for the same things."""
    language = load_language(language_id)
    return _templates.TemplateResponse(
        request,
        name,
        {
            "lang": tag_of(language_id),
            "interface": language_id,
            # So that a language chosen by hand lasts from page to page.
            "lasting": f"?lang={language_id}" if "lang" in request.query_params else "",
            "text": language.interface,
            "files": request.app.state.files,
            "interfaces": [
                {"id": known, "lang": tag_of(known), "name": load_language(known).name}
                for known in known_languages()
            ],
            **context,
        },
        status_code=answered,
    )


def seat_page(
    request: Request, seat: SeatView, voices: tuple[VoiceName, ...], place: str = ""
) -> HTMLResponse:
    """Return the page of a seat, by its role; `voices` are those that it can choose from.

    `place` is the place at an event to which this player or arbiter goes on; empty for none.
    """
    role = Role(seat.role)
    tongues = Tongues(
        spoken=load_language(seat.language), shown=load_language(seat.interface), tag_of=tag_of
    )
    return page(
        request,
        SEAT_PAGES.get(role, "player.html"),
        seat.interface,
        seat=seat,
        place=place,
        spoken=tag_of(seat.language),
        line_example=tongues.spoken.interface["line-how"],
        commands=rows(role, tongues),
        declarable=declarable(role),
        ruling_keys=ruling_keys() if role is Role.ARBITER else {},
        voices=voices,
        rates=(SLOWEST, FASTEST),
        styles=STYLES,
        boards=BOARDS,
        board_keys=LAYOUTS,
        key_words=key_words(tongues.shown),
        ways_to_go=ways_to_go(),
    )


def error_page(request: Request, status: int, code: str) -> HTMLResponse:
    language_id = wanted_language(request)
    return page(request, "error.html", language_id, answered=status, status=status, code=code)
