"""Reads what a player types as words of their language: notation, squares, plain words."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, product

from voice_chess.languages.language import Language
from voice_chess.laws.written_move import Garbled, Sign, WrittenMove, typed_moves, written_moves
from voice_chess.speech.understanding.announcement import announcement
from voice_chess.speech.understanding.parse import BETWEEN_SQUARES, Tokens, parse

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?::\d+)+|\d")  # both apostrophes are typed
_TWO_FILES = re.compile("[a-h][x:\u00d7][a-h]", re.IGNORECASE)
"""A pawn's capture without its rank, such as exd; the player is then asked for the rank."""
_TAKES_FIRST = re.compile(r"takes (piece:. )?(to )?file:. rank:[2-7] piece:.")
_MOST_READINGS = 16
"""How many readings of one line are tried: in a pasted game, every second move may have two."""
_HEADING = ("go-to-move",)
"""The tokens of the word that stands before the number of a move."""
SAID = {
    Sign.CAPTURE: "takes",
    Sign.PASSING: "en-passant",
    Sign.CHECK: "check",
    Sign.MATE: "mate",
}


def typed_words(text: str, language: Language) -> tuple[str, ...]:
    """Return a typed line as it would have been said, in lower case.

    In a move written as on the scoresheet, case decides: `b` is a file, `B` may be a piece. A move
    that makes no sense in its own case is read in the other: `nf3`.
    """
    return typed_readings(text, language)[0]


def typed_readings(text: str, language: Language) -> tuple[tuple[str, ...], ...]:
    """Return the readings of a typed line, likeliest first: a letter may mean several pieces.

    A line with several such letters has more readings than are returned.
    """
    text = _with_to(unicodedata.normalize("NFC", text), language)
    parts = [_said(typed_moves(text, language.orthography), language)]
    if not parts[0]:
        parts = [_readings(part, language) for part in text.split()]
    readings = (tuple(chain(*chosen)) for chosen in islice(product(*parts), _MOST_READINGS))
    return tuple(_with_captor_first(words, language) for words in readings)


def _with_captor_first(words: tuple[str, ...], language: Language) -> tuple[str, ...]:
    """Return the words of "take on d4 with the knight" in the order of an announcement.

    On the last rank, the piece at the end may be what a pawn becomes, and the words stay.
    """
    tokens = parse(words, language)
    if _TAKES_FIRST.fullmatch(" ".join(tokens)) is None:
        return words
    cuts = (cut for cut in range(len(words)) if parse(words[cut:], language) == tokens[-1:])
    cut = next(cuts, 0)
    return words[cut:] + words[:cut]


def _with_to(text: str, language: Language) -> str:
    """Return the text with the word for "to" in place of one that means it between squares."""
    for word in language.typed[BETWEEN_SQUARES]:
        squares = rf"(\b[a-h][1-8])\s+{re.escape(word)}\s+(?=[a-h][1-8]\b)"
        text = re.sub(squares, rf"\1 {language.say('to')} ", text, flags=re.IGNORECASE)
    return text


def without_heading(text: str, language: Language) -> str:
    """Return a line without the word for a move before a whole move, as in "my move: Nf3".

    Only in writing: a number behind that word asks for another move, and might be heard as one.
    """
    parts = text.split()
    for cut in range(1, len(parts)):
        head, rest = " ".join(parts[:cut]), " ".join(parts[cut:])
        if parse(typed_words(head, language), language) == _HEADING:
            readings = typed_readings(rest, language)
            is_move = any(announcement(parse(words, language)) for words in readings)
            return rest if is_move else text
    return text


def _readings(part: str, language: Language) -> tuple[tuple[str, ...], ...]:
    found = written_moves(part, language.orthography)
    if not isinstance(found, Garbled):
        return _said(found[:1], language)
    if _TWO_FILES.fullmatch(part) is not None:
        return ((part[0].lower(), *language.say("takes").split(), part[2].lower()),)
    return (tuple(word.lower() for word in WORD.findall(part)),)


def _said(moves: Iterable[WrittenMove], language: Language) -> tuple[tuple[str, ...], ...]:
    """Return the words for each of these moves."""
    return tuple(
        tuple(" ".join(language.say(token) for token in _tokens(told)).split())
        for move in moves
        for told in _told_apart(move)
    )


def _told_apart(move: WrittenMove) -> Iterator[WrittenMove]:
    """Yield one move for each piece that the letters may mean."""
    for piece, promotion in product(move.piece or (None,), move.promotion or (None,)):
        yield replace(move, piece=piece, promotion=promotion)


def _tokens(move: WrittenMove) -> Tokens:
    """Return the tokens of a move in the order of an announcement."""
    takes = [SAID[sign] for sign in move.signs if sign is Sign.CAPTURE]
    rest = [SAID[sign] for sign in move.signs if sign is not Sign.CAPTURE]
    offer = ["offer-draw"] if move.offers_draw else []
    if move.castling:
        return (f"castle:{move.castling}", *rest, *offer)
    named = [f"piece:{move.piece}"] if move.piece else []
    promoted = [f"piece:{move.promotion}"] if move.promotion else []
    origin, target = _square(move.origin), _square(move.target)
    return (*named, *origin, *takes, *target, *promoted, *rest, *offer)


def _square(text: str) -> list[str]:
    return [f"rank:{sign}" if sign.isdigit() else f"file:{sign}" for sign in text]
