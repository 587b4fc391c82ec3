"""Understands the columns of a list of players by the names that files in any language give them.

Spreadsheets and federations split a person's name in different ways, and the same word means the
whole name in one list and a part of it in another: with "Vorname" beside it, "Name" is the surname,
and with "příjmení" beside it, "jméno" is the first name.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from voice_chess.languages.language import Language
from voice_chess.languages.script import without_marks

COLUMNS = (
    "number",
    "name",
    "surname",
    "first-name",
    "rating",
    "language",
    "blind",
    "assistant",
    "sex",
    "title",
    "federation",
    "fide-number",
    "birth",
)
_LANGUAGE = "language:"
_PUNCTUATION = re.compile(r"[\W_]+")


def told_columns(language: Language) -> str:
    """Return the columns that a list can have, as they are told in this language."""
    return ", ".join(language.list_columns[column][0] for column in COLUMNS)


def columns_in(languages: Iterable[Language]) -> Mapping[str, str]:
    """Return all known columns by their names; of two meanings, the first language's counts."""
    found: dict[str, str] = {}
    for language in languages:
        for column, names in language.list_columns.items():
            for name in names:
                found.setdefault(plain_column(name), column)
    return found


def plain_column(name: str) -> str:
    """Return the name of a column without capitals, marks and signs: Fide_ID, FIDE-ID."""
    return _PUNCTUATION.sub(" ", plain_value(name)).strip()


def values_in(languages: Iterable[Language], values: Collection[str]) -> Mapping[str, str]:
    """Return these values (of yes, no, m, w) by everything that lists write for them."""
    return {
        plain_value(written): value
        for language in languages
        for value in values
        for written in language.list_values[value]
    }


def languages_in(languages: Sequence[Language]) -> Mapping[str, str]:
    """Return the ids of languages by what they are called in any of them, and by themselves."""
    ids = {f"{_LANGUAGE}{each.id}": each.id for each in languages}
    called = {
        plain_value(form): ids[token]
        for language in languages
        for token, forms in language.forms
        if token in ids
        for form in forms
    }
    own = {plain_value(name): each.id for each in languages for name in (each.name, each.id)}
    return called | own


def plain_value(written: str) -> str:
    """Return what is written without capitals and marks."""
    return without_marks(written.casefold()).strip()


def as_parts_of_name(columns: Sequence[str]) -> tuple[str, ...]:
    """Return the columns with `name` as the part of a name that the others leave for it."""
    beside = set(columns)
    if "surname" in beside:
        part = "first-name"
    elif "first-name" in beside:
        part = "surname"
    else:
        return tuple(columns)
    return tuple(part if column == "name" else column for column in columns)
