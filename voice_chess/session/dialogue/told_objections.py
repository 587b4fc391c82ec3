"""Objections as they are told: the sentence, its article, and what could be played instead."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from voice_chess.game.refusals import NotALegalMove, Refusal
from voice_chess.languages.language import Language
from voice_chess.laws.edition import Citation
from voice_chess.laws.position import Position
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.announce import cite
from voice_chess.speech.generation.board_words import possible_moves
from voice_chess.speech.generation.sentence import Sentence, phrase, sentence
from voice_chess.speech.generation.wording import speaking

_Told: TypeAlias = Callable[[VoicePreferences], Sentence]
_ToldInParts: TypeAlias = Callable[[VoicePreferences], tuple[Sentence, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldObjection:
    """An objection in a position, with its article, and what could be played instead.

    `after` is the number of the last event before it.
    """

    told: tuple[_Told, ...]
    alternatives: _ToldInParts | None
    position: Position
    after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfitWords:
    """What can be told of words that fitted nothing, and to whom.

    `is_ignored`: they got a faint sound alone, and may not have been meant for the program. `after`
    is the number of the last event before them.
    """

    to: str
    told: tuple[_Told, ...]
    is_ignored: bool
    after: int


def not_understood(heard: str, language: Language) -> Sentence:
    """Return the sentence for words that were not understood; it repeats those that were heard."""
    if not heard:
        return phrase("NotUnderstood", language)
    return phrase("NotUnderstood:heard", language, words=heard)


def unclear(preferences: VoicePreferences) -> Sentence:
    """Return the sentence that tells why words were not understood."""
    language = preferences.language
    return phrase("why:unclear", language, command=language.written("help"))


def with_article(told: _Told, because: Citation) -> tuple[_Told, ...]:
    """Return the objection, and after it what names its article."""
    return (told, partial(cited, because))


def cited(because: Citation, preferences: VoicePreferences) -> Sentence:
    """Return the sentence that names the article."""
    return cite(because, preferences.language)


def alternatives(refusal: Refusal, position: Position) -> _ToldInParts | None:
    """Return what tells the moves of the piece that was to move; None if no piece is known."""
    if not isinstance(refusal, NotALegalMove) or position.piece_at(refusal.uci[:2]) is None:
        return None
    return lambda preferences: tuple(
        sentence(part, preferences.language)
        for part in possible_moves(
            refusal.uci[:2], position, speaking(preferences.language, preferences.style)
        )
    )
