"""The manifest by which a browser can install this site like a program on a computer or phone."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response

from voice_chess.languages.language import STANDARD_LANGUAGE, load_language
from voice_chess.web.errors import complaints
from voice_chess.web.messages.rest import LanguageId
from voice_chess.web.pages.rendering import tag_of
from voice_chess.web.routes.arranging import known

KIND = "application/manifest+json"
_BLUE, _PAPER = "#0b4a8f", "#f3f4f6"
"""The style sheet's strong colour, and its background."""

ICONS = (
    {"src": "/static/icon.svg", "type": "image/svg+xml", "sizes": "any"},
    *(
        {
            "src": f"/static/icon-{side}.png",
            "type": "image/png",
            "sizes": f"{side}x{side}",
            "purpose": purpose,
        }
        for side in (192, 512)
        for purpose in ("any", "maskable")
    ),
)
"""The icons; their drawings keep within the circle that phones cut out of an icon."""

Seat = Annotated[str, Query(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]
_TOLD: dict[int | str, dict[str, Any]] = {200: {"content": {KIND: {"schema": {"type": "object"}}}}}
router = APIRouter(tags=["front door"], responses=complaints(422))


@router.get("/site.webmanifest", response_class=Response, responses=_TOLD)
async def manifest(lang: LanguageId = STANDARD_LANGUAGE, seat: Seat = "") -> Response:
    """Return the site as a program (W3C Web Application Manifest); it opens at `seat`, if given.

    Only the cookie of the person who opens it decides whether they may sit there.
    """
    text = load_language(known(lang)).interface
    start = f"/seats/{seat}" if seat else f"/?lang={lang}"
    told: dict[str, Any] = {
        "name": text["site"],
        "short_name": text["site"],
        "description": text["front-what"],
        "lang": tag_of(lang),
        "id": start,
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "theme_color": _BLUE,
        "background_color": _PAPER,
        "icons": ICONS,
    }
    return JSONResponse(told, media_type=KIND)
