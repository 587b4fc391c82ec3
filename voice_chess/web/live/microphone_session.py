"""The microphone of one socket: opens and closes it, and reports its state to the page."""

import asyncio
import logging

from voice_chess.game.table import Role
from voice_chess.languages.language import load_language
from voice_chess.session.listening.enrolled_voice import VoiceKey
from voice_chess.session.listening.reading_aloud import NextPrompt, ReadingAloud, prompts
from voice_chess.session.listening.seat_ear import SeatEar
from voice_chess.session.outputs import Reply
from voice_chess.session.ports import JournalLost, Recognizer, RecognizerLost
from voice_chess.sound.sampling import SAMPLE_BYTES
from voice_chess.speech.generation.sentence import phrase
from voice_chess.web.live.connection import Connection
from voice_chess.web.live.desks import Desk
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.microphone import MicrophoneUser, OpenMicrophone, QueuedMicrophone, Source
from voice_chess.web.live.reading import Calls, PutAside, ReadingMicrophone, Step
from voice_chess.web.messages.sound_messages import Hearing, MicrophoneSwitch, ReadingNow
from voice_chess.web.protection.rate_limits import Bucket

TOLD_EVERY_S = 5.0
LONGEST_DELAY_S = 12
"""Seconds of sound that a network may hold back and then deliver at once."""

_HEADER_BYTES = 4
_log = logging.getLogger(__name__)


