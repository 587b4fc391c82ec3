"""What is due when because time passes: the press after a correction's time, the flag, an answer.

The same at a table, which is looked at all the time, and where people sit apart, which is looked at
when something is due. Nothing is done to the clocks while the mover speaks: that may still count.
"""

from collections.abc import Sequence
from typing import Protocol

from voice_chess.arbiter.ending import would_end
from voice_chess.game.state import Game
from voice_chess.session.clock_watch import ClockWatch
from voice_chess.session.conversation import Conversation
from voice_chess.session.house import House

_LATENESS_LOOKED_AT_MS = 1_000


class Told(Protocol):
    """Whom the program talks with, and tells of their time."""

    @property
    def talk(self) -> Conversation: ...

    @property
    def house(self) -> House: ...

    @property
    def clock_watch(self) -> ClockWatch: ...


class Timed(Protocol):
    """A game whose clocks run."""

    @property
    def game(self) -> Game: ...

    @property
    def waiting(self) -> Sequence[Told]:
        """Who may be waited for: nobody who speaks at this moment."""

    @property
    def movers(self) -> Sequence[Told]:
        """Those on move who listen."""

    @property
    def is_mover_speaking(self) -> bool: ...

    @property
    def presses(self) -> bool:
        """The program presses for the mover, by custom."""

    @property
    def correctable_until_ms(self) -> int | None:
        """How long the mover may correct what was announced; None until they press themselves."""

    def press(self, at_ms: int) -> None:
        """For the mover. Raises `JournalLost`, `Conflict`."""

    def pass_time(self, at_ms: int) -> None:
        """Let the game see how late it is. Raises `JournalLost`, `Conflict`."""


class Timekeeper:
    """Does what is due, and tells when something will be."""

    def __init__(self, timed: Timed) -> None:
        self._timed = timed

    def look(self, now_ms: int) -> None:
        """Whoever was asked and says nothing has lost nothing: a press is due before that."""
        if not self._timed.is_mover_speaking:
            self._look_at_clocks(now_ms)
        for one in self._timed.waiting:
            if _is_due(one.talk.state.answer_due_ms, now_ms):
                one.talk.begin()
                one.talk.state.silent()

    def next_look_ms(self, now_ms: int) -> int | None:
        """When `look` may have something to do; None while time brings about nothing."""
        times = [self._press_due_ms(now_ms), self._falls_at_ms]
        times += [one.talk.state.answer_due_ms for one in self._timed.waiting]
        game = self._timed.game
        times += [
            one.clock_watch.due_ms(game, now_ms, one.house.clock_speech) for one in self._thinking
        ]
        if self._is_somebody_late:
            times.append(now_ms + _LATENESS_LOOKED_AT_MS)
        return min((time for time in times if time is not None), default=None)

    def may_press(self, now_ms: int) -> bool:
        """A move that ends the game needs no press, only the time for corrections."""
        game = self._timed.game
        is_announced = game.turn.announcement is not None and not game.is_over
        if not is_announced or not game.clock.is_running:
            return False
        is_wanted = self._timed.presses or would_end(game, at_ms=now_ms)
        return is_wanted and all(one.talk.may_press for one in self._timed.movers)

    def _look_at_clocks(self, now_ms: int) -> None:
        if _is_due(self._press_due_ms(now_ms), now_ms):
            self._timed.press(now_ms)
        is_flag_due = _is_due(self._falls_at_ms, now_ms)
        if is_flag_due or self._is_somebody_late:
            self._timed.pass_time(now_ms)
        if not is_flag_due:
            for one in self._thinking:
                one.clock_watch.look(self._timed.game, now_ms, one.house.clock_speech)

    def _press_due_ms(self, now_ms: int) -> int | None:
        """After a silence; after more of it when the mover was asked, or wants to correct."""
        until_ms = self._timed.correctable_until_ms
        if until_ms is None or not self.may_press(now_ms):
            return None
        answers = (one.talk.state.answer_due_ms for one in self._timed.movers)
        return max(until_ms, *(due_ms or 0 for due_ms in answers), 0)

    @property
    def _falls_at_ms(self) -> int | None:
        """None where a flag must be claimed, and while a move said in time waits for a yes."""
        game = self._timed.game
        is_automatic = game.table.customs.flag_mode == "automatic"
        is_pending = any(one.talk.state.is_move_pending for one in self._timed.movers)
        return game.flag_falls_at_ms if is_automatic and not is_pending else None

    @property
    def _thinking(self) -> Sequence[Told]:
        """Nothing is announced, and they were asked nothing: the running time is theirs alone."""
        game = self._timed.game
        if game.turn.announcement is not None or game.is_over:
            return ()
        return [one for one in self._timed.movers if not one.talk.state.is_pending]

    @property
    def _is_somebody_late(self) -> bool:
        game, here = self._timed.game, self._timed.game.attendance
        is_missing = not (here.white and here.black) and here.started_at_ms is not None
        return is_missing and not game.is_over


def _is_due(due_ms: int | None, now_ms: int) -> bool:
    return due_ms is not None and now_ms >= due_ms
