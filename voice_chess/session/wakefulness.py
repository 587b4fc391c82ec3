"""Notices that the machine has slept: nobody could play, and nobody knows what they have missed."""

from voice_chess.game.commands import StopClocks
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.conversation import Conversation
from voice_chess.session.ports import TimeSource
from voice_chess.session.replies import Replies

SLEPT_MS = 1_000
"""Less than this is how two clocks of one machine differ."""


class SleepWatch:
    """Finds out that the machine has slept, once for each sleep."""

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self._known_ms = time.slept_ms()

    def has_slept(self) -> bool:
        """Since this was asked last."""
        slept_ms = self._time.slept_ms()
        is_new = slept_ms - self._known_ms >= SLEPT_MS
        self._known_ms = slept_ms if is_new else self._known_ms
        return is_new


class Wakefulness:
    """The clocks of the game have stood meanwhile, and stand until somebody lets them run."""

    def __init__(self, time: TimeSource, talk: Conversation, replies: Replies) -> None:
        self._time = time
        self._talk = talk
        self._replies = replies
        self._sleep = SleepWatch(time)

    def look(self, game: Game) -> None:
        """Tell a sleep once, and stop the clocks."""
        if not self._sleep.has_slept():
            return
        if game.clock.is_running:
            at_ms = self._time.now_ms()
            self._talk.do(StopClocks(by=Role.ARBITER, at_ms=at_ms, why="irregularity"))
        self._replies.phrase("MachineSlept")
