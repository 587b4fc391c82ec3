"""Gives the boards of a round their colours and order, and checks them against the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from voice_chess.event.colours import PreferenceStrength, allotted, preference
from voice_chess.event.entrants import Entrant, Round
from voice_chess.languages.language import Language, load_language


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The starting numbers at a board; without Black it is the bye that the pairing gives."""

    white: int
    black: int | None


class Breach(StrEnum):
    """A rule that a pairing breaks; its words are the text `event-violation:` and its name."""

    ABSENT = "absent"
    TWICE = "twice"
    UNPAIRED = "unpaired"
    LEFT_OVER = "left-over"
    SECOND_BYE = "second-bye"
    MET = "met"
    KEPT_APART = "kept-apart"
    SAME_COLOUR = "same-colour"


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """What the rules forbid in a pairing, with the starting numbers that it is about."""

    breach: Breach
    one: int
    other: int | None = None

    def told(self, language: Language) -> str:
        """Return it in words that can follow a colon."""
        words = language.interface[f"event-violation:{self.breach}"]
        return words.format(one=self.one, other=self.other)

    def __str__(self) -> str:
        """Return it in English, as errors of programs are written."""
        return self.told(load_language("en"))


def coloured(boards: Iterable[Board], round_: Round) -> tuple[Board, ...]:
    """Return the same pairs with the colours that are due (C.04.3, 5.2)."""
    known = {entrant.number: entrant for entrant in round_.entrants}
    return tuple(_coloured(board, known, round_) for board in boards)


def _coloured(board: Board, known: dict[int, Entrant], round_: Round) -> Board:
    if board.black is None:
        return board
    white, black = allotted(known[board.white], known[board.black], round_.initial)
    return Board(white=white.number, black=black.number)


def in_order(boards: Iterable[Board], round_: Round) -> tuple[Board, ...]:
    """Return the boards in their order (C.04.2).

    The highest score comes first, then the opponent's score, then the rank. A bye comes last.
    """
    known = {entrant.number: entrant for entrant in round_.entrants}

    def place(board: Board) -> tuple[bool, int, int, int]:
        seated = [known[number] for number in (board.white, board.black) if number is not None]
        higher, lower = min(seated, key=_rank), max(seated, key=_rank)
        return board.black is None, -higher.halves, -lower.halves, higher.pairing_number

    return tuple(sorted(boards, key=place))


def _rank(entrant: Entrant) -> tuple[int, int]:
    return entrant.rank


def violations(boards: tuple[Board, ...], round_: Round) -> Iterator[Violation]:
    """Yield what the rules forbid in this pairing."""
    known = {entrant.number: entrant for entrant in round_.entrants}
    seated = Counter(
        number for board in boards for number in (board.white, board.black) if number is not None
    )
    yield from (Violation(breach=Breach.ABSENT, one=each) for each in seated if each not in known)
    yield from (Violation(breach=Breach.TWICE, one=each) for each in seated if seated[each] > 1)
    yield from (Violation(breach=Breach.UNPAIRED, one=each) for each in known if each not in seated)
    byes = [board.white for board in boards if board.black is None]
    for number in byes[1:]:
        yield Violation(breach=Breach.LEFT_OVER, one=byes[0], other=number)
    for board in boards:
        white, black = known.get(board.white), known.get(board.black or 0)
        if board.black is None and white is not None and not white.may_have_bye:
            yield Violation(breach=Breach.SECOND_BYE, one=board.white)
        elif white is not None and black is not None:
            yield from _violations_of(white, black, round_)


def may_meet(one: Entrant, other: Entrant, round_: Round) -> bool:
    """Whether the rules and the organiser let these two play each other in this round."""
    return next(_violations_of(one, other, round_), None) is None


def _violations_of(one: Entrant, other: Entrant, round_: Round) -> Iterator[Violation]:
    if other.number in one.met:
        yield Violation(breach=Breach.MET, one=one.number, other=other.number)
    if round_.forbids(one.number, other.number):
        yield Violation(breach=Breach.KEPT_APART, one=one.number, other=other.number)
    if _have_same_absolute_colour(one, other) and not _is_spared(one, other, round_):
        yield Violation(breach=Breach.SAME_COLOUR, one=one.number, other=other.number)


def _have_same_absolute_colour(one: Entrant, other: Entrant) -> bool:
    mine, theirs = preference(one), preference(other)
    is_absolute = mine.strength is theirs.strength is PreferenceStrength.ABSOLUTE
    return is_absolute and mine.colour is theirs.colour


def _is_spared(one: Entrant, other: Entrant, round_: Round) -> bool:
    """Whether the two are spared the rule as topscorers in the last round (1.8).

    A topscorer has more than half of the points that were possible.
    """
    return round_.is_last and max(one.level, other.level) > round_.number - 1
