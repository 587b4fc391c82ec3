"""A seat's socket, from the greeting through the conversation to its end by either side."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress

from fastapi import WebSocketDisconnect
from pydantic import ValidationError

from voice_chess.game.table import Role
from voice_chess.session.games.chairs import Chair
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.ports import JournalLost
from voice_chess.web.live.connection import Connection
from voice_chess.web.live.desks import Desk, KeptDesk
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.incoming import Incoming
from voice_chess.web.live.joined_board import JoinedBoard
from voice_chess.web.live.microphone_session import MicrophoneSession
from voice_chess.web.messages.views import GameView
from voice_chess.web.messages.wire import (
    CLIENT,
    PROTOCOL,
    GameNow,
    Goodbye,
    Hello,
    Said,
    SeatNow,
    Welcome,
)

MOST_SOCKETS = 8
"""How many sockets a seat can have open; all spectators of a game share one seat."""

MOST_SPECTATORS = 500
_HELLO_WITHIN_S = 15.0
"""Seconds for the first message: a phone on a bad line, or a busy machine, can be this slow."""
_MISSED_AT_ONCE = 100
"""How many missed events are sent before waiting until the page has taken them."""

_log = logging.getLogger(__name__)


class SeatSocket:
    """One accepted socket, whose cookie opens this chair."""

    def __init__(self, connection: Connection, chair: Chair, hall: Hall) -> None:
        self._socket = connection.socket
        self._chair = chair
        self._hall = hall
        self._connection = connection

    async def run(self) -> None:
        """Serve the page until either side ends the connection."""
        talk = self._hall.sockets.talking(self._connection, self._talk(), "talk")
        pump = await self._connection.serve(talk)
        for task in (talk, pump):
            error = None if task.cancelled() else task.exception()
            if error is not None:
                _log.error("socket=%s error=%s", self._chair.role, type(error).__name__)

    async def _talk(self) -> None:
        if self._connection.is_cut:
            return  # the seat was closed just now, before there was anything to read
        hello = await self._hello()
        if hello is None:
            self._connection.cut(Goodbye(code="no-hello"))
        elif self._is_full:
            self._connection.cut(Goodbye(code="too-many"))
        else:
            await self._sit(hello)

    async def _hello(self) -> Hello | None:
        """Return the first message; None if it is no valid `Hello` or comes too late."""
        with suppress(TimeoutError, ValidationError, KeyError, WebSocketDisconnect):
            async with asyncio.timeout(_HELLO_WITHIN_S):
                message = CLIENT.validate_json(await self._socket.receive_text())
            if isinstance(message, Hello) and message.protocol == PROTOCOL:
                return message
        return None

    @property
    def _is_full(self) -> bool:
        most = MOST_SPECTATORS if self._chair.role is Role.SPECTATOR else MOST_SOCKETS
        desks = self._hall.hub.desks.of_seat(self._chair.id)
        return sum(len(desk.connections) for desk in desks) >= most

    async def _sit(self, hello: Hello) -> None:
        hall, connection = self._hall, self._connection
        try:
            desk = await hall.sit(self._chair, _held_before(hello))
        except JournalLost:
            connection.cut(Goodbye(code="ending"))
            return
        listening, board = MicrophoneSession(hall, desk, connection), JoinedBoard(hall, desk)
        try:
            await self._welcome(desk, hello)
            await hall.announce_presence(desk)
            await Incoming(desk, connection, (listening, board), hall).take_all(self._socket)
        finally:
            # A server that stops cancels this task; the seat must be left all the same.
            await asyncio.shield(self._leave(desk, listening, board))

    async def _leave(self, desk: Desk, listening: MicrophoneSession, board: JoinedBoard) -> None:
        await listening.close(is_lost=True)
        await board.leave(is_lost=False)
        with suppress(JournalLost):
            await self._hall.get_up(desk, self._connection)

    async def _welcome(self, desk: Desk, hello: Hello) -> None:
        """Send how things stand and what the page has missed, then connect it to its desk.

        Games go on while the page takes what it has missed. So whatever has changed since it was
        first sent is sent once more at the end.
        """
        hall, connection = self._hall, self._connection
        tasks = [await hall.lobby.game(game_id) for game_id in desk.games]
        welcome = self._welcome_to(desk, tasks, hello)
        connection.send(welcome)
        for task in tasks:
            since = hello.since.get(task.game_id, 0)
            connection.seen[task.game_id] = since if since <= task.seated.seq else 0
            is_all = False
            while not is_all:
                is_all = hall.hub.catch_up(task, desk, connection, most=_MISSED_AT_ONCE)
                await connection.sent()
        # Now what happened meanwhile. From here on there is no await, so nothing can come between.
        for task in tasks:
            hall.hub.catch_up(task, desk, connection)
        for task, shown in zip(tasks, welcome.games, strict=True):
            now = hall.hub.view(task, desk.chair)
            if _stands_otherwise(now, shown):
                connection.send(GameNow(now_ms=hall.time.now_ms(), game=now))
        seat_now = hall.seat_view(desk.chair, desk.games)
        if seat_now != welcome.seat:
            connection.send(SeatNow(seat=seat_now))
        if desk.count not in hello.heard:
            for said in _open_questions(desk, tasks, welcome.n):
                connection.send(said)
        for said in desk.said_since(welcome.n):
            connection.send(said)
        desk.connections.append(connection)

    def _welcome_to(self, desk: Desk, tasks: Sequence[GameTask], hello: Hello) -> Welcome:
        hall = self._hall
        return Welcome(
            seat=hall.seat_view(desk.chair, desk.games),
            games=[hall.hub.view(task, desk.chair) for task in tasks],
            desk=desk.number,
            holder=desk.holder,
            count=desk.count,
            n=desk.last_heard(hello.heard),
            now_ms=hall.time.now_ms(),
        )


def _held_before(hello: Hello) -> KeptDesk | None:
    """Return the desk that this page had; None for a new page."""
    if hello.desk is None or hello.holder is None:
        return None
    return KeptDesk(number=hello.desk, holder=hello.holder)


def _open_questions(desk: Desk, tasks: Sequence[GameTask], number: int) -> Iterator[Said]:
    """Yield the questions, numbered up to `number`, that still wait for the listener's answer."""
    for task in tasks:
        asked = desk.last_question(task.game_id)
        if asked and asked.n <= number and task.seated.participant(desk.listener).is_asked:
            yield asked


def _stands_otherwise(now: GameView, shown: GameView) -> bool:
    """Return whether the views differ in more than the time that passed on a running clock."""
    is_started_or_stopped = now.clock.runs != shown.clock.runs
    return is_started_or_stopped or now.model_copy(update={"clock": shown.clock}) != shown
