"""Puts into words what hands do and boards show: steps, differences, questions to a player."""

from collections.abc import Iterable
from typing import assert_never

from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.speech.counting import number_words
from voice_chess.speech.generation.board_words import piece_and_side
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.styles import Style
from voice_chess.speech.generation.wording import (
    listed,
    move_words,
    piece_word,
    side_word,
    square_words,
)
from voice_chess.tactile.guide import Insert, LayAside, Lift, Movement, TakeUp
from voice_chess.tactile.peg_board import FILES, HoleDifference, PegBoard
from voice_chess.tactile.peg_set import PegSet


def step(movement: Movement, language: Language, peg_set: PegSet) -> Sentence:
    """Describe one movement of the hands.

    A piece that is taken from beside the board is named as the hand feels it, by its mark.
    """
    name = f"step:{type(movement).__name__}"
    match movement:
        case Lift(square=square, piece=piece) | Insert(square=square, piece=piece):
            words = square_words(square, language)
            return phrase(name, language, piece=piece_word(piece, language), square=words)
        case LayAside(piece=piece):
            return phrase(name, language, piece=piece_word(piece, language))
        case TakeUp(piece=piece):
            return phrase(name, language, piece=piece_by_hand(piece, language, peg_set))
        case _:
            assert_never(movement)


def piece_by_hand(piece: str, language: Language, peg_set: PegSet) -> str:
    """Return a piece as the hand feels it: with or without its mark.

    The piece is told by its colour if the set's marks don't tell the sides apart.
    """
    is_marked = peg_set.is_marked(piece)
    if is_marked is None:
        return piece_and_side(piece, language)
    name = "piece:marked" if is_marked else "piece:plain"
    return language.phrase(name, piece=piece_word(piece, language))


def contents(piece: str | None, language: Language, peg_set: PegSet) -> str:
    """Return what a hole holds, or that it is empty."""
    return language.written("empty") if piece is None else piece_by_hand(piece, language, peg_set)


def difference(hole: HoleDifference, language: Language, peg_set: PegSet) -> Sentence:
    """Describe one hole in which a player's board differs from the game."""
    return phrase(
        "compare:differs",
        language,
        square=square_words(hole.square, language),
        here=contents(hole.here, language, peg_set),
        there=contents(hole.there, language, peg_set),
    )


def shows(uci: str, position: Position, language: Language, style: Style) -> Sentence:
    """Say that the player's board shows this move, and not the one that was announced."""
    return phrase("board-shows", language, move=move_words(uci, position, language, style))


def rank_question(rank: str, board: PegBoard, language: Language, peg_set: PegSet) -> Sentence:
    """Ask whether a rank holds these pieces, which the player feels and confirms at once.

    The first raised square is named, so that the player notices a board that lies turned.
    """
    standing = [
        f"{square_words(square, language)} {piece_by_hand(piece, language, peg_set)}"
        for square, piece in ((file + rank, board.at(file + rank)) for file in FILES)
        if piece is not None
    ]
    words = listed(standing) or language.written("empty")
    raised = [
        language.phrase("raised", file=language.written(f"file:{file}"))
        for file in FILES
        if peg_set.is_raised(file + rank)
    ]
    named = listed([language.written(f"rank:{rank}"), *raised[:1]])
    return phrase("compare:rank", language, rank=named, list=words)


def square_question(
    square: str, piece: str | None, language: Language, peg_set: PegSet
) -> Sentence:
    """Ask whether a hole holds this piece; the player feels it and confirms."""
    return phrase(
        "compare:square",
        language,
        square=square_words(square, language),
        piece=contents(piece, language, peg_set),
    )


def what_is_there(square: str, language: Language) -> Sentence:
    return phrase("compare:what", language, square=square_words(square, language))


def score_question(uci: str, before: Position, language: Language, *, of_white: bool) -> Sentence:
    """Ask whether a player has written this move."""
    return phrase(
        "compare:written",
        language,
        player=side_word(language, white=of_white),
        number=number_words(before.fullmove_number, language),
        side=side_word(language, white=before.white_to_move),
        move=move_words(uci, before, language),
    )


def about_move(name: str, position: Position, language: Language) -> Sentence:
    """Return a sentence about the next move in a position."""
    return phrase(
        name,
        language,
        number=number_words(position.fullmove_number, language),
        mover=side_word(language, white=position.white_to_move),
    )


def about_side(name: str, language: Language, *, white: bool) -> Sentence:
    """Return a sentence about one of the players."""
    return phrase(name, language, side=side_word(language, white=white))


def about_sides(name: str, sides: Iterable[bool], language: Language) -> Sentence:
    """Return a sentence about these players, True for White."""
    side = listed(side_word(language, white=white) for white in sides)
    return phrase(name, language, side=side)
