"""A chess clock as a value: two displays, at most one running; flags are computed, not seen.

Nothing ticks. The clock keeps what each display showed when it was last touched, and since when the
one that runs has run; every reading takes the present moment as an argument, in milliseconds, and
subtracts. So a clock can be asked what it would show a minute ago or ahead, replaying the events of
a game sets it as it was, and when the flag falls is known beforehand.

Whatever changes a clock charges it first: what was used until now comes off the display, and the
clock counts on from here. A flag that fell in between is kept with its moment: moves completed
after it earn nothing, and only the arbiter's time raises it. Time never runs backwards: a moment
earlier than the last one counts as that one.

The fixed extra time (`delay_ms`) passes before the display goes down, and is given anew with each
move; a stop in between leaves only the rest of it. An increment is added with the press instead.
With the last move of a period the next one's time is added at once. A position gone back to leaves
the displays as they are, and with them the period: moves of an earlier one that are made again earn
nothing twice. What a fallen flag means, who may claim it and who has lost, the clock does not know:
that is the arbiter's.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from voice_chess.by_color import ByColor, both
from voice_chess.clock.time_control import Period, TimeControl


@dataclass(frozen=True, slots=True, kw_only=True)
class SideClock:
    """One display: time left, and how far its owner has come in the time control.

    `used_ms` is what the display has counted down, whatever was given or taken besides;
    `moves_in_period` is below nothing while moves of an earlier period are made again.
    """

    left_ms: int
    used_ms: int = 0
    moves: int = 0
    moves_in_period: int = 0
    period: int = 0
    flag_fell_at_ms: int | None = None

    @property
    def is_flag_down(self) -> bool:
        return self.flag_fell_at_ms is not None


@dataclass(frozen=True, kw_only=True)
class ChessClock:
    """Both displays; `white_to_move` tells whose runs, or would run.

    Whether it runs and when its flag falls is asked a dozen times a move: that is kept.
    """

    control: TimeControl
    sides: ByColor[SideClock]
    white_to_move: bool = True
    running_since_ms: int | None = None
    delay_left_ms: int = 0

    @classmethod
    def set_to(cls, control: TimeControl, *, white_to_move: bool = True) -> Self:
        """A clock at rest with the first period's time on both sides."""
        first = control.periods[0]
        return cls(
            control=control,
            sides=both(SideClock(left_ms=first.base_ms)),
            white_to_move=white_to_move,
            delay_left_ms=first.delay_ms,
        )

    @cached_property
    def is_running(self) -> bool:
        return self.running_since_ms is not None

    @cached_property
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

    def left_ms(self, *, white: bool, at_ms: int) -> int:
        """Time left on one display at a moment; never less than nothing."""
        side = self.sides.of(white=white)
        if white != self.white_to_move or self.running_since_ms is None:
            return side.left_ms
        return max(0, side.left_ms - self._used_ms(at_ms))

    def both_left_ms(self, at_ms: int) -> ByColor[int]:
        """The same on both displays."""
        white, black = (self.left_ms(white=white, at_ms=at_ms) for white in (True, False))
        return ByColor(white=white, black=black)

    def has_flag_down(self, *, white: bool, at_ms: int) -> bool:
        falls_at = self.flag_falls_at_ms
        is_due = white == self.white_to_move and falls_at is not None and at_ms >= falls_at
        return is_due or self.sides.of(white=white).is_flag_down

    def flag_fell_at_ms(self, *, white: bool, at_ms: int) -> int | None:
        """When that flag fell; None while it is up."""
        if not self.has_flag_down(white=white, at_ms=at_ms):
            return None
        fell_at = self.sides.of(white=white).flag_fell_at_ms
        return self.flag_falls_at_ms if fell_at is None else fell_at

    def started(self, at_ms: int) -> Self:
        """The clock of the player to move begins to run; nothing new if it does already."""
        if self.is_running:
            return self
        return replace(self, running_since_ms=at_ms)

    def stopped(self, at_ms: int) -> Self:
        """Both clocks at rest; a fixed extra time stays used up as far as it was."""
        if self.running_since_ms is None:
            return self
        elapsed = max(0, at_ms - self.running_since_ms)
        return replace(
            self._charged(at_ms),
            running_since_ms=None,
            delay_left_ms=max(0, self.delay_left_ms - elapsed),
        )

    def pressed(self, at_ms: int, *, charged_until_ms: int | None = None) -> Self:
        """The mover completes a move: their clock rests, the opponent's runs from `at_ms`.

        Their own time is charged only until `charged_until_ms`, where that is earlier.
        """
        white = self.white_to_move
        charged = self._movers_charged(at_ms if charged_until_ms is None else charged_until_ms)
        mover = _with_move_completed(charged, self.control)
        return type(self)(
            control=self.control,
            sides=self.sides.having(mover, white=white),
            white_to_move=not white,
            running_since_ms=_later(at_ms, self.running_since_ms),
            delay_left_ms=self.period_of(white=not white).delay_ms,
        )

    def adjusted(self, *, white: bool, by_ms: int, at_ms: int) -> Self:
        """Time added to one display, or taken off it down to nothing."""
        charged = self._charged(at_ms)
        side = charged.sides.of(white=white)
        left_ms = max(0, side.left_ms + by_ms)
        fell_at = side.flag_fell_at_ms if left_ms == 0 else None
        changed = replace(side, left_ms=left_ms, flag_fell_at_ms=fell_at)
        return replace(charged, sides=charged.sides.having(changed, white=white))

    def set_by_arbiter(self, *, white_ms: int, black_ms: int, at_ms: int) -> Self:
        charged = self._charged(at_ms)
        white, black = (
            replace(side, left_ms=max(0, left_ms), flag_fell_at_ms=None)
            for side, left_ms in zip(charged.sides, (white_ms, black_ms), strict=True)
        )
        return replace(charged, sides=ByColor(white=white, black=black))

    def adjourned(self, *, white_ms: int, black_ms: int) -> Self:
        """At rest with so much left, as it stands on the envelope: all the rest is used."""
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
        """At rest, with that side's clock to run next and no move counted."""
        period = self.period_of(white=white)
        return replace(
            self, white_to_move=white, running_since_ms=None, delay_left_ms=period.delay_ms
        )

    def turned_back(self, *, white_to_move: bool, undone: ByColor[int]) -> Self:
        """At rest, for a position gone back to: whose move it is, and so many moves not counted."""
        white, black = (
            replace(side, moves=side.moves - fewer, moves_in_period=side.moves_in_period - fewer)
            for side, fewer in zip(self.sides, undone, strict=True)
        )
        return replace(
            self,
            sides=ByColor(white=white, black=black),
            white_to_move=white_to_move,
            running_since_ms=None,
        )

    def counting(self, white_moves: int, black_moves: int) -> Self:
        """The same times, with both move counters put right, and the periods that they tell."""
        white, black = (
            _counting(side, moves, self.control)
            for side, moves in zip(self.sides, (white_moves, black_moves), strict=True)
        )
        return replace(self, sides=ByColor(white=white, black=black))

    def with_increment(self, ms: int) -> Self:
        """The same times, with so much more for both after every move from now on."""
        periods = tuple(
            replace(period, increment_ms=period.increment_ms + ms)
            for period in self.control.periods
        )
        return replace(self, control=replace(self.control, periods=periods))

    def period_begun(self, at_ms: int) -> Self:
        """The next period for a side that is behind, as if its period's last move were made."""
        charged = self._charged(at_ms)
        last = len(self.control.periods) - 1
        target = min(last, min(side.period for side in self.sides) + 1)
        sides = charged.sides.map(lambda side: _brought_to(side, target, self.control))
        return replace(charged, sides=sides)

    def _used_ms(self, at_ms: int) -> int:
        """Main time used since the clock was started, after the fixed extra time."""
        if self.running_since_ms is None:
            return 0
        return max(0, at_ms - self.running_since_ms - self.delay_left_ms)

    def _charged(self, at_ms: int) -> Self:
        """The same moment, with the time used so far taken off and counting on from here."""
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
        """The display that runs, or would run, with the time used so far taken off."""
        side = self.sides.of(white=self.white_to_move)
        falls_at = self.flag_falls_at_ms
        if self.running_since_ms is None:
            return side
        has_fallen = falls_at is not None and at_ms >= falls_at
        left_ms = max(0, side.left_ms - self._used_ms(at_ms))
        return replace(
            side,
            left_ms=left_ms,
            used_ms=used_by(side, left_ms),
            flag_fell_at_ms=falls_at if has_fallen else side.flag_fell_at_ms,
        )


