"""Builds a grammar of all announcements of all moves, for recognition without a position."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from voice_chess.languages.language import Language
from voice_chess.laws.written_move import FILES, PIECES, PROMOTED, RANKS
from voice_chess.speech.understanding.grammar import (
    Naming,
    Phrase,
    forms,
    namings,
)


@cache
def whole_move_language(language: Language) -> tuple[Phrase, ...]:
    """Return phrases that contain every pair of neighbouring words of any announcement.

    A recogniser that knows only pairs of words can recognise every move with them. An announcement
    uses one naming of the squares throughout.
    """
    phrases: dict[Phrase, None] = {}
    castlings = (*forms(language, "castle:short"), *forms(language, "castle:long"))
    phrases.update(dict.fromkeys(_ended(castlings, language)))
    for naming in namings(language):
        phrases.update(dict.fromkeys(_origins(naming, language)))
        phrases.update(dict.fromkeys(_links(naming, language)))
        phrases.update(dict.fromkeys(_ends(naming, language)))
    return tuple(phrases)


def _origins(naming: Naming, language: Language) -> Iterator[Phrase]:
    """Yield every file before every rank and file, and every rank before every file.

    Pieces stand before the files and before the ranks.
    """
    for (i, file), (j, rank) in product(enumerate(FILES), enumerate(RANKS)):
        other = FILES[(i + j) % len(FILES)]
        yield naming.squares[file + rank] + naming.squares[other + rank]
        yield naming.files[file] + naming.squares[other + rank]
    for piece, square in product(_piece_forms(language), _diagonal(naming)):
        yield piece + square
    for piece, (index, rank) in product(_piece_forms(language), enumerate(RANKS)):
        yield piece + naming.ranks[rank] + _diagonal(naming)[index]


def _links(naming: Naming, language: Language) -> Iterator[Phrase]:
    """Yield every word of capture, and "to", after piece, file and rank, and before every file."""
    starts = (*_piece_forms(language), *_diagonal(naming))
    squares = _diagonal(naming)
    for word in (*forms(language, "takes"), *forms(language, "to")):
        for index, start in enumerate(starts):
            yield start + word + squares[index % len(squares)]
    for word, (index, file) in product(forms(language, "takes"), enumerate(FILES)):
        yield naming.files[file] + word + squares[index]


def _ends(naming: Naming, language: Language) -> Iterator[Phrase]:
    """Yield what may follow the last rank: a promotion, "en passant", check, mate."""
    promotions = tuple(
        word + piece
        for word in ((), *forms(language, "promote"))
        for letter in PROMOTED
        for piece in forms(language, f"piece:{letter}")
    )
    yield from _ended(_diagonal(naming), language)
    for square, promotion in product(("a1", "h8"), promotions):
        yield from _ended((naming.squares[square] + promotion,), language)
    for square, passing in product(("c3", "f6"), forms(language, "en-passant")):
        yield from _ended((naming.squares[square] + passing,), language)


def _ended(phrases: tuple[Phrase, ...], language: Language) -> Iterator[Phrase]:
    endings = ((), *forms(language, "check"), *forms(language, "mate"))
    yield from (phrase + ending for phrase, ending in product(phrases, endings))


def _piece_forms(language: Language) -> tuple[Phrase, ...]:
    return tuple(form for piece in PIECES for form in forms(language, f"piece:{piece}"))


def _diagonal(naming: Naming) -> tuple[Phrase, ...]:
    """Return eight squares that contain every file and every rank once."""
    return tuple(naming.squares[file + rank] for file, rank in zip(FILES, RANKS, strict=True))
