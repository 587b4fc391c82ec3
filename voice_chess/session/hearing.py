"""From an utterance to what is done about it: accept, ask, object, or leave it alone."""

from collections.abc import Callable

from voice_chess.languages.language import Language
from voice_chess.session.conversation import Conversation
from voice_chess.session.ear import Ear
from voice_chess.session.evidence import Alternative, Reading, SoundSpan, UtteranceHeard
from voice_chess.session.expectation import REPETITION
from voice_chess.session.house import House
from voice_chess.session.objections import objection
from voice_chess.speech.hypothesis import Heard
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning
from voice_chess.speech.parse import UNKNOWN, Tokens, parse, without_unknown_edges
from voice_chess.speech.weigh import Accepted, Belief, NothingFits, Unclear, judge

Note = Callable[[UtteranceHeard], None]
_LIKELY = 0.5
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

    def understand(self, heard: Heard, span: SoundSpan | None = None) -> None:
        """Do what was meant; everything heard is noted before anything is done."""
        beliefs = self.ear.beliefs(heard)
        verdict = judge(beliefs, heard, self._house.caution)
        tokens = _best_tokens(heard, self._house.language)
        is_likely = sum(belief.probability for belief in beliefs) >= _LIKELY
        wrong = None if is_likely else objection(tokens, self._talk.expected.position)
        is_idle = not is_likely and wrong is None and not _is_addressed(tokens)
        name = "ignore" if is_idle else "refuse" if wrong else _NAMES[type(verdict)]
        self._note(_evidence(heard, beliefs, name, span))
        if is_idle:
            return
        if wrong is not None:
            self._talk.object_to(wrong)
            return
        match verdict:
            case Accepted(belief=belief):
                self._talk.take(belief.meaning, began_ms=heard.started_ms, at_ms=heard.ended_ms)
            case Unclear(beliefs=found):
                choices = _choices(found)
                if choices:
                    self._talk.ask_about(choices, heard.ended_ms)
            case NothingFits():
                self._talk.not_understood()


_NAMES = {Accepted: "accept", Unclear: "ask", NothingFits: "reject"}


def _best_tokens(heard: Heard, language: Language) -> Tokens:
    if not heard.hypotheses:
        return ()
    best = max(heard.hypotheses, key=lambda hypothesis: hypothesis.log_likelihood)
    return without_unknown_edges(parse(best.words, language))


def _choices(beliefs: tuple[Belief, ...]) -> tuple[Meaning, ...]:
    """The few that are worth asking about; nobody is asked whether he repeated a move."""
    if _is_repetition(beliefs[0]):
        return ()
    least = beliefs[0].probability * _WORTH_ASKING
    worthy = [
        belief.meaning
        for belief in beliefs
        if belief.probability >= least and not _is_repetition(belief)
    ]
    return tuple(worthy[:_MOST_CHOICES])


def _is_repetition(belief: Belief) -> bool:
    return isinstance(belief.meaning, CommandMeaning) and belief.meaning.name == REPETITION


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
            Reading(meaning=written(belief.meaning), probability=round(belief.probability, 4))
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
