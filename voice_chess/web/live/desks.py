"""The state that pages of one seat share: sockets, replies to it, and requests already done."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from pydantic_core import to_json

from voice_chess.game.table import Role
from voice_chess.session.games.chairs import Chair
from voice_chess.session.outputs import Reply
from voice_chess.web.live.connection import Connection
from voice_chess.web.live.reading import PutAside
from voice_chess.web.live.speech_clips import Clips
from voice_chess.web.messages.sound_messages import Message
from voice_chess.web.messages.wire import MOST_DESKS, Done, Said

_MOST_SAID = 200
_MOST_KEYS = 256
_KEPT_MS = 60_000
"""How long a desk waits for a page whose line was lost before another page may have it."""


@dataclass(slots=True, kw_only=True)
class Desk:
    """The shared state of a seat's pages; each spectator's page has a desk of its own.

    So has each arbiter's, which comes back to the desk that it had.

    A desk numbers its replies. The name of this count is the time when it began: so a page can
    tell it from the counts of other servers, and of this server before a restart.
    """

    chair: Chair
    listener: str
    games: tuple[str, ...]
    clips: Clips
    now_ms: Callable[[], int]
    connections: list[Connection] = field(default_factory=list)
    aside: PutAside | None = None
    """The reading of words from which the game or a closed page has called the player away."""
    coming: int = 0
    """How many pages have sat down and not got up, including pages not yet welcomed."""
    holder: str = ""
    """The page that has an arbiters' desk, by the time when it was given to it; see `KeptDesk`."""
    _kept_until_ms: int = 0
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while changed preferences are passed on and written: the last ones are written last.

    All desks of a seat have the same lock.
    """
    count: str = field(init=False)
    _said: list[Said] = field(default_factory=list)
    _last_said: int = 0
    _last_told: int = 0
    """The number of the last reply that certainly reached a page."""
    _done: OrderedDict[str, tuple[bool, int]] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        self.count = str(self.now_ms())

    def wait_for_page(self) -> None:
        """Keep the desk for a page whose line was lost; one that was closed does not come back."""
        self._kept_until_ms = self.now_ms() + _KEPT_MS

    @property
    def number(self) -> int:
        """The number by which an arbiter's page finds this desk again; 1 for everybody else."""
        numbers = range(1, MOST_DESKS + 1) if self.chair.role is Role.ARBITER else ()
        of_listener = (n for n in numbers if numbered(self.chair.id, n) == self.listener)
        return next(of_listener, 1)

    @property
    def runs_several(self) -> bool:
        """Whether an arbiter has this desk for several boards, which may all begin at once."""
        return self.chair.role is Role.ARBITER and len(self.games) > 1

    @property
    def is_free(self) -> bool:
        """Whether another page may have this desk, with what nobody has heard there."""
        return not self.coming and self.now_ms() >= self._kept_until_ms

    def send(self, message: Message) -> None:
        """Send a message to all pages of this desk."""
        text = to_json(message)
        for connection in self.connections:
            connection.send_text(text)

    def say(self, reply: Reply, game_id: str, *, waits: bool = False) -> None:
        """Send a reply, and keep it for pages that reconnect.

        `waits`: it does not interrupt the speech that is under way.
        """
        self._last_said += 1
        said = Said(
            now_ms=self.now_ms(),
            n=self._last_said,
            count=self.count,
            game=game_id,
            kind=reply.kind,
            text=reply.text,
            language=self.chair.preferences.language,
            clip=self.clip(reply.spoken),
            is_urgent=not waits and reply.kind not in ("answer", "unheeded"),
        )
        self._said.append(said)
        del self._said[:-_MOST_SAID]
        self.send(said)

    def forget(self, game_id: str) -> None:
        """Forget all replies about this game, so that none is sent again."""
        self._said = [said for said in self._said if said.game != game_id]

    @property
    def has_said(self) -> bool:
        """Whether any reply was sent here since the server began."""
        return self._last_said > 0

    def last_heard(self, heard: Mapping[str, int]) -> int:
        """Return the number of the last reply that this page need not be sent again.

        `heard` has the page's last reply of each count that it knows. A page that does not know
        this count was newly opened: it is sent every reply that may not have reached any page.
        """
        return heard.get(self.count, self._last_told)

    def said_since(self, number: int) -> Iterator[Said]:
        """Yield the replies after this number."""
        return (said for said in self._said if said.n > number)

    def last_question(self, game_id: str) -> Said | None:
        """Return the last question about this game, answered or not; None if there is none."""
        asked = (said for said in reversed(self._said) if said.kind == "question")
        return next((said for said in asked if said.game == game_id), None)

    def told(self) -> None:
        """Note that a page's line is alive: what it was sent so far has reached it."""
        self._last_told = self._last_said

    def clip(self, spoken: str) -> str | None:
        """Return the address of a sentence as sound; None if the page speaks itself."""
        if self.chair.preferences.speech != "server" or not spoken:
            return None
        return self.sound(spoken)

    def sound(self, spoken: str) -> str:
        """Return the address of a sentence that is always spoken by the server."""
        seat = self.chair.id
        name = self.clips.keep(spoken, seat, self.chair.preferences)
        return f"/seats/{seat}/speech/{name}.wav"

    def done(self, done: Done) -> None:
        # Of the message, only what the key does not tell: it takes a fifth of the memory.
        self._done[done.key] = (done.is_accepted, done.seq)
        while len(self._done) > _MOST_KEYS:
            self._done.popitem(last=False)

    def done_before(self, key: str) -> Done | None:
        """Return the response that a request with this key has already had, or None."""
        if key not in self._done:
            return None
        is_accepted, seq = self._done[key]
        return Done(key=key, is_accepted=is_accepted, is_repetition=True, seq=seq)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDesk:
    """A desk at an arbiters' seat as a page has it: another page may have it later.

    A holder is named by the time when it was given the desk, so that also after a restart of the
    server no two have the same name.
    """

    number: int
    holder: str


