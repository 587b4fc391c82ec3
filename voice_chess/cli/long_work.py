"""Work that takes a while: reports its progress and, when interrupted, ends with what it has.

On a terminal it shows a bar; elsewhere it writes lines of words, for logs and for screen readers
that read the output from a file. Ctrl-C once ends the work after the current step; twice, at once.
"""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from tqdm import tqdm

from voice_chess.cli.command import INTERRUPTED
from voice_chess.cli.interruption import ENDING
from voice_chess.session.listening.recorded_game_doubts import time_text

Item = TypeVar("Item")
_SECOND = 1_000
_MINUTE = 60_000
_RECORDINGS_PER_LINE = 50


class LongWork:
    """Goes over the items of the work; `is_interrupted` is true once it should end."""

    def __init__(self, reached: Callable[[int], None]) -> None:
        self.is_interrupted = False
        self._reached = reached

    def over(
        self, items: Iterable[Item], size: Callable[[Item], int] = lambda _: 1
    ) -> Iterator[Item]:
        """Yield the items until there are no more, or until an interruption."""
        done = 0
        for item in items:
            if self.is_interrupted:
                return
            yield item
            done += size(item)
            self._reached(done)

    def code(self, otherwise: int) -> int:
        """Return the command's exit code: `otherwise`, unless the work was interrupted."""
        return INTERRUPTED if self.is_interrupted else otherwise

    def interrupt(self, signal_number: int, frame: FrameType | None) -> None:
        """Handle a signal: note the first one; the second one raises `KeyboardInterrupt`."""
        if self.is_interrupted:
            signal.default_int_handler(signal_number, frame)
        self.is_interrupted = True


@contextmanager
def hearing(duration_ms: int) -> Iterator[LongWork]:
    """Report progress through sound of this length; sizes are milliseconds."""
    total = time_text(duration_ms)
    with _told(
        duration_ms // _SECOND,
        "s",
        per_step=_SECOND,
        per_line=_MINUTE,
        words=lambda reached: f"heard {time_text(reached)} of {total}",
    ) as work:
        yield work


@contextmanager
def going_over(what: str, number: int) -> Iterator[LongWork]:
    """Report progress through this number of things of one kind."""
    with _told(
        number,
        what,
        per_step=1,
        per_line=_RECORDINGS_PER_LINE,
        words=lambda reached: f"{reached} of {number} {what}",
    ) as work:
        yield work


@contextmanager
def _told(
    total: int, unit: str, *, per_step: int, per_line: int, words: Callable[[int], str]
) -> Iterator[LongWork]:
    is_terminal = sys.stderr.isatty()
    with tqdm(total=total, unit=f" {unit}", file=sys.stderr, disable=not is_terminal) as bar:
        lines = 0

        def on_terminal(reached: int) -> None:
            bar.update(reached // per_step - bar.n)

        def in_lines(reached: int) -> None:
            nonlocal lines
            if reached // per_line > lines:
                lines = reached // per_line
                sys.stderr.write(f"{words(reached)}\n")
                sys.stderr.flush()

        work = LongWork(on_terminal if is_terminal else in_lines)
        before = {which: signal.signal(which, work.interrupt) for which in ENDING}
        try:
            yield work
        finally:
            for which, handler in before.items():
                signal.signal(which, handler)
