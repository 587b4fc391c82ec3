"""The files of the engine that thinks in visitors' browsers; fetched to play against it."""

from fastapi import APIRouter, Response

from voice_chess.session.ports import BrowserEngine
from voice_chess.web.errors import Complained, complaints, content
from voice_chess.web.routes.entering import HallHere

_KEPT = "public, max-age=86400"
"""A day: two megabytes should not come anew with every game."""

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""Of the worker alone: no page may run WebAssembly."""

LICENCE_KIND = "text/plain; charset=utf-8"
router = APIRouter(prefix="/browser-engine", tags=["files"])


@router.get(
    "/stockfish.js",
    response_class=Response,
    responses={**content("text/javascript"), **complaints(404)},
)
async def script(hall: HallHere) -> Response:
    """The worker; it speaks UCI, a line a message."""
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": _KEPT}
    return Response(_engine(hall).script, media_type="text/javascript", headers=headers)


@router.get(
    "/stockfish.wasm",
    response_class=Response,
    responses={**content("application/wasm"), **complaints(404)},
)
async def program(hall: HallHere) -> Response:
    """What the worker runs."""
    headers = {"Cache-Control": _KEPT}
    return Response(_engine(hall).program, media_type="application/wasm", headers=headers)


@router.get(
    "/licence.txt",
    response_class=Response,
    responses={**content("text/plain"), **complaints(404)},
)
async def licence(hall: HallHere) -> Response:
    """The conditions under which people who get the engine may pass it on."""
    return Response(_engine(hall).licence, media_type=LICENCE_KIND)


def _engine(hall: HallHere) -> BrowserEngine:
    """Raises `Complained` where there is none."""
    engine = hall.outfit.browser_engine
    if engine is None:
        raise Complained(404, "not-found")
    return engine
