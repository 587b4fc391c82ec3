"""Hears a reply at a table of two languages, in the language of the player who is not on move.

The player on move can speak at any time, and is heard in their own language. Where the other one
may reply as well, to an offer or to a question of the program, each utterance is heard a second
time, in that player's language, and only for replies. The language decides who has spoken.
"""

from dataclasses import dataclass, replace
from enum import IntEnum

from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.expectation import BEGUN, REPLIES, Expectation
from voice_chess.session.dialogue.interpretation import (
    Ambiguous,
    Interpretation,
    Objected,
    Understood,
    interpret,
)
from voice_chess.session.ports import HearAgain
from voice_chess.speech.understanding.interpret import is_one_of, whose
from voice_chess.speech.understanding.scoring import Caution


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherSpeaker:
    """The player who is not on move, and may reply in a language of their own."""

    role: Role
    language: Language


class _Sense(IntEnum):
    """How much sense words make in a language, from none to a clear meaning."""

    NONE = 0
    PERHAPS = 1
    """Something begun, illegal or to be asked about."""
    REPLY = 2
    """A clear reply of the player on move, from whom none is awaited."""
    CLEAR = 3


def in_either_language(
    first: Interpretation,
    could_be_said: Expectation,
    other: OtherSpeaker,
    again: HearAgain,
    caution: Caution,
) -> Interpretation:
    """Return the utterance as a reply in the other player's language, if it is rather that.

    Raises `RecognizerLost`.
    """
    expected = replace(could_be_said, replier=other.role)
    grammar = expected.grammar(other.language)
    found = again(other.role is Role.WHITE, other.language, grammar)
    if found is None:
        return first
    # Both are the same sound, but only the first is dated by the session's clock.
    heard = replace(found, started_ms=first.heard.started_ms, ended_ms=first.heard.ended_ms)
    second = interpret(heard, expected, other.language, caution)
    worth = _worth_as_reply(second, other.role)
    is_more = worth > _worth(first, may_repair=could_be_said.before is not None)
    return second if is_more and worth[0] is not _Sense.NONE else first


def _worth(found: Interpretation, *, may_repair: bool) -> tuple[_Sense, float]:
    """Return the sense of the words of the player on move, and how sure it is.

    `may_repair`: with a no they take back the move that they have announced.
    """
    match found.outcome:
        case Understood(meaning=meaning) if is_one_of(BEGUN, meaning):
            sense = _Sense.PERHAPS
        case Understood(meaning=meaning) if may_repair and is_one_of(("no",), meaning):
            sense = _Sense.CLEAR
        case Understood(meaning=meaning) if is_one_of(REPLIES, meaning):
            sense = _Sense.REPLY
        case Understood():
            sense = _Sense.CLEAR
        case Objected() | Ambiguous(choices=(_, *_)):
            sense = _Sense.PERHAPS
        case _:
            sense = _Sense.NONE
    return sense, _certainty(found)


def _worth_as_reply(found: Interpretation, role: Role) -> tuple[_Sense, float]:
    """Return the sense of the words as a reply of the other player."""
    match found.outcome:
        case Understood(meaning=meaning) if whose(meaning)[0] is role:
            sense = _Sense.CLEAR
        case Ambiguous(choices=(meaning, *_)) if whose(meaning)[0] is role:
            sense = _Sense.PERHAPS
        case _:
            sense = _Sense.NONE
    return sense, _certainty(found)


def _certainty(found: Interpretation) -> float:
    return found.beliefs[0].probability if found.beliefs else 0.0
