"""The addresses of the files of the engine that thinks in visitors' browsers."""

from fastapi import APIRouter, Response

from voice_chess.session.ports import BrowserEngine
from voice_chess.web.errors import Complained, complaints, content
from voice_chess.web.routes.entering import HallHere

_KEPT = "public, max-age=86400"
"""Cached for a day, so that two megabytes are not loaded again for every game."""

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""The policy of the worker only; pages may not run WebAssembly."""

LICENCE_KIND = "text/plain; charset=utf-8"
router = APIRouter(prefix="/browser-engine", tags=["files"])


@router.get(
    "/stockfish.js",
    response_class=Response,
    responses={**content("text/javascript"), **complaints(404)},
)
async def script(hall: HallHere) -> Response:
    """Return the script of the worker; it speaks UCI, one line a message."""
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": _KEPT}
    return Response(_engine(hall).script, media_type="text/javascript", headers=headers)


@router.get(
    "/stockfish.wasm",
    response_class=Response,
    responses={**content("application/wasm"), **complaints(404)},
)
async def program(hall: HallHere) -> Response:
    """Return the WebAssembly program that the worker runs."""
    headers = {"Cache-Control": _KEPT}
    return Response(_engine(hall).program, media_type="application/wasm", headers=headers)


@router.get(
    "/licence.txt",
    response_class=Response,
    responses={**content("text/plain"), **complaints(404)},
)
async def licence(hall: HallHere) -> Response:
    """Return the licence under which people who get the engine may pass it on."""
    return Response(_engine(hall).licence, media_type=LICENCE_KIND)


def _engine(hall: HallHere) -> BrowserEngine:
    """Return the engine for browsers. Raises `Complained` if there is none."""
    engine = hall.outfit.browser_engine
    if engine is None:
        raise Complained(404, "not-found")
    return engine
