"""Reads what a player types as words of their language: notation, squares, plain words."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, product

from voice_chess.languages.language import CAPTOR, Language
from voice_chess.languages.script import without_marks
from voice_chess.laws.written_move import Garbled, Sign, WrittenMove, typed_moves, written_moves
from voice_chess.speech.understanding.announcement import announcement
from voice_chess.speech.understanding.parse import BETWEEN_SQUARES, UNKNOWN, Tokens, parse
from voice_chess.speech.understanding.typing_errors import with_pieces_meant

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?::\d+)+|\d")  # both apostrophes are typed
_TWO_FILES = re.compile("[a-h][x:\u00d7][a-h]", re.IGNORECASE)
"""A pawn's capture without its rank, such as exd; the player is then asked for the rank."""
_TAKES_FIRST = re.compile(r"takes (piece:. )?(to )?file:. rank:[2-7] piece:.")
_MOST_READINGS = 16
"""How many readings of one line are tried: in a pasted game, every second move may have two."""
_HEADINGS = (("go-to-move",), ("yes",))
"""The tokens of the word that stands before the number of a move, and of a yes."""
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
    texts = _with_to(unicodedata.normalize("NFC", text), language)
    found = chain(*(_readings_of(each, language) for each in texts))
    return tuple(dict.fromkeys(islice(found, _MOST_READINGS)))


def _readings_of(text: str, language: Language) -> Iterator[tuple[str, ...]]:
    parts = [_said(typed_moves(text, language.orthography), language)]
    if not parts[0]:
        parts = [_readings(part, language) for part in text.split()]
    for chosen in product(*parts):
        words = with_pieces_meant(tuple(chain(*chosen)), language)
        yield _with_captor_first(words, language)


def _with_captor_first(words: tuple[str, ...], language: Language) -> tuple[str, ...]:
    """Return the words of "take on d4 with the knight" in the order of an announcement.

    So does "biorę skoczkiem na d4", by the form of its piece. On the last rank, the piece at the
    end may be what a pawn becomes, and the words stay.
    """
    place = _captor_in(words, language)
    if place is not None:
        return (*words[place.start : place.stop], *words[: place.start], *words[place.stop :])
    tokens = parse(words, language)
    if _TAKES_FIRST.fullmatch(" ".join(tokens)) is None:
        return words
    cuts = (cut for cut in range(len(words)) if parse(words[cut:], language) == tokens[-1:])
    cut = next(cuts, 0)
    return words[cut:] + words[:cut]


def _captor_in(words: tuple[str, ...], language: Language) -> range | None:
    """Return where the words name what captures, behind the word for taking; None if they don't.

    Only its form tells that: „skoczka“ is what is captured.
    """
    said = tuple(without_marks(word) for word in words)
    for form in language.typed[CAPTOR]:
        named = tuple(without_marks(word) for word in form.split())
        for at in range(1, len(said) - len(named) + 1):
            place = range(at, at + len(named))
            if said[at : place.stop] == named and parse(words[:at], language) == ("takes",):
                return place
    return None


def _with_to(text: str, language: Language) -> tuple[str, ...]:
    """Return the text with the word for "to" in place of one that means it before a square.

    If that word can name something else behind a piece, as „cavallo a f3“ the file, the text as it
    is comes second.
    """
    to, behind = language.say("to"), text
    for word in language.typed[BETWEEN_SQUARES]:
        square = rf"\s+{re.escape(word)}\s+(?=[a-h][1-8]\b)"
        text = re.sub(rf"(\b[a-h][1-8]){square}", rf"\1 {to} ", text, flags=re.IGNORECASE)
        behind = re.sub(rf"(\S){square}", rf"\1 {to} ", behind, flags=re.IGNORECASE)
        if parse((word,), language) == (UNKNOWN,):
            text = behind
    return tuple(dict.fromkeys((behind, text)))


def without_heading(text: str, language: Language, *, asks_nothing: bool = False) -> str:
    """Return a line without the word for a move before a whole move, as in "my move: Nf3".

    Only in writing: a number behind that word asks for another move, and might be heard as one.
    If nobody was asked anything, a yes before a move means no more: "ok, Nf3".
    """
    headings = _HEADINGS if asks_nothing else _HEADINGS[:1]
    parts = text.split()
    for cut in range(1, len(parts)):
        head, rest = " ".join(parts[:cut]), " ".join(parts[cut:])
        if parse(typed_words(head, language), language) in headings:
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
