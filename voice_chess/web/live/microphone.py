"""A seat's open microphone: frames wait in a queue, are decoded apart, and become what was said."""

import asyncio
import struct
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from voice_chess.game.moves import MoveAnnounced, SlipCorrected
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.listening.enrolled_voice import AnnouncedSound
from voice_chess.session.listening.inputs import DiskFull, Spoke
from voice_chess.session.listening.seat_ear import SeatEar, SoundFrame, Tally
from voice_chess.session.ports import Conflict, JournalLost
from voice_chess.sound.sampling import SAMPLE_BYTES
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.web.messages.sound_messages import Hearing
from voice_chess.web.messages.wire import Problem
from voice_chess.web.ports import Convert

MOST_WAITING = 250
"""Frames: ten seconds of sound that could not be decoded yet."""

LONGEST_FRAME_MS = 100
SAME_BREATH_MS = 500
"""Speech heard so soon after a connection came back began before."""

Answer = TypeVar("Answer")
Tell: TypeAlias = Callable[[Hearing | Problem], None]
_AT_ONCE = 25
_HEADER = struct.Struct("<I")


class BadFrame(ValueError):
    """No number, no whole samples, or more than a tenth of a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where the sound comes from, and what makes it 16 kHz.

    `is_resumed`: it went on while the connection was lost.
    """

    rate: int
    convert: Convert
    is_resumed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MicrophoneUser:
    """One who speaks into a microphone in a game.

    `learns` is given each announcement of a player who has agreed that it becomes an example.
    """

    listener: str
    learns: Callable[[AnnouncedSound], None] | None = None


class QueuedMicrophone(ABC):
    """Fed from the socket; one worker at a time hears it."""

    def __init__(self, source: Source, decoders: Executor) -> None:
        self._source = source
        self._decoders = decoders
        self._waiting: deque[SoundFrame] = deque()
        self._came = asyncio.Event()
        self.is_closed = False
        """Nothing more is taken."""
        self._is_broken_off = False
        self._is_over = False
        self._skipped = 0
        self.dropped = 0
        """What the page says it could not send."""
        self._last_number = -1

    @property
    def hearing(self) -> Hearing:
        """What the page is told of it."""
        tally = self._tally
        return Hearing(
            state="off" if self._is_over else "speech" if self._is_hearing else "listening",
            frames=tally.frames,
            missing=tally.missing,
            skipped=self._skipped,
            dropped=self.dropped,
        )

    def feed(self, data: bytes, came_ms: int) -> None:
        """A binary message. Raises `BadFrame`."""
        if len(data) <= _HEADER.size or (len(data) - _HEADER.size) % SAMPLE_BYTES:
            raise BadFrame
        (number,) = _HEADER.unpack_from(data)
        samples = data[_HEADER.size :]
        longest = self._source.rate * LONGEST_FRAME_MS // 1_000 * SAMPLE_BYTES
        if number <= self._last_number or len(samples) > longest:
            raise BadFrame
        self._last_number = number
        if len(self._waiting) >= MOST_WAITING:
            self._skipped += 1
            return
        self._waiting.append(SoundFrame(number=number, samples=samples, came_ms=came_ms))
        self._taken()
        self._came.set()

    def close(self) -> None:
        """What has come is still heard, and the utterance still open is ended."""
        self.is_closed = True
        self._came.set()

    def break_off(self) -> None:
        """Where the player has not closed it: half of what they say may be another move."""
        self._is_broken_off = True
        self.close()

    async def listen(self, tell: Tell) -> None:
        """Until it is closed; `tell` hears of every change of state, and of what came to nothing.

        Raises `RecognizerLost`; `JournalLost` once the game is closed.
        """
        state = None
        try:
            while self._waiting or not self.is_closed:
                if not self._waiting:
                    self._came.clear()
                    if not self.is_closed:
                        await self._came.wait()
                    continue
                await self._hear_some(tell)
                if state != (state := self.hearing.state):
                    tell(self.hearing)
            if not self._is_broken_off:
                await self._finish(tell)
        finally:
            self._left()
            self.is_closed = self._is_over = True
            tell(self.hearing)

    def _next_frames(self) -> list[SoundFrame]:
        return [self._waiting.popleft() for _ in range(min(_AT_ONCE, len(self._waiting)))]

    def _converted(self, frame: SoundFrame) -> SoundFrame:
        """The same at 16 kHz; in a decoder."""
        return replace(frame, samples=self._source.convert(frame.samples))

    async def _in_decoder(self, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._decoders, work)

    @property
    @abstractmethod
    def _tally(self) -> Tally:
        """How many frames were heard, and how many never came."""

    @property
    @abstractmethod
    def _is_hearing(self) -> bool:
        """True while somebody speaks."""

    @abstractmethod
    def _taken(self) -> None:
        """A frame waits to be heard."""

    @abstractmethod
    def _left(self) -> None:
        """Nothing will be heard any more."""

    @abstractmethod
    async def _hear_some(self, tell: Tell) -> None:
        """A few of the frames that wait."""

    @abstractmethod
    async def _finish(self, tell: Tell) -> None:
        """The player has closed it: the utterance still open, if any."""


