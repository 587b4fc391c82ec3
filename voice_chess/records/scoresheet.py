"""The scoresheet as a value: who played, what was moved, what the Laws want noted beside it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Self

from voice_chess.game.results import EndReason
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.plain_error import PlainError

UNFINISHED = "*"
_POINTS = ("0", "1/2", "1")
"""By half points."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", UNFINISHED)


def points_text(white: int, black: int) -> str:
    """Of half points: 1/2-0."""
    return f"{_POINTS[white]}-{_POINTS[black]}"


def points_in(text: str) -> str:
    """The same text where it tells points, else nothing."""
    told = text.split("-")
    return text if len(told) == len(("white", "black")) and {*told} <= {*_POINTS} else ""


class BadRecord(PlainError, ValueError):
    """A record that can't be read back; the message is one sentence saying where and why."""


def on_one_line(text: str) -> str:
    """Without ends of lines, which would begin another entry, and signs that nobody sees."""
    seen = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(seen.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What stands at the head of a sheet, each on one line; an empty text is an unknown."""

    event: str = ""
    site: str = ""
    date: str = ""
    """Year, month and day as in PGN: 2026.11.21."""
    round: str = ""
    white: str = ""
    black: str = ""

    def __post_init__(self) -> None:
        """A name may come from another program's file, or from a stranger."""
        for each in fields(self):
            object.__setattr__(self, each.name, on_one_line(getattr(self, each.name)))

    @classmethod
    def of_day(cls, wall_ms: int) -> Self:
        """Of a game of which nothing is known but when it was, in milliseconds since 1970."""
        return cls(date=datetime.fromtimestamp(wall_ms / 1_000, tz=UTC).strftime("%Y.%m.%d"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Under which Laws and time control the game is played."""

    edition: str = ""
    time_control: str = ""
    """As in PGN: 900+10."""
    start_fen: str = ORDINARY_START
    chess960: bool = False

    def start(self) -> Position:
        """The position the game begins from; raises `BadRecord`."""
        try:
            return Position.from_fen(self.start_fen, chess960=self.chess960)
        except ValueError as error:
            raise BadRecord(str(error)) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A move as it is handed to the scribe: the move, the mover's clock after it, an offer.

    `stood`: it was not legal, nobody claimed so in time, and it is part of the game.
    """

    uci: str
    clock_ms: int | None = None
    draw_offered: bool = False
    stood: bool = False


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

    @property
    def noted(self) -> Noted:
        return Noted(
            uci=self.uci,
            clock_ms=self.clock_ms,
            draw_offered=self.draw_offered,
            stood=not self.is_legal,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoresheet:
    header: Header
    terms: Terms
    entries: tuple[Entry, ...]
    result: str = UNFINISHED
    points: str = ""
    """White's and Black's, as 0-1/2, where the arbiter gave others than the result does."""
    termination: str = field(default="", compare=False)
    """How the game ended, in a word of PGN's tag of this name."""
    ended_by: EndReason | None = field(default=None, compare=False)
    """The same more closely, where that is known."""

    left_out: str = field(default="", compare=False)
    """A sentence about what followed in the text that it was read from; no part of the game."""
    left_at: str = field(default="", compare=False)
    """Where that began, with a FEN; braille tells no capitals apart and draws the board instead."""

    others_follow: bool = field(default=False, compare=False)
    """In the text that it was read from, more stands behind it, which was not read."""

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
        """The sheet of these moves; raises `BadRecord` at an illegal one that did not stand."""
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
    def moves(self) -> tuple[str, ...]:
        return tuple(entry.uci for entry in self.entries)

    @property
    def final_position(self) -> Position:
        *_, last = self.positions()
        return last

    def positions(self) -> Iterator[Position]:
        """Before the first move and after each; raises `BadRecord`."""
        position = self.terms.start()
        yield position
        for entry in self.entries:
            position = position.made(entry.uci)
            yield position

    def rows(self) -> tuple[tuple[int, Entry | None, Entry | None], ...]:
        """Move number, White's move, Black's move; a side that hasn't moved there is None."""
        rows: dict[int, list[Entry | None]] = {}
        for entry in self.entries:
            rows.setdefault(entry.number, [None, None])[0 if entry.is_white else 1] = entry
        return tuple((number, white, black) for number, (white, black) in rows.items())


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
        draw_offered=move.draw_offered,
    )
