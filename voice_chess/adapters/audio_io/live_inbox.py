"""Brings a microphone, a keyboard and boards into one inbox, with the time of each entry."""

import logging
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain

from voice_chess.adapters.audio_io.digital_silence import DigitalSilence
from voice_chess.adapters.audio_io.echo_free_microphone import EchoFreeMicrophone
from voice_chess.by_color import ByColor, both
from voice_chess.session.listening.inputs import (
    BoardLeft,
    BoardTells,
    DeviceBack,
    DeviceGone,
    MicrophoneMute,
    RoomInput,
    Sound,
    TimePassed,
    Typed,
)
from voice_chess.session.ports import (
    BoardLost,
    BoardSensor,
    Microphone,
    MicrophoneLost,
    TimeSource,
)

_log = logging.getLogger(__name__)
_TICK_S = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """How lost devices are found again; without `microphone`, its loss ends the inbox."""

    microphone: Callable[[], Microphone] | None = None
    every_s: float = 2.0
    """Seconds between two attempts to find a device again."""
    hush: Callable[[], None] = lambda: None
    """Silences the program when the microphone is lost: nobody can interrupt it any more to hear of
    that."""


class LiveInbox:
    """`Inbox` of live input; it ends when neither sound nor lines can come any more.

    `boards` are the players' own. A board that is unplugged is looked for until it is back, and so
    is the microphone if `recovery` says how.
    """

    def __init__(
        self,
        time: TimeSource,
        microphone: Microphone | None,
        lines: Iterable[str] | None,
        boards: ByColor[BoardSensor | None] | None = None,
        recovery: Recovery | None = None,
    ) -> None:
        self._boards = boards or both(None)
        self._recovery = recovery or Recovery()
        self._is_over = threading.Event()
        self._time = time
        self._came: queue.SimpleQueue[RoomInput | MicrophoneLost | None] = queue.SimpleQueue()
        self._sources: list[Callable[[], None]] = []
        if microphone is not None:
            self._sources.append(lambda: self._listen(microphone))
        if lines is not None:
            self._sources.append(lambda: self._read(lines))

    def entries(self) -> Iterator[RoomInput]:
        """Listen from now on: each entry bears the time when it came, however late it is taken."""
        for source in self._sources:
            threading.Thread(target=self._run, args=(source,), daemon=True).start()
        for white in (True, False):
            board = self._boards.of(white=white)
            if board is not None:
                feel = partial(self._feel, board, white=white)
                threading.Thread(target=feel, daemon=True).start()
        return self._as_they_come()

    def tell(self, entry: RoomInput) -> None:
        """Add an entry from elsewhere; any thread may call this."""
        self._came.put(entry)

    def _as_they_come(self) -> Iterator[RoomInput]:
        running = len(self._sources)
        try:
            while running:
                entry = self._next()
                if isinstance(entry, MicrophoneLost):
                    raise entry
                if entry is None:
                    running -= 1
                else:
                    yield entry
        finally:
            self._is_over.set()

    def _next(self) -> RoomInput | MicrophoneLost | None:
        try:
            return self._came.get(timeout=_TICK_S)
        except queue.Empty:
            return TimePassed()

    def _run(self, source: Callable[[], None]) -> None:
        try:
            source()
        except MicrophoneLost as error:
            self._came.put(error)
        finally:
            self._came.put(None)

    def _listen(self, microphone: Microphone) -> None:
        """Take sound from this microphone and its replacements.

        Raises `MicrophoneLost` if none can.
        """
        blocks: Iterable[bytes] = microphone.blocks()
        while True:
            try:
                self._take(microphone, blocks)
            except MicrophoneLost as error:
                if self._recovery.microphone is None:
                    raise
                gone = DeviceGone(kind="Microphone", reason=str(error), at_ms=self._time.now_ms())
                self._came.put(gone)
                self._recovery.hush()
                again = self._found_again(self._recovery.microphone)
                if again is None:
                    return
                microphone, blocks = again
            else:
                return

    def _take(self, microphone: Microphone, blocks: Iterable[bytes]) -> None:
        """Take all its sound, and report once that there is none in it. Raises `MicrophoneLost`."""
        silence = DigitalSilence()
        for samples in blocks:
            now_ms = self._time.now_ms()
            self._came.put(_sound(samples, now_ms, microphone))
            if silence.takes(samples):
                self._came.put(MicrophoneMute(at_ms=now_ms))

    def _found_again(
        self, look: Callable[[], Microphone]
    ) -> tuple[Microphone, Iterable[bytes]] | None:
        """Return the microphone and its sound once it gives some, or None once the inbox is over.

        One that can be opened may still give nothing, as where a sound server has suspended it.
        """
        while not self._is_over.wait(self._recovery.every_s):
            with suppress(MicrophoneLost):
                microphone = look()
                blocks = iter(microphone.blocks())
                first = next(blocks, b"")
                self._came.put(DeviceBack(kind="Microphone", at_ms=self._time.now_ms()))
                return microphone, chain((first,), blocks)
        return None

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._came.put(Typed(text=line.strip(), at_ms=self._time.now_ms()))

    def _feel(self, board: BoardSensor, *, white: bool) -> None:
        """Take what a board reports until the inbox is over; report the board's loss once."""
        is_there = True
        while not self._is_over.is_set():
            try:
                for happening in board.happenings():
                    is_there = True
                    now_ms = self._time.now_ms()
                    self._came.put(BoardTells(white=white, happenings=(happening,), at_ms=now_ms))
                    if self._is_over.is_set():
                        return
            except BoardLost as error:
                if is_there:
                    _log.warning("board lost white=%s reason=%s", white, error)
                    now_ms = self._time.now_ms()
                    self._came.put(BoardLeft(white=white, is_lost=True, at_ms=now_ms))
                is_there = False
                self._is_over.wait(self._recovery.every_s)
            else:
                return


def _sound(samples: bytes, ended_ms: int, microphone: Microphone) -> Sound:
    """Return the microphone's latest block as an entry."""
    if not isinstance(microphone, EchoFreeMicrophone):
        return Sound(samples=samples, ended_ms=ended_ms)
    return Sound(
        samples=samples,
        ended_ms=ended_ms,
        is_clean=microphone.is_clean,
        is_cut_off=microphone.is_cut_off,
    )
