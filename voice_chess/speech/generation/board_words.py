"""Describes a position in words: by piece, by rank, along a line, and by the moves it allows."""

from collections import Counter
from collections.abc import Iterable

from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.laws.written_move import ALL_SQUARES, FILES, RANKS
from voice_chess.speech.counting import counted
from voice_chess.speech.generation.wording import (
    listed,
    move_words,
    piece_word,
    side_word,
    square_words,
)
from voice_chess.speech.understanding.interpret import legal_facts

ORDER = "KQRBNP"
"""The order in which a blind player sets up a board: the big pieces first."""

MOVES_PER_PART = 4
"""The number of moves that are told in one part of an answer."""


def squares_of(position: Position, piece: str, *, white: bool) -> tuple[str, ...]:
    """Return the squares of one kind of piece, from the a-file to the h-file."""
    symbol = piece.upper() if white else piece.lower()
    return tuple(square for square in ALL_SQUARES if position.piece_at(square) == symbol)


def side_by_piece(position: Position, language: Language, *, white: bool) -> str:
    """List one side's pieces, kind by kind: König Gustav eins, Turm Anna eins, Felix eins."""
    groups = []
    for piece in ORDER:
        squares = squares_of(position, piece, white=white)
        if squares:
            names = listed(square_words(square, language) for square in squares)
            groups.append(f"{piece_word(piece, language)} {names}")
    return _side_list(listed(groups), language, white=white)


def pawns(position: Position, language: Language, *, white: bool) -> str:
    """List one side's pawns from the a-file to the h-file."""
    squares = squares_of(position, "P", white=white)
    names = listed(square_words(square, language) for square in squares)
    return _side_list(names or language.phrase("none"), language, white=white)


def captured(position: Position, language: Language, *, white: bool) -> str:
    """List what one side has lost since the starting position; a promoted pawn is not lost."""
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
    """Whether White made the half-move of this number; the first one is 0."""
    is_even_before = (len(position.moves) - ply) % 2 == 0
    return position.white_to_move == is_even_before


def along(squares: Iterable[str], position: Position, language: Language) -> str:
    """List what stands on these squares, one after the other; empty squares are left out."""
    found = [(square, position.piece_at(square)) for square in squares]
    return listed(
        f"{square_words(square, language)} {piece_and_side(piece, language)}"
        for square, piece in found
        if piece
    )


def piece_and_side(piece: str, language: Language) -> str:
    """Return the name and colour of a piece given by its letter in FEN."""
    colour = "white" if piece.isupper() else "black"
    return language.phrase(f"{piece.upper()}:{colour}")


def rank_by_rank(position: Position, language: Language) -> tuple[str, ...]:
    """Describe all ranks from the first, one part each; an empty rank joins the next part."""
    parts: list[str] = []
    empty: list[str] = []
    for rank in RANKS:
        pieces = [(file, position.piece_at(file + rank)) for file in FILES]
        words = listed(
            f"{language.written(f'file:{file}')} {piece_and_side(piece, language)}"
            for file, piece in pieces
            if piece
        )
        number = language.written(f"rank:{rank}")
        told = language.phrase("rank", number=number, list=words or language.phrase("none"))
        if words:
            parts.append(" ".join([*empty, told]))
            empty = []
        else:
            empty.append(told)
    return (*parts[:-1], " ".join([*parts[-1:], *empty]))


def diagonal_by_diagonal(square: str, position: Position, language: Language) -> str:
    """Describe both diagonals through a square: first the ends, then the pieces along it."""
    return " ".join(
        language.phrase(
            "diagonal",
            start=square_words(squares[0], language),
            end=square_words(squares[-1], language),
            list=along(squares, position, language) or language.phrase("none"),
        )
        for squares in diagonals(square)
    )


def diagonals(square: str) -> tuple[tuple[str, ...], ...]:
    """Return the diagonals through a square, the rising one first; a corner has only one."""
    column, row = FILES.index(square[0]), RANKS.index(square[1])
    found = (
        tuple(
            FILES[column + step] + RANKS[row + way * step]
            for step in range(-len(FILES), len(FILES))
            if column + step in range(len(FILES)) and row + way * step in range(len(RANKS))
        )
        for way in (1, -1)
    )
    return tuple(squares for squares in found if len(squares) > 1)


def _side_list(words: str, language: Language, *, white: bool) -> str:
    side = side_word(language, white=white)
    return language.phrase("side-list", side=side, list=words)


def possible_moves(start: str | None, position: Position, language: Language) -> tuple[str, ...]:
    """List legal moves in parts.

    `start` is the letter of a piece, the square of a piece, or None for all moves.
    """
    words = [
        move_words(move.uci, position, language, "short")
        for move in legal_facts(position)
        if start in (None, move.piece, move.from_square)
    ]
    starts = range(0, len(words), MOVES_PER_PART)
    parts = (listed(words[begin : begin + MOVES_PER_PART]) for begin in starts)
    told = tuple(language.phrase("legal-moves", list=part) for part in parts)
    return told or (language.phrase("legal-moves:none"),)
