"""Lists every announcement of every move, legal or not, and several squares in a row.

The announcements are what one may be mistaken for; the squares are those touched, or where a piece
was let go. Phrases end with the name of a rule that continues them, so that few phrases cover
everything.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from voice_chess.languages.language import Language
from voice_chess.laws.written_move import FILES, PIECES, PROMOTED, RANKS
from voice_chess.speech.commands import SQUARES
from voice_chess.speech.understanding.grammar import forms

SQUARE, TARGET, RANK, ONWARD, FROM, END = (
    "<square>",
    "<target>",
    "<target-rank>",
    "<onward>",
    "<from>",
    "<end>",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyAnnouncement:
    """Phrases, and the rules that continue them; a rule may end with the name of another."""

    phrases: tuple[str, ...]
    rules: Mapping[str, tuple[str, ...]]


@cache
def any_announcement(language: Language) -> AnyAnnouncement:
    """Return every form of piece, origin, word of capture, target and what may follow it."""
    files, ranks = _words(language, "file", FILES), _words(language, "rank", RANKS)
    pieces = _words(language, "piece", PIECES)
    takes, to = _forms(language, "takes"), _forms(language, "to")
    ends = tuple(_ends(language))
    squares = tuple(f"{file} {rank}" for file in files for rank in ranks)
    captures = (*(f"{word} {TARGET}" for word in takes), TARGET)
    castlings = tuple(_castlings(language))
    return AnyAnnouncement(
        phrases=(
            *(f"{piece} {FROM}" for piece in pieces),
            *(f"{square} {ONWARD}" for square in squares),
            *(f"{file} {word}".strip() for file in files for word in captures),
            TARGET,
            *castlings,
        ),
        rules={
            FROM: (
                *(f"{square} {ONWARD}" for square in squares),
                *(f"{word} {ONWARD}" for word in (*files, *ranks)),
                ONWARD,
            ),
            ONWARD: (*(f"{word} {TARGET}" for word in to), *captures),
            TARGET: tuple(f"{file} {RANK}" for file in files),
            RANK: (*ranks, *(f"{rank} {END}" for rank in ranks)),
            END: ends,
        },
    )


@cache
def squares(language: Language) -> tuple[str, ...]:
    """Return every square in every way to say it."""
    files, ranks = _words(language, "file", FILES), _words(language, "rank", RANKS)
    return tuple(f"{file} {rank}" for file in files for rank in ranks)


@cache
def origins(language: Language) -> frozenset[str]:
    """Return every square, alone and behind each piece: an announcement may go on with another."""
    pieces = ("", *_words(language, "piece", PIECES))
    return frozenset(
        f"{piece} {square}".strip() for piece in pieces for square in squares(language)
    )


@cache
def named_things(language: Language) -> tuple[str, ...]:
    """Return what a player can correct by naming it alone: a piece, a file, a rank, a square."""
    kinds = (("file", FILES), ("rank", RANKS), ("piece", PIECES))
    single = tuple(word for kind, names in kinds for word in _words(language, kind, names))
    return (*single, SQUARE, *(f"{word} {SQUARE}" for word in _forms(language, "to")))


def _ends(language: Language) -> Iterator[str]:
    checks = (*_forms(language, "check"), *_forms(language, "mate"))
    pieces = _words(language, "piece", PROMOTED)
    promotions = tuple(
        f"{word} {piece}".strip() for word in ("", *_forms(language, "promote")) for piece in pieces
    )
    yield from checks
    for first in (*promotions, *_forms(language, "en-passant")):
        yield first
        yield from (f"{first} {check}" for check in checks)


def _castlings(language: Language) -> Iterator[str]:
    checks = ("", *_forms(language, "check"), *_forms(language, "mate"))
    for side in ("castle:short", "castle:long"):
        for form in _forms(language, side):
            yield from (f"{form} {check}".strip() for check in checks)


def _words(language: Language, kind: str, names: str) -> tuple[str, ...]:
    return tuple(form for name in names for form in _forms(language, f"{kind}:{name}"))


def _forms(language: Language, token: str) -> tuple[str, ...]:
    return tuple(map(" ".join, forms(language, token)))


MOST_SQUARES = max(SQUARES["s"])
SQUARES_AT_ONCE = 3
"""The most squares that can be said in one go with the command: each rule costs time every turn.

When the command was said alone and the squares are asked for, there can be `MOST_SQUARES`.
"""


@cache
def rules_of_squares(
    language: Language, place: str, most: int = SQUARES_AT_ONCE
) -> Mapping[str, tuple[str, ...]]:
    """Return the rules for two squares up to `most`; `place` is the rule for a single one.

    The rule for each number leads to the rule for one less, which keeps the grammar small.
    """
    names = (place, *map(_rule_of_squares, range(2, most + 1)))
    return {
        name: tuple(f"{square} {rest}" for square in squares(language))
        for rest, name in pairwise(names)
    }


def behind_squares(place: str, most: int = SQUARES_AT_ONCE) -> tuple[tuple[str, str], ...]:
    """Return the names of the rules that can follow, each behind the letter of its shape."""
    return tuple(
        (letter, place if count == 1 else _rule_of_squares(count))
        for letter, counts in SQUARES.items()
        for count in counts
        if count <= most
    )


def _rule_of_squares(count: int) -> str:
    return f"<{count}-squares>"
