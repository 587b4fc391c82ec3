"""Defines a game to be reviewed: its positions, its moves, and how long each took."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from voice_chess.game.events import Event
from voice_chess.game.setup import GameArranged
from voice_chess.game.table import Table
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.records.move_times import MoveTime, charged, written_down
from voice_chess.records.remarks import remarked
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.records.scoresheet import Entry, Header, Scoresheet
from voice_chess.remembered import remembered
from voice_chess.speech.generation.minutes import Minuted, minuted, minutes
from voice_chess.speech.generation.wording import seat_name


@dataclass(frozen=True, kw_only=True)
class ReviewedGame:
    """A scoresheet with its times. A ply counts half-moves made: 0 is the starting position."""

    sheet: Scoresheet
    times: tuple[MoveTime, ...] = ()
    minuted: Mapping[int, tuple[Minuted, ...]] = field(default_factory=dict)
    """What was ruled and claimed, by the ply after which it stands; empty for a game from a file,
    in which it is a comment.
    """
    table: Table | None = None
    """The table at which it was played; None for a game from a file."""

    @classmethod
    def of_events(cls, events: Sequence[Event], header: Header | None = None) -> Self:
        """Make a review of a game that was played here, with its minutes and the times charged."""
        sheet = scoresheet_of(events, header)
        times, about = charged(events), minuted(events)
        return cls(sheet=sheet, times=times, minuted=about, table=_table_of(events))

    @classmethod
    def of_sheet(cls, sheet: Scoresheet) -> Self:
        """Make a review of a game from a scoresheet, with the times that it records."""
        return cls(sheet=sheet, times=written_down(sheet))

    def minuted_sheet(self, language: Language) -> Scoresheet:
        """Return the sheet; its names and its minutes are in this language."""
        sheet = replace(self.sheet, header=self.header(language))
        return remarked(sheet, minutes(self.minuted, language))

    def header(self, language: Language) -> Header:
        """Return the head of the sheet; an engine's level beside its name is in this language."""
        return _named(self.sheet.header, self.table, language)

    @property
    def remarked_plies(self) -> tuple[int, ...]:
        """The plies after which something was minuted, or about which somebody wrote something."""
        comments = (self.sheet.comment, *(entry.comment for entry in self.sheet.entries))
        commented = {ply for ply, comment in enumerate(comments) if comment}
        return tuple(sorted(commented | set(self.minuted)))

    @property
    def last_ply(self) -> int:
        return len(self.sheet.entries)

    @remembered
    def positions(self) -> tuple[Position, ...]:
        """The positions before the first move and after each move."""
        return tuple(self.sheet.positions())

    def entry(self, ply: int) -> Entry:
        """Return the move that led to the position after this many half-moves, from 1 on."""
        return self.sheet.entries[ply - 1]

    def time(self, ply: int) -> MoveTime:
        """Return the time of that move; unknown times are None."""
        return self._times.get(ply) or MoveTime(ply=ply, spent_ms=None, left_ms=None)

    @remembered
    def _times(self) -> Mapping[int, MoveTime]:
        return {time.ply: time for time in self.times}


def minuted_sheet(
    events: Sequence[Event], language: Language, header: Header | None = None
) -> Scoresheet:
    """Return the sheet of a game; its names and its minutes are in this language."""
    sheet = scoresheet_of(events, header)
    named = replace(sheet, header=_named(sheet.header, _table_of(events), language))
    return remarked(named, minutes(minuted(events), language))


def _table_of(events: Sequence[Event]) -> Table | None:
    return next((event.table for event in events if isinstance(event, GameArranged)), None)


def _named(header: Header, table: Table | None, language: Language) -> Header:
    """Return the header with engines named in this language, unless it has names of its own."""
    if table is None:
        return header
    white, black = (
        seat_name(seat, language) if name == seat.name else name
        for name, seat in ((header.white, table.white), (header.black, table.black))
    )
    return replace(header, white=white, black=black)
