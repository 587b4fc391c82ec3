"""What is due when because time passes: the press after a correction's time, the flag, an answer.

The same at a table, which is looked at all the time, and where people sit apart, which is looked at
when something is due. Nothing is done to the clocks while the mover speaks: that may still count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from voice_chess.arbiter.game_end import would_end
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.dialogue.clock_announcements import ClockWatch
from voice_chess.session.games.pressing import Mover, Pressing
from voice_chess.session.ledger import Ledger
from voice_chess.session.table_settings import ClockSpeech

_LATENESS_LOOKED_AT_MS = 1_000


class TimeListener(Mover, Protocol):
    """Whom the program talks with, and tells of their time."""

    @property
    def clock_watch(self) -> ClockWatch: ...

    def clock_speech(self, player: Role, /) -> ClockSpeech:
        """What this player wants to be told of their time."""


class TimedGame(Protocol):
    """A game whose clocks run."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def waiting(self) -> Sequence[TimeListener]:
        """The participants who may be waited for: none who speaks at this moment."""

    @property
    def movers(self) -> Sequence[TimeListener]:
        """Those on move who listen."""

    @property
    def is_mover_speaking(self) -> bool: ...

    @property
    def pressing(self) -> Pressing: ...

    def pass_time(self, at_ms: int) -> None:
        """Let the game see how late it is. Raises `JournalLost`, `Conflict`."""


class Timekeeper:
    """Does what is due, and tells when something will be."""

    def __init__(self, timed: TimedGame) -> None:
        self._timed = timed

    def look(self, now_ms: int) -> None:
        """A silent answer to a question loses nothing: a press is due before that."""
        if not self._timed.is_mover_speaking:
            self._look_at_clocks(now_ms)
        for one in self._timed.waiting:
            if _is_due(one.talk.state.answer_due_ms, now_ms):
                one.talk.begin()
                one.talk.state.silent()

    def next_look_ms(self, now_ms: int) -> int | None:
        """When `look` may have something to do; None while time brings about nothing."""
        turn = self._turn
        times = [self._press_due_ms(turn, now_ms), _falls_at_ms(turn)]
        times += [one.talk.state.answer_due_ms for one in self._timed.waiting]
        times += [
            one.clock_watch.due_ms(turn.game, now_ms, one.clock_speech(turn.game.mover))
            for one in _thinking(turn)
        ]
        if _is_somebody_late(turn.game):
            times.append(now_ms + _LATENESS_LOOKED_AT_MS)
        return min((time for time in times if time is not None), default=None)

    def may_press(self, now_ms: int) -> bool:
        """A move that ends the game needs no press, only the time for corrections."""
        return self._may_press(self._turn, now_ms)

    def _look_at_clocks(self, now_ms: int) -> None:
        turn = self._turn
        if _is_due(self._press_due_ms(turn, now_ms), now_ms):
            self._timed.pressing.press(now_ms)
            turn = self._turn
        is_flag_due = _is_due(_falls_at_ms(turn), now_ms)
        if is_flag_due or _is_somebody_late(turn.game):
            self._timed.pass_time(now_ms)
            turn = self._turn
        if not is_flag_due:
            for one in _thinking(turn):
                one.clock_watch.look(turn.game, now_ms, one.clock_speech(turn.game.mover))

    @property
    def _turn(self) -> "_Turn":
        return _Turn(game=self._timed.ledger.game, movers=self._timed.movers)

    def _may_press(self, turn: "_Turn", now_ms: int) -> bool:
        game = turn.game
        is_announced = game.turn.announcement is not None and not game.is_over
        if not is_announced or not game.clock.is_running:
            return False
        is_wanted = self._timed.pressing.customs.by_program or would_end(game, at_ms=now_ms)
        return is_wanted and all(one.talk.may_press for one in turn.movers)

    def _press_due_ms(self, turn: "_Turn", now_ms: int) -> int | None:
        """After a silence; after more of it when the mover was asked, or wants to correct."""
        if not self._may_press(turn, now_ms):
            return None
        until_ms = self._timed.pressing.correctable_until_ms(turn.movers)
        if until_ms is None:
            return None
        answers = [one.talk.state.answer_due_ms or 0 for one in turn.movers]
        return max([until_ms, *answers])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """The game as it is looked at, and those on move who listen."""

    game: Game
    movers: Sequence[TimeListener]


def _is_due(due_ms: int | None, now_ms: int) -> bool:
    """False also for what is due at no time."""
    return due_ms is not None and now_ms >= due_ms


def _falls_at_ms(turn: _Turn) -> int | None:
    """None where a flag must be claimed, and while a move said in time waits for a yes."""
    game = turn.game
    is_automatic = game.table.customs.flag_mode == "automatic"
    is_pending = any(one.talk.state.is_move_pending for one in turn.movers)
    return game.flag_falls_at_ms if is_automatic and not is_pending else None


def _thinking(turn: _Turn) -> Sequence[TimeListener]:
    """Nothing is announced, and they were asked nothing: the running time is theirs alone."""
    game = turn.game
    if game.turn.announcement is not None or game.is_over:
        return ()
    return [one for one in turn.movers if not one.talk.state.is_pending]


def _is_somebody_late(game: Game) -> bool:
    attendance = game.attendance
    is_missing = not attendance.is_complete and attendance.started_at_ms is not None
    return is_missing and not game.is_over
