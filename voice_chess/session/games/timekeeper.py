"""Does what becomes due in a game as time passes, and presses the clock for the mover.

A table is looked at all the time, a game of seats apart whenever something is due. The clocks are
left alone while the mover speaks, because the words may still count. The clock is pressed at once,
after a while, or by a reply. A slip can be corrected until then. How long that is depends on how
the move came and on when its player has heard it; the table settings say so (`Grace`).
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Protocol

from voice_chess.arbiter.game_end import would_end
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.commands import Command
from voice_chess.game.moves import MoveAnnounced, MoveExecuted, PressClock, SlipCorrected
from voice_chess.game.state import Game, PendingMove
from voice_chess.game.table import Role
from voice_chess.session.dialogue.clock_announcements import ClockWatch
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.ledger import Happening, Ledger
from voice_chess.session.ports import TimeSource
from voice_chess.session.table_settings import ClockSpeech, TableSettings
from voice_chess.speech.dialogue import Cue

_PRESSED_AGAIN_MS = 5_000
"""How long a refused press waits before it is tried again, in ms."""
_LATENESS_LOOKED_AT_MS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PressCustoms:
    """What presses the mover's clock: the program (`by_program`), or the opponent's reply too.

    With `by_reply` a reply presses even where the program doesn't. Where nobody knows whose voice
    it was, nothing else distinguishes a reply from a correction.
    """

    by_program: bool
    by_reply: bool


class MoversBoards(Protocol):
    """The boards before a mover."""

    def before(self, command: Command) -> None:
        """Prepare the boards for this command, which the game is about to be given."""


class Mover(Protocol):
    """A participant who listens for the side to move."""

    @property
    def settings(self) -> TableSettings: ...

    @property
    def talk(self) -> Conversation: ...

    @property
    def boards(self) -> MoversBoards: ...

    def heard_until_ms(self, told: Happening | None, since_ms: int, /) -> int:
        """Return when they have heard `told` to its end; its telling began at `since_ms`."""


class PressedGame(Protocol):
    """The part of a game that is needed to press its clocks."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def time(self) -> TimeSource: ...

    @property
    def movers(self) -> Sequence[Mover]: ...

    def ask(self, command: Command) -> Ruling:
        """Give a command to the game. Raises `JournalLost`, `Conflict`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writing:
    """A typed or clicked input; `grace_ms` and `is_read_back` are those of `Grace`."""

    at_ms: int
    grace_ms: int | None
    is_read_back: bool

    @property
    def is_final(self) -> bool:
        """Whether a move that it announces is pressed at once."""
        return self.grace_ms == 0 and not self.is_read_back


class Pressing:
    """Knows how long the announced move may be corrected, and presses for the mover."""

    def __init__(self, floor: PressedGame, customs: PressCustoms) -> None:
        self.customs = customs
        self._floor = floor
        self._told: Happening | None = None
        """The last event about the announced move; None before there was one."""
        self._since_ms = floor.time.now_ms()
        self._writing: _Writing | None = None
        """The input that is being dealt with; None while there is none."""
        self._written: _Writing | None = None
        """The input by which the announced move came; None if heard, or told by an assistant."""
        self._again_ms = 0

    def correctable_until_ms(self, movers: Sequence[Mover]) -> int | None:
        """Return until when, in ms, they may correct the announced move; None: until they press."""
        until_ms = max(self._since_ms, self._again_ms)
        for mover in movers:
            own_ms = self._own_until_ms(mover)
            if own_ms is None:
                return None
            until_ms = max(until_ms, own_ms)
        return until_ms

    def happened(self, happening: Happening) -> None:
        """Restart the time for corrections, if this event is about the announced move."""
        match happening.event:
            case MoveAnnounced(told_by=told_by):
                self._written = None if told_by is not None else self._writing
            case SlipCorrected():
                self._written = self._writing
            case MoveExecuted():
                pass
            case _:
                return
        self._told, self._since_ms, self._again_ms = happening, self._floor.time.now_ms(), 0

    def written(self, at_ms: int, settings: TableSettings) -> AbstractContextManager[None]:
        """Take a move announced in the block as written: nobody has misheard it.

        It may be pressed at the block's end, which raises `JournalLost`, `Conflict`.
        """
        grace = settings.grace
        return self._taking(
            _Writing(at_ms=at_ms, grace_ms=grace.written_ms, is_read_back=grace.is_read_back)
        )

    def given_ahead(self, at_ms: int) -> AbstractContextManager[None]:
        """Do the same for a move that was given before its turn, and press it at once."""
        return self._taking(_Writing(at_ms=at_ms, grace_ms=0, is_read_back=False))

    def behind(self, after: Game) -> PressClock | None:
        """Return the press to be written together with an announcement, or None.

        `after` is the game as the announcement leaves it.
        """
        writing = self._writing
        is_whole = after.table.customs.execution == "assumed"
        if writing is None or not (writing.is_final and is_whole):
            return None
        said = self._new_own(after, self._floor.ledger.game.turn.announcement)
        if said is None or not self.customs.by_program:
            return None
        # A confirmed move counts from when it was made, and is pressed when it was confirmed.
        return PressClock(by=after.mover, at_ms=max(said.at_ms, writing.at_ms))

    def press(self, at_ms: int) -> None:
        """Press the clock for the mover; a refused press is tried again later.

        Raises `JournalLost`, `Conflict`.
        """
        command = PressClock(by=self._floor.ledger.game.mover, at_ms=at_ms)
        movers = self._floor.movers
        for mover in movers:
            mover.boards.before(command)
        if not isinstance(self._floor.ask(command), tuple):
            self._again_ms = self._floor.time.now_ms() + _PRESSED_AGAIN_MS
            return
        # Somebody who has said that a correction follows, but never gave it, has corrected nothing.
        for mover in movers:
            if mover.talk.state.is_repairing:
                mover.talk.state.heed(Cue.UNDERSTOOD)

    def replied(self, at_ms: int) -> None:
        """Press the clock for the mover, as their announced move gets a reply, if that is custom.

        Raises `JournalLost`, `Conflict`.
        """
        is_implied = self.customs.by_program or self.customs.by_reply
        ledger = self._floor.ledger
        if is_implied and ledger.game.turn.announcement is not None:
            with ledger.beforehand():
                self.press(at_ms)

    @contextmanager
    def _taking(self, writing: _Writing) -> Iterator[None]:
        """Deal with `writing` in the block, and press at its end if that is still due.

        Announcement and press may be written together (`behind`); if something must be done in
        between, they are written one after the other.
        """
        known = self._floor.ledger.game.turn.announcement
        before, self._writing = self._writing, writing
        try:
            yield
        finally:
            self._writing = before
        is_new = self._new_own(self._floor.ledger.game, known) is not None
        if is_new and writing.is_final and self.customs.by_program:
            self.press(writing.at_ms)

    def _own_until_ms(self, mover: Mover) -> int | None:
        written, grace = self._written, mover.settings.grace
        heard_ms = mover.heard_until_ms(self._told, self._since_ms)
        if written is None:
            return heard_ms + grace.heard_ms
        if written.grace_ms is None:
            return None
        return (heard_ms if written.is_read_back else written.at_ms) + written.grace_ms

    @staticmethod
    def _new_own(game: Game, known: PendingMove | None) -> PendingMove | None:
        """Return the announcement, if the mover made it and it is not `known`; else None."""
        said = game.turn.announcement
        return said if said is not None and said != known and said.told_by is None else None


class TimeListener(Mover, Protocol):
    """A participant with whom the program talks, and whom it tells their time."""

    @property
    def clock_watch(self) -> ClockWatch: ...

    def clock_speech(self, player: Role, /) -> ClockSpeech:
        """Return what this player wants to be told of their time."""


class TimedGame(Protocol):
    """The part of a game that the timekeeper needs."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def waiting(self) -> Sequence[TimeListener]:
        """The participants who are not speaking now, so that the wait for their answer may end."""

    @property
    def movers(self) -> Sequence[TimeListener]:
        """The participants who listen for the side to move."""

    @property
    def is_mover_speaking(self) -> bool: ...

    @property
    def pressing(self) -> Pressing: ...

    def pass_time(self, at_ms: int) -> None:
        """Tell the game the time, so that it finds a fallen flag or a late player.

        Raises `JournalLost`, `Conflict`.
        """