def used_by(side: SideClock, left_ms: int) -> int:
    """What a side has used by the time at which so much is left to it."""
    return side.used_ms + side.left_ms - left_ms


def _later(at_ms: int, running_since_ms: int | None) -> int | None:
    """A clock at rest stays at rest; one that runs never goes back."""
    return None if running_since_ms is None else max(at_ms, running_since_ms)


def _with_move_completed(side: SideClock, control: TimeControl) -> SideClock:
    """One move more; the increment, and the next period's time with its first move due."""
    if side.is_flag_down:
        return replace(side, moves=side.moves + 1, moves_in_period=side.moves_in_period + 1)
    period = control.periods[side.period]
    left_ms = side.left_ms + period.increment_ms
    moves_in_period = side.moves_in_period + 1
    if period.moves is None or moves_in_period < period.moves:
        return replace(side, left_ms=left_ms, moves=side.moves + 1, moves_in_period=moves_in_period)
    return replace(
        side,
        left_ms=left_ms + control.periods[side.period + 1].base_ms,
        moves=side.moves + 1,
        moves_in_period=0,
        period=side.period + 1,
    )


def _brought_to(side: SideClock, period: int, control: TimeControl) -> SideClock:
    """That period's time and those between given, its first move due; the flag up again."""
    if side.period >= period:
        return side
    given = sum(control.periods[index].base_ms for index in range(side.period + 1, period + 1))
    return replace(
        side,
        left_ms=side.left_ms + given,
        period=period,
        moves_in_period=0,
        flag_fell_at_ms=None,
    )


def _counting(side: SideClock, moves: int, control: TimeControl) -> SideClock:
    """In the period in which the next move is made behind so many."""
    period, in_period = 0, moves
    for index, needed in enumerate(period.moves for period in control.periods[:-1]):
        if needed is None or in_period < needed:
            break
        period, in_period = index + 1, in_period - needed
    return replace(side, moves=moves, moves_in_period=in_period, period=period)
