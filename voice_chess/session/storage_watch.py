"""Notices that nothing can be written: the clocks stand, and it is tried until there is room."""

from contextlib import suppress

from voice_chess.session.ledger import Ledger
from voice_chess.session.patient_record import PatientRecord
from voice_chess.session.ports import JournalLost
from voice_chess.session.replies import Replies
from voice_chess.session.resumption import tell_how_to_go_on

RETRY_MS = 2_000
TOLD_AGAIN_MS = 5_000
"""Whoever tries to play meanwhile is told so, but not with every breath."""


class StorageWatch:
    """Looks after each entry of the inbox; what needs no disk goes on as ever."""

    def __init__(
        self, ledger: Ledger, sound: PatientRecord, replies: Replies, *, heartbeat_ms: int | None
    ) -> None:
        """`heartbeat_ms`: how often it is written that the clock runs; None for never."""
        self._ledger = ledger
        self._sound = sound
        self._replies = replies
        self._heartbeat_ms = heartbeat_ms
        self._beaten_ms = 0
        self._halted_ms: int | None = None
        self._tried_ms = 0
        self._told_ms = 0

    @property
    def is_behind(self) -> bool:
        return self._ledger.is_behind or self._sound.is_behind

    def look(self, now_ms: int) -> None:
        """Beat while the clock runs, halt once it fails, try again after a while."""
        if self._is_beat_due(now_ms):
            self._beat(now_ms)
        if self._halted_ms is None:
            if self.is_behind:
                self.failed(now_ms)
            return
        if self.is_behind and now_ms >= self._tried_ms + RETRY_MS:
            self._tried_ms = now_ms
            with suppress(JournalLost):
                self.catch_up()
        if not self.is_behind:
            self._halted_ms = None
            self._replies.phrase("JournalBack")
            tell_how_to_go_on(self._replies)

    def failed(self, now_ms: int) -> None:
        """Something was to be written and was not: it has not happened, and that is told."""
        self._ledger.halt(now_ms)
        is_new = self._halted_ms is None
        if is_new:
            self._halted_ms = self._tried_ms = now_ms
        if is_new or now_ms >= self._told_ms + TOLD_AGAIN_MS:
            self._replies.phrase("JournalLost")
            self._told_ms = now_ms

    def catch_up(self) -> None:
        """Raises `JournalLost` while there is no room."""
        self._ledger.catch_up()
        self._sound.catch_up()

    def _is_beat_due(self, now_ms: int) -> bool:
        is_wanted = self._heartbeat_ms is not None and self._ledger.game.clock.is_running
        return is_wanted and now_ms >= self._beaten_ms + (self._heartbeat_ms or 0)

    def _beat(self, now_ms: int) -> None:
        self._beaten_ms = now_ms
        try:
            self._ledger.beat(now_ms)
        except JournalLost:
            self.failed(now_ms)
