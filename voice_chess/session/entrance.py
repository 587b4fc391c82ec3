"""The ways into games: gives links and codes, exchanges them for entries, shuts them again."""

from dataclasses import dataclass

from voice_chess.session.chairs import Chair
from voice_chess.session.ports import TimeSource
from voice_chess.session.register import ORGANISER, Register
from voice_chess.session.ways_in import digest_of_code, digest_of_token, new_code, new_token

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

    def new_way_in(self, chair: Chair) -> WayIn:
        """Another link for this chair; the ways in that there were lead nowhere any more."""
        self._register.revoke(chair.id)
        return self._new(chair.id, LASTS_MS)

    def organisers_way_in(self) -> WayIn:
        """The link and the words that are printed at the start."""
        return self._new(ORGANISER, ORGANISERS_WAY_LASTS_MS)

    def owner_of_token(self, token: str) -> str | None:
        """None for a link unknown, revoked or too old."""
        return self._register.owner_of("link", digest_of_token(token), self._now_ms)

    def owner_of_code(self, code: str) -> str | None:
        """Takes a while on purpose: let nobody try often."""
        return self._register.owner_of("code", self._digest_of_code(code), self._now_ms)

    def enter(self, owner: str) -> Admission:
        """For who has shown a way in."""
        secret = new_token()
        until_ms = self._now_ms + LASTS_MS
        self._register.add_key("entry", digest_of_token(secret), owner, until_ms)
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

    def _new(self, owner: str, lasts_ms: int) -> WayIn:
        token, code = new_token(), new_code()
        until_ms = self._now_ms + lasts_ms
        self._register.add_key("link", digest_of_token(token), owner, until_ms)
        self._register.add_key("code", self._digest_of_code(code), owner, until_ms)
        return WayIn(owner=owner, token=token, code=code)

    def _digest_of_code(self, code: str) -> bytes:
        return digest_of_code(code, self._register.salt())

    @property
    def _now_ms(self) -> int:
        return self._time.wall_ms()
