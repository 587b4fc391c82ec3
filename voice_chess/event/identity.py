"""Somebody's identity for a federation: what its reports ask of a player, and no game does."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

SEXES = ("m", "w")
TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
LONGEST_NUMBER = 11
FIRST_BIRTH = 1900
"""The earliest year of birth of somebody who plays."""
_MONTHS, _DAYS = 12, 31
_UNKNOWN_BIRTHS = ("0000/00/00", "0000")
_FEDERATION = re.compile("[A-Z]{3}")
_NUMBER = re.compile(f"[0-9]{{1,{LONGEST_NUMBER}}}")
_BIRTH = re.compile(r"(?P<year>[0-9]{4})(?:/(?P<month>[0-9]{2})/(?P<day>[0-9]{2}))?")
_OLDER_TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM"}
_OLDER_TITLES |= {f"w{short}": f"W{title}" for short, title in _OLDER_TITLES.items()}
"""Reports of before 2016 write titles by these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Empty where nobody has told it. FIDE Handbook C.04.A, annex 2, and TRF26: line 001."""

    sex: str = ""
    """`m` or `w`."""
    title: str = ""
    """As GM or WFM."""
    federation: str = ""
    """Its code of FIDE, of three letters."""
    fide_number: str = ""
    birth: str = ""
    """As in 1990/05/31; with zeros, or without a month and a day, where only the year is known."""


UNTOLD = Identity()


def usual(told: Identity) -> Identity:
    """The same as reports of today write it."""
    birth = told.birth.replace("-", "/").replace(".", "/")
    title = _OLDER_TITLES.get(told.title, told.title.upper())
    sex = {"f": "w"}.get(told.sex.lower(), told.sex.lower())
    return Identity(
        sex=sex,
        title=title,
        federation=told.federation.upper(),
        fide_number=told.fide_number.lstrip("0"),
        birth="" if birth in _UNKNOWN_BIRTHS else birth,
    )


def wrong_field(told: Identity, year: int) -> str:
    """The first one that can't be so in this year; empty where all can."""
    values = {field.name: getattr(told, field.name) for field in fields(told)}
    wrong = next((name for name, value in values.items() if value and not _RULES[name](value)), "")
    if not wrong and told.birth and not FIRST_BIRTH <= int(told.birth[:4]) <= year:
        return "birth"
    return wrong


def is_federation(text: str) -> bool:
    """Three capital letters."""
    return _FEDERATION.fullmatch(text) is not None


def _is_birth(text: str) -> bool:
    found = _BIRTH.fullmatch(text)
    if found is None:
        return False
    return int(found["month"] or 0) <= _MONTHS and int(found["day"] or 0) <= _DAYS


_RULES: Mapping[str, Callable[[str], bool]] = {
    "sex": SEXES.__contains__,
    "title": TITLES.__contains__,
    "federation": is_federation,
    "fide_number": lambda text: _NUMBER.fullmatch(text) is not None,
    "birth": _is_birth,
}
