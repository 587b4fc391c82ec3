"""Reads lists of players from files: CSV with column names, or a tournament report (TRF).

A list is accepted as a whole or not at all. A refusal names the line and the field.
"""

import csv
import io
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from voice_chess.event.competition import Person
from voice_chess.event.identity import Identity, usual
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.trf import read_trf

Listed = tuple[tuple[int | None, Person, int], ...]
"""The starting number or None, the person, and the line."""

_OF_IDENTITY = ("sex", "title", "federation", "fide-number", "birth")
COLUMNS = ("number", "name", "rating", "language", "blind", "assistant", *_OF_IDENTITY)
_YES_OR_NO = {"": False, "no": False, "0": False, "yes": True, "1": True}
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


def read_list(text: str, languages: Collection[str], language: str) -> Listed | Refusal:
    """Read a list in either format; `language` is for players whose language is not given."""
    text = text.removeprefix("\ufeff")
    if any(line.startswith(_REPORTS) for line in text.splitlines()):
        return _read_report(text, language)
    try:
        return _read_csv(text, languages, language)
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


def _read_csv(text: str, languages: Collection[str], language: str) -> Listed | Refusal:
    rows = _rows(text)
    line, head = next(rows, (1, []))
    names = [name.lower() for name in head]
    refusal = _objection_to_ends((), head, line) or _objection_to_columns(names, line)
    if refusal is not None or not names:
        return refusal or ()
    found: list[tuple[int | None, Person, int]] = []
    for line, row in rows:
        refusal = _objection_to_ends(names, row, line)
        if refusal is not None:
            return refusal
        if len(row) > len(names):
            return Refusal.of(Reason.TOO_MANY_VALUES, field=names[-1], line=line)
        values = dict(zip(names, row, strict=False))
        values["language"] = values.get("language") or language
        read = _read_row({**_NOTHING, **values}, languages, line)
        if isinstance(read, Refusal):
            return read
        found.append((*read, line))
    return tuple(found)


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
    return Refusal.of(Reason.LIST_UNREADABLE, field=field, line=line)


def _objection_to_columns(names: list[str], line: int) -> Refusal | None:
    wrong = next((name for name in names if name not in COLUMNS), None)
    if wrong is not None or (names and "name" not in names):
        known, found = ", ".join(COLUMNS), wrong or ", ".join(names)
        return Refusal.of(
            Reason.COLUMN_UNKNOWN, field="name", line=line, value=found, columns=known
        )
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        return Refusal.of(Reason.COLUMN_TWICE, field=twice, line=line, value=twice)
    return None


_NOTHING = dict.fromkeys(COLUMNS, "")


def _read_row(
    values: Mapping[str, str], languages: Collection[str], line: int
) -> tuple[int | None, Person] | Refusal:
    is_known: Mapping[str, tuple[Callable[[str], bool], Reason]] = {
        "number": (_is_number, Reason.NUMBER_WRONG),
        "rating": (_is_number, Reason.RATING_WRONG),
        "language": (lambda value: value.lower() in languages, Reason.LANGUAGE_UNKNOWN),
        "blind": (_is_yes_or_no, Reason.NOT_YES_OR_NO),
        "assistant": (_is_yes_or_no, Reason.NOT_YES_OR_NO),
    }
    for field, (is_right, reason) in is_known.items():
        if not is_right(values[field]):
            return Refusal.of(reason, field=field, line=line, value=values[field])
    number = int(values["number"]) if values["number"] else None
    person = Person(
        name=values["name"],
        rating=int(values["rating"] or 0),
        language=values["language"].lower(),
        is_blind=_YES_OR_NO[values["blind"].lower()],
        has_assistant=_YES_OR_NO[values["assistant"].lower()],
        identity=usual(Identity(**{name.replace("-", "_"): values[name] for name in _OF_IDENTITY})),
    )
    return number, person


def _is_number(value: str) -> bool:
    return not value or (value.isascii() and value.isdigit() and len(value) <= len("9999"))


def _is_yes_or_no(value: str) -> bool:
    return value.lower() in _YES_OR_NO