class Timekeeper:
    """Does what is due, and knows when something will be."""

    def __init__(self, timed: TimedGame) -> None:
        self._timed = timed

    def look(self, now_ms: int) -> None:
        """Do what is due on the clocks, then end the wait of questions that nobody has answered.

        No move is lost by leaving a question unanswered: its press is due before that.
        """
        if not self._timed.is_mover_speaking:
            self._look_at_clocks(now_ms)
        for one in self._timed.waiting:
            if _is_due(one.talk.state.answer_due_ms, now_ms):
                one.talk.begin()
                one.talk.state.silent()

    def next_look_ms(self, now_ms: int) -> int | None:
        """Return when `look` may have something to do; None while nothing becomes due."""
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
        """Return whether the program may press for the announced move.

        A move that ends the game needs no press by its player, only the time for corrections.
        """
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
        if not self._timed.pressing.customs.by_program and not would_end(game, at_ms=now_ms):
            return False
        return all(one.talk.may_press for one in turn.movers)

    def _press_due_ms(self, turn: "_Turn", now_ms: int) -> int | None:
        """Return when the program presses; None if it doesn't.

        It waits for a silence, and longer if the mover was asked something or wants to correct.
        """
        if not self._may_press(turn, now_ms):
            return None
        until_ms = self._timed.pressing.correctable_until_ms(turn.movers)
        if until_ms is None:
            return None
        answers = [one.talk.state.answer_due_ms or 0 for one in turn.movers]
        return max([until_ms, *answers])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """The game at one look, and the participants who listen for the side to move."""

    game: Game
    movers: Sequence[TimeListener]


def _is_due(due_ms: int | None, now_ms: int) -> bool:
    """Return whether the time has come; False if there is no such time (None)."""
    return due_ms is not None and now_ms >= due_ms


def _falls_at_ms(turn: _Turn) -> int | None:
    """Return when the mover's flag falls by itself.

    None where a flag fall must be claimed, and while a move said in time waits for a yes.
    """
    if turn.game.table.customs.flag_mode != "automatic":
        return None
    for one in turn.movers:
        if one.talk.state.is_move_pending:
            return None
    return turn.game.flag_falls_at_ms


def _thinking(turn: _Turn) -> Sequence[TimeListener]:
    """Return the movers who are only thinking: no move is announced, and they were asked nothing.

    Only then is the running time theirs alone.
    """
    game = turn.game
    if game.turn.announcement is not None or game.is_over:
        return ()
    return [one for one in turn.movers if not one.talk.state.is_pending]


def _is_somebody_late(game: Game) -> bool:
    attendance = game.attendance
    is_missing = not attendance.is_complete and attendance.started_at_ms is not None
    return is_missing and not game.is_over
