"""A chess clock as a value: two displays, at most one running; fallen flags are computed.

Nothing ticks. The clock stores what each display showed at the last change, and since when the
running one has run. Every reading takes the present moment in milliseconds and subtracts. So the
clock can give its displays for any moment, past or future, replaying a game's events restores it,
and the time of a flag fall is known beforehand.

Every change charges the clock first: it takes the time used so far off the display and counts on
from there. A flag that fell in between is stored with its moment. Moves completed after it earn no
time, and only time from the arbiter raises it. Time never runs backwards: a moment earlier than the
last one counts as the last one.

The fixed extra time (`delay_ms`) passes before the display counts down, and each move gets it anew;
a stop in between leaves only the rest of it. An increment is added with the press instead. The last
move of a period adds the next period's time at once, or, with a fixed extra time under some
editions of the Laws, replaces what was left by it. Going back to an earlier position changes
neither the displays nor the period: the Laws give time for each move, and one that is made again is
no other move, so it earns neither an increment nor the next period's time a second time, unless the
arbiter has set the displays since. Only its fixed extra time it gets anew, as nobody knows how much
of that was left. The clock does not know what a fallen flag means, who may claim it, or who has
lost: the arbiter decides that.
"""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

from voice_chess.by_color import ByColor, both
from voice_chess.clock.time_control import Period, TimeControl
from voice_chess.remembered import remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class SideClock:
    """One display: the time left, and the owner's place in the time control.

    `used_ms` is the time that the display has counted down, without time that was given or taken.
    `moves_in_period` is negative while moves of an earlier period are made again. `moves_again` is
    the number of coming moves that are made again, whose increments were added before.
    """

    left_ms: int
    used_ms: int = 0
    moves: int = 0
    moves_in_period: int = 0
    moves_again: int = 0
    period: int = 0
    flag_fell_at_ms: int | None = None

    @property
    def is_flag_down(self) -> bool:
        return self.flag_fell_at_ms is not None


