"""The evidence of what was heard, typed and said at a game; no replay of its events reads it."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One transcription of an utterance by the recogniser, with its natural-log likelihood."""

    words: tuple[str, ...]
    log_likelihood: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedReading:
    """One possible meaning of the words, in its written form, and its probability (0 to 1)."""

    meaning: str
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundSpan:
    """The place of an utterance in the sound record, in ms from its first sample."""

    began_ms: int
    ended_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UtteranceHeard:
    """An utterance and how it was understood.

    `verdict` is accept, ask, reject, refuse or ignore. `by`, here and below, is the role of the
    seat; it is None at a table, where nobody knows whose voice it was. `sound` is None where no
    place in a sound record is known.
    """

    at_ms: int
    verdict: str
    alternatives: tuple[Alternative, ...]
    readings: tuple[NotedReading, ...]
    level_dbfs: float
    sound: SoundSpan | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineTyped:
    at_ms: int
    text: str
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSpoken:
    """Something that the program said, and how long it took; `to` is a role, or both."""

    at_ms: int
    text: str
    to: str
    lasted_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRefused:
    """A command that the game refused: the names of both, and the article that the refusal cites.

    `by` is None where nobody knows who asked.
    """

    at_ms: int
    command: str
    refusal: str
    citation: str
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterInformed:
    """A spectator's note of something they noticed, which the arbiter alone received."""

    at_ms: int
    text: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterTold:
    """The arbiter is here, and has been told all that spectators had noticed until then."""

    at_ms: int
    to: str


Evidence = (
    UtteranceHeard | LineTyped | AnswerSpoken | CommandRefused | ArbiterInformed | ArbiterTold
)


def discreet(evidence: Evidence) -> Evidence:
    """Return the evidence that somebody spoke or typed, without the words and the sound."""
    match evidence:
        case UtteranceHeard():
            return replace(evidence, alternatives=(), readings=(), sound=None)
        case LineTyped():
            return replace(evidence, text="")
        case _:
            return evidence


def hushed(evidence: Evidence) -> Evidence:
    """Return the evidence as `discreet` does, also without replies: they reveal a sealed move."""
    if isinstance(evidence, AnswerSpoken):
        return replace(evidence, text="")
    return discreet(evidence)