class Desks:
    """All desks of a server, by listener, by seat, and by game.

    Every move looks up the desks of its game, so the time that takes must not grow with the
    number of desks at other games.
    """

    def __init__(self) -> None:
        self._by_listener: dict[str, Desk] = {}
        self._by_seat: defaultdict[str, dict[str, Desk]] = defaultdict(dict)
        self._by_game: defaultdict[str, dict[str, Desk]] = defaultdict(dict)

    def __iter__(self) -> Iterator[Desk]:
        return iter(tuple(self._by_listener.values()))

    def of_listener(self, listener: str) -> Desk | None:
        return self._by_listener.get(listener)

    def of_seat(self, chair_id: str) -> tuple[Desk, ...]:
        return tuple(self._by_seat.get(chair_id, {}).values())

    def given(self, chair_id: str, before: KeptDesk | None, now_ms: int) -> KeptDesk:
        """Return the desk that an arbiter's page had, or another if a page has taken that since."""
        if before is not None:
            desk = self.of_listener(numbered(chair_id, before.number))
            if desk is None or desk.holder == before.holder:
                return before
        return KeptDesk(number=self.free_number(chair_id), holder=str(now_ms))

    def free_number(self, chair_id: str) -> int:
        """Return the number of the first free desk at an arbiters' seat.

        If there is none, it is one whose page may still come back; 1 if pages sit at all of them.
        """
        numbers = range(1, MOST_DESKS + 1)
        desks = {number: self.of_listener(numbered(chair_id, number)) for number in numbers}
        for number, desk in desks.items():
            if desk is None or desk.is_free:
                return number
        return next((number for number, desk in desks.items() if desk and not desk.coming), 1)

    def at(self, game_id: str) -> tuple[Desk, ...]:
        return tuple(self._by_game.get(game_id, {}).values())

    def put(self, desk: Desk, games: tuple[str, ...]) -> None:
        """Add a desk, or give a known one these games from now on."""
        self.remove(desk)
        desk.games = games
        self._by_listener[desk.listener] = desk
        self._by_seat[desk.chair.id][desk.listener] = desk
        for game_id in games:
            self._by_game[game_id][desk.listener] = desk

    def remove(self, desk: Desk) -> None:
        """Remove a desk; do nothing if it is no longer there."""
        self._by_listener.pop(desk.listener, None)
        _take_out(self._by_seat, desk.chair.id, desk.listener)
        for game_id in desk.games:
            _take_out(self._by_game, game_id, desk.listener)


def numbered(chair_id: str, number: int) -> str:
    """Return the listener at this desk of an arbiters' seat; the first is the seat's own."""
    return chair_id if number == 1 else f"{chair_id}.{number}"


def _take_out(groups: dict[str, dict[str, Desk]], name: str, listener: str) -> None:
    """Remove a listener from its group, and the group once it is empty."""
    group = groups.get(name, {})
    group.pop(listener, None)
    if not group:
        groups.pop(name, None)
