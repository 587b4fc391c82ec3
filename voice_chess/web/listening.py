"""The ear of one socket: opens and closes its microphone, and tells what is heard of it."""

import asyncio
import logging

from voice_chess.game.table import Role
from voice_chess.session.ports import JournalLost, RecognizerLost
from voice_chess.session.seat_ear import SeatEar
from voice_chess.web.connection import Connection
from voice_chess.web.desks import Desk
from voice_chess.web.hall import Hall
from voice_chess.web.limits import Bucket
from voice_chess.web.microphone import OpenMicrophone, Source
from voice_chess.web.sound_messages import Hearing, Microphone

TOLD_EVERY_S = 5.0
LONGEST_DELAY_S = 12
"""A network may keep so much sound back and then bring it at once."""

SAMPLE_BYTES = 2
_HEADER_BYTES = 4
_log = logging.getLogger(__name__)


class Listening:
    """At most one microphone is open at a seat: the last one opened."""

    def __init__(self, hall: Hall, desk: Desk, connection: Connection) -> None:
        self._hall = hall
        self._desk = desk
        self._connection = connection
        self._open: OpenMicrophone | None = None
        self._bytes = Bucket(most=1, a_second=1)
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    @property
    def is_open(self) -> bool:
        return self._open is not None and not self._open.is_closed

    async def open(self, wanted: Microphone, game_id: str) -> None:
        """Begin to hear, or tell that nobody can."""
        await self.close()
        hall, desk, outfit = self._hall, self._desk, self._hall.outfit
        if desk.chair.role is Role.SPECTATOR or not outfit.ears.hears(
            desk.chair.preferences.language
        ):
            self._connection.send(Hearing(state="deaf"))
            return
        task = await hall.lobby.game(game_id)
        try:
            ear = await hall.in_decoder(lambda: self._ear(game_id))
        except RecognizerLost as error:
            _log.error("microphone=%s", type(error).__name__)
            self._connection.send(Hearing(state="deaf"))
            return
        source = Source(
            rate=wanted.rate,
            convert=outfit.converter(wanted.rate),
            is_resumed=wanted.is_resumed,
        )
        self._open = OpenMicrophone(ear, source, task, desk.listener, hall.decoders)
        other = hall.microphones.get(desk.listener)
        if other is not None:
            other.break_off()
        hall.microphones[desk.listener] = self._open
        a_second = SAMPLE_BYTES * wanted.rate
        self._bytes = Bucket(most=LONGEST_DELAY_S * a_second, a_second=2 * a_second)
        self._tasks = (
            asyncio.create_task(self._listen(self._open), name="microphone"),
            asyncio.create_task(self._tell_often(self._open), name="microphone state"),
        )
        self._connection.send(self._open.hearing)

    def takes(self, data: bytes, now_ms: int) -> bool:
        """False for more than twice as much as a microphone gives. Raises `BadFrame`."""
        if self._open is None or not self._bytes.takes(now_ms, len(data) - _HEADER_BYTES):
            return False
        self._open.feed(data, now_ms)
        return True

    def dropped(self, count: int) -> None:
        """The page says so itself; the numbers of the frames say it, too."""
        if self._open is not None:
            self._open.dropped += count

    async def close(self, *, is_lost: bool = False) -> None:
        """What was said is understood before; where the connection is lost, only if it was all."""
        microphone, self._open = self._open, None
        if microphone is None:
            return
        if is_lost:
            microphone.break_off()
        else:
            microphone.close()
        if self._hall.microphones.get(self._desk.listener) is microphone:
            del self._hall.microphones[self._desk.listener]
        listening, telling = self._tasks
        telling.cancel()
        await asyncio.wait((listening, telling))

    def _ear(self, game_id: str) -> SeatEar:
        """Blocks while a model is loaded. Raises `RecognizerLost`."""
        chair = self._desk.chair
        recognizer = self._hall.outfit.ears.recognizer(chair.preferences.language)
        house = self._hall.house(self._desk, game_id)
        return SeatEar(recognizer, house, self._hall.record(game_id, chair.role))

    async def _listen(self, microphone: OpenMicrophone) -> None:
        try:
            await microphone.listen(self._connection.send)
        except (RecognizerLost, JournalLost) as error:
            _log.error("microphone=%s", type(error).__name__)
            self._connection.send(Hearing(state="deaf"))

    async def _tell_often(self, microphone: OpenMicrophone) -> None:
        while True:
            await asyncio.sleep(TOLD_EVERY_S)
            self._connection.send(microphone.hearing)
