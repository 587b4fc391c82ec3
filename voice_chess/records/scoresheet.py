"""Defines the scoresheet as a value: players, moves, and what the Laws require beside them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Self
from unicodedata import normalize

from voice_chess.clock.time_control import shown, shown_to_minute
from voice_chess.game.results import EndReason
from voice_chess.languages.language import Language
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.plain_error import PlainError

UNFINISHED = "*"
_POINTS = ("0", "1/2", "1")
"""The points in print, by half-points."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", UNFINISHED)


def points_text(white: int, black: int) -> str:
    """Return the points of both sides, given in half-points: 1/2-0."""
    return f"{_POINTS[white]}-{_POINTS[black]}"


def points_in(text: str) -> str:
    """Return the text if it states points, else an empty text."""
    told = text.split("-")
    return text if len(told) == len(("white", "black")) and {*told} <= {*_POINTS} else ""


class BadRecord(PlainError, ValueError):
    """A record can't be read back; the message is one sentence that says where and why."""

    def told(self, language: Language) -> str:  # noqa: ARG002 - errors with words in the languages use it
        """Return the sentence in the reader's language, where there is one in it."""
        return str(self)


def on_one_line(text: str) -> str:
    """Return a text on one line, without invisible characters, and with accents joined to letters.

    A second line would begin another entry. Separate accents are letters of their own to programs
    that search for a name, and stand beside the letter in the fonts of many.
    """
    text = " ".join(normalize("NFC", text).split())
    if text.isprintable():
        return text
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


_MOST_QUOTED = 90
"""In characters: what is longer than the longest FEN is no field that anybody recognises."""


def quoted(text: str) -> str:
    """Return a text on one line, as a message quotes it: at most its first 90 characters."""
    told = on_one_line(text)
    return told if len(told) <= _MOST_QUOTED else f"{told[:_MOST_QUOTED]}…"


_FIRST_DAY_MS = 1_000_000_000_000
"""A time in 2001, before any game here was played; simulated time never comes so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The head of a sheet, each field on one line; an empty text is unknown."""

    event: str = ""
    site: str = ""
    date: str = ""
    """Year, month and day as in PGN: 2026.11.21."""
    round: str = ""
    white: str = ""
    black: str = ""

    def __post_init__(self) -> None:
        """Clean the fields: a name may come from another program's file, or from a stranger."""
        for each in fields(self):
            object.__setattr__(self, each.name, on_one_line(getattr(self, each.name)))

    @classmethod
    def of_day(cls, wall_ms: int) -> Self:
        """Return the head of a game of which only the time is known, in milliseconds since 1970."""
        return cls(date=datetime.fromtimestamp(wall_ms / 1_000, tz=UTC).strftime("%Y.%m.%d"))

    @classmethod
    def of_first_event(cls, at_ms: int) -> Self:
        """Return the head of a game of which only the time of its first event is known.

        Where time is simulated, it is counted from the start of the program, and tells no day.
        """
        return cls.of_day(at_ms) if at_ms >= _FIRST_DAY_MS else cls()