class MicrophoneSession:
    """One page's microphone. A seat has at most one open: opening one closes the seat's other."""

    def __init__(self, hall: Hall, desk: Desk, connection: Connection) -> None:
        self._hall = hall
        self._desk = desk
        self._connection = connection
        self._open: QueuedMicrophone | None = None
        self._reading_now: PutAside | None = None
        """The reading that this page has begun or taken up last."""
        self._bytes = Bucket(most=1, per_second=1)
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    @property
    def is_open(self) -> bool:
        return self._open is not None and not self._open.is_closed

    async def open(self, wanted: MicrophoneSwitch, game_id: str) -> None:
        """Open the microphone, or report to the page why it can't be."""
        await self.close(is_replaced=True)
        hall, desk, outfit = self._hall, self._desk, self._hall.outfit
        if desk.chair.role is Role.SPECTATOR or not outfit.ears.hears(
            desk.chair.preferences.language
        ):
            self._connection.send(Hearing(state="deaf"))
            return
        source = Source(
            rate=wanted.rate,
            convert=outfit.converter(wanted.rate),
            is_resumed=wanted.is_resumed,
        )
        try:
            if wanted.reads is None:
                self._open = await self._playing(wanted, game_id, source)
            else:
                self._open = await self._reading(wanted, game_id, source)
        except RecognizerLost as error:
            _log.error("microphone=%s", type(error).__name__)
            self._connection.send(Hearing(state="deaf"))
            return
        if self._open is None:
            self._connection.send(ReadingNow(state="impossible"))
            return
        other = hall.microphones.get(desk.listener)
        if other is not None:
            other.break_off()
        hall.microphones[desk.listener] = self._open
        per_second = SAMPLE_BYTES * wanted.rate
        self._bytes = Bucket(most=LONGEST_DELAY_S * per_second, per_second=2 * per_second)
        self._tasks = (
            asyncio.create_task(self._listen(self._open, wanted), name="microphone"),
            asyncio.create_task(self._tell_often(self._open), name="microphone state"),
        )
        self._connection.send(self._open.hearing)
        if isinstance(self._open, ReadingMicrophone):
            self._ask(self._open.reading.wanted, begins=True)

    def takes(self, data: bytes, now_ms: int) -> bool:
        """Queue a frame. Return False if no microphone is open or sound comes too fast.

        Too fast is more than twice what a microphone gives. Raises `BadFrame`.
        """
        if self._open is None or not self._bytes.takes(now_ms, len(data) - _HEADER_BYTES):
            return False
        self._open.feed(data, now_ms)
        return True

    def dropped(self, count: int) -> None:
        """Count frames that the page reports as not sent; gaps in the numbers show them as well."""
        if self._open is not None:
            self._open.dropped += count

    async def close(self, *, is_lost: bool = False, is_replaced: bool = False) -> None:
        """Close the microphone once everything said is understood.

        `is_lost`: the sound broke off, so an utterance without an end is dropped. `is_replaced`:
        this page opens another one.
        """
        microphone, self._open = self._open, None
        if microphone is None:
            return
        microphone.is_replaced = is_replaced
        if is_lost:
            microphone.break_off()
        else:
            microphone.close()
        if self._hall.microphones.get(self._desk.listener) is microphone:
            del self._hall.microphones[self._desk.listener]
        (listening, telling), self._tasks = self._tasks, ()  # how they end refers to this object
        telling.cancel()
        await asyncio.wait((listening, telling))

    def read(self, step: Step) -> bool:
        """Take a step that the player asks for while reading aloud; False if nobody reads."""
        if not isinstance(self._open, ReadingMicrophone):
            return False
        self._open.take(step)
        return True

    async def _playing(
        self, wanted: MicrophoneSwitch, game_id: str, source: Source
    ) -> OpenMicrophone:
        hall, desk, key = self._hall, self._desk, wanted.voice
        task = await hall.lobby.game(game_id)
        ear = await hall.in_decoder(lambda: self._ear(game_id, key))
        language = desk.chair.preferences.language
        learns = None
        if key is not None and desk.chair.role.is_player:
            learning = hall.own_voices.learning
            learns = await learning(key, language, game_id, desk.listener)
        user = MicrophoneUser(listener=desk.listener, learns=learns)
        return OpenMicrophone(ear, source, task, user, hall.decoders)

    async def _reading(
        self, wanted: MicrophoneSwitch, game_id: str, source: Source
    ) -> ReadingMicrophone | None:
        """Return a microphone for reading aloud; None if no voice can be learnt at this seat.

        That needs a player with a voice key, and a model of their language that adapts to voices.
        A reading that was broken off goes on, also on a page that was loaded anew, if it is for the
        same voice, and of the same words.
        """
        hall, language_id = self._hall, self._desk.chair.preferences.language
        ears = hall.outfit.own_ears
        if wanted.voice is None or not self._desk.chair.role.is_player:
            return None
        if not await hall.in_decoder(lambda: ears.learns_voices(language_id)):
            return None
        task = await hall.lobby.game(game_id)
        of = (wanted.voice, wanted.reads, language_id)
        begun, self._desk.aside = self._desk.aside, None
        if begun is None or begun.of != of:
            recognizer = await hall.in_decoder(lambda: hall.outfit.ears.recognizer(language_id))
            begun = PutAside(reading=self._begun(wanted, recognizer), of=of)
        self._reading_now = begun
        calls = Calls(
            lambda: task.seated.game, self._desk.chair.role, lambda: self._called(game_id)
        )
        return ReadingMicrophone(begun.reading, source, hall.decoders, self._ask, calls)

    def _begun(self, wanted: MicrophoneSwitch, recognizer: Recognizer) -> ReadingAloud:
        language = load_language(self._desk.chair.preferences.language)
        asked = prompts(language, has_letters=wanted.reads == "letters")
        return ReadingAloud(language, asked, recognizer)

    def _called(self, game_id: str) -> None:
        """Tell the player why their reading stops."""
        self._connection.send(ReadingNow(state="aside"))
        said = phrase("enrol:aside", load_language(self._desk.chair.preferences.language))
        told = Reply(
            listener=self._desk.listener, kind="notice", text=said.text, spoken=said.spoken
        )
        self._desk.say(told, game_id, waits=True)

    def _ask(self, wanted: NextPrompt, *, begins: bool = False) -> None:
        """Say the next word to the player; after the last, report that checking takes a while."""
        language = load_language(self._desk.chair.preferences.language)
        said = wanted.sentence(language)
        if said is None:
            self._connection.send(ReadingNow(state="checking"))
            return
        of = 0 if self._reading_now is None else self._reading_now.reading.count
        if begins:
            said = phrase("enrol:begin", language).then(said)
        self._connection.send(
            ReadingNow(
                state="again" if wanted.is_again else "asked",
                text=said.text,
                clip=self._desk.sound(said.spoken),
                number=of - wanted.left + 1,
                of=of,
            )
        )

    def _ear(self, game_id: str, key: VoiceKey | None) -> SeatEar:
        """Make the ear of this seat. Blocks while a model is loaded. Raises `RecognizerLost`."""
        chair, outfit = self._desk.chair, self._hall.outfit
        language = chair.preferences.language
        orders = chair.role is Role.ARBITER
        if key is None:
            ears = outfit.ears
            recognizer = (ears.of_orders if orders else ears.recognizer)(language)
        else:
            own = outfit.own_ears
            recognizer = (own.of_orders if orders else own.recognizer)(language, key)
        settings = self._hall.table_settings(self._desk, game_id)
        return SeatEar(recognizer, settings, self._hall.record(game_id, chair.role))

    async def _listen(self, microphone: QueuedMicrophone, wanted: MicrophoneSwitch) -> None:
        try:
            await microphone.listen(self._connection.send)
        except (RecognizerLost, JournalLost) as error:
            _log.error("microphone=%s", type(error).__name__)
            self._reading_now = None
        if isinstance(microphone, ReadingMicrophone) and wanted.voice is not None:
            reading, tell = microphone.reading, self._connection.send
            if reading.is_over:
                self._hall.own_voices.fit(self._desk, wanted.voice, reading.readings, tell)
            elif reading.wanted.left < reading.count:
                self._desk.aside = self._reading_now

    async def _tell_often(self, microphone: QueuedMicrophone) -> None:
        while True:
            await asyncio.sleep(TOLD_EVERY_S)
            self._connection.send(microphone.hearing)
