"""What the pages of one seat share: its sockets, what was said to it, what it has asked already."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from voice_chess.session.games.chairs import Chair
from voice_chess.session.outputs import Reply
from voice_chess.web.live.connection import Connection
from voice_chess.web.live.speech_clips import Clips
from voice_chess.web.messages.sound_messages import Message
from voice_chess.web.messages.wire import Done, Said

_MOST_SAID = 200
_MOST_KEYS = 256


@dataclass(slots=True, kw_only=True)
class Desk:
    """A spectator's page has one of its own, all pages of any other seat have one together.

    Its replies are numbered by its own count, which is told apart from those of other servers, and
    of other lives of this one, by when it was begun.
    """

    chair: Chair
    listener: str
    games: tuple[str, ...]
    clips: Clips
    now_ms: Callable[[], int]
    connections: list[Connection] = field(default_factory=list)
    coming: int = 0
    """Pages that have sat down and not got up, whether they are welcomed yet or not."""
    count: str = field(init=False)
    _said: list[Said] = field(default_factory=list)
    _last_said: int = 0
    _last_told: int = 0
    """The number of the last reply that some page has certainly had."""
    _done: OrderedDict[str, Done] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        self.count = str(self.now_ms())

    def send(self, message: Message) -> None:
        """To all its pages."""
        text = message.model_dump_json()
        for connection in self.connections:
            connection.send_text(text)

    def say(self, reply: Reply, game_id: str, *, waits: bool = False) -> None:
        """Say it, and keep it for pages that come back; what `waits` cuts nothing that is said."""
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
        """Nothing that was said of this game is said again."""
        self._said = [said for said in self._said if said.game != game_id]

    @property
    def has_said(self) -> bool:
        """Something has been said here since the server began."""
        return self._last_said > 0

    def last_heard(self, heard: Mapping[str, int]) -> int:
        """The number of the last reply that a page need not be sent, by what it has heard of each.

        One that knows nothing of this count was opened anew: it is sent what may have reached none.
        """
        return heard.get(self.count, self._last_told)

    def said_since(self, number: int) -> Iterator[Said]:
        """All behind this one."""
        return (said for said in self._said if said.n > number)

    def last_question(self, game_id: str) -> Said | None:
        """That was asked about this game, whether it was answered or not."""
        asked = (said for said in reversed(self._said) if said.kind == "question")
        return next((said for said in asked if said.game == game_id), None)

    def told(self) -> None:
        """A page shows that its line is alive: what it was sent by now has reached it."""
        self._last_told = self._last_said

    def clip(self, spoken: str) -> str | None:
        """The address of a sentence as sound; None where the page speaks itself."""
        if self.chair.preferences.speech != "server" or not spoken:
            return None
        return self.sound(spoken)

    def sound(self, spoken: str) -> str:
        """The same for what is always said by the server."""
        seat = self.chair.id
        name = self.clips.keep(spoken, seat, self.chair.preferences)
        return f"/seats/{seat}/speech/{name}.wav"

    def done(self, done: Done) -> None:
        self._done[done.key] = done
        while len(self._done) > _MOST_KEYS:
            self._done.popitem(last=False)

    def done_before(self, key: str) -> Done | None:
        """The answer that a request with this key has got already."""
        found = self._done.get(key)
        return found and found.model_copy(update={"is_repetition": True})


class Desks:
    """All desks of a server, by listener, by seat, and by game.

    Each move of each game asks who sits there: that may not depend on how many sit elsewhere.
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

    def at(self, game_id: str) -> tuple[Desk, ...]:
        return tuple(self._by_game.get(game_id, {}).values())

    def put(self, desk: Desk, games: tuple[str, ...]) -> None:
        """A new desk, or a known one, that has these games from now on."""
        self.remove(desk)
        desk.games = games
        self._by_listener[desk.listener] = desk
        self._by_seat[desk.chair.id][desk.listener] = desk
        for game_id in games:
            self._by_game[game_id][desk.listener] = desk

    def remove(self, desk: Desk) -> None:
        """It may be no longer there."""
        self._by_listener.pop(desk.listener, None)
        _take_out(self._by_seat, desk.chair.id, desk.listener)
        for game_id in desk.games:
            _take_out(self._by_game, game_id, desk.listener)


def _take_out(groups: dict[str, dict[str, Desk]], name: str, listener: str) -> None:
    """Nothing is kept of a group that is empty."""
    group = groups.get(name, {})
    group.pop(listener, None)
    if not group:
        groups.pop(name, None)
