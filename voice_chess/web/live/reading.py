"""A seat's microphone while its player reads words aloud, to adapt recognition to their voice.

Sound that comes while the page speaks the next word is its own voice, and is ignored; the page
reports "ready" when it has finished. A game that goes on calls its player away from reading.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Literal, TypeAlias

from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.listening.enrolled_voice import VoiceKey
from voice_chess.session.listening.reading_aloud import WAIT_MS, NextPrompt, ReadingAloud
from voice_chess.session.listening.seat_ear import SoundFrame, Tally
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.web.live.microphone import QueuedMicrophone, Source, Tell

Step: TypeAlias = Literal["ready", "repeat", "leave-out", "stop"]
Ask: TypeAlias = Callable[[NextPrompt], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PutAside:
    """A reading that can go on; `of` are the voice's key, the kind of words and the language."""

    reading: ReadingAloud
    of: tuple[VoiceKey, str | None, str]

    def is_of(self, key: VoiceKey) -> bool:
        """Return whether it is for this voice."""
        return self.of[0] == key


class Calls:
    """A game that calls its player away: its clocks start, or a move of theirs is asked for.

    Who begins to read while their clock runs does so as they wish; what comes afterwards calls.
    """

    def __init__(self, game: Callable[[], Game], role: Role, tell: Callable[[], None]) -> None:
        """`game` returns the game as it is now; `tell` tells its player why the reading stops."""
        self._game = game
        self._role = role
        self._tell = tell
        self._before = self._now

    @property
    def _now(self) -> tuple[bool, bool]:
        """Whether the clocks run, and whether the player has to move or reply meanwhile."""
        game = self._game()
        is_running, is_mover = game.clock.is_running, self._role is game.mover
        return is_running, is_running and is_mover is (game.turn.announcement is None)

    def interrupt(self) -> bool:
        """Tell the player if the game has called since the last look; return whether so."""
        before, self._before = self._before, self._now
        have_come = any(now and not then for now, then in zip(self._before, before, strict=True))
        if have_come:
            self._tell()
        return have_come


class ReadingMicrophone(QueuedMicrophone):
    """A microphone that closes itself once every word was read or left out.

    It also does when the game calls; then `reading` can go on with another microphone.
    """

    def __init__(
        self, reading: ReadingAloud, source: Source, decoders: Executor, ask: Ask, calls: Calls
    ) -> None:
        super().__init__(source, decoders)
        self.reading = reading
        self._ask = ask
        self._calls = calls
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
        if self._calls.interrupt():
            self._waiting.clear()
            self.break_off()
            return
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
