"""Ways into a game that are hard to guess: tokens for links, six words to be read aloud."""

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
_OF_NAMES = "abcdefghjkmnpqrstuvwxyz23456789"
_UNACCENTED = str.maketrans({"ł": "l", "đ": "d", "ß": "s"})


def new_token() -> str:
    """192 random bits."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def new_code() -> str:
    """Six names that people of all our languages know: 48 bits, behind a limit of trials."""
    return " ".join(secrets.choice(code_words()) for _ in range(WORDS_OF_CODE))


def new_name(length: int = 10) -> str:
    """A name that nobody has: for what is addressed and no secret."""
    return "".join(secrets.choice(_OF_NAMES) for _ in range(length))


def name_for(request: Sequence[str], key: bytes, length: int = 10) -> str:
    """The same for a request and its repetition, for what must be made once.

    Keyed: who asks can't choose the name of somebody else's.
    """
    number = int.from_bytes(hmac.digest(key, json.dumps(request).encode(), "sha256"))
    return "".join(
        _OF_NAMES[number // len(_OF_NAMES) ** place % len(_OF_NAMES)] for place in range(length)
    )


def digest_of_token(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def digest_of_code(code: str, key: bytes) -> bytes:
    """Keyed: a thief of the register who lacks the key cannot find the words by trying."""
    return hmac.digest(key, plain_code(code).encode(), "sha256")


def plain_code(code: str) -> str:
    """However it was typed: without case, accents, and signs between the words."""
    lower = code.lower().translate(_UNACCENTED)
    return " ".join(re.findall(r"[a-z]+", without_marks(lower)))


@cache
def code_words() -> tuple[str, ...]:
    """The words that codes are made of."""
    text = files(__package__).joinpath("code_words.toml").read_text("utf-8")
    return tuple(tomllib.loads(text)["words"])
