"""The numbered clauses of the Laws, in our own words, and what the program does about each."""

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from voice_chess.laws.edition import edition, known_editions

Kind = Literal["enforced", "recorded", "put-before-arbiter", "physical"]

_PARTS = re.compile(r"[^\W\d_]+|\d+")
_CYRILLIC = str.maketrans("\u0430\u0431\u0446\u0434\u0435\u0444\u0433", "abcdefg")
"""Appendices and points in Cyrillic letters, in the order of the Latin ones."""


class UnknownClause(ValueError):
    """There is no such clause in that edition; the message says what to try."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One rule, with its number in each edition that has it.

    `where` names the code that applies the rule, below `voice_chess`. `why` states, for a physical
    clause, what only people can do about it. `awaits` marks a clause that no test shows yet.
    `decided` states how this program reads words that have several readings, or departs from them.
    `documents` states, by edition, how the documents of that edition differ from each other.
    """

    name: str
    numbers: tuple[tuple[str, str], ...]
    kind: Kind
    says: str
    where: str | None = None
    why: str | None = None
    decided: str | None = None
    awaits: bool = False
    documents: tuple[tuple[str, str], ...] = ()

    def number_in(self, edition_id: str) -> str | None:
        return dict(self.numbers).get(edition_id)

    def documents_of(self, edition_id: str) -> str | None:
        """Return how the documents of this edition differ, and which one is followed; or None."""
        return dict(self.documents).get(edition_id)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return every clause of any edition, in the order of the Laws."""
    text = (files("voice_chess.laws") / "clauses.toml").read_text("utf-8")
    return tuple(_read(name, row) for name, row in tomllib.loads(text).items())


def clauses_in(edition_id: str) -> tuple[Clause, ...]:
    """Return the clauses of one edition. Raises `UnknownEdition` if there is no such edition."""
    known = edition(edition_id)
    return tuple(clause for clause in clauses() if clause.number_in(known.id))


def clauses_at(number: str, edition_id: str) -> tuple[Clause, ...]:
    """Return the clause of that number and its subclauses. Raises `UnknownClause` if none.

    The documents of the Laws print their numbers in several ways: 6.12.a, 6.12(a), A1.a, Ц.13.
    """
    wanted = ".".join(_PARTS.findall(number.casefold())).translate(_CYRILLIC)
    found = tuple(
        clause
        for clause in clauses_in(edition_id)
        if _is_at_or_below((clause.number_in(edition_id) or "").casefold(), wanted)
    )
    if not found:
        message = f"The edition of {edition_id} has no clause {number!r}; try one like 9.5."
        raise UnknownClause(message)
    return found


def clause_named(name: str, edition_id: str) -> Clause | None:
    """Return the clause of that name, or None if the edition has none."""
    return next((clause for clause in clauses_in(edition_id) if clause.name == name), None)


def coverage(edition_id: str) -> Counter[str]:
    """Count an edition's clauses by kind and, under "awaits", those that no test shows yet."""
    counts: Counter[str] = Counter()
    for clause in clauses_in(edition_id):
        counts[clause.kind] += 1
        counts["awaits"] += clause.awaits
    return counts


def _is_at_or_below(number: str, wanted: str) -> bool:
    return number == wanted or number.startswith((f"{wanted}.", f"{wanted} "))


def _number(row: dict[str, Any], edition_id: str) -> str | None:
    """Return the clause's number in an edition, perhaps by likeness; None or "" if it has none."""
    if edition_id in row:
        return str(row[edition_id])
    like = edition(edition_id).numbered_like
    return None if like is None else _number(row, like)


def _read(name: str, row: dict[str, Any]) -> Clause:
    numbers = {edition_id: _number(row, edition_id) for edition_id in known_editions()}
    return Clause(
        name=name,
        numbers=tuple((edition_id, number) for edition_id, number in numbers.items() if number),
        kind=row["kind"],
        says=row["says"],
        where=row.get("where"),
        why=row.get("why"),
        decided=row.get("decided"),
        awaits=row.get("awaits", False),
        documents=tuple(row.get("documents", {}).items()),
    )
