"""A seat's microphone while its player reads words aloud, to adapt recognition to their voice.

Sound that comes while the page speaks the next word is its own voice, and is ignored; the page
reports "ready" when it has finished.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Literal, TypeAlias

from voice_chess.session.listening.reading_aloud import WAIT_MS, NextPrompt, ReadingAloud
from voice_chess.session.listening.seat_ear import SoundFrame, Tally
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.web.live.microphone import QueuedMicrophone, Source, Tell

Step: TypeAlias = Literal["ready", "repeat", "leave-out", "stop"]
Ask: TypeAlias = Callable[[NextPrompt], None]


class ReadingMicrophone(QueuedMicrophone):
    """A microphone that closes itself once every word was read or left out."""

    def __init__(self, reading: ReadingAloud, source: Source, decoders: Executor, ask: Ask) -> None:
        super().__init__(source, decoders)
        self.reading = reading
        self._ask = ask
        self._steps: deque[tuple[int, Step]] = deque()
        """The steps that the player asked for, each with the number of the last frame before it."""
        self._counted = Tally()
        self._next_number = 0
        self._is_ready = False
        self._silent_bytes = 0

    def take(self, step: Step) -> None:
        """Take a step, to be carried out after the sound that came before it."""
        self._steps.append((self._last_number, step))

    @property
    def _tally(self) -> Tally:
        return self._counted

    @property
    def _is_hearing(self) -> bool:
        return self._is_ready and self.reading.is_hearing

    def _taken(self) -> None:
        """Do nothing: no clock depends on it."""

    def _left(self) -> None:
        """Do nothing: nobody waits for it."""

    async def _hear_some(self, tell: Tell) -> None:
        del tell
        frames = self._next_frames()
        for wanted in await self._in_decoder(lambda: self._heard(frames)):
            self._ask(wanted)
        if self.reading.is_over:
            self.close()

    async def _finish(self, tell: Tell) -> None:
        """Do nothing: a player who closes the microphone instead of stopping keeps no readings."""

    def _heard(self, frames: list[SoundFrame]) -> list[NextPrompt]:
        """Decode frames and carry out steps; return each new prompt for the player, in order."""
        found: list[NextPrompt] = []
        for frame in frames:
            found += self._steps_before(frame.number)
            self._counted.frames += 1
            self._counted.missing += max(0, frame.number - self._next_number)
            self._next_number = frame.number + 1
            samples = self._converted(frame).samples
            wanted = self._hear(samples) if self._is_ready else None
            if wanted is not None:
                self._is_ready = False
                found.append(wanted)
            if self.reading.is_over:
                break
        return found

    def _hear(self, samples: bytes) -> NextPrompt | None:
        wanted = self.reading.hear(samples)
        if wanted is not None or self.reading.is_hearing:
            self._silent_bytes = 0
            return wanted
        self._silent_bytes += len(samples)
        is_too_long = self._silent_bytes >= WAIT_MS * BYTES_PER_MS
        return self.reading.unanswered() if is_too_long else None

    def _steps_before(self, number: int) -> list[NextPrompt]:
        found = []
        while self._steps and self._steps[0][0] < number and not self.reading.is_over:
            _, step = self._steps.popleft()
            self._is_ready = step == "ready"
            self._silent_bytes = 0
            match step:
                case "ready":
                    self.reading.listen()
                case "repeat":
                    found.append(self.reading.wanted)
                case "leave-out":
                    found.append(self.reading.leave_out())
                case "stop":
                    found.append(self.reading.stop())
        return found
