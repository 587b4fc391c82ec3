"""One journal for many games: a thread of its own owns the file, any other may ask.

What many games write at the same time goes to the disk together: while one transaction waits for
the disk, the next one gathers. Nobody is told that theirs is written before all of it is.
"""

import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from voice_chess.adapters.sqlite_journal import SqliteJournal
from voice_chess.game.events import Event
from voice_chess.session.evidence import Evidence
from voice_chess.session.ports import JournalLost

Answer = TypeVar("Answer")
MOST_TOGETHER = 256
"""So many writings make one transaction at most."""


class JournalThread:
    """`Journal` in a file that any thread may use; who asks waits until it is done."""

    def __init__(self, path: Path) -> None:
        """Open or create; raises `JournalLost` when that can't be done or the file is damaged."""
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._is_closed = False
        self._closing = threading.Lock()
        opened: Future[SqliteJournal] = Future()
        self._thread = threading.Thread(
            target=self._run, args=(path, opened), name="journal", daemon=True
        )
        self._thread.start()
        self._journal = opened.result()

    def close(self) -> None:
        """What was asked before is still done."""
        with self._closing:
            self._is_closed = True
            self._asked.put(None)
        self._thread.join()

    def append(self, game_id: str, events: Sequence[Event], *, after: int) -> int:
        return self._written(partial(self._journal.append, game_id, events, after=after))

    def read(self, game_id: str) -> tuple[Event, ...]:
        return self._done(partial(self._journal.read, game_id))

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
        answer: Future[Answer] = Future()
        with self._closing:
            if self._is_closed:
                message = "The journal is closed."
                raise JournalLost(message)
            self._asked.put(_Asked(work=work, writes=writes, answer=answer))
        return answer.result()

    def _run(self, path: Path, opened: "Future[SqliteJournal]") -> None:
        try:
            journal = SqliteJournal(path)
        except BaseException as error:  # noqa: BLE001 - raised where it was asked for
            opened.set_exception(error)
            return
        opened.set_result(journal)
        is_open = True
        while is_open:
            asked, is_open = self._gathered()
            for writes, each in groupby(asked, key=lambda one: one.writes):
                if writes:
                    _write(journal, [*each])
                else:
                    for one in each:
                        one.do()
        journal.close()

    def _gathered(self) -> "tuple[list[_Asked], bool]":
        """Wait for something, and take all that waits by then; False where nothing follows."""
        gathered: list[_Asked] = []
        while len(gathered) < MOST_TOGETHER:
            asked = self._asked.get()
            if asked is None:
                return gathered, False
            gathered.append(asked)
            if self._asked.empty():
                break
        return gathered, True


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What is to be done, and the future of who waits for it."""

    work: Callable[[], Any]
    writes: bool
    answer: Future[Any]

    def do(self) -> None:
        try:
            self.answer.set_result(self.work())
        except BaseException as error:  # noqa: BLE001 - raised where it was asked for
            self.answer.set_exception(error)


def _write(journal: SqliteJournal, asked: Sequence[_Asked]) -> None:
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
            one.answer.set_exception(outcome)
        else:
            one.answer.set_result(outcome)
