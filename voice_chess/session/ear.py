"""One table's ear: keeps the recogniser told of what may be said, and times on one axis."""

from dataclasses import replace

from voice_chess.languages.language import Language
from voice_chess.session.expectation import Expectation, needs_nothing_more
from voice_chess.session.house import House
from voice_chess.session.inbox import Sound
from voice_chess.session.ports import Attend, Recognizer, to_nobody_in_particular
from voice_chess.speech.hypothesis import Heard
from voice_chess.speech.weigh import Belief, judge, weigh_by

_BYTES_A_MS = 32
_FAVOUR = 8.0


class Ear:
    """Hears utterances; their times are those of the session, not of the recogniser."""

    def __init__(
        self, recognizer: Recognizer, house: House, attend: Attend = to_nobody_in_particular
    ) -> None:
        self._recognizer = recognizer
        self._attend = attend
        self._house = house
        self._expectation: Expectation | None = None
        self._taken_bytes = 0
        self._ended_ms = 0

    @property
    def is_hearing(self) -> bool:
        return self._recognizer.is_hearing

    def expect(self, expectation: Expectation) -> None:
        """Raises `RecognizerLost`."""
        if expectation != self._expectation:
            self._expectation = expectation
            self._attend(expectation.white_speaks)
            grammar = expectation.grammar(self._house.language)
            self._recognizer.expect(grammar, self._is_complete)

    def hear(self, sound: Sound) -> Heard | None:
        """An utterance, once its end was found."""
        self._taken_bytes += len(sound.samples)
        self._ended_ms = sound.ended_ms
        return self._in_session_time(self._recognizer.hear(sound.samples))

    def flush(self) -> Heard | None:
        """The utterance that the end of all sound has cut off."""
        return self._in_session_time(self._recognizer.flush())

    def forget(self) -> None:
        """What was heard while the program spoke was the program."""
        self._recognizer.reset()

    def beliefs(self, heard: Heard, language: Language | None = None) -> tuple[Belief, ...]:
        """What it may have meant, most probable first; heard in the house's language."""
        if self._expectation is None:
            return ()
        understand = self._expectation.understanding_of(heard)
        found = weigh_by(heard, language or self._house.language, understand, self._house.caution)
        return _with_answers_favoured(found, self._expectation)

    def _is_complete(self, heard: Heard) -> bool:
        """True for what needs nothing more; behind the first step of a move comes another."""
        return needs_nothing_more(judge(self.beliefs(heard), heard, self._house.caution))

    def _in_session_time(self, heard: Heard | None) -> Heard | None:
        if heard is None:
            return None
        later_ms = self._ended_ms - self._taken_bytes // _BYTES_A_MS
        return replace(
            heard, started_ms=heard.started_ms + later_ms, ended_ms=heard.ended_ms + later_ms
        )


def _with_answers_favoured(
    beliefs: tuple[Belief, ...], expectation: Expectation
) -> tuple[Belief, ...]:
    """Who was asked probably answers: the odds of every answer are multiplied."""
    odds = {
        belief.meaning: _FAVOUR if expectation.is_awaited(belief.meaning) else 1.0
        for belief in beliefs
    }
    total = 1.0 + sum((odds[belief.meaning] - 1.0) * belief.probability for belief in beliefs)
    favoured = (
        replace(belief, probability=belief.probability * odds[belief.meaning] / total)
        for belief in beliefs
    )
    return tuple(sorted(favoured, key=lambda belief: -belief.probability))
