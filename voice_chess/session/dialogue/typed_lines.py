"""Typed lines, at a table or at a seat: whose a line is, and what it means.

What was typed is never in doubt. A line is tried in this order: as the opponent's move, where it
must be repeated; as a move in notation; as a reply that names what it replies to, as the wish to
leave, or as a bare "what?"; as the key or the words of a command; as a command of Lichess's input
box, which comes earlier at a seat; and as a command of another moment, so that the game tells why
it is refused now.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.expectation import REPETITION, Expectation
from voice_chess.session.dialogue.interpretation import Understood, beliefs_of, interpret
from voice_chess.session.dialogue.roles import addressed, typed_role, with_role
from voice_chess.session.dialogue.typed_moves import (
    as_heard,
    as_move,
    as_words,
    completes,
    move_in,
    useless_equals_sign,
    wrong_in_writing,
)
from voice_chess.speech.commands import COMMANDS, LEAVE, NAMED_REPLIES, REPEAT_ALONE
from voice_chess.speech.generation.objections import WrongWriting
from voice_chess.speech.understanding.interpret import (
    REPEAT,
    CommandMeaning,
    Meaning,
    MoveMeaning,
    said_by,
)
from voice_chess.speech.understanding.lichess import Viewpoint, lichess_command
from voice_chess.speech.understanding.parse import Tokens, parse
from voice_chess.speech.understanding.scoring import Caution
from voice_chess.speech.understanding.typed import (
    typed_readings,
    typed_words,
    without_heading,
)

_OF_AN_OFFER: Mapping[Tokens, CommandMeaning] = {
    ("yes",): CommandMeaning(name="accept"),
    ("no",): CommandMeaning(name="decline"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """A meaning, and after it the draw offer that was written beside it, if there was one."""

    meanings: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words that are to be understood as if they had been said in this language."""

    text: str
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Miswritten:
    """A move that is written wrongly."""

    writing: WrongWriting


TypedLine: TypeAlias = Meant | Words | Miswritten


@dataclass(frozen=True, slots=True, kw_only=True)
class LineReading:
    """How lines are read: in these languages, the writer's own first.

    `lichess` is the viewpoint of Lichess's commands; None where a letter can be the reply to a
    question. With `words_first` a letter that can begin a move is not read as such a command.
    `is_refused` returns whether the game would refuse a meaning, and tell why.
    """

    languages: tuple[Language, ...]
    caution: Caution
    lichess: Viewpoint | None
    words_first: bool
    is_refused: Callable[[Meaning], bool]


def read_line(text: str, expected: Expectation, reading: LineReading) -> TypedLine:
    """Return what the line means when `expected` can be said."""
    written = _written(text, expected, reading.languages)
    if written:
        return Meant(meanings=written)
    named = () if reading.lichess is None else _as_at_lichess(text, reading.lichess)
    if named and not reading.words_first:
        return Meant(meanings=named)
    own = reading.languages[0]
    _, line = _role_and_line(text, expected, own)
    useless = useless_equals_sign(line, expected.position, own)
    if useless is not None:
        return Miswritten(writing=useless)
    words = {language: _words(text, expected, language) for language in reading.languages}
    as_words_of = _language_of(words, expected, reading.caution)
    if as_words_of is not None:
        return Words(text=words[as_words_of], language=as_words_of)
    meant = named or _untimely(words, expected, reading)
    if meant:
        return Meant(meanings=meant)
    wrong = wrong_in_writing(line, expected.position, own)
    if wrong is not None:
        return Miswritten(writing=wrong)
    begun_in = (each for each, said in words.items() if _is_half(said, expected, each))
    said_in = next(begun_in, reading.languages[-1])
    return Words(text=words[said_in], language=said_in)


