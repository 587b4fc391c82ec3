"""One journal for many games: any thread may use it, and one at a time uses the file.

What many games write at the same time goes to the disk together: while one transaction waits for
the disk, the next one gathers. No caller returns before the whole transaction is written.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

from voice_chess.adapters.storage.gathering import Gathered, Gathering
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.events import Event
from voice_chess.session.evidence import Evidence
from voice_chess.session.ports import JournalLost, RequestKey, WholePart

Answer = TypeVar("Answer")


class SharedJournal:
    """`Journal` in a file, for any thread; a call returns when it is done."""

    def __init__(self, path: Path) -> None:
        """Open or create it. Raises `JournalLost` if that can't be done or the file is damaged."""
        self._journal = SqliteJournal(path)
        self._gathering: Gathering[_Use, Any] = Gathering(self._use)

    def close(self) -> None:
        """Close it after all earlier calls are done."""
        with suppress(JournalLost):
            self._gathering.ask(_Use(self._journal.close, writes=False), is_last=True)

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
        evidence: Sequence[Evidence] = (),
    ) -> int:
        append = partial(self._journal.append, game_id, events, after=after)
        return self._written(partial(append, requests=requests, evidence=evidence))

    def requests(self, game_id: str, *, up_to: int | None = None) -> tuple[RequestKey, ...]:
        return self._done(partial(self._journal.requests, game_id, up_to=up_to))

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
        answer: Answer = self._gathering.ask(_Use(work, writes=False))
        return answer

    def _written(self, work: Callable[[], Answer]) -> Answer:
        answer: Answer = self._gathering.ask(_Use(work, writes=True))
        return answer

    def _use(self, together: Sequence["_Gathered"]) -> None:
        for writes, each in groupby(together, key=lambda one: one.work.writes):
            if writes:
                _write(self._journal, [*each])
            else:
                for one in each:
                    _do(one)


class _Use(NamedTuple):
    """Work on the file, and whether it writes."""

    work: Callable[[], Any]
    writes: bool


_Gathered: TypeAlias = Gathered[_Use, Any]


def _do(asked: _Gathered) -> None:
    try:
        asked.succeed(asked.work.work())
    except BaseException as error:  # noqa: BLE001 - raised where it was asked for
        asked.fail(error)


def _write(journal: SqliteJournal, asked: Sequence[_Gathered]) -> None:
    """Do all in one transaction; report success only when all of it is safe on disk."""
    if len(asked) == 1:
        _do(asked[0])
        return
    try:
        outcomes = journal.together([one.work.work for one in asked])
    except JournalLost as error:
        outcomes = [type(error)(*error.args) for _ in asked]
    for one, outcome in zip(asked, outcomes, strict=True):
        if isinstance(outcome, Exception):
            one.fail(outcome)
        else:
            one.succeed(outcome)
