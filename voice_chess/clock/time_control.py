"""A time control: its periods, its notation for players and in PGN, and clock times in digits."""

import re
from dataclasses import dataclass
from typing import Self

from voice_chess.plain_error import PlainError

MINUTE_MS = 60_000
SECOND_MS = 1_000
LONGEST_MS = 24 * 60 * MINUTE_MS
MOVES_RECKONED = 60
_EXACT = MINUTE_MS // 1_000
"""In ms: players write minutes with three decimals at most."""

SAMPLES = "15+10, 5d3, 0.5+1, 90, 90/40+30/G+30"
NUMBER = r"[0-9]{1,6}(?:\.[0-9]{1,3})?"
PLAYERS_PHASE = re.compile(rf"(?P<base>{NUMBER})(?:/(?P<moves>[0-9]{{1,3}}|G))?", re.IGNORECASE)
SPACED = re.compile(r"\s*([+/d])\s*")
"""A sign between numbers, with the spaces that people put around it: 5 + 3."""

PGN_PHASE = re.compile(
    rf"(?:(?P<moves>[0-9]{{1,3}})/)?(?P<base>{NUMBER})(?:(?P<mode>[+d])(?P<added>{NUMBER}))?"
)


class BadTimeControl(PlainError, ValueError):
    """Nobody can play this time control; the message states the reason in one sentence."""