def _written(
    text: str, expected: Expectation, languages: tuple[Language, ...]
) -> tuple[Meaning, ...]:
    """Return what is written in notation, or names what it replies to, in the first language."""
    for language in languages:
        role, line = _role_and_line(text, expected, language)
        meanings = (
            _repeated(line, expected, language)
            or _move(line, expected, language)
            or _named_reply(line, language)
        )
        if meanings:
            return tuple(_said_by(role, meaning) for meaning in meanings)
    return ()


def _is_half(line: str, expected: Expectation, language: Language) -> bool:
    """Return whether the line is the first words of a command."""
    first = expected.halves(language, is_typed=True).first
    return any(first(words) for words in typed_readings(line, language))


def _language_of(
    words: Mapping[Language, str], expected: Expectation, caution: Caution
) -> Language | None:
    """Return the language in which the line means something; None if in no language.

    A language in which it is clear goes before one in which it only may mean something: that can
    be because of a single word among words of another language.
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


def reply_in(text: str, expected: Expectation, languages: tuple[Language, ...]) -> Meaning | None:
    """Return the reply to an offer that a yes or a no would be, with its role; else None.

    It does not matter whether there is an offer.
    """
    replies = (_reply(text, expected, language) for language in languages)
    return next((reply for reply in replies if reply is not None), None)


def _reply(text: str, expected: Expectation, language: Language) -> Meaning | None:
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
    """Return the repetition of the opponent's move, where it must be typed, or a wrong one."""
    said = expected.said
    if said is None or not said.must_be_repeated:
        return ()
    read, own = (as_move(line, place, language) for place in (said.position, expected.position))
    is_own = own is not None and expected.position.is_legal(own.uci)
    if read is None or is_own or not said.position.is_legal(read.uci):
        return ()
    return (CommandMeaning(name=REPETITION, args=(read.uci,)),)


def _move(line: str, expected: Expectation, language: Language) -> tuple[Meaning, ...]:
    """Return a move in notation; nothing if it is the second step of one begun in words."""
    found = move_in(line, expected.position, language)
    if found is None or (expected.asked is not None and _goes_on(line, expected, language)):
        return ()
    move = MoveMeaning(uci=found.uci)
    return (move, CommandMeaning(name="offer-draw")) if found.offers_draw else (move,)


def _named_reply(line: str, language: Language) -> tuple[Meaning, ...]:
    """Return the reply, if the line names what it replies to, the wish to leave, or a "what?"."""
    match parse(typed_words(line, language), language):
        case (name,) if name == REPEAT_ALONE:
            return (REPEAT,)
        case (name,) if name in NAMED_REPLIES or name == LEAVE:
            return (CommandMeaning(name=name),)
        case _:
            return ()


def _goes_on(line: str, expected: Expectation, language: Language) -> bool:
    """Return whether the line is the rest of a move or of a command that was begun before."""
    second = expected.second_half(language)
    return completes(expected, line, language) or bool(second(typed_words(line, language)))


def _as_at_lichess(text: str, asking: Viewpoint) -> tuple[Meaning, ...]:
    command = lichess_command(text, asking)
    return () if command is None else (command,)


def _untimely(
    words: Mapping[Language, str], expected: Expectation, reading: LineReading
) -> tuple[Meaning, ...]:
    """Return a command that the game would refuse now, if the line is one in some language."""
    at_any_time = replace(expected, commands=COMMANDS)
    for language, line in words.items():
        heard = as_heard(line, 0, language)
        found = interpret(heard, at_any_time, language, reading.caution, is_typed=True).outcome
        if isinstance(found, Understood) and reading.is_refused(found.meaning):
            return (found.meaning,)
    return ()


def _words(text: str, expected: Expectation, language: Language) -> str:
    """Return the words of the line, with the role before them if there was one."""
    role, line = _role_and_line(text, expected, language)
    if expected.asked is None:
        asks_nothing = expected.commands.isdisjoint({"yes", "accept"})
        line = without_heading(line, language, asks_nothing=asks_nothing)
    return with_role(role, as_words(line, language), language)
