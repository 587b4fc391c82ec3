"""A game to be looked at again: its positions, its moves, and how long each took."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from voice_chess.game.events import Event
from voice_chess.laws.position import Position
from voice_chess.records.move_times import MoveTime, charged, written_down
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.records.scoresheet import Entry, Header, Scoresheet


@dataclass(frozen=True, kw_only=True)
class ReviewedGame:
    """A sheet with its times. A ply counts half-moves made: 0 is the starting position."""

    sheet: Scoresheet
    times: tuple[MoveTime, ...] = ()

    @classmethod
    def of_events(cls, events: Sequence[Event], header: Header | None = None) -> Self:
        """A game that was played here, its times as they were charged."""
        return cls(sheet=scoresheet_of(events, header), times=charged(events))

    @classmethod
    def of_sheet(cls, sheet: Scoresheet) -> Self:
        """A game that was written down, its times as far as they stand there."""
        return cls(sheet=sheet, times=written_down(sheet))

    @property
    def last_ply(self) -> int:
        return len(self.sheet.entries)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Before the first move and after each."""
        return tuple(self.sheet.positions())

    def entry(self, ply: int) -> Entry:
        """The move that led to the position after so many half-moves, from 1 on."""
        return self.sheet.entries[ply - 1]

    def time(self, ply: int) -> MoveTime:
        """What that move took."""
        return self._times.get(ply) or MoveTime(ply=ply, spent_ms=None, left_ms=None)

    @cached_property
    def _times(self) -> Mapping[int, MoveTime]:
        return {time.ply: time for time in self.times}
