"""Tables to be put on paper: titles, heads and rows as text, whatever they tell."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """Each row has as many cells as there are heads."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTables:
    """One after the other, under the title of them all and a line that says more."""

    title: str
    subtitle: str
    tables: tuple[PaperTable, ...]
