"""Finds how long each move took, from the events of a game or the clock times of a sheet."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, repeat

from voice_chess.clock.time_control import BadTimeControl, TimeControl
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.setup import GameStarted
from voice_chess.game.state import nothing_arranged
from voice_chess.records.scoresheet import Scoresheet


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTime:
    """`spent_ms` was charged for the move; `left_ms` was on the display after it.

    Each is None if it is not recorded. `is_to_minute`: the display had no seconds, so `left_ms` is
    rounded down.
    """

    ply: int
    spent_ms: int | None
    left_ms: int | None
    is_to_minute: bool = False


def charged(events: Iterable[Event]) -> tuple[MoveTime, ...]:
    """Return the time of each completed move that stands, with all that was charged for it."""
    found: list[MoveTime] = []
    game = nothing_arranged()
    used_ms, since_ms = 0, None
    for event in events:
        game = evolve(game, event)
        played = len(game.position.moves)
        found = [time for time in found if time.ply <= played]
        match event:
            case GameStarted(at_ms=at_ms) | ClocksStarted(at_ms=at_ms):
                since_ms = at_ms
            case ClocksStopped(at_ms=at_ms) if since_ms is not None:
                used_ms, since_ms = used_ms + at_ms - since_ms, None
            case MoveCompleted(white=white, charged_until_ms=until_ms):
                running_ms = 0 if since_ms is None else max(0, until_ms - since_ms)
                left_ms = game.clock.sides.of(white=white).left_ms
                found.append(MoveTime(ply=played, spent_ms=used_ms + running_ms, left_ms=left_ms))
                used_ms, since_ms = 0, game.clock.running_since_ms
            case _:
                pass
    return tuple(found)


def written_down(sheet: Scoresheet) -> tuple[MoveTime, ...]:
    """Return the time of each move of a sheet, as far as its clocks and its time control show.

    With a delay or several periods, a move after which the clock shows more time has no `spent_ms`,
    and neither has one of which only minutes are known.
    """
    clocks = [entry.clock_ms for entry in sheet.entries]
    base_ms, increment_ms = _added(sheet.terms.time_control)
    before = chain(repeat(base_ms, min(2, len(clocks))), clocks)
    spent = [
        None if was is None or now is None or was + increment_ms < now else was + increment_ms - now
        for was, now in zip(before, clocks, strict=False)
    ]
    return tuple(
        MoveTime(
            ply=ply,
            spent_ms=None if entry.is_clock_to_minute else spent_ms,
            left_ms=entry.clock_ms,
            is_to_minute=entry.is_clock_to_minute,
        )
        for ply, (entry, spent_ms) in enumerate(zip(sheet.entries, spent, strict=True), 1)
    )


def _added(control: str) -> tuple[int | None, int]:
    """Return each side's first time and what each move adds, in ms; None and 0 if unreadable."""
    try:
        first = TimeControl.from_pgn(control).periods[0]
    except BadTimeControl:
        return None, 0
    return first.base_ms, first.increment_ms
