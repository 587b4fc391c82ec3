"""Draws tokens for links, codes of six words to be read aloud, and names; makes their digests."""

import hashlib
import hmac
import json
import re
import secrets
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from voice_chess.languages.script import without_marks

WORDS_OF_CODE = 6
_TOKEN_BYTES = 24
_NAME_LENGTH = 10
_OF_NAMES = "abcdefghjkmnpqrstuvwxyz23456789"
_UNACCENTED = str.maketrans({"ł": "l", "đ": "d", "ß": "s"})


def new_token() -> str:
    """Return 192 random bits as text for an address."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def new_code() -> str:
    """Return six names that people of all our languages know: 48 bits, as trials are limited."""
    return " ".join(secrets.choice(code_words()) for _ in range(WORDS_OF_CODE))


def new_name(length: int = _NAME_LENGTH) -> str:
    """Return a new name, for something that has an address and is no secret."""
    return "".join(secrets.choice(_OF_NAMES) for _ in range(length))


def name_for(request: Sequence[str], key: bytes) -> str:
    """Return a name for something that must be made once: a repeated request gives the same name.

    It is keyed, so that nobody can choose the name of somebody else's.
    """
    number = int.from_bytes(hmac.digest(key, json.dumps(request).encode(), "sha256"))
    return "".join(
        _OF_NAMES[number // len(_OF_NAMES) ** place % len(_OF_NAMES)]
        for place in range(_NAME_LENGTH)
    )


def digest_of_token(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def digest_of_code(code: str, key: bytes) -> bytes:
    """Return a keyed digest: without the key, a thief of the register can't try out the words."""
    return hmac.digest(key, plain_code(code).encode(), "sha256")


def plain_code(code: str) -> str:
    """Return a typed code without case and accents, and with single spaces between its words."""
    lower = code.lower().translate(_UNACCENTED)
    return " ".join(re.findall(r"[a-z]+", without_marks(lower)))


@cache
def code_words() -> tuple[str, ...]:
    """Return the words that codes are made of."""
    text = files(__package__).joinpath("code_words.toml").read_text("utf-8")
    return tuple(tomllib.loads(text)["words"])
