"""Reads lists of players from files: CSV with column names, or a tournament report (TRF).

A list is accepted as a whole or not at all. A refusal names the line and the field.
"""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from voice_chess.event.competition import Person
from voice_chess.event.identity import Identity, usual
from voice_chess.event.list_columns import (
    COLUMNS,
    as_parts_of_name,
    columns_in,
    languages_in,
    plain_column,
    plain_value,
    values_in,
)
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.trf import read_trf
from voice_chess.languages.language import Language

Listed = tuple[tuple[int | None, Person, int], ...]
"""The starting number or None, the person, and the line."""

_OF_IDENTITY = ("sex", "title", "federation", "fide-number", "birth")
_YES_OR_NO = {"": False, "no": False, "yes": True}
_SEPARATORS = ";\t,"
_BLANK = f"{_SEPARATORS} \r\n"
_END = "\n"
"""The end of a line, as the reader of rows is given it."""
_REPORTS = ("001 ", "012 ")


class _TornRow(Exception):
    """A row has a value longer than any; it begins on the line `line`."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """What columns and values mean, and the language of players for whom a list gives none."""

    columns: Mapping[str, str]
    yes_or_no: Mapping[str, str]
    sexes: Mapping[str, str]
    languages: Mapping[str, str]
    language: str

    @classmethod
    def of(cls, languages: Sequence[Language], language: str) -> Self:
        own_first = sorted(languages, key=lambda each: each.id != language)
        return cls(
            columns=columns_in(own_first),
            yes_or_no=values_in(languages, ("yes", "no")),
            sexes=values_in(languages, ("m", "w")),
            languages=languages_in(own_first),
            language=language,
        )


def read_list(text: str, languages: Sequence[Language], language: str) -> Listed | Refusal:
    """Read a list in either format, with columns and values in any of these languages.

    `language`: of players whose language is not given; its own words come first.
    """
    text = text.removeprefix("\ufeff")
    if any(line.startswith(_REPORTS) for line in text.splitlines()):
        return _read_report(text, language)
    try:
        return _read_csv(text, _Words.of(languages, language))
    except _TornRow as torn:
        return Refusal.of(Reason.LIST_UNREADABLE, field="list", line=torn.line)


def _read_report(text: str, language: str) -> Listed | Refusal:
    """Read the players and their identities; rounds played elsewhere are ignored."""
    try:
        report = read_trf(text)
    except BadEvent as error:
        return Refusal.of(Reason.REPORT_WRONG, field="list").because_of(error.fault)
    return tuple(
        (
            each.number,
            Person(
                name=each.name,
                rating=each.rating,
                language=language,
                identity=usual(each.identity),
            ),
            each.line,
        )
        for each in report.players
    )


def _read_csv(text: str, words: _Words) -> Listed | Refusal:
    rows = _rows(text)
    line, head = next(rows, (1, []))
    names = [words.columns.get(plain_column(name), "") for name in head]
    refusal = _objection_to_ends((), head, line) or _objection_to_columns(names, head, line)
    if refusal is not None or not names:
        return refusal or ()
    columns = as_parts_of_name(names)
    found: list[tuple[int | None, Person, int]] = []
    for line, row in rows:
        refusal = _objection_to_ends(columns, row, line) or _objection_to_places(head, row, line)
        if refusal is not None:
            return refusal
        read = _read_row({**_NOTHING, **dict(zip(columns, row, strict=False))}, words, line)
        if isinstance(read, Refusal):
            return read
        found.append((*read, line))
    return tuple(found)


def _objection_to_places(head: Sequence[str], row: Sequence[str], line: int) -> Refusal | None:
    """Refuse values that stand in no column, or in one that is not named."""
    if len(row) > len(head):
        return Refusal.of(Reason.TOO_MANY_VALUES, field="list", line=line)
    wrong = next((at for at, value in enumerate(row, 1) if value and not head[at - 1]), None)
    if wrong is None:
        return None
    return Refusal.of(Reason.COLUMN_UNNAMED, field="list", line=line, value=wrong)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row in which anything stands, with the line on which it begins.

    Spreadsheets write empty values at the ends of rows; these are left out. A value that an opened
    quotation mark leads beyond its line contains the ends of its lines. Raises `_TornRow`.
    """
    lines = io.StringIO(f"{text}{_END}", newline=None)
    first = next((line for line in lines if line.strip(_BLANK)), "")
    lines.seek(0)
    rows = csv.reader(lines, delimiter=max(_SEPARATORS, key=first.count))
    line = 1
    try:
        for row in rows:
            values = [value if _END in value else value.strip() for value in row]
            while values and not values[-1]:
                values.pop()
            if values:
                yield line, values
            line = rows.line_num + 1
    except csv.Error as error:
        raise _TornRow(line) from error


