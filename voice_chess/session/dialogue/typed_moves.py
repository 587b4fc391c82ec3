"""Reads typed text as a move, in notation or in UCI, or else as if its words were heard."""

import re

from voice_chess.languages.language import Language
from voice_chess.laws.notation import FileMissing, MoveRead, Unread, Untrue, is_uci, read_typed
from voice_chess.laws.position import Position
from voice_chess.laws.written_move import Garbled
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.speech.commands import KEY_SIGN, KEYS
from voice_chess.speech.generation.objections import Wordless, WrongWriting
from voice_chess.speech.orders import ORDER_KEYS, ORDER_SIGN
from voice_chess.speech.understanding.announcement import partial
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis
from voice_chess.speech.understanding.interpret import MoveMeaning, moves_meant
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_readings, typed_words

_START_APART = re.compile(r"(?<=^[^\W\d_]\d) (?=[^\W\d_]\d)")
"""A move's start and target apart, as the program itself writes them: T1 e5."""
_ONE_WORD_WITH_A_FIGURE = re.compile(r"\S*\d\S*")


def as_heard(text: str, at_ms: int, language: Language) -> Heard:
    """Return the line as if it had been said, so that its faults can be told like spoken ones."""
    likely = tuple(
        Hypothesis(words=words, log_likelihood=0.0) for words in typed_readings(text, language)
    )
    return Heard(hypotheses=likely, started_ms=at_ms, ended_ms=at_ms)


def as_words(text: str, language: Language) -> str:
    """Return the line; a key at its start, as in ",s e4", becomes the words of its command."""
    for sign, keys in ((ORDER_SIGN, ORDER_KEYS), (KEY_SIGN, KEYS)):
        key, rest = text[len(sign) :][:1], text[len(sign) + 1 :]
        if text.startswith(sign) and key in keys:
            return f"{language.say(keys[key])} {rest}".rstrip()
    return text


def as_move(text: str, position: Position, language: Language) -> MoveMeaning | None:
    """Return the move of a line, as `move_in` reads it; None if the line is no move."""
    found = move_in(text, position, language)
    return None if found is None else MoveMeaning(uci=found.uci)


def move_in(text: str, position: Position, language: Language) -> MoveRead | None:
    """Return the move of a line in UCI, legal or not, or in notation: Sf3, exd6, 0-0.

    Notation uses the language's letters; (=) beside the move offers a draw, as on a scoresheet.
    None if the line is no move.
    """
    line = text.strip()
    if is_uci(line.lower()):
        return MoveRead(uci=line.lower())
    for written in dict.fromkeys((line, _START_APART.sub("", line))):
        found = read_typed(written, position, language.orthography)
        if isinstance(found, MoveRead):
            return found
    return None


def wrong_in_writing(text: str, position: Position, language: Language) -> WrongWriting | None:
    """Return what is wrong with a line written as a move, or without a word.

    None if its words alone would tell.
    """
    if text.strip() and not any(sign.isalnum() for sign in text):
        return Wordless()
    found: MoveRead | Unread = read_typed(text, position, language.orthography)
    match found:
        case Garbled() if _ONE_WORD_WITH_A_FIGURE.fullmatch(text.strip()):
            return found
        case Untrue() | FileMissing():
            return found
        case _:
            return None


def useless_equals_sign(text: str, position: Position, language: Language) -> Garbled | None:
    """Return what is wrong with a whole move before a bare equals sign; None with any other line.

    It may be half a promotion or a draw offer, which is written (=).
    """
    line = text.strip()
    if not line.endswith("="):
        return None
    found, bare = (
        read_typed(each, position, language.orthography) for each in (line, line.removesuffix("="))
    )
    if isinstance(bare, MoveRead) and isinstance(found, Garbled) and found.rest == "=":
        return found
    return None


def completes(expected: Expectation, text: str, language: Language) -> bool:
    """Return whether the line is the second step of a move, and not a move by itself.

    More than a square is a step only if a legal move comes of it: hxg4 is no knight's move.
    """
    tokens = parse(typed_words(text, language), language)
    whole = expected.completed(tokens)
    is_square = partial(tokens) is not None
    return whole != tokens and (is_square or bool(moves_meant(whole, expected.position)))