class OpenMicrophone(QueuedMicrophone):
    """What is heard at it is said in the game."""

    def __init__(
        self,
        ear: SeatEar,
        source: Source,
        task: GameTask,
        user: MicrophoneUser,
        decoders: Executor,
    ) -> None:
        super().__init__(source, decoders)
        self.listener = user.listener
        self._ear = ear
        self._task = task
        self._learns = user.learns
        self._has_noticed = False
        """That its sound finds no room is known to the game."""

    @property
    def _tally(self) -> Tally:
        return self._ear.tally

    @property
    def _is_hearing(self) -> bool:
        return self._ear.is_hearing

    def _taken(self) -> None:
        # Until it is decoded nobody knows that it is no announcement, and no flag may fall.
        self._task.seated.begins_to_speak(self.listener)

    def _left(self) -> None:
        self._task.seated.falls_silent(self.listener)

    async def _hear_some(self, tell: Tell) -> None:
        """A few frames, or as many as it takes to an utterance."""
        frames = self._next_frames()
        seated = self._task.seated
        seat = seated.participant(self.listener)
        expected, secret = seat.talk.expected, seated.is_hiding(seat.by)

        def hear() -> tuple[Heard | None, list[SoundFrame]]:
            for index, frame in enumerate(frames):
                heard = self._ear.hear(self._converted(frame), expected, is_secret=secret)
                if heard is not None:
                    return heard, frames[index + 1 :]
            return None, []

        heard, rest = await self._in_decoder(hear)
        self._waiting.extendleft(reversed(rest))
        await self._notice()
        if heard is not None:
            await self._say(heard, tell)
        if not self._ear.is_hearing and not self._waiting:
            seated.falls_silent(self.listener)

    async def _finish(self, tell: Tell) -> None:
        while (heard := await self._in_decoder(self._ear.finish)) is not None:
            await self._say(heard, tell)

    async def _say(self, heard: Heard, tell: Tell) -> None:
        if self._is_second_half(heard):
            return
        expected = self._ear.expected or self._task.seated.participant(self.listener).talk.expected
        entry = Spoke(listener=self.listener, at_ms=heard.ended_ms, heard=heard, expected=expected)
        before = self._task.seated.seq
        try:
            await self._task.attend(entry)
        except (JournalLost, Conflict):
            # Nothing has happened, and that is told; what is said next may find room.
            tell(Problem(code="storage"))
            return
        await self._keep(heard, before)
        await self._notice()

    async def _notice(self) -> None:
        """The game waits for a sound record that finds no room; once is enough."""
        sound = self._ear.sound_behind
        if sound is not None and not self._has_noticed:
            await self._task.attend(DiskFull(sound=sound))
        self._has_noticed = sound is not None

    def _is_second_half(self, heard: Heard) -> bool:
        """Its beginning was lost with the connection; the rest may be another move."""
        is_same_breath = self._ear.silent_before_ms(heard) < SAME_BREATH_MS
        return self._source.is_resumed and is_same_breath

    async def _keep(self, heard: Heard, before: int) -> None:
        """The sound of their own announcements, to be found by the number of the move."""
        news = self._task.seated.happenings(after=before)
        said = [found for found in news if isinstance(found.event, MoveAnnounced | SlipCorrected)]
        if said:
            await self._in_decoder(lambda: self._ear.keep(heard, said[0]))
            if self._learns is not None:
                for each in self._ear.announced(heard, said[0]):
                    self._learns(each)
