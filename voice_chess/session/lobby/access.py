"""The ways into games: gives links and codes, exchanges them for entries, shuts them again."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from voice_chess.session.games.chairs import Chair
from voice_chess.session.lobby.access_tokens import (
    digest_of_code,
    digest_of_token,
    new_code,
    new_token,
)
from voice_chess.session.lobby.register import ORGANISER, Key, Register
from voice_chess.session.ports import TimeSource

DAY_MS = 24 * 3_600_000
LASTS_MS = 60 * DAY_MS
ORGANISERS_WAY_LASTS_MS = DAY_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class WayIn:
    """What is told once: the token of a link, and a code that can be read aloud."""

    owner: str
    token: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """The secret of a cookie, and whom it opens: a chair, or the organiser's page."""

    owner: str
    secret: str


class Entrance:
    """Blocks while the register reads and writes. Every method raises `JournalLost`."""

    def __init__(self, register: Register, time: TimeSource) -> None:
        self._register = register
        self._time = time

    def drawn(self, chairs: Sequence[Chair]) -> tuple[tuple[WayIn, ...], tuple[Key, ...]]:
        """A link for each chair that is new, and what is to be kept with them."""
        ways = tuple(_new_way_in(chair.id) for chair in chairs)
        return ways, tuple(self._keys(ways, LASTS_MS))

    def new_ways_in(self, chairs: Sequence[Chair]) -> tuple[WayIn, ...]:
        """Another link for each chair; the ways in that there were lead nowhere any more."""
        return self.new_ways_to([chair.id for chair in chairs])

    def new_ways_to(self, owners: Sequence[str], until_ms: int = 0) -> tuple[WayIn, ...]:
        """The same for whatever else can be entered; they last until then, if that is longer."""
        ways = tuple(_new_way_in(owner) for owner in owners)
        lasts_ms = max(LASTS_MS, until_ms - self._now_ms)
        self._register.add_keys([*self._keys(ways, lasts_ms)], instead=True)
        return ways

    def prolong(self, owners: Collection[str], until_ms: int) -> None:
        """Ways in that were given for these last so long at least."""
        self._register.prolong(owners, until_ms)

    def organisers_way_in(self) -> WayIn:
        """The link and the words that are printed at the start."""
        way = _new_way_in(ORGANISER)
        self._register.add_keys([*self._keys([way], ORGANISERS_WAY_LASTS_MS)])
        return way

    def owner_of_token(self, token: str) -> str | None:
        """None for a link unknown, revoked or too old."""
        return self._register.owner_of("link", digest_of_token(token), self._now_ms)

    def owner_of_code(self, code: str) -> str | None:
        """Six words are few: let nobody try often."""
        return self._register.owner_of("code", self._digest_of_code(code), self._now_ms)

    def enter(self, owner: str) -> Admission:
        """For who has shown a way in."""
        secret = new_token()
        until_ms = self._now_ms + LASTS_MS
        digest = digest_of_token(secret)
        self._register.add_keys([Key(kind="entry", digest=digest, owner=owner, until_ms=until_ms)])
        return Admission(owner=owner, secret=secret)

    def is_entered(self, owner: str, secret: str) -> bool:
        """True for the entry of exactly this owner."""
        found = self._register.owner_of("entry", digest_of_token(secret), self._now_ms)
        return found == owner

    def leave(self, secret: str) -> None:
        self._register.forget("entry", digest_of_token(secret))

    def revoke(self, owner: str) -> None:
        """Its links, its code and all entries got for them."""
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
