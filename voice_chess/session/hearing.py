"""From an utterance to what is done about it: accept, ask, object, or leave it alone."""

from collections.abc import Callable

from voice_chess.languages.language import Language
from voice_chess.session.conversation import Conversation
from voice_chess.session.ear import Ear
from voice_chess.session.evidence import Alternative, NotedReading, SoundSpan, UtteranceHeard
from voice_chess.session.expectation import BEGINNING, REPETITION
from voice_chess.session.house import House
from voice_chess.session.objections import objection
from voice_chess.speech.hypothesis import Heard
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning
from voice_chess.speech.parse import UNKNOWN, Tokens, parse, without_unknown_edges
from voice_chess.speech.weigh import (
    CAREFUL,
    UNKNOWN_WORD,
    Accepted,
    Belief,
    NothingFits,
    Unclear,
    judge,
)

Note = Callable[[UtteranceHeard], None]
LIKELY = 0.5
"""Beliefs that are together at least so probable are believed; below, something else was said."""
_ADDRESSED = 2
"""So many words of the game, and no fewer than strange ones, are said to the program."""
_MOST_CHOICES = 4
_WORTH_ASKING = 0.1


class Hearing:
    """Understands utterances as the conversation expects them."""

    def __init__(self, ear: Ear, talk: Conversation, note: Note, house: House) -> None:
        self.ear = ear
        self._talk = talk
        self._note = note
        self._house = house

    def understand(
        self, heard: Heard, span: SoundSpan | None = None, language: Language | None = None
    ) -> None:
        """Do what was meant; everything heard is noted before anything is done.

        What was typed may be in another language than is spoken, and is always answered.
        """
        beliefs = self.ear.beliefs(heard, language)
        verdict = judge(beliefs, heard, self._house.caution)
        expected = self._talk.expected
        tokens = expected.completed(best_tokens(heard, language or self._house.language))
        is_likely = sum(belief.probability for belief in beliefs) >= LIKELY
        wrong = None if is_likely else objection(tokens, expected.position)
        is_meant_for_us = language is not None or _is_addressed(tokens)
        is_idle = not is_likely and wrong is None and not is_meant_for_us
        is_idle = is_idle or (language is None and is_vague_beginning(beliefs, heard))
        name = "ignore" if is_idle else "refuse" if wrong else _NAMES[type(verdict)]
        self._note(_evidence(heard, beliefs, name, span))
        if is_idle:
            self._talk.unheeded()
            return
        if wrong is not None:
            self._talk.object_to(wrong)
            return
        match verdict:
            case Accepted(belief=belief):
                self._talk.hear()
                self._talk.take(belief.meaning, began_ms=heard.started_ms, at_ms=heard.ended_ms)
            case Unclear(beliefs=(Belief(meaning=CommandMeaning(name="beginning") as begun), *_)):
                self._talk.take(begun, began_ms=heard.started_ms, at_ms=heard.ended_ms)
            case Unclear(beliefs=found):
                self._ask_about(worth_asking(found), heard)
            case NothingFits():
                self._talk.not_understood()

    def _ask_about(self, choices: tuple[Meaning, ...], heard: Heard) -> None:
        """One question is enough, also where doubt is not the only reason to ask."""
        match choices:
            case ():
                return
            case (only,) if self._talk.confirms(only, heard.ended_ms):
                self._talk.take(only, began_ms=heard.started_ms, at_ms=heard.ended_ms)
            case _:
                self._talk.ask_about(choices)


_NAMES = {Accepted: "accept", Unclear: "ask", NothingFits: "reject"}


def best_tokens(heard: Heard, language: Language) -> Tokens:
    """The likeliest words without strange speech around them."""
    if not heard.hypotheses:
        return ()
    best = max(heard.hypotheses, key=lambda hypothesis: hypothesis.log_likelihood)
    return without_unknown_edges(parse(best.words, language))


def worth_asking(beliefs: tuple[Belief, ...]) -> tuple[Meaning, ...]:
    """The few that are worth asking about; nobody is asked whether he repeated or began a move."""
    if _is_no_choice(beliefs[0]):
        return ()
    least = beliefs[0].probability * _WORTH_ASKING
    worthy = [
        belief.meaning
        for belief in beliefs
        if belief.probability >= least and not _is_no_choice(belief)
    ]
    return tuple(worthy[:_MOST_CHOICES])


def _is_no_choice(belief: Belief) -> bool:
    meaning = belief.meaning
    return isinstance(meaning, CommandMeaning) and meaning.name in (REPETITION, BEGINNING)


def is_vague_beginning(beliefs: tuple[Belief, ...], heard: Heard) -> bool:
    """One word of somebody's talk is soon mistaken for the first step of a move."""
    best = beliefs[0] if beliefs else None
    if best is None or written(best.meaning).partition(" ")[0] != BEGINNING:
        return False
    least = CAREFUL.accept_at if heard.exact is None else LIKELY
    return best.probability < least or UNKNOWN_WORD in best.words


def _is_addressed(tokens: Tokens) -> bool:
    strange = sum(token == UNKNOWN for token in tokens)
    return len(tokens) - strange >= max(_ADDRESSED, strange)


def _evidence(
    heard: Heard, beliefs: tuple[Belief, ...], verdict: str, span: SoundSpan | None
) -> UtteranceHeard:
    return UtteranceHeard(
        at_ms=heard.ended_ms,
        verdict=verdict,
        alternatives=tuple(
            Alternative(words=found.words, log_likelihood=found.log_likelihood)
            for found in heard.hypotheses
        ),
        readings=tuple(
            NotedReading(meaning=written(belief.meaning), probability=round(belief.probability, 4))
            for belief in beliefs
        ),
        level_dbfs=round(heard.level_dbfs, 1),
        sound=span,
    )


def written(meaning: Meaning) -> str:
    """A meaning in a word or two, the same in every language: e2e4, correction g1f3, clock."""
    match meaning:
        case MoveMeaning(uci=uci):
            return uci
        case CommandMeaning(name=name, args=args):
            return " ".join((name, *args))
