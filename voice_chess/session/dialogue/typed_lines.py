"""A line that is typed, at the table or at a seat: whose it is, and what it means.

Nobody doubts what was typed. In this order it may be the opponent's move as it must be written
after them, a move in notation, a command's key or words, and what Lichess's box takes. Otherwise
it may be a command of another moment: the game tells why it is none of this one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.expectation import REPETITION, Expectation
from voice_chess.session.dialogue.interpretation import Understood, beliefs_of, interpret
from voice_chess.session.dialogue.roles import addressed, said_by, typed_role, with_role
from voice_chess.session.dialogue.typed import (
    as_heard,
    as_move,
    as_words,
    completes,
    offers_draw,
    wrong_in_writing,
)
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.generation.typed_move_errors import WrongWriting
from voice_chess.speech.understanding.lichess import Viewpoint, lichess_command
from voice_chess.speech.understanding.meaning import CommandMeaning, Meaning
from voice_chess.speech.understanding.parse import Tokens, parse
from voice_chess.speech.understanding.scoring import Caution
from voice_chess.speech.understanding.typed import typed_readings, typed_words

_OF_AN_OFFER: Mapping[Tokens, CommandMeaning] = {
    ("yes",): CommandMeaning(name="accept"),
    ("no",): CommandMeaning(name="decline"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """A meaning, and behind it the draw offer written beside it, if there was one."""

    meanings: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """To be understood as if they had been said in this language."""

    text: str
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Miswritten:
    """A move, but not as one can be written."""

    writing: WrongWriting


TypedLine: TypeAlias = Meant | Words | Miswritten


@dataclass(frozen=True, slots=True, kw_only=True)
class LineReading:
    """How lines are read: in these languages, the writer's own first.

    `lichess` tells who asks in Lichess's words, None where a letter may be the reply to a
    question; with `words_first` a letter that begins a move is no command there. `is_refused`
    tells whether the game would refuse this, and say why.
    """

    languages: tuple[Language, ...]
    caution: Caution
    lichess: Viewpoint | None
    words_first: bool
    is_refused: Callable[[Meaning], bool]


def read_line(text: str, expected: Expectation, reading: LineReading) -> TypedLine:
    """What it means where this is expected."""
    for language in reading.languages:
        role, line = _role_and_line(text, expected, language)
        meanings = _repeated(line, expected, language) or _move(line, expected, language)
        if meanings:
            return Meant(meanings=tuple(_said_by(role, meaning) for meaning in meanings))
    named = () if reading.lichess is None else _as_at_lichess(text, reading.lichess)
    if named and not reading.words_first:
        return Meant(meanings=named)
    own = reading.languages[0]
    words = {language: _words(text, expected, language) for language in reading.languages}
    as_words_of = _language_of(words, expected, reading.caution)
    if as_words_of is not None:
        return Words(text=words[as_words_of], language=as_words_of)
    if named:
        return Meant(meanings=named)
    untimely = _untimely(words, expected, reading)
    if untimely:
        return Meant(meanings=untimely)
    _, line = _role_and_line(text, expected, own)
    wrong = wrong_in_writing(line, expected.position, own)
    if wrong is not None:
        return Miswritten(writing=wrong)
    begun = (each for each, line in words.items() if _is_half(line, expected, each))
    said_in = next(begun, reading.languages[-1])
    return Words(text=words[said_in], language=said_in)


def _is_half(line: str, expected: Expectation, language: Language) -> bool:
    """The first words of a command."""
    first = expected.halves(language, is_typed=True).first
    return any(first(words) for words in typed_readings(line, language))


def _language_of(
    words: Mapping[Language, str], expected: Expectation, caution: Caution
) -> Language | None:
    """In which of them the line says something: where it is clear, else where it might.

    A language makes something of a word of its own among words of another, too.
    """
    perhaps = None
    for language, line in words.items():
        heard = as_heard(line, 0, language)
        if not beliefs_of(heard, expected, language, caution):
            continue
        found = interpret(heard, expected, language, caution, is_typed=True).outcome
        if isinstance(found, Understood):
            return language
        perhaps = perhaps or language
    return perhaps


def reply_in(text: str, expected: Expectation, language: Language) -> Meaning | None:
    """What a yes or a no would mean to an offer, whether there is one or not, and whose it is."""
    tokens = parse(typed_words(_words(text, expected, language), language), language)
    named = addressed(tokens) if expected.has_roles else None
    role, said = (None, tokens) if named is None else named
    reply = _OF_AN_OFFER.get(said)
    return None if reply is None else _said_by(role, reply)


def _role_and_line(text: str, expected: Expectation, language: Language) -> tuple[Role | None, str]:
    return typed_role(text, language) if expected.has_roles else (None, text)


def _said_by(role: Role | None, meaning: Meaning) -> Meaning:
    return meaning if role is None else said_by(role, meaning)


def _repeated(line: str, expected: Expectation, language: Language) -> tuple[Meaning, ...]:
    """The opponent's move as it must be written after them, or another that they could make."""
    said = expected.said
    if said is None or not said.must_be_repeated:
        return ()
    read, own = (as_move(line, place, language) for place in (said.position, expected.position))
    is_own = own is not None and expected.position.is_legal(own.uci)
    if read is None or is_own or not said.position.is_legal(read.uci):
        return ()
    return (CommandMeaning(name=REPETITION, args=(read.uci,)),)


def _move(line: str, expected: Expectation, language: Language) -> tuple[Meaning, ...]:
    """A move in notation; not the second step of one that was begun in words."""
    move = as_move(line, expected.position, language)
    if move is None or completes(expected, line, language):
        return ()
    if expected.second_half(language)(typed_words(line, language)):
        return ()
    if offers_draw(line, expected.position, language):
        return (move, CommandMeaning(name="offer-draw"))
    return (move,)


def _as_at_lichess(text: str, asking: Viewpoint) -> tuple[Meaning, ...]:
    command = lichess_command(text, asking)
    return () if command is None else (command,)


def _untimely(
    words: Mapping[Language, str], expected: Expectation, reading: LineReading
) -> tuple[Meaning, ...]:
    """A command that nobody may give now."""
    at_any_time = replace(expected, commands=COMMANDS)
    for language, line in words.items():
        heard = as_heard(line, 0, language)
        found = interpret(heard, at_any_time, language, reading.caution, is_typed=True).outcome
        if isinstance(found, Understood) and reading.is_refused(found.meaning):
            return (found.meaning,)
    return ()


def _words(text: str, expected: Expectation, language: Language) -> str:
    """With the role before them, where there was one."""
    role, line = _role_and_line(text, expected, language)
    return with_role(role, as_words(line, language), language)
