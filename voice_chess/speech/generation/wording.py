"""Puts squares, pieces and moves into words; every word comes from the language's data."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache

from voice_chess.by_color import SIDES
from voice_chess.game.results import Result
from voice_chess.game.table import Seat
from voice_chess.languages.language import Language, calling_files
from voice_chess.laws.castling import castling_meant
from voice_chess.laws.notation import written
from voice_chess.laws.position import MoveFacts, Position
from voice_chess.laws.written_move import ALL_SQUARES
from voice_chess.speech.generation.sentence import twofold
from voice_chess.speech.generation.styles import READINGS, Style, StyleTraits

_RANK_BEFORE_SQUARE = re.compile(r"(?<=[^\W\d_]\d)(?=[^\W\d_]\d)")
_MOVES_REMEMBERED = 256
"""The number of moves in the cache: everyone at a game is told and shown the same words."""


RESULTS: Mapping[Result, str] = {
    Result.WHITE_WINS: "white-wins",
    Result.BLACK_WINS: "black-wins",
    Result.DRAW: "draw",
    Result.BOTH_LOSE: "both-lose",
    Result.VOID: "void",
}
POINTS = ("none", "half", "one")
"""The phrases for a player's points, by half-points."""


@cache
def square_words(square: str, language: Language) -> str:
    """Return a square by name: Felix drei."""
    return f"{language.written(f'file:{square[0]}')} {language.written(f'rank:{square[1]}')}"


@cache
def piece_word(piece: str, language: Language) -> str:
    """Return the name of a piece, given by its letter in either case."""
    return language.written(f"piece:{piece.upper()}")


@cache
def side_word(language: Language, *, white: bool) -> str:
    return language.written("white" if white else "black")


def seat_name(seat: Seat, language: Language) -> str:
    """Return a player's name; an engine's with its level, and "in the browser" if it is there."""
    if seat.engine is None:
        return seat.name
    text, terms = language.interface, seat.engine
    told = (text[f"level:{terms.level}"], *([text["in-browser"]] if terms.in_browser else []))
    return f"{seat.name} ({', '.join(told)})"


@cache
def speaking(language: Language, style: Style) -> Language:
    """Return the language with this style's names for the files."""
    return calling_files(language, READINGS[style].files)


@lru_cache(_MOVES_REMEMBERED)
def move_words(uci: str, position: Position, language: Language, style: Style = "long") -> str:
    """Return a move as it is announced in the position before it; an illegal one by its squares."""
    language = speaking(language, style)
    move = _legal(uci, position)
    if move is None:
        return _illegal_words(uci, position, language)
    told = _move_words(move, position, language, READINGS[style])
    said = " ".join((told, *_ending_words(move, language)))
    return twofold(_notation(uci, position, language), said) if READINGS[style].is_written else said


def premove_words(uci: str, position: Position, language: Language, style: Style = "long") -> str:
    """Return a move that waits for its turn, as if it were to be played in this position.

    It is not said whether the move gives check: that depends on the opponent's move before it.
    """
    language = speaking(language, style)
    move = _legal(uci, position)
    if move is None:
        return refused_words(uci, position, language)
    said = _move_words(move, position, language, READINGS[style])
    if not READINGS[style].is_written:
        return said
    return twofold(_notation(uci, position, language).rstrip("+#"), said)


def _notation(uci: str, position: Position, language: Language) -> str:
    """Return a legal move as on a scoresheet, spaced so that screen readers read it right.

    Without the space, "R1e5" was read as a power of ten and "R5h3" as hours.
    """
    return _RANK_BEFORE_SQUARE.sub(" ", written(position, uci, language.orthography))


def _legal(uci: str, position: Position) -> MoveFacts | None:
    return position.facts(uci) if position.is_legal(uci) else None


def _move_words(
    move: MoveFacts, position: Position, language: Language, reading: StyleTraits
) -> str:
    if move.castling:
        words = [language.written(f"castle:{move.castling}")]
    else:
        words = [_start_words(move, position, language, reading), *_target_words(move, language)]
    return " ".join(filter(None, words))


def refused_words(uci: str, position: Position, language: Language) -> str:
    """Return an impossible move in as few words as identify it: Dame Hektor fünf.

    The start square is named only as far as it tells the piece from the mover's others of its kind.
    """
    piece, start = position.piece_at(uci[:2]), uci[:2]
    if piece is None or castling_meant(position, uci):
        return _illegal_words(uci, position, language)
    rivals = [
        square for square in ALL_SQUARES if position.piece_at(square) == piece and square != start
    ]
    is_on_its_file = piece.upper() == "P" and start[0] == uci[2]
    if is_on_its_file:
        rivals = [square for square in rivals if square[0] == start[0]]
    told = _telling_words(start, rivals, language)
    if told == language.written(f"rank:{start[1]}"):
        told = square_words(start, language)
    words = [f"{piece_word(piece, language)} {told}".rstrip(), square_words(uci[2:4], language)]
    return " ".join([(", " if told else " ").join(words), *_promotions(uci, language)])


def _illegal_words(uci: str, position: Position, language: Language) -> str:
    piece, side = position.piece_at(uci[:2]), castling_meant(position, uci)
    if side:
        return language.written(f"castle:{side}")
    words = [piece_word(piece, language)] if piece else []
    words += [f"{square_words(uci[:2], language)},", square_words(uci[2:4], language)]
    return " ".join([*words, *_promotions(uci, language)])


def _promotions(uci: str, language: Language) -> list[str]:
    return [piece_word(letter, language) for letter in uci[4:]]


def _start_words(
    move: MoveFacts, position: Position, language: Language, reading: StyleTraits
) -> str:
    is_pawn = move.piece == "P"
    piece = piece_word(move.piece, language) if reading.names_pawns or not is_pawn else ""
    if reading.is_whole:
        pause = "" if move.captured else ","
        return f"{piece} {square_words(move.from_square, language)}{pause}"
    if is_pawn:
        file = language.written(f"file:{move.from_square[0]}") if move.captured else ""
        return f"{piece} {file}".strip()
    told = _telling_words(move.from_square, position.rivals(move), language)
    return f"{piece} {told}".rstrip()


def _telling_words(start: str, rivals: Collection[str], language: Language) -> str:
    """Return as much of a square as tells it from its rivals: nothing, a file, a rank, or both."""
    file, rank = start[0], start[1]
    if not rivals:
        return ""
    if all(rival[0] != file for rival in rivals):
        return language.written(f"file:{file}")
    if all(rival[1] != rank for rival in rivals):
        return language.written(f"rank:{rank}")
    return square_words(start, language)


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
    """Join the parts with commas, which make pauses."""
    return ", ".join(parts)


def result_words(result: Result, language: Language) -> str:
    """Say how a game ended: Weiß gewinnt."""
    return language.phrase(f"result:{RESULTS[result]}")


def points_words(half_points: tuple[int, int], language: Language) -> dict[str, str]:
    """Return what each side gets for a game, by the side's name: null Punkt fünf."""
    sides = zip(SIDES, half_points, strict=True)
    return {side: language.phrase(f"points:{POINTS[points]}") for side, points in sides}


def alternatives(parts: Iterable[str], language: Language) -> str:
    """Join alternatives with "or": Gustav, Bella oder Hektor."""
    *start, last = parts
    either = language.phrase("or")
    return f"{', '.join(start)} {either} {last}" if start else last