@dataclass(frozen=True, kw_only=True)
class ChessClock:
    """Both displays; `white_to_move` names the side whose display runs, or would run.

    `delay_keeps_saved`: with a fixed extra time, too, time saved goes into the next period.
    `is_running` and the time of the flag fall are cached: a move asks for each a dozen times.
    """

    control: TimeControl
    sides: ByColor[SideClock]
    white_to_move: bool = True
    running_since_ms: int | None = None
    delay_left_ms: int = 0
    delay_keeps_saved: bool = True

    @classmethod
    def set_to(
        cls, control: TimeControl, *, white_to_move: bool = True, delay_keeps_saved: bool = True
    ) -> Self:
        """Return a clock at rest with the first period's time on both sides."""
        first = control.periods[0]
        return cls(
            control=control,
            sides=both(SideClock(left_ms=first.base_ms)),
            white_to_move=white_to_move,
            delay_left_ms=first.delay_ms,
            delay_keeps_saved=delay_keeps_saved,
        )

    @remembered
    def is_running(self) -> bool:
        return self.running_since_ms is not None

    @remembered
    def flag_falls_at_ms(self) -> int | None:
        """When the running side's time is used up; None at rest or once the flag is down."""
        side = self.sides.of(white=self.white_to_move)
        if self.running_since_ms is None or side.flag_fell_at_ms is not None:
            return None
        return self.running_since_ms + self.delay_left_ms + side.left_ms

    def period_of(self, *, white: bool) -> Period:
        side = self.sides.of(white=white)
        return self.control.periods[side.period]

    def is_last_period(self, *, white: bool) -> bool:
        return self.sides.of(white=white).period == len(self.control.periods) - 1

    def moves_to_control(self, *, white: bool) -> int | None:
        """Return how many moves a side must make until its period ends; None in the last one.

        It is 0 once they are made and the flag had fallen before, so that no new period began.
        """
        side, needed = self.sides.of(white=white), self.period_of(white=white).moves
        return None if needed is None else max(needed - side.moves_in_period, 0)

    def left_ms(self, *, white: bool, at_ms: int) -> int:
        """Return the time left on one display at a moment, in ms; never negative."""
        side = self.sides.of(white=white)
        if white != self.white_to_move:
            return side.left_ms
        return max(0, side.left_ms - self._used_ms(at_ms))

    def both_left_ms(self, at_ms: int) -> ByColor[int]:
        """Return the time left on both displays at a moment, in ms."""
        white, black = (self.left_ms(white=white, at_ms=at_ms) for white in (True, False))
        return ByColor(white=white, black=black)

    def has_flag_down(self, *, white: bool, at_ms: int) -> bool:
        falls_at = self.flag_falls_at_ms
        is_due = white == self.white_to_move and falls_at is not None and at_ms >= falls_at
        return is_due or self.sides.of(white=white).is_flag_down

    def flag_fell_at_ms(self, *, white: bool, at_ms: int) -> int | None:
        """Return the time at which that flag fell; None while it is up."""
        if not self.has_flag_down(white=white, at_ms=at_ms):
            return None
        fell_at = self.sides.of(white=white).flag_fell_at_ms
        return self.flag_falls_at_ms if fell_at is None else fell_at

    def started(self, at_ms: int) -> Self:
        """Return the clock with the mover's display running; unchanged if it runs already."""
        if self.is_running:
            return self
        return replace(self, running_since_ms=at_ms)

    def stopped(self, at_ms: int) -> Self:
        """Return the clock at rest; the used part of a fixed extra time stays used."""
        return replace(self._charged(at_ms), running_since_ms=None)

    def pressed(self, at_ms: int, *, charged_until_ms: int | None = None) -> Self:
        """Return the clock after a completed move: the opponent's display runs from `at_ms`.

        The mover's time is charged until `charged_until_ms`, or until `at_ms` if that is None.
        """
        white = self.white_to_move
        charged = self._movers_charged(at_ms if charged_until_ms is None else charged_until_ms)
        mover = _with_move_completed(charged, self.control, keeps=self.delay_keeps_saved)
        return type(self)(
            control=self.control,
            sides=self.sides.having(mover, white=white),
            white_to_move=not white,
            running_since_ms=_later(at_ms, self.running_since_ms),
            delay_left_ms=self.period_of(white=not white).delay_ms,
            delay_keeps_saved=self.delay_keeps_saved,
        )

    def adjusted(self, *, white: bool, by_ms: int, at_ms: int) -> Self:
        """Return the clock with time added to one display, or taken off it down to 0."""
        charged = self._charged(at_ms)
        side = charged.sides.of(white=white)
        left_ms = max(0, side.left_ms + by_ms)
        fell_at = side.flag_fell_at_ms if left_ms == 0 else None
        changed = replace(side, left_ms=left_ms, flag_fell_at_ms=fell_at)
        return replace(charged, sides=charged.sides.having(changed, white=white))

    def set_by_arbiter(self, *, white_ms: int, black_ms: int, at_ms: int) -> Self:
        charged = self._charged(at_ms)
        white, black = (
            replace(side, left_ms=max(0, left_ms), moves_again=0, flag_fell_at_ms=None)
            for side, left_ms in zip(charged.sides, (white_ms, black_ms), strict=True)
        )
        return replace(charged, sides=ByColor(white=white, black=black))

    def adjourned(self, *, white_ms: int, black_ms: int) -> Self:
        """Return the clock at rest with the times on the envelope; the rest counts as used."""
        white, black = (
            replace(
                side,
                left_ms=left_ms,
                used_ms=used_by(side, left_ms),
                flag_fell_at_ms=None,
            )
            for side, left_ms in zip(self.sides, (white_ms, black_ms), strict=True)
        )
        return replace(self, sides=ByColor(white=white, black=black), running_since_ms=None)

    def handed_to(self, *, white: bool) -> Self:
        """Return the clock at rest with that side's display to run next; no move is counted."""
        period = self.period_of(white=white)
        return replace(
            self, white_to_move=white, running_since_ms=None, delay_left_ms=period.delay_ms
        )

    def turned_back(self, *, white_to_move: bool, undone: ByColor[int]) -> Self:
        """Return the clock at rest for an earlier position, without the undone moves counted.

        If none is undone, the move that was interrupted goes on, with the rest of its extra time.
        """
        white, black = (
            replace(
                side,
                moves=side.moves - fewer,
                moves_in_period=side.moves_in_period - fewer,
                moves_again=side.moves_again + fewer,
            )
            for side, fewer in zip(self.sides, undone, strict=True)
        )
        back = replace(self, sides=ByColor(white=white, black=black), running_since_ms=None)
        return back.handed_to(white=white_to_move) if any(undone) else back

    def counting(self, white_moves: int, black_moves: int) -> Self:
        """Return the clock with these move counters and their periods; the times stay."""
        white, black = (
            _counting(side, moves, self.control)
            for side, moves in zip(self.sides, (white_moves, black_moves), strict=True)
        )
        return replace(self, sides=ByColor(white=white, black=black))

    def with_increment(self, ms: int) -> Self:
        """Return the clock with `ms` more increment for both from now on; the times stay."""
        periods = tuple(
            replace(period, increment_ms=period.increment_ms + ms)
            for period in self.control.periods
        )
        return replace(self, control=replace(self.control, periods=periods))

    def period_begun(self, at_ms: int) -> Self:
        """Return the clock with both sides at least in the period after the earlier side's one."""
        charged = self._charged(at_ms)
        last = len(self.control.periods) - 1
        target = min(last, min(side.period for side in self.sides) + 1)
        sides = charged.sides.map(
            lambda side: _brought_to(side, target, self.control, keeps=self.delay_keeps_saved)
        )
        return replace(charged, sides=sides)

    def _used_ms(self, at_ms: int) -> int:
        """Return the main time used since the clock was started, after the fixed extra time."""
        if self.running_since_ms is None:
            return 0
        return max(0, at_ms - self.running_since_ms - self.delay_left_ms)

    def _charged(self, at_ms: int) -> Self:
        """Return the same clock, with the time used so far taken off and counting on from there."""
        if self.running_since_ms is None:
            return self
        elapsed = max(0, at_ms - self.running_since_ms)
        return replace(
            self,
            sides=self.sides.having(self._movers_charged(at_ms), white=self.white_to_move),
            running_since_ms=max(at_ms, self.running_since_ms),
            delay_left_ms=max(0, self.delay_left_ms - elapsed),
        )

    def _movers_charged(self, at_ms: int) -> SideClock:
        """Return the display that runs, or would run, with the time used so far taken off."""
        side = self.sides.of(white=self.white_to_move)
        falls_at = self.flag_falls_at_ms
        if self.running_since_ms is None:
            return side
        has_fallen = falls_at is not None and at_ms >= falls_at
        left_ms = max(0, side.left_ms - self._used_ms(at_ms))
        return SideClock(
            left_ms=left_ms,
            used_ms=used_by(side, left_ms),
            moves=side.moves,
            moves_in_period=side.moves_in_period,
            moves_again=side.moves_again,
            period=side.period,
            flag_fell_at_ms=falls_at if has_fallen else side.flag_fell_at_ms,
        )


