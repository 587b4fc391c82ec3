"""One journal for many games: any thread may ask, and one at a time uses the file.

What many games write at the same time goes to the disk together: while one transaction waits for
the disk, the next one gathers. Nobody is told that theirs is written before all of it is.

There is no thread that only writes. A caller that finds the file unused uses it at once, for
all that waits; one that comes meanwhile waits, and the first of them is the next to do so. To wake
a thread costs as much as to write a move: so nobody is woken for a move that comes by itself.
"""

import threading
from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.events import Event
from voice_chess.session.evidence import Evidence
from voice_chess.session.ports import JournalLost, RequestKey, WholePart

Answer = TypeVar("Answer")
MOST_TOGETHER = 256
"""So many writings make one transaction at most."""


class SharedJournal:
    """`Journal` in a file that any thread may use; a caller waits until it is done."""

    def __init__(self, path: Path) -> None:
        """Open or create; raises `JournalLost` when that can't be done or the file is damaged."""
        self._journal = SqliteJournal(path)
        self._waiting: deque[_Asked[Any]] = deque()
        self._is_used = False
        self._is_closed = False
        self._changing = threading.Lock()
        """Held for a moment by a thread that looks at the three above."""

    def close(self) -> None:
        """What was asked before is still done."""
        with suppress(JournalLost):
            self._take_turn(_Asked(self._journal.close, writes=False), is_last=True)

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
    ) -> int:
        return self._written(
            partial(self._journal.append, game_id, events, after=after, requests=requests)
        )

    def requests(self, game_id: str) -> tuple[RequestKey, ...]:
        return self._done(partial(self._journal.requests, game_id))

    def read(self, game_id: str) -> tuple[Event, ...]:
        return self._done(partial(self._journal.read, game_id))

    def read_whole(self, game_id: str) -> WholePart:
        return self._done(partial(self._journal.read_whole, game_id))

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        self._written(partial(self._journal.note, game_id, evidence))

    def evidence(self, game_id: str) -> tuple[Evidence, ...]:
        return self._done(partial(self._journal.evidence, game_id))

    def game_ids(self) -> tuple[str, ...]:
        return self._done(self._journal.game_ids)

    def beat(self, game_ids: Collection[str], at_ms: int) -> None:
        self._written(partial(self._journal.beat, game_ids, at_ms))

    def last_beat_ms(self, game_id: str) -> int | None:
        return self._done(partial(self._journal.last_beat_ms, game_id))

    def delete(self, game_id: str) -> None:
        self._written(partial(self._journal.delete, game_id))

    def latest_ms(self) -> int:
        return self._done(self._journal.latest_ms)

    def _done(self, work: Callable[[], Answer]) -> Answer:
        return self._asked_for(work, writes=False)

    def _written(self, work: Callable[[], Answer]) -> Answer:
        return self._asked_for(work, writes=True)

    def _asked_for(self, work: Callable[[], Answer], *, writes: bool) -> Answer:
        return self._take_turn(_Asked(work, writes=writes))

    def _take_turn(self, asked: "_Asked[Answer]", *, is_last: bool = False) -> Answer:
        """Use the file for all that waits, or wait until somebody has done so for this."""
        with self._changing:
            if self._is_closed:
                message = "The journal is closed."
                raise JournalLost(message)
            self._is_closed = is_last
            self._waiting.append(asked)
            is_free = not self._is_used
            self._is_used = True
        if is_free or asked.is_next():
            self._use()
        return asked.outcome()

    def _use(self) -> None:
        """Do what waits by now, which includes whose turn it is; then it is another's turn."""
        with self._changing:
            count = min(len(self._waiting), MOST_TOGETHER)
            together = [self._waiting.popleft() for _ in range(count)]
        try:
            for writes, each in groupby(together, key=lambda one: one.writes):
                if writes:
                    _write(self._journal, [*each])
                else:
                    for one in each:
                        one.do()
        finally:
            with self._changing:
                following = self._waiting[0] if self._waiting else None
                self._is_used = following is not None
            if following is not None:
                following.let_go()


class _Asked(Generic[Answer]):
    """What is to be done; its caller waits until it is, or until it is their turn to do it."""

    def __init__(self, work: Callable[[], Answer], *, writes: bool) -> None:
        self.work: Final = work
        self.writes: Final = writes
        self._is_done = False
        self._answer: Answer
        self._error: BaseException | None = None
        self._waits = threading.Lock()
        self._waits.acquire()

    def do(self) -> None:
        try:
            self.succeed(self.work())
        except BaseException as error:  # noqa: BLE001 - raised where it was asked for
            self.fail(error)

    def succeed(self, answer: Answer) -> None:
        self._answer = answer
        self._is_done = True
        self.let_go()

    def fail(self, error: BaseException) -> None:
        self._error = error
        self._is_done = True
        self.let_go()

    def let_go(self) -> None:
        """Nothing has to be waited for any more: it is done, or the caller may do it."""
        self._waits.release()

    def is_next(self) -> bool:
        """Wait; return whether it is still to be done."""
        self._waits.acquire()
        return not self._is_done

    def outcome(self) -> Answer:
        """What it came to, once it is done."""
        if self._error is not None:
            raise self._error
        return self._answer


def _write(journal: SqliteJournal, asked: Sequence[_Asked[Any]]) -> None:
    """In one transaction: it is told when all of it is safe on disk, or that nothing is."""
    if len(asked) == 1:
        asked[0].do()
        return
    try:
        outcomes = journal.together([one.work for one in asked])
    except JournalLost as error:
        outcomes = [type(error)(*error.args) for _ in asked]
    for one, outcome in zip(asked, outcomes, strict=True):
        if isinstance(outcome, Exception):
            one.fail(outcome)
        else:
            one.succeed(outcome)