HEADER = tuple(each.name for each in fields(Header))
"""The names of the fields of a head, in the order of a sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The Laws and the time control under which the game is played, and where it starts."""

    edition: str = ""
    time_control: str = ""
    """As in PGN: 900+10."""
    start_fen: str = ORDINARY_START
    chess960: bool = False

    def start(self) -> Position:
        """Return the position the game begins from. Raises `BadRecord`."""
        try:
            return Position.from_fen(self.start_fen, chess960=self.chess960)
        except ValueError as error:
            raise BadRecord(str(error)) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A move as the scribe gets it: the move, the mover's clock after it in ms, a draw offer.

    `stood`: the move was illegal, but nobody claimed so in time, so it is part of the game.
    """

    uci: str
    clock_ms: int | None = None
    is_clock_to_minute: bool = field(default=False, compare=False)
    """Whether the clock was noted in hours and minutes: `clock_ms` is then rounded down."""
    draw_offered: bool = False
    stood: bool = False
    comment: str = field(default="", compare=False)
    """What somebody wrote about the move; no part of the game."""
    marks: tuple[int, ...] = field(default=(), compare=False)
    """An annotator's signs on the move, by PGN's numbers; no part of the game."""
    number: int | None = field(default=None, compare=False)
    """The move number written before it, or None; no part of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the sheet: one move of one player; an illegal one is named by its squares."""

    number: int
    is_white: bool
    uci: str
    san: str
    is_en_passant: bool
    clock_ms: int | None
    draw_offered: bool
    is_legal: bool = True
    is_clock_to_minute: bool = field(default=False, compare=False)
    """As in `Noted`."""
    comment: str = field(default="", compare=False)
    marks: tuple[int, ...] = field(default=(), compare=False)

    @property
    def place(self) -> str:
        """The number with the dots of the side: 12. for White's move, 12... for Black's."""
        return f"{self.number}{'.' if self.is_white else '...'}"

    @property
    def clock_text(self) -> str:
        """The clock as noted: 1:29:57, or 1.29 if its seconds are not known; empty without it."""
        if self.clock_ms is None:
            return ""
        return (shown_to_minute if self.is_clock_to_minute else shown)(self.clock_ms)

    @property
    def noted(self) -> Noted:
        return Noted(
            uci=self.uci,
            clock_ms=self.clock_ms,
            is_clock_to_minute=self.is_clock_to_minute,
            draw_offered=self.draw_offered,
            stood=not self.is_legal,
            comment=self.comment,
            marks=self.marks,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoresheet:
    header: Header
    terms: Terms
    entries: tuple[Entry, ...]
    result: str = UNFINISHED
    points: str = ""
    """White's and Black's points, as 0-1/2, if the arbiter gave others than the result does."""
    other_result: str = field(default="", compare=False)
    """The result that the text also gives, at another place, if the two contradict each other."""
    termination: str = field(default="", compare=False)
    """How the game ended, in a word of PGN's tag of this name."""
    ended_by: EndReason | None = field(default=None, compare=False)
    """The exact reason, if it is known."""

    left_out: str = field(default="", compare=False)
    """A sentence about what followed in the text the sheet was read from; no part of the game."""
    left_at: str = field(default="", compare=False)
    """Where that part began, with a FEN.

    Braille can't show capitals, so sheets in braille draw the board instead.
    """

    comment: str = field(default="", compare=False)
    """What somebody wrote before the first move; no part of the game."""
    variations: int = field(default=0, compare=False)
    """How many variations were skipped in the text the sheet was read from."""
    jump: tuple[int, int] | None = field(default=None, compare=False)
    """The first move number that does not follow from those before it: the right one, and it."""
    others_follow: bool = field(default=False, compare=False)
    """Whether more, which was not read, follows in the text the sheet was read from."""

    @classmethod
    def of_moves(
        cls,
        moves: Sequence[Noted],
        *,
        header: Header,
        terms: Terms,
        result: str = UNFINISHED,
        points: str = "",
    ) -> Self:
        """Return the sheet of these moves.

        Raises `BadRecord` at an illegal move that did not stand.
        """
        position = terms.start()
        entries: list[Entry] = []
        for move in moves:
            if not (move.stood or position.is_legal(move.uci)):
                side = "White's" if position.white_to_move else "Black's"
                message = f"{side} move {position.fullmove_number}, {move.uci}, is not legal."
                raise BadRecord(message)
            entries.append(_entry(position, move))
            position = position.made(move.uci)
        return cls(header=header, terms=terms, entries=tuple(entries), result=result, points=points)

    @property
    def left_out_in_print(self) -> str:
        """What is left out and where that begins; empty for a whole game."""
        return f"{self.left_out} {self.left_at}".strip()

    @property
    def has_possible_result(self) -> bool:
        """Whether the result, if there is one, fits mate or stalemate in the last position."""
        last = self.final_position
        if self.result == UNFINISHED or self.left_out:
            return True
        if last.is_checkmate:
            return self.result == ("0-1" if last.white_to_move else "1-0")
        return not last.is_stalemate or self.result == "1/2-1/2"

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(entry.uci for entry in self.entries)

    @property
    def final_position(self) -> Position:
        *_, last = self.positions()
        return last

    def positions(self) -> Iterator[Position]:
        """Yield the position before the first move and after each move. Raises `BadRecord`."""
        position = self.terms.start()
        yield position
        for entry in self.entries:
            position = position.made(entry.uci)
            yield position

    def rows(self) -> tuple[tuple[int, Entry | None, Entry | None], ...]:
        """Return move number, White's move and Black's move; None for a side that hasn't moved."""
        rows: dict[int, list[Entry | None]] = {}
        for entry in self.entries:
            rows.setdefault(entry.number, [None, None])[0 if entry.is_white else 1] = entry
        return tuple((number, white, black) for number, (white, black) in rows.items())


def jump_in(moves: Sequence[Noted], start: Position) -> tuple[int, int] | None:
    """Return the first written number that does not follow, behind the one that would.

    Texts may count from any number, whatever the position that they start from.
    """
    ahead: int | None = None
    for ply, move in enumerate(moves, 0 if start.white_to_move else 1):
        if move.number is not None:
            ahead = move.number - ply // 2 if ahead is None else ahead
            if move.number != ahead + ply // 2:
                return ahead + ply // 2, move.number
    return None


def _entry(position: Position, move: Noted) -> Entry:
    is_legal = position.is_legal(move.uci)
    return Entry(
        number=position.fullmove_number,
        is_white=position.white_to_move,
        uci=move.uci,
        san=position.san(move.uci) if is_legal else move.uci,
        is_en_passant=is_legal and position.facts(move.uci).is_en_passant,
        is_legal=is_legal,
        clock_ms=move.clock_ms,
        is_clock_to_minute=move.is_clock_to_minute,
        draw_offered=move.draw_offered,
        comment=on_one_line(move.comment),
        marks=move.marks,
    )
