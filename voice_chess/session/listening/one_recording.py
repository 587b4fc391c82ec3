"""Hears one recording to its end and decides on it: the first clear meaning wins."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from voice_chess.languages.language import Language
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.interpretation import beliefs_of, needs_nothing_more
from voice_chess.session.ports import Recognizer
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.scoring import (
    Accepted,
    Caution,
    NothingFits,
    Unclear,
    Verdict,
    judge,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listened:
    """The verdict on a recording, the utterance it rests on, and when it was reached.

    `decided_ms` is how much of the recording had been heard by then. `utterances` are all that were
    found in it, so that a split announcement shows.
    """

    verdict: Verdict
    heard: Heard | None
    decided_ms: int
    utterances: tuple[Heard, ...]


def listen(
    recognizer: Recognizer,
    blocks: Iterable[bytes],
    expectation: Expectation,
    language: Language,
    caution: Caution,
) -> Listened:
    """Hear all blocks of 16 kHz sound. Raises `RecognizerLost`, and what the blocks raise."""
    judge_it = Judging(expectation, language, caution)
    return _best(list(_heard(recognizer, blocks, judge_it)))


def listen_until_clear(
    recognizer: Recognizer,
    blocks: Iterable[bytes],
    expectation: Expectation,
    language: Language,
    caution: Caution,
) -> Listened:
    """Do the same, but stop at the first accepted utterance: the rest would change nothing."""
    found: list[_Judged] = []
    for one in _heard(recognizer, blocks, Judging(expectation, language, caution)):
        found.append(one)
        if _is_final(one[0], one[1]):
            break
    return _best(found)


@dataclass(frozen=True, slots=True)
class Judging:
    """Judges utterances in one situation: calling it returns the verdict on an utterance."""

    expectation: Expectation
    language: Language
    caution: Caution

    def __call__(self, heard: Heard) -> Verdict:
        if heard.is_torn:
            return NothingFits(words=())
        beliefs = beliefs_of(heard, self.expectation, self.language, self.caution)
        return judge(beliefs, heard, self.caution)

    def ends(self, heard: Heard) -> bool:
        """Return whether the utterance is clear, so that a short silence may end it."""
        return _is_final(heard, self(heard))


_Judged = tuple[Heard | None, Verdict, int]


def _heard(
    recognizer: Recognizer, blocks: Iterable[bytes], verdict_on: Judging
) -> Iterator[_Judged]:
    """Yield each utterance with its verdict and when it was over, in ms of sound.

    The last item, at the end of the sound, says that nothing was heard.
    """
    recognizer.expect(
        verdict_on.expectation.grammar(verdict_on.language),
        verdict_on.ends,
    )
    taken = 0
    for block in blocks:
        taken += len(block)
        heard = recognizer.hear(block)
        if heard is not None:
            yield heard, verdict_on(heard), taken // BYTES_PER_MS
    heard = recognizer.flush()
    if heard is not None:
        yield heard, verdict_on(heard), taken // BYTES_PER_MS
    yield None, NothingFits(words=()), taken // BYTES_PER_MS


def _best(found: Sequence[_Judged]) -> Listened:
    """Return the first accepted utterance, else the most probable doubt, else the first refusal.

    An utterance that the next one continues is part of that one, and does not count by itself.
    """
    utterances = tuple(heard for heard, _, _ in found if heard is not None)
    gone_on_with = [heard is not None and heard.is_continued for heard, _, _ in found[1:]]
    whole = [one for one, is_part in zip_longest(found, gone_on_with) if not is_part]
    heard, verdict, at = max(whole, key=lambda one: (one[0] is not None, _worth(one[0], one[1])))
    return Listened(verdict=verdict, heard=heard, decided_ms=at, utterances=utterances)


def _is_final(heard: Heard | None, verdict: Verdict) -> bool:
    """Return whether the verdict is clear and nothing more is needed.

    After the first step of a move an exact recogniser waits for the rest; others do not.
    """
    if heard is None or heard.exact is None:
        return isinstance(verdict, Accepted)
    return needs_nothing_more(verdict)


def _worth(heard: Heard | None, verdict: Verdict) -> tuple[int, float]:
    match verdict:
        case Accepted(belief=belief):
            return (2, 0.0) if _is_final(heard, verdict) else (1, belief.probability)
        case Unclear(beliefs=beliefs):
            return 1, beliefs[0].probability
        case NothingFits():
            return 0, 0.0