def used_by(side: SideClock, left_ms: int) -> int:
    """Return the total time a side will have used when `left_ms` is left to it."""
    return side.used_ms + side.left_ms - left_ms


def _later(at_ms: int, running_since_ms: int | None) -> int | None:
    """Return when a clock counts from: None if it rests, and never earlier than before."""
    return None if running_since_ms is None else max(at_ms, running_since_ms)


def _with_move_completed(side: SideClock, control: TimeControl, *, keeps: bool) -> SideClock:
    """Return the side after one more move: with the increment, and perhaps the next period."""
    left_ms, moves_in_period, number = side.left_ms, side.moves_in_period + 1, side.period
    if not side.is_flag_down:
        period = control.periods[number]
        left_ms += 0 if side.moves_again else period.increment_ms
        if period.moves is not None and moves_in_period >= period.moves:
            moves_in_period, number = 0, number + 1
            saved_ms = left_ms if keeps or not period.delay_ms else 0
            left_ms = saved_ms + control.periods[number].base_ms
    return SideClock(
        left_ms=left_ms,
        used_ms=side.used_ms,
        moves=side.moves + 1,
        moves_in_period=moves_in_period,
        moves_again=max(0, side.moves_again - 1),
        period=number,
        flag_fell_at_ms=side.flag_fell_at_ms,
    )


def _brought_to(side: SideClock, period: int, control: TimeControl, *, keeps: bool) -> SideClock:
    """Return the side in a later period, with its time and those in between, the flag up."""
    if side.period >= period:
        return side
    left_ms = side.left_ms
    for before, begun in pairwise(control.periods[side.period : period + 1]):
        left_ms = begun.base_ms + (left_ms if keeps or not before.delay_ms else 0)
    return replace(
        side,
        left_ms=left_ms,
        period=period,
        moves_in_period=0,
        flag_fell_at_ms=None,
    )


def _counting(side: SideClock, moves: int, control: TimeControl) -> SideClock:
    """Return the side with this move counter, in the period that its next move belongs to."""
    period, in_period = 0, moves
    for index, needed in enumerate(period.moves for period in control.periods[:-1]):
        if needed is None or in_period < needed:
            break
        period, in_period = index + 1, in_period - needed
    return replace(side, moves=moves, moves_in_period=in_period, period=period)
