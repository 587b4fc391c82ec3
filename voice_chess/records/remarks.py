"""Writes and reads the remarks on a printed sheet: rulings, and what somebody wrote about moves."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from textwrap import wrap

from voice_chess.records.scoresheet import Scoresheet

_FIRST, _CONTINUED = "- ", "  "
_REMARK = re.compile(r"- (\d+)(\.(?:\.\.)?) (.*)")
_AT_START = (0, True)
"""The number of the move and the side by which a remark before the first move is marked."""


def remarked(sheet: Scoresheet, remarks: Mapping[int, str]) -> Scoresheet:
    """Return the sheet with these remarks, by the number of half-moves made before each."""
    entries = enumerate(sheet.entries, 1)
    return replace(
        sheet,
        comment=_joined(sheet.comment, remarks.get(0, "")),
        entries=tuple(
            replace(entry, comment=_joined(entry.comment, remarks.get(ply, "")))
            for ply, entry in entries
        ),
    )


def remarks_of(sheet: Scoresheet) -> tuple[str, ...]:
    """Return each remark behind the number of its move: 12... for one after Black's twelfth."""
    found = [("0.", sheet.comment), *((each.place, each.comment) for each in sheet.entries)]
    return tuple(f"{place} {told}" for place, told in found if told)


def in_lines(remark: str, columns: int) -> list[str]:
    """Return a remark in lines that `read` finds again."""
    return wrap(
        remark,
        columns,
        initial_indent=_FIRST,
        subsequent_indent=_CONTINUED,
        break_long_words=False,
        break_on_hyphens=False,
    )


def parted(lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the remarks among the lines of a sheet, each on one line, and the other lines."""
    remarks: list[str] = []
    others: list[str] = []
    is_inside = False
    for line in lines:
        goes_on = is_inside and line.startswith(_CONTINUED)
        is_inside = goes_on or _REMARK.match(line) is not None
        if goes_on:
            remarks[-1] = f"{remarks[-1]} {line.strip()}"
        else:
            (remarks if is_inside else others).append(line)
    return remarks, others


def with_remarks(sheet: Scoresheet, lines: Iterable[str]) -> Scoresheet:
    """Return the sheet with remarks that `parted` found."""
    plies = {(entry.number, entry.is_white): ply for ply, entry in enumerate(sheet.entries, 1)}
    found = filter(None, map(_REMARK.match, lines))
    told = {(int(number), dots == "."): text for number, dots, text in (m.groups() for m in found)}
    places = {_AT_START: 0, **plies}
    return remarked(sheet, {places[at]: text for at, text in told.items() if at in places})


def _joined(*remarks: str) -> str:
    return " ".join(filter(None, remarks))