class NoTimeControl(BadTimeControl):
    """The time control is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """Thinking time for `moves` moves, or for the rest of the game if `moves` is None."""

    base_ms: int
    moves: int | None = None
    increment_ms: int = 0
    delay_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeControl:
    """Periods in order: each but the last ends at a number of moves."""

    periods: tuple[Period, ...]

    def __post_init__(self) -> None:
        problem = _problem(self.periods)
        if problem:
            raise BadTimeControl(_complaint(self.to_pgn(), problem))

    @classmethod
    def parsed(cls, text: str) -> Self:
        """Read minutes and added seconds as players write them (`15+10`, `90/40+30/G+30`).

        Raises `NoTimeControl` or `BadTimeControl`.
        """
        if not text.strip():
            message = f"The time control is missing; write it as in {SAMPLES}."
            raise NoTimeControl(message)
        body, delayed, delay = SPACED.sub(r"\1", text.strip()).partition("d")
        phases = body.split("+")
        increment = "0"
        has_increment = len(phases) > 1 and "/" not in phases[-1]
        if has_increment:
            increment = phases.pop()
        if (has_increment and delayed) or not _are_numbers(increment, delay if delayed else "0"):
            raise BadTimeControl(_complaint(text, f"write it as in {SAMPLES}"))
        increment_ms, delay_ms = _ms(increment, SECOND_MS), _ms(delay or "0", SECOND_MS)
        periods = tuple(_players_period(phase, text, increment_ms, delay_ms) for phase in phases)
        return cls(periods=_checked(periods, text))

    @classmethod
    def from_pgn(cls, text: str) -> Self:
        """Read a PGN TimeControl value in seconds (`900+10`, `40/5400+30:1800+30`)."""
        periods = tuple(_pgn_period(phase, text) for phase in text.strip().split(":"))
        return cls(periods=_checked(periods, text))

    def to_pgn(self) -> str:
        return ":".join(_to_pgn(period) for period in self.periods)

    def to_players(self) -> str:
        """Return minutes and added seconds, as `parsed` reads them: 15+10, 90/40+30/G+30.

        If this form can't express the time control, return PGN's.
        """
        last = self.periods[-1]
        added = (last.increment_ms, last.delay_ms)
        if any((p.increment_ms, p.delay_ms) != added or p.base_ms % _EXACT for p in self.periods):
            return self.to_pgn()
        phases = "+".join(_to_players(period, len(self.periods)) for period in self.periods)
        return f"{phases}{_added(last)}"

    @property
    def thinking_ms(self) -> int:
        """Base time and sixty increments, in ms: it distinguishes rapid and blitz."""
        base = sum(period.base_ms for period in self.periods)
        added = max(period.increment_ms + period.delay_ms for period in self.periods)
        return base + MOVES_RECKONED * added


def _problem(periods: tuple[Period, ...]) -> str | None:
    if not periods:
        return "it has no period"
    times = [(period.base_ms, period.increment_ms, period.delay_ms) for period in periods]
    checks = (
        (any(p.moves is None for p in periods[:-1]), "only the last period may last to the end"),
        (periods[-1].moves is not None, "the last period must last to the end"),
        (any(p.moves == 0 for p in periods), "a period needs at least one move"),
        (any(min(time) < 0 for time in times), "a time is negative"),
        (times[0][0] + times[0][2] == 0, "there is no time for the first move"),
        (any(max(time) > LONGEST_MS for time in times), "no time may be longer than 24 hours"),
    )
    return next((problem for is_so, problem in checks if is_so), None)


def _checked(periods: tuple[Period, ...], text: str) -> tuple[Period, ...]:
    problem = _problem(periods)
    if problem:
        raise BadTimeControl(_complaint(text, problem))
    return periods


def _complaint(text: str, problem: str) -> str:
    return f"Not a time control: {text!r}; {problem}."


def _are_numbers(*texts: str) -> bool:
    return all(re.fullmatch(NUMBER, text) for text in texts)


def _ms(number: str, unit_ms: int) -> int:
    """Return a number of seconds or minutes in ms, exact for up to three decimals."""
    whole, _, part = number.partition(".")
    return int(whole) * unit_ms + int(part.ljust(3, "0") or "0") * unit_ms // 1_000


def _players_period(phase: str, text: str, increment_ms: int, delay_ms: int) -> Period:
    match = PLAYERS_PHASE.fullmatch(phase.strip())
    if match is None:
        raise BadTimeControl(_complaint(text, f"write it as in {SAMPLES}"))
    moves = match["moves"]
    return Period(
        base_ms=_ms(match["base"], MINUTE_MS),
        moves=int(moves) if moves and moves.isdecimal() else None,
        increment_ms=increment_ms,
        delay_ms=delay_ms,
    )


def _pgn_period(phase: str, text: str) -> Period:
    match = PGN_PHASE.fullmatch(phase.strip())
    if match is None:
        raise BadTimeControl(_complaint(text, "PGN writes it as in 900+10 or 40/5400:1800"))
    added_ms = _ms(match["added"] or "0", SECOND_MS)
    return Period(
        base_ms=_ms(match["base"], SECOND_MS),
        moves=int(match["moves"]) if match["moves"] else None,
        increment_ms=added_ms if match["mode"] == "+" else 0,
        delay_ms=added_ms if match["mode"] == "d" else 0,
    )


def _to_pgn(period: Period) -> str:
    moves = "" if period.moves is None else f"{period.moves}/"
    return f"{moves}{_seconds(period.base_ms)}{_added(period)}"


def _to_players(period: Period, periods: int) -> str:
    # Thousandths of a minute are written as those of a second.
    base = _seconds(period.base_ms * SECOND_MS // MINUTE_MS)
    if period.moves is not None:
        return f"{base}/{period.moves}"
    return base if periods == 1 else f"{base}/G"


def _added(period: Period) -> str:
    increment = f"+{_seconds(period.increment_ms)}" if period.increment_ms else ""
    delay = f"d{_seconds(period.delay_ms)}" if period.delay_ms else ""
    return f"{increment}{delay}"


def _seconds(ms: int) -> str:
    whole, part = divmod(ms, SECOND_MS)
    return f"{whole}.{part:03d}".rstrip("0") if part else str(whole)


CLOCK_TIME = re.compile(r"[0-9]{1,3}(?::[0-5][0-9]){1,2}")
"""Matches a time as people write it; use it with `fullmatch`."""


def shown(clock_ms: int) -> str:
    """Return a time as a clock shows it, always with hours: 1:29:57."""
    minutes, seconds = divmod(clock_ms // SECOND_MS, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def shown_to_minute(clock_ms: int) -> str:
    """Return a time as a clock of hours and minutes shows it: 1.29."""
    hours, minutes = divmod(clock_ms // MINUTE_MS, 60)
    return f"{hours}.{minutes:02}"


def shown_ms(text: str) -> int:
    """Return the ms of a time such as 1:05:00, which ends with seconds. Raises `ValueError`."""
    seconds = 0
    for figures in text.split(":"):
        seconds = 60 * seconds + int(figures)
    return seconds * SECOND_MS