def _objection_to_ends(names: Sequence[str], row: Sequence[str], line: int) -> Refusal | None:
    """Refuse a value that does not end on its line; it would swallow other players in silence."""
    place = next((place for place, value in enumerate(row) if _END in value), None)
    if place is None:
        return None
    field = names[min(place, len(names) - 1)] if names else "name"
    return Refusal.of(Reason.LIST_UNREADABLE, field=_field(field), line=line)


def _objection_to_columns(names: Sequence[str], head: Sequence[str], line: int) -> Refusal | None:
    """Refuse columns that are not known, or mean the same, or none of which has the names.

    `names`: what the columns of the heading `head` mean, empty where that is not known.
    """
    unknown = [told for told, name in zip(head, names, strict=True) if told and not name]
    if unknown:
        return Refusal.of(Reason.COLUMN_UNKNOWN, field="list", line=line, value=", ".join(unknown))
    columns = as_parts_of_name(names)
    for column in COLUMNS:
        same = [told for told, name in zip(head, columns, strict=True) if name == column]
        if len(same) > 1:
            told = ", ".join(same)
            return Refusal.of(Reason.COLUMN_TWICE, field=_field(column), line=line, value=told)
    if head and not {"name", "surname"} & set(columns):
        told = ", ".join(filter(None, head))
        return Refusal.of(Reason.NO_NAME_COLUMN, field="list", line=line, value=told)
    return None


def _field(column: str) -> str:
    """Return the field of a player that a column belongs to."""
    return "name" if column in {"surname", "first-name"} else column


_NOTHING = dict.fromkeys(COLUMNS, "")


def _read_row(
    values: Mapping[str, str], words: _Words, line: int
) -> tuple[int | None, Person] | Refusal:
    told = {
        **values,
        **{name: words.yes_or_no.get(plain_value(values[name]), values[name]) for name in _CHOSEN},
        "sex": words.sexes.get(plain_value(values["sex"]), values["sex"]),
        "language": words.languages.get(plain_value(values["language"] or words.language), ""),
    }
    is_known: Mapping[str, tuple[Callable[[str], bool], Reason]] = {
        "number": (_is_number, Reason.NUMBER_WRONG),
        "rating": (_is_number, Reason.RATING_WRONG),
        "language": (bool, Reason.LANGUAGE_UNKNOWN),
        "blind": (_YES_OR_NO.__contains__, Reason.NOT_YES_OR_NO),
        "assistant": (_YES_OR_NO.__contains__, Reason.NOT_YES_OR_NO),
    }
    for field, (is_right, reason) in is_known.items():
        if not is_right(told[field]):
            return Refusal.of(reason, field=field, line=line, value=values[field])
    number = int(told["number"]) if told["number"] else None
    person = Person(
        name=told["name"] or f"{told['first-name']} {told['surname']}".strip(),
        rating=int(told["rating"] or 0),
        language=told["language"],
        is_blind=_YES_OR_NO[told["blind"]],
        has_assistant=_YES_OR_NO[told["assistant"]],
        identity=usual(Identity(**{name.replace("-", "_"): told[name] for name in _OF_IDENTITY})),
    )
    return number, person


_CHOSEN = ("blind", "assistant")
"""Columns in which yes or no stands."""


def _is_number(value: str) -> bool:
    return not value or (value.isascii() and value.isdigit() and len(value) <= len("9999"))
