"""Squares, pieces and moves in words; every word comes from the language."""

from collections.abc import Iterable, Mapping
from typing import Literal

from voice_chess.game.endings import Result
from voice_chess.languages.language import Language
from voice_chess.laws.position import MoveFacts, Position
from voice_chess.speech.interpret import legal_facts

Style = Literal["short", "long"]

CASTLING_TRIES = {
    (f"e{rank}", f"{file}{rank}"): side
    for rank in "18"
    for file, side in (("g", "short"), ("c", "long"))
}


RESULTS: Mapping[Result, str] = {
    Result.WHITE_WINS: "white-wins",
    Result.BLACK_WINS: "black-wins",
    Result.DRAW: "draw",
    Result.BOTH_LOSE: "both-lose",
    Result.VOID: "void",
}
POINTS = ("none", "half", "one")
"""By half points."""


def square_words(square: str, language: Language) -> str:
    """A square by name: Felix drei."""
    return f"{language.written(f'file:{square[0]}')} {language.written(f'rank:{square[1]}')}"


def piece_word(piece: str, language: Language) -> str:
    """The name of a piece, given by its letter in either case."""
    return language.written(f"piece:{piece.upper()}")


def side_word(language: Language, *, white: bool) -> str:
    return language.written("white" if white else "black")


def move_words(uci: str, position: Position, language: Language, style: Style = "long") -> str:
    """A move as it is announced in the position before it; an illegal one by its squares."""
    moves = legal_facts(position)
    move = next((move for move in moves if move.uci == uci), None)
    if move is None:
        return _illegal_words(uci, position, language)
    if move.castling:
        words = [language.written(f"castle:{move.castling}")]
    else:
        words = [_start_words(move, moves, language, style), *_target_words(move, language)]
    return " ".join(word for word in (*words, *_ending_words(move, language)) if word)


def _illegal_words(uci: str, position: Position, language: Language) -> str:
    piece = position.piece_at(uci[:2])
    side = CASTLING_TRIES.get((uci[:2], uci[2:])) if piece in {"K", "k"} else None
    if side:
        return language.written(f"castle:{side}")
    words = [piece_word(piece, language)] if piece else []
    words += [f"{square_words(uci[:2], language)},", square_words(uci[2:4], language)]
    words += [piece_word(letter, language) for letter in uci[4:]]
    return " ".join(words)


def _start_words(
    move: MoveFacts, moves: Iterable[MoveFacts], language: Language, style: Style
) -> str:
    piece = piece_word(move.piece, language)
    if style == "long":
        pause = "" if move.captured else ","
        return f"{piece} {square_words(move.from_square, language)}{pause}"
    if move.piece == "P":
        return language.written(f"file:{move.from_square[0]}") if move.captured else ""
    return f"{piece} {_telling_words(move, moves, language)}".rstrip()


def _telling_words(move: MoveFacts, moves: Iterable[MoveFacts], language: Language) -> str:
    """As much of the origin as tells the move from those of its rivals: a file, a rank, both."""
    file, rank = move.from_square[0], move.from_square[1]
    rivals = [
        other.from_square
        for other in moves
        if (other.piece, other.to_square) == (move.piece, move.to_square)
        and other.from_square != move.from_square
    ]
    if not rivals:
        return ""
    if all(rival[0] != file for rival in rivals):
        return language.written(f"file:{file}")
    if all(rival[1] != rank for rival in rivals):
        return language.written(f"rank:{rank}")
    return square_words(move.from_square, language)


def _target_words(move: MoveFacts, language: Language) -> list[str]:
    takes = language.written("takes") if move.captured else ""
    promotion = piece_word(move.promotion, language) if move.promotion else ""
    passing = language.written("en-passant") if move.is_en_passant else ""
    return [takes, square_words(move.to_square, language), promotion, passing]


def _ending_words(move: MoveFacts, language: Language) -> list[str]:
    if move.gives_mate:
        return [language.written("mate")]
    return [language.written("check")] if move.gives_check else []


def listed(parts: Iterable[str]) -> str:
    """One after the other, with the pause of a comma."""
    return ", ".join(parts)


def result_words(result: Result, language: Language) -> str:
    """How a game ended: Weiß gewinnt."""
    return language.phrase(f"result:{RESULTS[result]}")


def points_words(half_points: tuple[int, int], language: Language) -> dict[str, str]:
    """What each side gets for a game: null Punkt fünf."""
    sides = zip(("white", "black"), half_points, strict=True)
    return {side: language.phrase(f"points:{POINTS[points]}") for side, points in sides}


def alternatives(parts: Iterable[str], language: Language) -> str:
    """One or the other: Gustav, Bella oder Hektor."""
    *start, last = parts
    either = language.phrase("or")
    return f"{', '.join(start)} {either} {last}" if start else last
