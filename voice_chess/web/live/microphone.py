"""A seat's open microphone: frames of sound wait in a queue, are decoded, and become utterances.

The page sends numbered frames; `feed` only puts them into the queue. `listen` takes a few frames
at a time and has a worker thread decode them, so that the event loop never waits for decoding.
"""

import asyncio
import struct
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeVar

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
"""The most frames in the queue: ten seconds of sound that could not be decoded yet."""

LONGEST_FRAME_MS = 100
SAME_BREATH_MS = 500
"""Speech that starts within this time of the resumed sound began before the connection broke."""

Answer = TypeVar("Answer")
Tell: TypeAlias = Callable[[Hearing | Problem], None]
_AT_ONCE = 25
_HEADER = struct.Struct("<I")


class BadFrame(ValueError):
    """A frame without a higher number than the last, without whole samples, or over 100 ms long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Sound from a page: its sample rate in Hz, and what converts it to 16 kHz.

    `is_resumed`: the microphone stayed open while the connection was lost.
    """

    rate: int
    convert: Convert
    is_resumed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MicrophoneUser:
    """A listener who speaks into a microphone in a game.

    `learns` is called with the sound of each announcement, if the player agreed to that.
    """

    listener: str
    learns: Callable[[AnnouncedSound], None] | None = None


class QueuedMicrophone(ABC):
    """A queue of frames, filled from the socket and decoded by one worker at a time."""

    def __init__(self, source: Source, decoders: Executor) -> None:
        self._source = source
        self._decoders = decoders
        self._waiting: deque[SoundFrame] = deque()
        self._came = asyncio.Event()
        self.is_closed = False
        """Whether no more frames are accepted."""
        self._is_broken_off = False
        self.is_replaced = False
        """Whether the same page opens another one: it is not told then that this one is off."""
        self._ended: Literal["off", "failed"] | None = None
        """How listening has ended, if it has."""
        self._skipped = 0
        self.dropped = 0
        """How many frames the page reports that it could not send."""
        self._last_number = -1

    @property
    def hearing(self) -> Hearing:
        """The message that reports the microphone's state and its counts of frames to the page."""
        tally = self._tally
        return Hearing(
            state=self._ended or ("speech" if self._is_hearing else "listening"),
            frames=tally.frames,
            missing=tally.missing,
            skipped=self._skipped,
            dropped=self.dropped,
        )

    def feed(self, data: bytes, came_ms: int) -> None:
        """Queue a binary message: the frame's number, then 16-bit samples. Raises `BadFrame`.

        `came_ms` is when it came. A frame that finds the queue full is skipped and counted.
        """
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
        """Accept no more frames; those in the queue are still decoded, and the utterance ends."""
        self.is_closed = True
        self._came.set()

    def break_off(self) -> None:
        """Close without ending the open utterance: cut in half, it could be a different move.

        This is for sound that breaks off without the player closing the microphone.
        """
        self._is_broken_off = True
        self.close()

    async def listen(self, tell: Tell) -> None:
        """Decode frames until the microphone is closed.

        `tell` is called with every change of state, and with a problem if an utterance could not
        be stored. Raises `RecognizerLost`, and `JournalLost` once the game is closed; the last
        state is then that listening has failed.
        """
        state = None
        ended: Literal["off", "failed"] = "failed"
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
            ended = "off"
        finally:
            self._left()
            self.is_closed, self._ended = True, ended
            if not self.is_replaced:
                tell(self.hearing)

    def _next_frames(self) -> list[SoundFrame]:
        return [self._waiting.popleft() for _ in range(min(_AT_ONCE, len(self._waiting)))]

    def _converted(self, frame: SoundFrame) -> SoundFrame:
        """Return the frame at 16 kHz. Called in a decoder thread."""
        return replace(frame, samples=self._source.convert(frame.samples))

    async def _in_decoder(self, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._decoders, work)

    @property
    @abstractmethod
    def _tally(self) -> Tally:
        """How many frames were decoded, and how many never came."""

    @property
    @abstractmethod
    def _is_hearing(self) -> bool:
        """Whether speech is going on."""

    @abstractmethod
    def _taken(self) -> None:
        """Note that a frame waits to be decoded."""

    @abstractmethod
    def _left(self) -> None:
        """Note that no more sound will be decoded."""

    @abstractmethod
    async def _hear_some(self, tell: Tell) -> None:
        """Decode a few of the waiting frames."""

    @abstractmethod
    async def _finish(self, tell: Tell) -> None:
        """End the open utterance, if any: the player has closed the microphone."""


class OpenMicrophone(QueuedMicrophone):
    """A microphone whose utterances go to a game."""

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
        """Whether the game knows that the disk has no room for the sound."""

    @property
    def _tally(self) -> Tally:
        return self._ear.tally

    @property
    def _is_hearing(self) -> bool:
        return self._ear.is_hearing

    def _taken(self) -> None:
        # Until it is decoded, this sound may be an announcement in time: no flag may fall.
        self._task.seated.begins_to_speak(self.listener)

    def _left(self) -> None:
        self._task.seated.falls_silent(self.listener)

    async def _hear_some(self, tell: Tell) -> None:
        """Decode a few frames, but stop at the end of an utterance and pass that on first."""
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
            # Nothing has happened in the game, and the page is told so; the next may be stored.
            tell(Problem(code="storage"))
            return
        await self._keep(heard, before)
        await self._notice()

    async def _notice(self) -> None:
        """Report to the game, once, that the sound has no room on the disk; the game then waits."""
        sound = self._ear.sound_behind
        if sound is not None and not self._has_noticed:
            await self._task.attend(DiskFull(sound=sound))
        self._has_noticed = sound is not None

    def _is_second_half(self, heard: Heard) -> bool:
        """Return whether the utterance lost its beginning with the connection.

        Its second half alone could be a different move.
        """
        is_same_breath = self._ear.silent_before_ms(heard) < SAME_BREATH_MS
        return self._source.is_resumed and is_same_breath

    async def _keep(self, heard: Heard, before: int) -> None:
        """Keep the sound of an announcement, under the number of its move."""
        news = self._task.seated.happenings(after=before)
        said = [found for found in news if isinstance(found.event, MoveAnnounced | SlipCorrected)]
        if said:
            await self._in_decoder(lambda: self._ear.keep(heard, said[0]))
            if self._learns is not None:
                for each in self._ear.announced(heard, said[0]):
                    self._learns(each)
