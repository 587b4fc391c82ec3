"""A socket only for listening: it takes a page's sound until the page closes it or time is up."""

import asyncio
import logging
from abc import ABC, abstractmethod
from concurrent.futures import Executor
from typing import TypeAlias

from fastapi import WebSocket
from pydantic import TypeAdapter, ValidationError

from voice_chess.session.listening.seat_ear import Tally
from voice_chess.session.ports import Recognizer, RecognizerLost
from voice_chess.sound.sampling import SAMPLE_BYTES
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.web.live.connection import Connection, ended
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.microphone import BadFrame, QueuedMicrophone, Source, Tell
from voice_chess.web.live.microphone_session import LONGEST_DELAY_S
from voice_chess.web.messages.sound_messages import (
    FramesDropped,
    Hearing,
    MicrophoneSwitch,
    Whereabouts,
)
from voice_chess.web.messages.wire import Goodbye
from voice_chess.web.protection.doorway import place_of
from voice_chess.web.protection.rate_limits import Bucket

MOST_HEARD = 50
"""How many people can be listened to outside games at the same time."""

LARGEST_TEXT = 1_000

_Asked: TypeAlias = MicrophoneSwitch | FramesDropped | Whereabouts
_MESSAGE: TypeAdapter[_Asked] = TypeAdapter(_Asked)
_log = logging.getLogger(__name__)


def has_room(socket: WebSocket, language_id: str, hall: Hall) -> bool:
    """Return whether one more visitor can be listened to.

    There must be an ear for the language and a free place, and their network must not ask too
    often. A call that returns True counts against that limit.
    """
    guests = hall.guests
    if guests.heard_now >= MOST_HEARD or not hall.outfit.ears.hears(language_id):
        return False
    place = place_of(socket.client.host if socket.client else "")
    return guests.spoken.takes(place, hall.time.now_ms())


class EarSocket(ABC):
    """One accepted socket. Subclasses choose the recogniser and what to do with the sound."""

    listens_s: float
    """Seconds after which the socket is closed."""

    def __init__(self, socket: WebSocket, hall: Hall) -> None:
        self._socket = socket
        self._hall = hall
        self._connection = Connection(socket)
        self._microphone: QueuedMicrophone | None = None
        self._listening: asyncio.Task[None] | None = None
        self._bytes = Bucket(most=1, per_second=1)

    async def run(self) -> None:
        """Serve the page until it has gone or its time is up."""
        talk = self._hall.sockets.talking(self._connection, self._talk(), "ear")
        self._hall.guests.heard_now += 1
        try:
            await self._connection.serve(talk, self.listens_s, Goodbye(code="ending"))
        finally:
            self._hall.guests.heard_now -= 1
        error = None if talk.cancelled() else talk.exception()
        if error is not None:
            _log.error("ear error=%s", type(error).__name__)

    @abstractmethod
    def _recognizer(self, wanted: MicrophoneSwitch) -> Recognizer:
        """Return a new recogniser. Blocks while a model is loaded. Raises `RecognizerLost`."""

    @abstractmethod
    def _made(self, ear: Recognizer, source: Source) -> QueuedMicrophone:
        """Return the microphone that decodes the sound and acts on it."""

    def _stands(self, standing: Whereabouts) -> bool:  # most sockets have no place in a game
        """Note which place of a game the page shows; False if this socket has no such place."""
        del standing
        return False

    async def _talk(self) -> None:
        try:
            while (message := await self._socket.receive())["type"] != "websocket.disconnect":
                if not await self._take(message.get("bytes"), message.get("text") or ""):
                    self._connection.cut(Goodbye(code="too-bad"))
                    return
        finally:
            listening, self._listening = self._listening, None  # how it ends refers to this object
            if listening is not None:
                await ended(listening)

    async def _take(self, data: bytes | None, text: str) -> bool:
        """Carry out a message. Return False for one that a page of ours would not send now."""
        if data is not None:
            return self._hear(data)
        match _asked(text):
            case Whereabouts() as standing:
                return self._stands(standing)
            case FramesDropped(count=count) if self._microphone is not None:
                self._microphone.dropped += count
            case MicrophoneSwitch(is_open=True) as wanted if self._listening is None:
                self._listening = await self._open(wanted)
            case MicrophoneSwitch(is_open=False) if self._microphone is not None:
                self._microphone.close()
            case _:
                return False
        return True

    async def _open(self, wanted: MicrophoneSwitch) -> asyncio.Task[None] | None:
        """Open the microphone and return the task that listens.

        If no recogniser can be had, report it to the page and return None.
        """
        hall, send = self._hall, self._connection.send
        try:
            ear = await hall.in_decoder(lambda: self._recognizer(wanted))
        except RecognizerLost as error:
            _log.error("ear=%s", type(error).__name__)
            send(Hearing(state="deaf"))
            return None
        source = Source(rate=wanted.rate, convert=hall.outfit.converter(wanted.rate))
        microphone = self._made(ear, source)
        per_second = SAMPLE_BYTES * wanted.rate
        self._bytes = Bucket(most=LONGEST_DELAY_S * per_second, per_second=2 * per_second)
        self._microphone = microphone
        send(microphone.hearing)
        return asyncio.create_task(self._listen(microphone), name="microphone")

    async def _listen(self, microphone: QueuedMicrophone) -> None:
        try:
            await microphone.listen(self._connection.send)
        except RecognizerLost as error:
            _log.error("ear=%s", type(error).__name__)

    def _hear(self, data: bytes) -> bool:
        """Queue a frame. Return False if it is malformed, too much, or no microphone is open."""
        microphone, now_ms = self._microphone, self._hall.time.now_ms()
        if microphone is None or not self._bytes.takes(now_ms, len(data)):
            return False
        if not microphone.is_closed:
            try:
                microphone.feed(data, now_ms)
            except BadFrame:
                return False
        return True


class HeardApart(QueuedMicrophone):
    """A microphone outside any game: no clock depends on it, and no sound is kept."""

    def __init__(self, ear: Recognizer, source: Source, decoders: Executor) -> None:
        super().__init__(source, decoders)
        self._ear = ear
        self._counted = Tally()

    @abstractmethod
    def _weigh(self, heard: Heard) -> None:
        """Act on an utterance of a person; the program's own voice is left out."""

    def _prepare(self) -> None:  # most ears expect the same until they have heard something
        """Prepare the recogniser before it gets sound. Called in a decoder thread."""

    @property
    def _tally(self) -> Tally:
        return self._counted

    @property
    def _is_hearing(self) -> bool:
        return self._ear.is_hearing

    def _taken(self) -> None:
        """Do nothing: no clock depends on it."""

    def _left(self) -> None:
        """Do nothing: nobody waits for it."""

    async def _hear_some(self, tell: Tell) -> None:
        del tell
        frames = self._next_frames()
        self._counted.frames += len(frames)

        def hear() -> list[Heard]:
            self._prepare()
            heard = (self._ear.hear(self._converted(frame).samples) for frame in frames)
            return [each for each in heard if each is not None]

        self._weigh_all(await self._in_decoder(hear))

    async def _finish(self, tell: Tell) -> None:
        del tell
        last = await self._in_decoder(self._ear.flush)
        self._weigh_all([] if last is None else [last])

    def _weigh_all(self, heard: list[Heard]) -> None:
        for each in heard:
            if not each.is_own_voice:
                self._weigh(each)


def _asked(text: str) -> _Asked | None:
    try:
        return _MESSAGE.validate_json(text[:LARGEST_TEXT])
    except ValidationError:
        return None
