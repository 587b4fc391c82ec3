"""Sends the games of a round to a broadcast at Lichess.

It uses `POST /api/broadcast/round/{id}/push` of the API (lichess.org/api, "Push PGN to a broadcast
round"), with the games as text and a token with the scope study:write. The response says for each
game how many moves were taken, or what is wrong with it.
"""

import http.client
import json
import ssl
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

from voice_chess.session.lobby.event_ports import BroadcastLost, Untaken

LICHESS = "https://lichess.org"
MOST_GAMES = 100
"""The most games that Lichess takes in one round."""
AFTER_REFUSAL_S = 60.0
"""Seconds without a request that Lichess demands once it was asked too often.

People must first mend the cause of any other refusal.
"""
_PATIENCE_S = 15.0
_LONGEST_ANSWER = 4_000_000
_LONGEST_DETAIL = 200
_OK = 200
_WHY: Mapping[int, Untaken] = {
    400: Untaken.PGN,
    401: Untaken.FORBIDDEN,
    403: Untaken.FORBIDDEN,
    404: Untaken.UNKNOWN,
    429: Untaken.BUSY,
}
"""Why a push failed, by HTTP status; any other status is trouble of the other server's own."""


class LichessBroadcast:
    """`Broadcaster` with a token, which it never reveals."""

    most_games = MOST_GAMES

    def __init__(self, token: str, address: str = LICHESS) -> None:
        """Set the token and the server's address, such as https://lichess.org."""
        self._token = token
        self._address = urlsplit(address)

    def push(self, round_id: str, games: str) -> None:
        try:
            status, headers, body = self._sent(round_id, games.encode())
        except (OSError, http.client.HTTPException) as error:
            raise self._lost(Untaken.AWAY, _told(error)) from error
        if status != _OK:
            why = _WHY.get(status, Untaken.AWAY)
            detail = _complaint(body) or f"HTTP {status}"
            raise self._lost(why, detail, _wait_s(why, headers("retry-after")))
        wrong = _wrong_game(body)
        if wrong:
            raise self._lost(Untaken.PGN, wrong, AFTER_REFUSAL_S)

    def _sent(self, round_id: str, body: bytes) -> tuple[int, Callable[[str], str | None], bytes]:
        """Send one request; ignore redirects, because the token is for this address alone."""
        host, port = self._address.hostname or "", self._address.port
        connection = (
            http.client.HTTPSConnection(
                host, port, timeout=_PATIENCE_S, context=ssl.create_default_context()
            )
            if self._address.scheme == "https"
            else http.client.HTTPConnection(host, port, timeout=_PATIENCE_S)
        )
        try:
            connection.request(
                "POST",
                f"/api/broadcast/round/{round_id}/push",
                body=body,
                headers={
                    "Authorization": f"Bearer {self._token}",
                    "Content-Type": "text/plain; charset=utf-8",
                    "Accept": "application/json",
                    "User-Agent": "voice-chess",
                },
            )
            with connection.getresponse() as answer:
                body = answer.read(_LONGEST_ANSWER)
                if answer.length and len(body) < _LONGEST_ANSWER:
                    raise http.client.IncompleteRead(body, answer.length)
                return answer.status, answer.getheader, body
        finally:
            connection.close()

    def _lost(self, why: Untaken, detail: str, wait_s: float = 0.0) -> BroadcastLost:
        """Return an error whose text hides the token, in case the other side has repeated it."""
        shown = "".join(sign if sign.isprintable() else " " for sign in detail)
        safe = shown.replace(self._token, "[token]")[:_LONGEST_DETAIL]
        return BroadcastLost(why, safe.strip(), wait_s)


def _told(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"no answer within {_PATIENCE_S:.0f} s"
    if isinstance(error, http.client.IncompleteRead):
        return "the answer broke off"
    return getattr(error, "strerror", None) or type(error).__name__


def _wait_s(why: Untaken, told: str | None) -> float:
    wanted = float(told) if told and told.isascii() and told.isdigit() else 0.0
    return wanted if why is Untaken.AWAY else max(AFTER_REFUSAL_S, wanted)


def _complaint(body: bytes) -> str:
    return " ".join(_sentences(_read(body).get("error")))


def _sentences(told: object) -> Iterator[str]:
    """Yield the sentences of a complaint: of a form, a list of what is wrong for each field."""
    match told:
        case str():
            yield told
        case list():
            yield from chain.from_iterable(map(_sentences, told))
        case dict():
            yield from chain.from_iterable(map(_sentences, told.values()))


def _wrong_game(body: bytes) -> str:
    """Return the first game that was not taken, and why; empty if all were taken."""
    games = _read(body).get("games")
    for game in games if isinstance(games, list) else ():
        if isinstance(game, dict) and game.get("error"):
            tags = game.get("tags")
            names = tags if isinstance(tags, dict) else {}
            return f"{names.get('White', '?')} - {names.get('Black', '?')}: {game['error']}"
    return ""


def _read(body: bytes) -> Mapping[str, Any]:
    """Return the JSON object; empty if there is none, as in a proxy's page."""
    try:
        found = json.loads(body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
