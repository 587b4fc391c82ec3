"""One journal for many games: a thread of its own owns the file, any other may ask."""

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ParamSpec, TypeVar

from voice_chess.adapters.sqlite_journal import SqliteJournal
from voice_chess.game.events import Event
from voice_chess.session.evidence import Evidence

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class JournalThread:
    """`Journal` in a file that any thread may use; who asks waits until it is done."""

    def __init__(self, path: Path) -> None:
        """Open or create; raises `JournalLost` when that can't be done or the file is damaged."""
        self._worker = ThreadPoolExecutor(1, "journal")
        try:
            self._journal = self._do(SqliteJournal, path)
        except BaseException:
            self._worker.shutdown()
            raise

    def close(self) -> None:
        self._do(self._journal.close)
        self._worker.shutdown()

    def append(self, game_id: str, events: Sequence[Event], *, after: int) -> int:
        return self._do(self._journal.append, game_id, events, after=after)

    def read(self, game_id: str) -> tuple[Event, ...]:
        return self._do(self._journal.read, game_id)

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        self._do(self._journal.note, game_id, evidence)

    def evidence(self, game_id: str) -> tuple[Evidence, ...]:
        return self._do(self._journal.evidence, game_id)

    def game_ids(self) -> tuple[str, ...]:
        return self._do(self._journal.game_ids)

    def beat(self, game_ids: Collection[str], at_ms: int) -> None:
        self._do(self._journal.beat, game_ids, at_ms)

    def last_beat_ms(self, game_id: str) -> int | None:
        return self._do(self._journal.last_beat_ms, game_id)

    def latest_ms(self) -> int:
        return self._do(self._journal.latest_ms)

    def _do(
        self,
        work: Callable[Arguments, Answer],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Answer:
        return self._worker.submit(work, *args, **kwargs).result()
