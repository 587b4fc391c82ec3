"""A live microphone and a keyboard into one inbox, each entry with the time at which it came."""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator

from voice_chess.session.inbox import Input, Quiet, Sound, Typed
from voice_chess.session.ports import Microphone, MicrophoneLost, TimeSource

_TICK_S = 0.1


class LiveInbox:
    """`Inbox` of what comes now; ends when neither sound nor lines can come any more."""

    def __init__(
        self, time: TimeSource, microphone: Microphone | None, lines: Iterable[str] | None
    ) -> None:
        self._time = time
        self._came: queue.SimpleQueue[Input | MicrophoneLost | None] = queue.SimpleQueue()
        self._sources: list[Callable[[], None]] = []
        if microphone is not None:
            self._sources.append(lambda: self._listen(microphone))
        if lines is not None:
            self._sources.append(lambda: self._read(lines))

    def entries(self) -> Iterator[Input]:
        for source in self._sources:
            threading.Thread(target=self._run, args=(source,), daemon=True).start()
        running = len(self._sources)
        while running:
            try:
                entry = self._came.get(timeout=_TICK_S)
            except queue.Empty:
                entry = Quiet(at_ms=self._time.now_ms())
            if isinstance(entry, MicrophoneLost):
                raise entry
            if entry is None:
                running -= 1
            else:
                yield entry

    def _run(self, source: Callable[[], None]) -> None:
        try:
            source()
        except MicrophoneLost as error:
            self._came.put(error)
        finally:
            self._came.put(None)

    def _listen(self, microphone: Microphone) -> None:
        for samples in microphone.blocks():
            self._came.put(Sound(samples=samples, ended_ms=self._time.now_ms()))

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            if line.strip():
                self._came.put(Typed(text=line.strip(), at_ms=self._time.now_ms()))
