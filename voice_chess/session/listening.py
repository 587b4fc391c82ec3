"""Hears one recording to its end and decides on it: the first clear meaning wins."""

from collections.abc import Iterable
from dataclasses import dataclass

from voice_chess.languages.language import Language
from voice_chess.session.expectation import Expectation
from voice_chess.session.ports import Recognizer
from voice_chess.speech.hypothesis import Heard
from voice_chess.speech.weigh import (
    Accepted,
    Caution,
    NothingFits,
    Unclear,
    Verdict,
    judge,
    weigh_by,
)

BYTES_A_MS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Listened:
    """The verdict on a recording, the utterance it rests on, and when it was reached.

    `decided_ms` counts sound from the beginning of the recording; `utterances` are all that were
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
    """Hear blocks of 16 kHz sound. Raises `RecognizerLost`, and what the blocks raise."""

    def verdict_on(heard: Heard) -> Verdict:
        return judge(weigh_by(heard, language, expectation.meanings, caution), heard, caution)

    recognizer.expect(
        expectation.phrases(language), lambda heard: isinstance(verdict_on(heard), Accepted)
    )
    found: list[tuple[Heard, Verdict, int]] = []
    taken = 0
    for block in blocks:
        taken += len(block)
        heard = recognizer.hear(block)
        if heard is not None:
            found.append((heard, verdict_on(heard), taken // BYTES_A_MS))
    heard = recognizer.flush()
    if heard is not None:
        found.append((heard, verdict_on(heard), taken // BYTES_A_MS))
    return _best(found, taken // BYTES_A_MS)


def _best(found: list[tuple[Heard, Verdict, int]], end_ms: int) -> Listened:
    """The first accepted utterance, else the most probable question, else the last refusal."""
    utterances = tuple(heard for heard, _, _ in found)
    if not found:
        nothing = NothingFits(words=())
        return Listened(verdict=nothing, heard=None, decided_ms=end_ms, utterances=())
    heard, verdict, at = max(found, key=lambda f: _worth(f[1]))
    return Listened(verdict=verdict, heard=heard, decided_ms=at, utterances=utterances)


def _worth(verdict: Verdict) -> tuple[int, float]:
    match verdict:
        case Accepted():
            return 2, 0.0
        case Unclear(beliefs=beliefs):
            return 1, beliefs[0].probability
        case NothingFits():
            return 0, 0.0
