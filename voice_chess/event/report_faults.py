"""Defines what can be wrong with a tournament report or its pairing; words are languages' data."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, Protocol, Self

from voice_chess.languages.language import Language, load_language
from voice_chess.plain_error import PlainError


class Told(Protocol):
    """A reason that can be told in any language."""

    def told(self, language: Language) -> str:
        """Return the reason in words."""


class Fault(StrEnum):
    """What is wrong or to be noticed; its words are the text `event-report:` and its name."""

    NO_PLAYERS = "no-players"
    MISSING = "missing"
    INCOMPLETE = "incomplete"
    NUMBER_TWICE = "number-twice"
    NO_NUMBER = "no-number"
    NO_STARTING_NUMBER = "no-starting-number"
    NO_ROUNDS = "no-rounds"
    NO_POINTS = "no-points"
    NO_LINE = "no-line"
    NO_CELL = "no-cell"
    NO_RESULT = "no-result"
    BYE_WITH_OPPONENT = "bye-with-opponent"
    NO_OPPONENT = "no-opponent"
    NEITHER_NOR = "neither-nor"
    AGAINST_ONESELF = "against-oneself"
    BY_RANK = "by-rank"
    NONE_OF = "none-of"
    NO_PLAYER = "no-player"
    CELL_TAKEN = "cell-taken"
    TWO_NEEDED = "two-needed"
    OPPONENTS_DIFFER = "opponents-differ"
    OPPONENT_HAS_NOBODY = "opponent-has-nobody"
    SAME_COLOUR = "same-colour"
    RESULTS_DIFFER = "results-differ"
    MET_BEFORE = "met-before"
    ROUNDS_FROM_ONE = "rounds-from-one"
    ROUNDS_END = "rounds-end"
    NO_ROUND_YET = "no-round-yet"
    NO_GAMES_TO_PAIR = "no-games-to-pair"
    NO_GAMES_TO_COUNT = "no-games-to-count"
    PENDING_TO_PAIR = "pending-to-pair"
    PENDING_TO_COUNT = "pending-to-count"
    NOTHING_OVER = "nothing-over"
    NO_VIRTUAL_PLAYER = "no-virtual-player"
    SYSTEM_UNKNOWN = "system-unknown"
    RULES_EARLIER = "rules-earlier"
    POINTS_UNUSUAL = "points-unusual"
    POINTS_ADDED = "points-added"
    POINTS_DOUBTFUL = "points-doubtful"
    LETTERS_UNKNOWN = "letters-unknown"
    LETTERS_OTHERS = "letters-others"
    TIE_BREAK_UNKNOWN = "tie-break-unknown"
    TIE_BREAK_TOLD = "tie-break-told"
    NOBODY_THERE = "nobody-there"
    INITIAL_UNKNOWN = "initial-unknown"
    NO_PAIRING = "no-pairing"
    LEFT_OUT = "left-out"
    UNCOUNTED_LEFT_OUT = "uncounted-left-out"
    TAKES_LONG = "takes-long"
    TAKES_TIME = "takes-time"
    PAIRER_FAILED = "pairer-failed"
    PAIRER_SILENT = "pairer-silent"
    PAIRER_CODE = "pairer-code"
    PAIRER_NONE_ALLOWED = "pairer-none-allowed"
    PAIRER_KILLED = "pairer-killed"
    PAIRER_NO_PAIRS = "pairer-no-pairs"
    PAIRER_AGAINST_RULES = "pairer-against-rules"
    PAIRER_NOT_RUN = "pairer-not-run"
    PAIRER_NOT_THERE = "pairer-not-there"
    PAIRER_NO_JAVA = "pairer-no-java"
    PAIRER_NO_PROGRAM = "pairer-no-program"
    PAIRER_SLOW = "pairer-slow"
    PAIRER_ENDED = "pairer-ended"


ReportPlaceName = Literal[
    "code",
    "number",
    "numbers",
    "rating",
    "points",
    "points-of-round",
    "points-of-sign",
    "points-abnormal",
    "round",
    "of-round",
    "opponent",
    "colour",
    "result",
    "rounds",
    "first-round",
    "last-round",
    "first-player",
    "last-player",
    "rounds-and-players",
    "configuration",
    "initial",
    "bye",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPlace:
    """A field of a line; its words are the text `event-report-place:` and its name."""

    name: ReportPlaceName
    of: str | int = ""
    """The round or the sign of a result that it belongs to."""
    columns: slice | None = None
    """Its columns, counted from 0, if people have to count them."""

    def told(self, language: Language) -> str:
        """Return the field in words, with its columns counted from 1."""
        words = language.interface
        place = words[f"event-report-place:{self.name}"].format(of=self.of)
        if self.columns is None:
            return place
        first, last = self.columns.start + 1, self.columns.stop
        kind = "event-report-column" if first == last else "event-report-columns"
        return words[kind].format(place=place, first=first, last=last)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultInReport:
    """A fault with its line and field, if it has any, and what fills the gaps of its words."""

    fault: Fault
    line: int | None = None
    place: ReportPlace | None = None
    gaps: tuple[tuple[str, str], ...] = ()
    because: Told | None = None
    """What fills the gap `why`, in the same language."""

    @classmethod
    def of(
        cls,
        fault: Fault,
        line: int | None = None,
        place: ReportPlace | None = None,
        **gaps: str | int,
    ) -> Self:
        told = tuple((name, str(value)) for name, value in gaps.items())
        return cls(fault=fault, line=line, place=place, gaps=told)

    def because_of(self, reason: Told) -> Self:
        """Return the fault with the reason that fills the gap `why`."""
        return replace(self, because=reason)

    def told(self, language: Language) -> str:
        """Return the fault in words, after the line and the field."""
        words, gaps = language.interface, dict(self.gaps)
        if self.because is not None:
            gaps["why"] = self.because.told(language)
        why = words[f"event-report:{self.fault}"].format_map(gaps)
        field = None if self.place is None else self.place.told(language)
        return told_after(self.line, field, why, language)


def told_after(line: int | None, field: str | None, why: str, language: Language) -> str:
    """Return what is wrong after its line and the field in words, as far as it has them."""
    words = language.interface
    if line is None:
        return why
    if field is None:
        return words["unread-text"].format(line=line, why=why)
    return words["event-refused-line"].format(line=line, field=field, why=why)


class ToldFault(PlainError):
    """A fault that can be told in any language."""

    def __init__(self, fault: FaultInReport) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        """Return the sentence in English, as errors of programs are written."""
        return self.fault.told(load_language("en"))

    @classmethod
    def of(
        cls,
        fault: Fault,
        line: int | None = None,
        place: ReportPlace | None = None,
        **gaps: str | int,
    ) -> Self:
        return cls(FaultInReport.of(fault, line, place, **gaps))


class BadEvent(ToldFault):
    """The event can't be right; the fault names line and field."""
