"""What a recording comes to that holds more than one utterance."""

from collections.abc import Callable
from dataclasses import replace

from tests.german import GERMAN, by_ear
from voice_chess.decoding.grammar import Grammar
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.listening.one_recording import Listened, listen
from voice_chess.speech.understanding.confidence import UNFITTED
from voice_chess.speech.understanding.hypothesis import Exact, Heard, Hypothesis, Kind
from voice_chess.speech.understanding.scoring import CAUTION, Accepted, NothingFits, Unclear

EXACT = Exact(
    confidence=UNFITTED,
    beginning=-900.0,
    elsewhere=-900.0,
    words=-900.0,
    sounds=-900.0,
    frames=60,
    above_room_db=10.0,
)


class Told:
    """A recogniser that hears one of these utterances in each block."""

    is_hearing = False

    def __init__(self, *heard: Heard) -> None:
        self._heard = list(heard)

    def expect(self, grammar: Grammar, is_complete: Callable[[Heard], bool] | None = None) -> None:
        pass

    def hear(self, samples: bytes) -> Heard | None:
        return self._heard.pop(0) if self._heard else None

    def partial(self) -> Heard | None:
        return None

    def flush(self) -> Heard | None:
        return None

    may_be_hearing = False

    def reset(self, *, is_cut_off: bool = True) -> None:
        pass


def utterance(*texts: str, kind: Kind = "whole", is_continued: bool = False) -> Heard:
    """Texts that explain the sound equally well."""
    hypotheses = tuple(
        Hypothesis(words=tuple(text.split()), log_likelihood=-10.0, kind=kind) for text in texts
    )
    return Heard(
        hypotheses=hypotheses,
        started_ms=0,
        ended_ms=1_000,
        exact=EXACT,
        is_begun=kind == "beginning",
        is_continued=is_continued,
    )


def listened(*heard: Heard) -> Listened:
    expectation = Expectation(position=Position.start(), commands=frozenset())
    blocks = (b"" for _ in heard)
    return listen(Told(*heard), blocks, expectation, GERMAN, CAUTION["normal"])


BEGUN = utterance(by_ear("Ng1"), kind="beginning")
EITHER = (by_ear("Ng1f3"), by_ear("Ng1h3"))


def test_what_was_begun_is_no_utterance_beside_the_one_that_goes_on_from_it() -> None:
    whole = utterance(*EITHER, is_continued=True)

    found = listened(BEGUN, whole)

    assert found.heard == whole
    assert isinstance(found.verdict, Unclear)
    assert found.utterances == (BEGUN, whole)


def test_what_was_begun_stands_where_nothing_goes_on_from_it() -> None:
    assert listened(BEGUN, utterance(*EITHER)).heard == BEGUN


def test_the_rest_of_what_was_cut_off_is_no_announcement() -> None:
    rest = utterance(by_ear("f3"))

    assert isinstance(listened(rest).verdict, Accepted)
    assert isinstance(listened(replace(rest, is_torn=True)).verdict, NothingFits)
