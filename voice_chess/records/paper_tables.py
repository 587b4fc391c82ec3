"""Defines tables to be put on paper: titles, heads and rows as text, whatever their subject."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """One table; each row has as many cells as there are heads."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTables:
    """Tables one after the other, under a common title and a line that says more."""

    title: str
    subtitle: str
    tables: tuple[PaperTable, ...]
