"""Simulates people at their pages, which handle a socket as `static/connection.js` does."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fastapi import Request, WebSocket

from tests.simulation.devices import plain_words, words_of
from tests.simulation.loop import Machine, SimulatedLoop
from tests.simulation.page_devices import PageBoard, PageMicrophone
from tests.simulation.page_voice import Fetched, PageVoice, Then
from tests.simulation.rulings import IS_CALLED, Office
from voice_chess.game.table import Role
from voice_chess.session.games.chairs import Chair
from voice_chess.session.ports import JournalLost
from voice_chess.web.errors import Complained
from voice_chess.web.live.connection import COOKIE, Connection
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.socket import SeatSocket
from voice_chess.web.routes.entering import listener_here
from voice_chess.web.routes.seats import speech

Message = dict[str, Any]
WAITS_S = (0.3, 1.0, 2.0, 4.0, 8.0)
ANSWERS_WITHIN_S = 15.0
SILENT_S = 10.0
_APART_S = 1e-6
"""Keeps messages in order: timers of the same time fire in any order."""
_NOTICED_AT_LATEST_S = 20.0
"""The most time until a server notices that a line was cut."""


@dataclass
class Serving:
    """A server that accepts connections."""

    machine: Machine
    hall: Hall


Find = Callable[[], Serving | None]


async def _given(address: str, person: "Person", server: Serving) -> Fetched:
    """Return the sound of a sentence as the route for its address does."""
    name = address.rpartition("/")[2].removesuffix(".wav")
    request = Request({"type": "http", "headers": person.headers})
    try:
        listener = await listener_here(person.chair.id, request, server.hall)
        answer = await speech(name, listener, server.hall)
    except Complained as error:
        return Fetched(sound=None, machine=server.machine, problem=error.complaint.code)
    except JournalLost:
        return Fetched(sound=None, machine=server.machine, problem="storage")
    return Fetched(sound=bytes(answer.body), machine=server.machine)


class Line:
    """A connection between a page and a server, which can be lost without either noticing."""

    def __init__(self, page: "Person", server: Serving) -> None:
        self._page = page
        self._server = server
        self._loop, self._chance = page.loop, page.chance
        self.is_lost = False
        self._up: asyncio.Queue[Message] = asyncio.Queue()
        self._free_up_s = self._free_down_s = 0.0
        self._up.put_nowait({"type": "websocket.connect"})
        server.machine.later(self._takes_s, self._open)

    def send(self, message: Message) -> None:
        """Send a message from the page to the server."""
        if not self.is_lost:
            self._put({"type": "websocket.receive", "text": json.dumps(message)})

    def send_bytes(self, data: bytes) -> None:
        """Send sound, in order with the other messages."""
        if not self.is_lost:
            self._put({"type": "websocket.receive", "bytes": data})

    def close(self) -> None:
        """Close it at the page; the server is told, unless the line is lost."""
        if not self.is_lost:
            self._put({"type": "websocket.disconnect", "code": 1001})
        self.is_lost = True

    def lose(self) -> None:
        """Lose the line: nothing gets through any more."""
        if not self.is_lost:
            self.is_lost = True
            delay_s = _NOTICED_AT_LATEST_S * self._chance.random()
            left = {"type": "websocket.disconnect", "code": 1006}
            self._server.machine.later(delay_s, self._up.put_nowait, left)

    @property
    def machine(self) -> Machine:
        return self._server.machine

    @property
    def _takes_s(self) -> float:
        return 0.005 + 0.1 * self._chance.random()

    def _put(self, message: Message) -> None:
        """Deliver a message in the order of sending."""
        self._free_up_s = max(self._free_up_s + _APART_S, self._loop.time() + self._takes_s)
        delay_s = self._free_up_s - self._loop.time()
        self._server.machine.later(delay_s, self._up.put_nowait, message)

    def _open(self) -> None:
        self._server.machine.run(self._serve(), "socket")

    async def _serve(self) -> None:
        """Serve the socket as the route for a seat does once it has checked the cookie."""
        headers = self._page.headers
        scope = {"type": "websocket", "headers": headers, "path": "/", "query_string": b""}
        socket, hall = WebSocket(scope, self._up.get, self._down), self._server.hall
        connection = Connection(socket)
        with hall.hub.serving(self._page.chair.id, connection):
            await self._talk(connection, hall)

    async def _talk(self, connection: Connection, hall: Hall) -> None:
        try:
            chair = await hall.chair(self._page.chair.id)
        except JournalLost:
            chair = None
        if chair is None:
            await self._down({"type": "websocket.close", "code": 1008})
            return
        await connection.socket.accept()
        await SeatSocket(connection, chair, hall).run()
        await self._down({"type": "websocket.close", "code": 1006})

    async def _down(self, message: Any) -> None:
        self._free_down_s = max(self._free_down_s + _APART_S, self._loop.time() + self._takes_s)
        # The message arrives even if its sender stops now.
        self._loop.call_at(self._free_down_s, self._came, message, context=self._page.context)

    def _came(self, message: Message) -> None:
        if self.is_lost:
            return
        if message["type"] == "websocket.send":
            self._page.take(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.is_lost = True
            self._page.closed(self)


@dataclass(kw_only=True)
class Told:
    """A message as it came, with its time and its sender."""

    at_ms: int
    machine: Machine
    message: Message


@dataclass(eq=False, kw_only=True)
class Person:
    """A person at a seat, who looks, thinks, moves, and asks."""

    name: str
    chair: Chair
    loop: SimulatedLoop
    chance: Random
    find: Find
    context: Any
    presses: bool
    """Whether they must press their clock themselves."""
    told: list[Told] = field(default_factory=list)
    asked: dict[str, Message] = field(default_factory=dict)
    """All requests, by key."""
    asked_ms: dict[str, int] = field(default_factory=dict)
    sent: Counter[str] = field(default_factory=Counter)
    """How often each key was sent: again if its response was lost."""
    ahead: set[str] = field(default_factory=set)
    """The keys of premoves."""
    doubted: set[str] = field(default_factory=set)
    """The keys of requests, such as a mate, that are carried out only after they say yes."""
    asked_in: str | None = None
    _question: str = ""
    _answered: str = ""
    """The question that they answered last, so that a repetition of it is not answered again."""
    answered: dict[str, Message] = field(default_factory=dict)
    games: dict[str, Message] = field(default_factory=dict)
    """The games as they were shown last."""
    since: dict[str, int] = field(default_factory=dict)
    gone: list[tuple[int, int]] = field(default_factory=list)
    """Periods, from and until, without a welcome."""
    faults: list[str] = field(default_factory=list)
    is_playing: bool = True
    slept: str = ""
    """The sentence that reports a sleep of the machine; the arbiter then lets play go on."""
    must_let_go_on: bool = False
    office: Office | None = None
    """Set for an arbiter whom players call, and who then decides."""
    calls: Random | None = None
    """Set for a player who calls the arbiter now and then."""
    microphone: PageMicrophone | None = None
    own_board: PageBoard | None = None
    voice: PageVoice | None = None
    """The server's voice in their ear; without it they have only their screen reader."""
    cookie: str = ""
    strangers: list["Person"] = field(default_factory=list)
    """People who ask for the sound of everything that this person is told."""
    overheard: list[str] = field(default_factory=list)
    """Addresses of other people's sentences whose sound was given to this person."""
    meant: set[tuple[str, int, str]] = field(default_factory=set)
    """Game, half-move and move of everything that they wanted to play, by any means."""
    line: Line | None = None
    is_welcome: bool = False
    said_ms: dict[tuple[str, str], int] = field(default_factory=dict)
    """The time of the last word of each announced move, by game and move."""
    _spoken: tuple[str, str] | None = None
    """The move that they said last, and the position before it, until a question comes."""
    _busy_until_s: float = 0.0
    _heard: dict[str, int] = field(default_factory=dict)
    _desk: dict[str, int | str] = field(default_factory=dict)
    _unanswered: dict[str, Message] = field(default_factory=dict)
    _number: int = 0
    _failures: int = 0
    _gone_ms: int = 0
    _timer: asyncio.TimerHandle | None = None
    _watch: asyncio.TimerHandle | None = None
    _silence: asyncio.TimerHandle | None = None

    @property
    def language(self) -> str:
        return self.chair.preferences.language

    def begin(self) -> None:
        self._connect()
        self._think()

    def leave(self) -> None:
        """Leave the page: nothing reaches them any more."""
        self.is_playing = False
        if self.line is not None:
            self.line.is_lost = True

    def ask(self, **message: object) -> str:
        """Send a request, which is repeated with its key until it is answered; return the key."""
        self._number += 1
        key = f"{self.name}-{self._number:06}"
        self.asked_ms[key] = self.loop.now_ms
        self.asked[key] = self._unanswered[key] = {**message, "key": key}
        if self.is_welcome and self.line is not None:
            self._send(self.line, self.asked[key])
            self._await_answer()
        return key

    def _send(self, line: Line, request: Message) -> None:
        self.sent[request["key"]] += 1
        line.send(request)

    def tell(self, **message: object) -> bool:
        """Send a message without a key, which is not repeated; False without a connection.

        A board that is joined or leaves gets replies like a request, so it counts as one.
        """
        if not self.is_welcome or self.line is None:
            return False
        if message["type"] == "own-board":
            self._counts_as_asked()
        self.line.send(message)
        return True

    def tell_bytes(self, data: bytes) -> bool:
        if not self.is_welcome or self.line is None:
            return False
        self.line.send_bytes(data)
        return True

    @property
    def own_game(self) -> str:
        return next(iter(self.games))

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        """The headers of all requests of their browser."""
        return [(b"cookie", f"{COOKIE}={self.cookie}".encode())] if self.cookie else []

    def fetch(self, address: str, then: Then) -> None:
        """Fetch the sound of a sentence from any server; the strangers ask for it, too."""
        server = self.find()
        if server is None:
            self._later(_APART_S, lambda: then(None))
            return

        async def given() -> None:
            for stranger in self.strangers:
                overheard = await _given(address, stranger, server)
                stranger.overheard += [address] if overheard.sound is not None else []
            found = await _given(address, self, server)
            self.loop.call_later(self._takes_s, then, found, context=self.context)

        server.machine.later(self._takes_s, lambda: server.machine.run(given(), "sound"))

    @property
    def _takes_s(self) -> float:
        """A random time for a request or a response on its way."""
        return 0.005 + 0.1 * self.chance.random()

    def take(self, message: Message) -> None:
        """Take a message from the server."""
        assert self.line is not None
        now_ms, kind = self.loop.now_ms, message["type"]
        self.told.append(Told(at_ms=now_ms, machine=self.line.machine, message=message))
        if kind == "welcome":
            self._welcomed(message)
        elif kind == "happened":
            self._happened(message)
        elif kind == "said":
            count, number = message["count"], message["n"]
            self._heard[count] = max(self._heard.get(count, 0), number)
            if message["kind"] == "question":
                self.doubted |= set(self._unanswered)
                self.asked_in, self._question = message["game"], message["text"]
            self.must_let_go_on |= message["text"] == self.slept
        elif kind == "hearing" and self.microphone is not None:
            self.microphone.hears(message["state"])
        elif kind == "hush" and self.voice is not None:
            self.voice.hush("hushed")
        elif kind in ("done", "problem") and message.get("key"):
            self._unanswered.pop(message["key"], None)
            self.answered[message["key"]] = message
        elif kind == "game":
            self.games[message["game"]["game"]] = message["game"]
        self._speak(message)
        self._stop("_watch")
        if self._unanswered:
            self._await_answer()
        self._stop("_silence")
        self._silence = self._later(SILENT_S, self._give_up)

    def _speak(self, message: Message) -> None:
        """Speak a message, except missed ones and those that a signal has replaced."""
        if self.voice is None or self.line is None or not message.get("text"):
            return
        if message.get("is_past") or message.get("kind") == "unheeded":
            return
        self.voice.say(message, self.line.machine)

    def closed(self, line: Line) -> None:
        if line is not self.line:
            return
        if self.is_welcome:
            self._gone_ms = self.loop.now_ms
        self.is_welcome, self.line = False, None
        for timer in ("_silence", "_watch"):
            self._stop(timer)
        self._failures += 1
        wait_s = WAITS_S[min(self._failures, len(WAITS_S)) - 1]
        self._stop("_timer")
        self._timer = self._later(wait_s, self._connect)

    def _connect(self) -> None:
        self._timer = None
        server = self.find()
        self.line = None
        if server is None:
            self._failures += 1
            wait_s = WAITS_S[min(self._failures, len(WAITS_S)) - 1]
            self._timer = self._later(wait_s, self._connect)
            return
        self.line = Line(self, server)
        known = {"since": self.since, "heard": self._heard, **self._desk}
        hello = {"type": "hello", "protocol": 1, **known}
        self.line.send(hello)
        self._await_answer()

    def _welcomed(self, message: Message) -> None:
        self._failures, self.is_welcome = 0, True
        self._heard.setdefault(message["count"], message["n"])
        self._desk = {known: message[known] for known in ("desk", "holder")}
        self.gone.append((self._gone_ms, self.loop.now_ms))
        for game in message["games"]:
            self.games[game["game"]] = game
        for request in self._unanswered.values():
            assert self.line is not None
            self._send(self.line, request)
        if self.microphone is not None:
            self.microphone.begin()
        if self.own_board is not None and self.own_board.board.is_joined:
            self._counts_as_asked()
            self.own_board.begin()

    def _happened(self, message: Message) -> None:
        game_id, seq = message["game"], message["seq"]
        known = self.since.get(game_id, 0)
        if seq > known + 1:
            self.faults.append(f"was told event {seq} of {game_id} behind {known}")
        self.since[game_id] = max(known, seq)

    def _give_up(self) -> None:
        if self.line is not None:
            line = self.line
            line.close()
            self.closed(line)

    def _await_answer(self) -> None:
        if self._watch is None:
            self._watch = self._later(ANSWERS_WITHIN_S, self._give_up)

    def _stop(self, timer: str) -> None:
        found = getattr(self, timer)
        if found is not None:
            found.cancel()
        setattr(self, timer, None)

    def _later(self, delay_s: float, work: Callable[[], None]) -> asyncio.TimerHandle:
        return self.loop.call_later(delay_s, work, context=self.context)

    def _think(self) -> None:
        """Now and then do something, if no request is unanswered."""
        self._later(0.3 + 4 * self.chance.random(), self._think)
        is_busy = self.loop.time() < self._busy_until_s
        if self.is_playing and self.is_welcome and not self._unanswered and not is_busy:
            for game_id, game in self.games.items():
                self._act(game_id, game)

    def _act(self, game_id: str, game: Message) -> None:
        if self.chance.random() < 0.15:  # now and then
            name = self.chance.choice(("clock", "whose-turn", "last-move"))
            if self.voice is not None and self.chance.random() < 0.2:  # now and then, too
                self.voice.hush("stop")
                if self.office is not None:
                    # An arbiter's spoken "stop" stops the clocks; the key only stops the speech.
                    return
                name = "stop"
            self.ask(type="ask", name=name, game=game_id)
            return
        if self.asked_in == game_id and self._question != self._answered:
            self.asked_in, self._answered = None, self._question
            self.ask(type="ask", name="yes" if self._is_meant else "no", game=game_id)
            return
        state, colour = game["state"], self.chair.role.value
        if self.office is not None and state["waits_for_arbiter"] == "called":
            self._rule(self.office, game_id)
            return
        if self.chair.role is Role.ARBITER and self.must_let_go_on:
            if state["phase"] == "in-play" and game["clock"]["runs"] is None:
                self.ask(type="ask", name="continue", game=game_id)
            return
        if colour in ("white", "black"):
            self._play(game_id, game)

    def _rule(self, office: Office, game_id: str) -> None:
        """Let play go on, unless a decision comes first."""
        order = office.wanted(game_id)
        if order is None:
            self.ask(type="ask", name="continue", game=game_id)
            return
        key = self.ask(type="line", text=order.line(self.language), game=game_id)
        office.given[key] = order

    @property
    def _is_meant(self) -> bool:
        """Whether the question is about what they meant.

        After a move, spoken or clicked, that is only a question about this move.
        """
        spoken, self._spoken = self._spoken, None
        if spoken is None:
            return True
        words = words_of(*spoken, self.language)
        return " ".join(words) in " ".join(plain_words(self._question))

    def call(self, game_id: str) -> None:
        """Call the arbiter; each call brings a new question."""
        self._answered, self._spoken = "", None
        self.ask(type="ask", name="arbiter", game=game_id)

    @property
    def may_call(self) -> bool:
        """Whether they can call the arbiter: no request is open, and a clock runs."""
        is_free = self.is_playing and self.is_welcome and not self._unanswered
        is_running = any(game["clock"]["runs"] is not None for game in self.games.values())
        return self.calls is not None and is_free and is_running

    def _use_devices(self, game_id: str, game: Message) -> bool:
        """Use a microphone or board perhaps; return whether a move was made or a board set up."""
        state, fen = game["state"], game["fen"]
        microphone, board = self.microphone, self.own_board
        if microphone is not None and not microphone.is_open and self.chance.random() < 0.5:
            if self.voice is not None:
                self.voice.hush("microphone")
            microphone.open()
        if board is not None:
            if board.join(fen):
                self._counts_as_asked()
            if not board.is_used and not board.stands_as(fen) and state["announced"] is None:
                self._counts_as_asked()
                board.follow(fen)
                self._busy_until_s = self.loop.time() + 2.0
                return True
        is_own = state["to_move"] == self.chair.role.value and state["announced"] is None
        if not is_own or not state["legal"] or game["clock"]["runs"] is None:
            return False
        uci, ply = self.chance.choice(state["legal"]), state["legal_ply"]
        if microphone is not None and microphone.is_heard and self.chance.random() < 0.6:
            self._means(game_id, ply, uci)
            self._spoken = uci, fen
            words = words_of(uci, fen, self.language, is_short=self.chance.random() < 0.7)
            lasts_s = microphone.say(words)
            self.said_ms[game_id, uci] = self.loop.now_ms + round(1_000 * lasts_s)
            self._busy_until_s = self.loop.time() + lasts_s + 1.1
            return True
        if board is not None and board.board.is_joined and board.can_play(uci, fen):
            if board.is_used or self.chance.random() < 0.3:
                return False
            self._means(game_id, ply, uci)
            board.play(uci)
            self._busy_until_s = self.loop.time() + 2.0
            return True
        return False

    def _means(self, game_id: str, ply: int, uci: str) -> None:
        """Note a move wanted by a device; its replies have no key."""
        self.meant.add((game_id, ply, uci))
        self._counts_as_asked()

    def _counts_as_asked(self) -> None:
        self._number += 1
        self.asked_ms[f"{self.name}-{self._number:06}"] = self.loop.now_ms

    def _play(self, game_id: str, game: Message) -> None:
        """Act as a player."""
        state, colour = game["state"], self.chair.role.value
        if game["clock"]["runs"] is None:
            if state["phase"] == "in-play" and self.chance.random() < 0.2:  # with patience
                self.ask(type="ask", name="continue", game=game_id)
            return
        if self.calls is not None and self.calls.random() < IS_CALLED:
            self.call(game_id)
            return
        if self._use_devices(game_id, game):
            return
        if state["announced"] is not None and state["to_move"] == colour and self.presses:
            self.ask(type="ask", name="press", game=game_id)
        elif state["legal"] and (
            state["to_move"] == colour or self.chance.random() < 0.3
        ):  # so often ahead
            uci, fen = self.chance.choice(state["legal"]), game["fen"]
            self.meant.add((game_id, state["legal_ply"], uci))
            self._spoken = uci, fen
            key = self.ask(type="move", uci=uci, ply=state["legal_ply"], game=game_id)
            if state["to_move"] != colour:
                self.ahead.add(key)
