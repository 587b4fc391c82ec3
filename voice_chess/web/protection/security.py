"""Checks each request's host, origin and size, and adds security headers to each response."""

from collections.abc import MutableMapping
from typing import Any

from fastapi import Request, Response, WebSocket
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from voice_chess.web.errors import Complained, answer_complained
from voice_chess.web.messages.rest import ComplaintCode
from voice_chess.web.pages.rendering import error_page
from voice_chess.web.protection.doorway import LISTS, LONGEST_LIST
from voice_chess.web.protection.hosts import Hosts, origin_of

LARGEST_BODY = 16_384
IMPORT = "/import"
LARGEST_GAME = 49_152
"""A game from a file with its comments; `import.js` sends no more than this holds."""
LISTS_AT_ONCE = 16
"""How many lists of players are read at once: each takes memory before its sender is known."""
MISDIRECTED = 421
"""The status for another host's name, and for what another server of the database has."""
HOW_TO_NAME = "whoever runs this server can tell it this name: voice-chess serve --address URL"
HOW_TO_TRUST = "whoever runs this server can have it trust its proxy: FORWARDED_ALLOW_IPS"
_NO_LETTER = "\0"
"""No address of ours has this character, and PostgreSQL fails on a text that has it."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; media-src 'self' blob:; worker-src 'self'; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """A layer around the application: adds headers to responses and limits the size of bodies.

    A request with a host name that is not this server's gets nothing but a refusal.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts | None = None) -> None:
        self._app = app
        self._hosts = hosts
        self._lists = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        app = self._asked(scope)
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        declared = int(Headers(scope=scope).get("content-length") or 0)
        is_list = scope["path"].endswith(LISTS)
        most = LARGEST_GAME if scope["path"] == IMPORT else LARGEST_BODY
        if is_list and self._lists < LISTS_AT_ONCE:
            most = LONGEST_LIST
        limited = _Limited(receive, declared, most)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(message, scope)
            await send(message)

        self._lists += is_list
        try:
            await app(scope, limited.receive, send_guarded)
        finally:
            self._lists -= is_list

    def _asked(self, scope: Scope) -> ASGIApp:
        """Return what is to respond: the application, or a refusal."""
        if not self._is_ours(scope):
            return _refused(MISDIRECTED, "foreign-host", HOW_TO_NAME)
        return _refused(404, "not-found") if _NO_LETTER in scope["path"] else self._app

    def _is_ours(self, scope: Scope) -> bool:
        named = Headers(scope=scope).getlist("host")
        return self._hosts is None or (len(named) == 1 and self._hosts.know(named[0]))


def _refused(status: int, code: ComplaintCode, detail: str = "") -> ASGIApp:
    """Return an application that refuses every request in this way."""

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        request = Request(scope, receive)
        complained = Complained(status, code, detail)
        answer: Response = await answer_complained(request, complained)
        if wants_page(request):
            answer = error_page(request, status, complained.complaint.code)
        await answer(scope, receive, send)

    return refuse


def wants_page(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "") and request.method == "GET"


class _Limited:
    """Reads a request's body, and raises `Complained` once it is too large."""

    def __init__(self, receive: Receive, declared: int, most: int) -> None:
        self._receive = receive
        self._declared = declared
        self._most = most
        self._taken = 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._taken += len(message.get("body", b""))
        if max(self._taken, self._declared) > self._most:
            raise Complained(413, "too-large")
        return message


def _add_headers(message: MutableMapping[str, Any], scope: Scope) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    is_plain_file = scope["path"].startswith(("/static/", "/pieces/", "/sounds/"))
    headers.setdefault("Cache-Control", "no-cache" if is_plain_file else "no-store")
    if scope["scheme"] == "https":
        headers.setdefault("Strict-Transport-Security", "max-age=31536000")


async def check_origin(request: Request) -> None:
    """Refuse changes that come neither from our own pages nor from a program without cookies.

    A request's body must be JSON.
    """
    if request.method in SAFE_METHODS:
        return
    has_cookie = bool(request.cookies)
    if not is_own_origin(request, is_needed=has_cookie):
        raise Complained(403, "foreign-origin", _how_to_trust(request))
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if request.headers.get("content-length", "0") != "0" and kind != "application/json":
        raise Complained(415, "malformed", "application/json is expected")


def _how_to_trust(request: Request) -> str:
    """Return what helps if a page is foreign only because its proxy is not trusted, else nothing.

    That makes every page foreign, and nothing else tells whoever runs the server why.
    """
    told, host = (request.headers.get(name, "") for name in ("x-forwarded-proto", "host"))
    asked = origin_of(f"{told}://{host}")
    is_own = asked is not None and origin_of(request.headers.get("origin", "")) == asked
    return HOW_TO_TRUST if is_own else ""


async def check_socket_origin(socket: WebSocket) -> None:
    """Refuse the socket of a page that is not ours."""
    if not is_own_origin(socket):
        raise Complained(403, "foreign-origin")


def is_own_origin(connection: HTTPConnection | WebSocket, *, is_needed: bool = True) -> bool:
    """Return whether the origin is this server's own: the same scheme, host and port.

    Without an `Origin` header, return True unless `is_needed`.
    """
    named = connection.headers.get("origin")
    if named is None:
        return not is_needed
    asked = origin_of(f"{connection.url.scheme}://{connection.headers.get('host', '')}")
    return asked is not None and origin_of(named) == asked
