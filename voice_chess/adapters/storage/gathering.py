"""What callers of many threads want done is done together, by whichever of them finds nobody at it.

There is no thread that only works. A caller that finds nobody at work does so at once, for all that
waits; one that comes meanwhile waits, and the first of them is the next to do so. To wake a thread
costs as much as to write a move: so nobody is woken for a move that comes by itself.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from voice_chess.session.ports import JournalLost

Work = TypeVar("Work")
Answer = TypeVar("Answer")
MOST_TOGETHER = 256
"""So much is done at once at most."""


class Gathered(Generic[Work, Answer]):
    """What is to be done; its caller waits until it is, or until it is their turn to do it."""

    def __init__(self, work: Work) -> None:
        self.work: Final = work
        self.is_done = False
        self._answer: Answer
        self._error: BaseException | None = None
        self._waits = threading.Lock()
        self._waits.acquire()

    def succeed(self, answer: Answer) -> None:
        self._answer = answer
        self.is_done = True
        self.let_go()

    def fail(self, error: BaseException) -> None:
        self._error = error
        self.is_done = True
        self.let_go()

    def let_go(self) -> None:
        """Nothing has to be waited for any more: it is done, or the caller may do it."""
        self._waits.release()

    def is_next(self) -> bool:
        """Wait; return whether it is still to be done."""
        self._waits.acquire()
        return not self.is_done

    def outcome(self) -> Answer:
        """What it came to, once it is done."""
        if self._error is not None:
            raise self._error
        return self._answer


class Gathering(Generic[Work, Answer]):
    """Any thread may ask; one at a time does what all of them want."""

    def __init__(self, do: Callable[[Sequence[Gathered[Work, Answer]]], None]) -> None:
        """`do` has each of those that it is given succeed or fail; if it raises, the rest fails."""
        self._do = do
        self._waiting: deque[Gathered[Work, Answer]] = deque()
        self._is_under_way = False
        self._is_closed = False
        self._changing = threading.Lock()
        """Held for a moment by a thread that looks at the three above."""

    def ask(self, work: Work, *, is_last: bool = False) -> Answer:
        """Do all that waits, or wait until somebody has done so for this.

        Raises `JournalLost` behind the last one.
        """
        asked: Gathered[Work, Answer] = Gathered(work)
        with self._changing:
            if self._is_closed:
                message = "The journal is closed."
                raise JournalLost(message)
            self._is_closed = is_last
            self._waiting.append(asked)
            is_free = not self._is_under_way
            self._is_under_way = True
        if is_free or asked.is_next():
            self._take_turn()
        return asked.outcome()

    def waiting(self) -> tuple[Gathered[Work, Answer], ...]:
        """Those behind what is being done just now: they have no turn, who asks answers them."""
        with self._changing:
            found = tuple(self._waiting)
            self._waiting.clear()
        return found

    def _take_turn(self) -> None:
        """Do what waits by now, which includes whose turn it is; then it is another's turn."""
        with self._changing:
            count = min(len(self._waiting), MOST_TOGETHER)
            together = [self._waiting.popleft() for _ in range(count)]
        try:
            self._do(together)
        except BaseException as error:  # noqa: BLE001 - raised where it was asked for
            for one in together:
                if not one.is_done:
                    one.fail(error)
        finally:
            with self._changing:
                following = self._waiting[0] if self._waiting else None
                self._is_under_way = following is not None
            if following is not None:
                following.let_go()
