"""Compares two scoresheets of one game: where they last agree, and every later difference."""

from dataclasses import dataclass
from itertools import zip_longest

from voice_chess.languages.language import Language
from voice_chess.records.longhand import move_text
from voice_chess.records.scoresheet import UNFINISHED, Entry, Scoresheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A half-move that differs between the two sheets; it may be missing on one."""

    first: Entry | None
    second: Entry | None

    @property
    def either(self) -> Entry:
        """The entry of the first sheet, or of the second if the first has none."""
        return next(entry for entry in (self.first, self.second) if entry is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The result of a comparison; `agreed` are the moves up to the last agreement.

    They are taken from the first sheet.
    """

    agreed: tuple[Entry, ...]
    moves: tuple[Difference, ...]
    offers: tuple[Difference, ...]
    """Agreed moves with a draw offer on one sheet only."""
    starts_differ: bool
    results: tuple[str, str] | None
    """Both results, or None if they are the same."""

    @property
    def is_same(self) -> bool:
        return not (self.moves or self.offers or self.starts_differ or self.results)


def compared(first: Scoresheet, second: Scoresheet) -> Comparison:
    """Compare two sheets by their moves, however they are written.

    Clock times are not compared: each player notes their own.
    """
    starts_differ = first.terms.start_fen != second.terms.start_fen
    pairs = list(zip_longest(first.entries, second.entries))
    agreed = 0 if starts_differ else _agreed(pairs)
    results = (first.result, second.result)
    return Comparison(
        agreed=first.entries[:agreed],
        moves=tuple(
            Difference(first=one, second=other)
            for one, other in pairs[agreed:]
            if not _is_same_move(one, other)
        ),
        offers=tuple(
            Difference(first=one, second=other)
            for one, other in pairs[:agreed]
            if one and other and one.draw_offered != other.draw_offered
        ),
        starts_differ=starts_differ,
        results=None if len(set(results)) == 1 else results,
    )


def told(comparison: Comparison, language: Language) -> list[str]:
    """Return the comparison in plain sentences, one after the other."""
    words = language.sheet
    if comparison.is_same:
        return [words["compare_same"]]
    start = [words["compare_start"]] if comparison.starts_differ else []
    return [
        *start,
        *_last_agreement(comparison, language),
        *(_offer_told(difference, language) for difference in comparison.offers),
        *(_move_told(difference, language) for difference in comparison.moves),
        *_results_told(comparison, language),
    ]


def _agreed(pairs: list[tuple[Entry | None, Entry | None]]) -> int:
    for count, (one, other) in enumerate(pairs):
        if not _is_same_move(one, other):
            return count
    return len(pairs)


def _is_same_move(one: Entry | None, other: Entry | None) -> bool:
    return one is not None and other is not None and one.uci == other.uci


def _place(entry: Entry, language: Language) -> dict[str, str]:
    side = language.sheet["white" if entry.is_white else "black"]
    return {"number": str(entry.number), "side": side}


def _bare(entry: Entry | None, language: Language) -> str:
    """Return a move without its draw offer, or the word for a missing move."""
    if entry is None:
        return language.sheet["compare_nothing"]
    return move_text(entry, language).removesuffix(" (=)")


def _last_agreement(comparison: Comparison, language: Language) -> list[str]:
    if not comparison.agreed:
        return [language.sheet["compare_none"]] if not comparison.starts_differ else []
    last = comparison.agreed[-1]
    template = language.sheet["compare_last"]
    return [template.format(**_place(last, language), move=_bare(last, language))]


def _offer_told(difference: Difference, language: Language) -> str:
    entry = difference.either
    only_on = 1 if entry.draw_offered else 2
    template = language.sheet["compare_offer"]
    return template.format(**_place(entry, language), move=_bare(entry, language), sheet=only_on)


def _move_told(difference: Difference, language: Language) -> str:
    return language.sheet["compare_move"].format(
        **_place(difference.either, language),
        first=_bare(difference.first, language),
        second=_bare(difference.second, language),
    )


def _results_told(comparison: Comparison, language: Language) -> list[str]:
    if comparison.results is None:
        return []
    unfinished = language.sheet["unfinished"]
    first, second = (unfinished if r == UNFINISHED else r for r in comparison.results)
    return [language.sheet["compare_result"].format(first=first, second=second)]
