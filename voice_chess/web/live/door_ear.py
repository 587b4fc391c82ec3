"""The ear at the front door: one sentence into a microphone begins a game against the computer.

It knows nobody and keeps nothing. Whoever it has understood begins the game as everybody does.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor

from fastapi import WebSocket
from pydantic import TypeAdapter, ValidationError

from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.listening.seat_ear import Tally
from voice_chess.session.ports import Recognizer, RecognizerLost
from voice_chess.speech.generation.sentence import Sentence, sentence
from voice_chess.speech.understanding.game_wish import (
    Decision,
    Denied,
    Doubtful,
    GameWish,
    NoWish,
    Wished,
    answer_grammar,
    choice_grammar,
    decided,
    is_whole,
    wish_grammar,
    wish_words,
)
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.scoring import UNKNOWN_WORD
from voice_chess.web.live.connection import Connection, ended
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.microphone import BadFrame, QueuedMicrophone, Source, Tell
from voice_chess.web.live.microphone_session import LONGEST_DELAY_S, SAMPLE_BYTES
from voice_chess.web.messages.sound_messages import (
    FramesDropped,
    Hearing,
    MicrophoneSwitch,
    WishedGame,
    WishNow,
)
from voice_chess.web.messages.wire import Goodbye
from voice_chess.web.protection.doorway import place_of
from voice_chess.web.protection.rate_limits import Bucket

LISTENS_S = 30.0
"""A visitor who has said nothing by then is not heard any longer."""

MOST_HEARD = 50
"""Visitors at once."""

GOODBYE_WITHIN_S = 3.0
LARGEST_TEXT = 500

_MESSAGE: TypeAdapter[MicrophoneSwitch | FramesDropped] = TypeAdapter(
    MicrophoneSwitch | FramesDropped
)
_log = logging.getLogger(__name__)


def wished_games(wishes: Iterable[GameWish]) -> list[WishedGame]:
    return [WishedGame(time=wish.time, colour=wish.colour, level=wish.level) for wish in wishes]


def may_be_heard(socket: WebSocket, language_id: str, hall: Hall) -> bool:
    """A visitor may begin a game here, this language is heard, and there is room."""
    guests = hall.guests
    if not guests.is_admitted or language_id not in known_languages():
        return False
    if guests.heard_now >= MOST_HEARD or not hall.outfit.ears.hears(language_id):
        return False
    place = place_of(socket.client.host if socket.client else "")
    return guests.spoken.takes(place, hall.time.now_ms())


class DoorMicrophone(QueuedMicrophone):
    """What is heard at it is weighed and told, utterance by utterance, until it is closed."""

    def __init__(
        self,
        ear: Recognizer,
        language: Language,
        source: Source,
        decoders: Executor,
        told: Callable[[Decision], None],
    ) -> None:
        super().__init__(source, decoders)
        self._ear = ear
        self._language = language
        self._told = told
        self._counted = Tally()
        self._asked: tuple[GameWish, ...] = ()
        """What a visitor is asked about, one or several to choose from."""
        ear.expect(wish_grammar(language), self._is_whole)

    @property
    def _tally(self) -> Tally:
        return self._counted

    @property
    def _is_hearing(self) -> bool:
        return self._ear.is_hearing

    def _taken(self) -> None:
        """No clock depends on it."""

    def _left(self) -> None:
        """Nobody waits for it."""

    async def _hear_some(self, tell: Tell) -> None:
        del tell
        frames = self._next_frames()
        self._counted.frames += len(frames)

        def hear() -> list[Heard]:
            heard = (self._ear.hear(self._converted(frame).samples) for frame in frames)
            return [each for each in heard if each is not None]

        self._weigh(await self._in_decoder(hear))

    async def _finish(self, tell: Tell) -> None:
        del tell
        last = await self._in_decoder(self._ear.flush)
        self._weigh([] if last is None else [last])

    def _weigh(self, heard: list[Heard]) -> None:
        for each in heard:
            if not each.is_own_voice:
                self._decide(decided(each, self._language, self._asked))

    def _decide(self, decision: Decision) -> None:
        """What was not understood leaves the question as it is."""
        match decision:
            case NoWish():
                pass
            case Doubtful(wishes=wishes):
                self._asked = wishes
                self._ear.expect(self._answers(wishes), self._is_whole)
            case _:
                self._asked = ()
                self._ear.expect(wish_grammar(self._language), self._is_whole)
        self._told(decision)

    def _answers(self, wishes: tuple[GameWish, ...]) -> Grammar:
        if len(wishes) == 1:
            return answer_grammar(self._language)
        return choice_grammar(self._language, wishes)

    def _is_whole(self, heard: Heard) -> bool:
        return is_whole(heard, self._language)


class DoorSocket:
    """One accepted socket of a visitor."""

    def __init__(self, socket: WebSocket, hall: Hall, language_id: str) -> None:
        self._socket = socket
        self._hall = hall
        self._language_id = language_id
        self._connection = Connection(socket)
        self._microphone: DoorMicrophone | None = None
        self._bytes = Bucket(most=1, a_second=1)

    async def run(self) -> None:
        """Until the visitor has gone, or was listened to long enough."""
        pump = asyncio.create_task(self._connection.pump(), name="pump")
        talk = asyncio.create_task(self._talk(), name="door")
        self._hall.sockets.add(talk)
        talk.add_done_callback(self._hall.sockets.discard)
        self._hall.guests.heard_now += 1
        try:
            await asyncio.wait((pump, talk), timeout=LISTENS_S, return_when=asyncio.FIRST_COMPLETED)
            self._connection.cut(Goodbye(code="ending"))
            await asyncio.wait((pump,), timeout=GOODBYE_WITHIN_S)
        finally:
            self._hall.guests.heard_now -= 1
            await ended(talk, pump)
        error = None if talk.cancelled() else talk.exception()
        if error is not None:
            _log.error("door error=%s", type(error).__name__)

    async def _talk(self) -> None:
        listening: asyncio.Task[None] | None = None
        try:
            while (message := await self._socket.receive())["type"] != "websocket.disconnect":
                data = message.get("bytes")
                asked = None if data is not None else _asked(message.get("text") or "")
                if data is not None and self._takes(data):
                    continue
                if isinstance(asked, FramesDropped) and self._microphone is not None:
                    self._microphone.dropped += asked.count
                elif isinstance(asked, MicrophoneSwitch) and asked.is_open and listening is None:
                    listening = await self._open(asked)
                elif isinstance(asked, MicrophoneSwitch) and not asked.is_open and self._microphone:
                    self._microphone.close()
                else:
                    self._connection.cut(Goodbye(code="too-bad"))
                    return
        finally:
            if listening is not None:
                await ended(listening)

    async def _open(self, wanted: MicrophoneSwitch) -> asyncio.Task[None] | None:
        """Begin to hear, or tell that nobody can."""
        hall, send = self._hall, self._connection.send
        language = load_language(self._language_id)
        ears, decoders = hall.outfit.ears, hall.decoders
        try:
            ear = await hall.in_decoder(lambda: ears.at_the_door(self._language_id))
        except RecognizerLost as error:
            _log.error("door=%s", type(error).__name__)
            send(Hearing(state="deaf"))
            return None
        source = Source(rate=wanted.rate, convert=hall.outfit.converter(wanted.rate))
        microphone = DoorMicrophone(
            ear, language, source, decoders, lambda it: send(_told(it, language))
        )
        a_second = SAMPLE_BYTES * wanted.rate
        self._bytes = Bucket(most=LONGEST_DELAY_S * a_second, a_second=2 * a_second)
        self._microphone = microphone
        send(microphone.hearing)
        return asyncio.create_task(self._listen(microphone), name="microphone")

    async def _listen(self, microphone: DoorMicrophone) -> None:
        try:
            await microphone.listen(self._connection.send)
        except RecognizerLost as error:
            _log.error("door=%s", type(error).__name__)
            self._connection.send(Hearing(state="deaf"))

    def _takes(self, data: bytes) -> bool:
        """False for what is no sound, or far more than a microphone gives."""
        microphone, now_ms = self._microphone, self._hall.time.now_ms()
        if microphone is None or not self._bytes.takes(now_ms, len(data)):
            return False
        if not microphone.is_closed:
            try:
                microphone.feed(data, now_ms)
            except BadFrame:
                return False
        return True


def _asked(text: str) -> MicrophoneSwitch | FramesDropped | None:
    try:
        return _MESSAGE.validate_json(text[:LARGEST_TEXT])
    except ValidationError:
        return None


def question(wishes: Sequence[GameWish], language: Language) -> Sentence:
    """Whether this was meant, or which of these, numbered."""
    words = [wish_words(wish, language) for wish in wishes]
    if len(words) == 1:
        return sentence(language.interface["wish-sure"].format(wish=words[0]), language)
    numbered = (f"{number}: {each}." for number, each in enumerate(words, start=1))
    return sentence(" ".join((language.interface["wish-which"], *numbered)), language)


def _told(decision: Decision, language: Language) -> WishNow:
    match decision:
        case Denied():
            return WishNow(wishes=[], is_denied=True)
        case Doubtful(wishes=wishes):
            return WishNow(wishes=wished_games(wishes), question=question(wishes, language).text)
        case Wished(wish=wish):
            return WishNow(wishes=wished_games((wish,)))
        case NoWish(words=words):
            return WishNow(
                wishes=[], heard=" ".join(word for word in words if word != UNKNOWN_WORD)
            )
