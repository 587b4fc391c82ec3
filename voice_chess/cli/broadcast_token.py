"""Reads the token for broadcasts at Lichess from a file or the environment.

An argument names the file and never the token itself, so that no command line shows it.
"""

import string
from argparse import Namespace
from pathlib import Path

from voice_chess.bounded_reading import content_of
from voice_chess.compose.server import lichess_broadcaster
from voice_chess.plain_error import BadInput, why_and_what_now
from voice_chess.session.lobby.event_ports import Broadcaster
from voice_chess.web.protection.hosts import LOOPBACK, origin_of

_LONGEST = 512
"""The longest token that is accepted, in characters."""
_LARGEST = 10_000
"""The size of the largest file that is read for a token, in bytes."""
_SIGNS = frozenset(string.ascii_letters + string.digits + "-._~+/=")


def broadcaster_of(chosen: Namespace, from_environment: str) -> Broadcaster | None:
    """Return the broadcaster, or None if there is no token.

    Raises `BadInput`; its message never contains the token.
    """
    if chosen.lichess_token is not None:
        token, where = _read(chosen.lichess_token), str(chosen.lichess_token)
    else:
        token, where = from_environment, "VOICE_CHESS_LICHESS_TOKEN"
    if not token and chosen.lichess_token is None:
        if chosen.lichess_address:
            message = "Nothing is shown at --lichess-address without a token: name --lichess-token."
            raise BadInput(message)
        return None
    if not 0 < len(token) <= _LONGEST or not _SIGNS.issuperset(token):
        message = f"{where} holds no token of Lichess: one is a single line like lip_x4kR8..."
        raise BadInput(message)
    if chosen.lichess_address:
        _check(chosen.lichess_address)
    return lichess_broadcaster(token, chosen.lichess_address)


def _read(path: Path) -> str:
    try:
        return content_of(path, _LARGEST).decode().strip()
    except OSError as error:
        message = f"The token of Lichess can't be read from {path}: {why_and_what_now(error)}"
        raise BadInput(message) from error
    except UnicodeDecodeError as error:
        message = f"{path} is no text, and holds no token of Lichess: name another file."
        raise BadInput(message) from error


def _check(address: str) -> None:
    """Refuse an address without encryption, where others could read the token.

    Raises `BadInput`.
    """
    origin = origin_of(address)
    if address.startswith("https://") or (origin is not None and origin.host in LOOPBACK):
        return
    message = f"The token of Lichess would be sent to {address} for everybody to read; use https."
    raise BadInput(message)
