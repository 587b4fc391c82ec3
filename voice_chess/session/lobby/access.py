"""Gives links and codes for games, exchanges them for entries (cookies), and revokes them."""

import hashlib
import hmac
import json
import re
import secrets
import tomllib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from voice_chess.languages.script import without_marks
from voice_chess.session.games.chairs import Chair
from voice_chess.session.lobby.register import ORGANISER, Key, Register
from voice_chess.session.ports import TimeSource

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


DAY_MS = 24 * 3_600_000
LASTS_MS = 60 * DAY_MS
ORGANISERS_WAY_LASTS_MS = DAY_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class WayIn:
    """The token of a link, and a code that can be read aloud; both are told only once."""

    owner: str
    token: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """The secret of a cookie, and what it opens: a chair, or the organiser's page."""

    owner: str
    secret: str


class Entrance:
    """The ways into games. It blocks while the register works; each method raises `JournalLost`."""

    def __init__(self, register: Register, time: TimeSource) -> None:
        self._register = register
        self._time = time

    def drawn(self, chairs: Sequence[Chair]) -> tuple[tuple[WayIn, ...], tuple[Key, ...]]:
        """Return a new way in for each new chair, and the keys to keep for them."""
        ways = tuple(_new_way_in(chair.id) for chair in chairs)
        return ways, tuple(self._keys(ways, LASTS_MS))

    def new_ways_in(self, chairs: Sequence[Chair]) -> tuple[WayIn, ...]:
        """Make another way in for each chair; the earlier ones lead nowhere any more."""
        return self.new_ways_to([chair.id for chair in chairs])

    def new_ways_to(self, owners: Sequence[str], until_ms: int = 0) -> tuple[WayIn, ...]:
        """Do the same for any owners; the ways in last until `until_ms`, if that is later.

        Otherwise they last `LASTS_MS` from now.
        """
        ways = tuple(_new_way_in(owner) for owner in owners)
        lasts_ms = max(LASTS_MS, until_ms - self._now_ms)
        self._register.add_keys([*self._keys(ways, lasts_ms)], instead=True)
        return ways

    def prolong(self, owners: Collection[str], until_ms: int) -> None:
        """Let the ways in for these owners last until then at least."""
        self._register.prolong(owners, until_ms)

    def organisers_way_in(self) -> WayIn:
        """Make the way in to the organiser's page, which is printed when the server starts."""
        way = _new_way_in(ORGANISER)
        self._register.add_keys([*self._keys([way], ORGANISERS_WAY_LASTS_MS)])
        return way

    def owner_of_token(self, token: str) -> str | None:
        """Return what a link opens; None if it is unknown, revoked or too old."""
        return self._register.owner_of("link", digest_of_token(token), self._now_ms)

    def owner_of_code(self, code: str) -> str | None:
        """Return what a code opens, or None. Six words are few: let nobody try often."""
        return self._register.owner_of("code", self._digest_of_code(code), self._now_ms)

    def enter(self, owner: str) -> Admission:
        """Admit somebody who has shown a way in to this owner."""
        secret = new_token()
        until_ms = self._now_ms + LASTS_MS
        digest = digest_of_token(secret)
        self._register.add_keys([Key(kind="entry", digest=digest, owner=owner, until_ms=until_ms)])
        return Admission(owner=owner, secret=secret)

    def is_entered(self, owner: str, secret: str) -> bool:
        """Return whether the secret is an entry of exactly this owner."""
        found = self._register.owner_of("entry", digest_of_token(secret), self._now_ms)
        return found == owner

    def leave(self, secret: str) -> None:
        self._register.forget("entry", digest_of_token(secret))

    def revoke(self, owner: str) -> None:
        """Revoke the links and codes of this owner, and all entries given for them."""
        self._register.revoke(owner)

    def _keys(self, ways: Iterable[WayIn], lasts_ms: int) -> Iterator[Key]:
        until_ms = self._now_ms + lasts_ms
        for way in ways:
            link, code = digest_of_token(way.token), self._digest_of_code(way.code)
            yield Key(kind="link", digest=link, owner=way.owner, until_ms=until_ms)
            yield Key(kind="code", digest=code, owner=way.owner, until_ms=until_ms)

    def _digest_of_code(self, code: str) -> bytes:
        return digest_of_code(code, self._register.secret())

    @property
    def _now_ms(self) -> int:
        return self._time.wall_ms()


def _new_way_in(owner: str) -> WayIn:
    return WayIn(owner=owner, token=new_token(), code=new_code())
