"""A position in words: by piece, by rank, along a line of squares."""

from collections import Counter
from collections.abc import Iterable

from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.speech.counting import counted
from voice_chess.speech.wording import listed, piece_word, side_word, square_words

FILES, RANKS = "abcdefgh", "12345678"
ORDER = "KQRBNP"
"""How a blind player sets up a board: the big pieces first."""

ALL_SQUARES = tuple(file + rank for file in FILES for rank in RANKS)


def squares_of(position: Position, piece: str, *, white: bool) -> tuple[str, ...]:
    """Where the pieces of a kind stand, from the a-file to the h-file."""
    symbol = piece.upper() if white else piece.lower()
    return tuple(square for square in ALL_SQUARES if position.piece_at(square) == symbol)


def side_by_piece(position: Position, language: Language, *, white: bool) -> str:
    """One side's pieces, kind by kind: König Gustav eins, Turm Anna eins, Felix eins."""
    groups = []
    for piece in ORDER:
        squares = squares_of(position, piece, white=white)
        if squares:
            names = listed(square_words(square, language) for square in squares)
            groups.append(f"{piece_word(piece, language)} {names}")
    return _side_list(listed(groups), language, white=white)


def pawns(position: Position, language: Language, *, white: bool) -> str:
    """One side's pawns from the a-file to the h-file."""
    squares = squares_of(position, "P", white=white)
    names = listed(square_words(square, language) for square in squares)
    return _side_list(names or language.phrase("none"), language, white=white)


def captured(position: Position, language: Language, *, white: bool) -> str:
    """What one side has lost since the starting position; a promoted pawn is not lost."""
    begun = _pieces(position.rewound(0), white=white)
    promoted = Counter(
        uci[4].upper()
        for ply, uci in enumerate(position.moves)
        if uci[4:] and _is_white_ply(position, ply) == white
    )
    had = begun + promoted - Counter({"P": promoted.total()})
    lost = had - _pieces(position, white=white)
    words = listed(counted(lost[piece], piece, language) for piece in ORDER if lost[piece])
    side = side_word(language, white=white)
    return language.phrase("captured", side=side, list=words or language.phrase("none"))


def _pieces(position: Position, *, white: bool) -> Counter[str]:
    return Counter({piece: len(squares_of(position, piece, white=white)) for piece in ORDER})


def _is_white_ply(position: Position, ply: int) -> bool:
    """True when White made the half-move of this number, the first one being 0."""
    is_even_before = (len(position.moves) - ply) % 2 == 0
    return position.white_to_move == is_even_before


def along(squares: Iterable[str], position: Position, language: Language) -> str:
    """What stands on these squares, one after the other; empty ones are passed over."""
    found = [(square, position.piece_at(square)) for square in squares]
    return listed(
        f"{square_words(square, language)} {piece_and_side(piece, language)}"
        for square, piece in found
        if piece
    )


def piece_and_side(piece: str, language: Language) -> str:
    """A piece as in FEN, by name and colour."""
    colour = "white" if piece.isupper() else "black"
    return language.phrase(f"{piece.upper()}:{colour}")


def diagonals(square: str) -> tuple[str, ...]:
    """The squares of both diagonals through a square, from the a-file to the h-file."""
    column, row = FILES.index(square[0]), RANKS.index(square[1])
    return tuple(
        other
        for other in ALL_SQUARES
        if abs(FILES.index(other[0]) - column) == abs(RANKS.index(other[1]) - row)
    )


def _side_list(words: str, language: Language, *, white: bool) -> str:
    side = side_word(language, white=white)
    return language.phrase("side-list", side=side, list=words)
