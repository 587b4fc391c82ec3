"""Describes a player's identity for a federation: data for its reports, which no game needs."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import date

SEXES = ("m", "w")
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
LONGEST_NUMBER = 11
FIRST_BIRTH = 1900
"""The earliest year of birth that is accepted."""
_UNKNOWN_BIRTHS = ("0000/00/00", "0000")
_FEDERATION = re.compile("[A-Z]{3}")
_NUMBER = re.compile(f"[0-9]{{1,{LONGEST_NUMBER}}}")
_BIRTH = re.compile(r"(?P<year>[0-9]{4})(?:/(?P<month>[0-9]{2})/(?P<day>[0-9]{2}))?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})\.\s*([0-9]{1,2})\.\s*([0-9]{4})")
"""As people write a date; with points, unlike with strokes, the day is before the month."""
_OLDER_TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM"}
_OLDER_TITLES |= {f"w{short}": f"W{title}" for short, title in _OLDER_TITLES.items()}
"""The codes that reports from before 2016 use for titles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Fields are empty if unknown. FIDE Handbook C.04.A, annex 2, and TRF26: line 001."""

    sex: str = ""
    """`m` or `w`."""
    title: str = ""
    """For example GM or WFM."""
    federation: str = ""
    """FIDE's code, of three letters."""
    fide_number: str = ""
    birth: str = ""
    """As in 1990/05/31; if only the year is known, with zeros or without a month and a day."""


UNTOLD = Identity()


def usual(told: Identity) -> Identity:
    """Return the identity as today's reports write it."""
    birth = _DAY_FIRST.sub(_year_first, told.birth).replace("-", "/").replace(".", "/")
    if not _BIRTH.fullmatch(birth):
        birth = told.birth  # as it was written, so that whoever wrote it knows it again
    title = _OLDER_TITLES.get(told.title, told.title.upper())
    sex = {"f": "w"}.get(told.sex.lower(), told.sex.lower())
    return Identity(
        sex=sex,
        title=title,
        federation=told.federation.upper(),
        fide_number=told.fide_number.lstrip("0"),
        birth="" if birth in _UNKNOWN_BIRTHS else birth,
    )


def _year_first(found: re.Match[str]) -> str:
    day, month, year = found.groups()
    return f"{year}/{month:0>2}/{day:0>2}"


def wrong_field(told: Identity, year: int) -> str:
    """Return the name of the first field that can't be right in this year; empty if all can."""
    values = {field.name: getattr(told, field.name) for field in fields(told)}
    wrong = next((name for name, value in values.items() if value and not _RULES[name](value)), "")
    if not wrong and told.birth and not FIRST_BIRTH <= int(told.birth[:4]) <= year:
        return "birth"
    return wrong


def is_same_person(one: Identity, other: Identity) -> bool:
    """Whether two people of one name can be one person, by what is known of them."""
    known = ((one.fide_number, other.fide_number), (one.birth, other.birth))
    return not any(mine and theirs and mine != theirs for mine, theirs in known)


def is_federation(text: str) -> bool:
    """Whether the text is three capital letters."""
    return _FEDERATION.fullmatch(text) is not None


def _is_birth(text: str) -> bool:
    found = _BIRTH.fullmatch(text)
    if found is None:
        return False
    year, month, day = (int(found[part] or 0) for part in ("year", "month", "day"))
    try:
        date(year, month or 1, day or 1)
    except ValueError:
        return False
    return True


_RULES: Mapping[str, Callable[[str], bool]] = {
    "sex": SEXES.__contains__,
    "title": TITLES.__contains__,
    "federation": is_federation,
    "fide_number": lambda text: _NUMBER.fullmatch(text) is not None,
    "birth": _is_birth,
}
