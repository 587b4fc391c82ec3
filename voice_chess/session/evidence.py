"""What was heard and said at a game, as proof beside its events; replay never reads it."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One way in which the recogniser wrote down what was said."""

    words: tuple[str, ...]
    log_likelihood: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedReading:
    """One meaning that the words may have, in written form, and how probable it is."""

    meaning: str
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundSpan:
    """Where in all that was heard something can be heard again; the first sample is at 0."""

    began_ms: int
    ended_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UtteranceHeard:
    """Somebody spoke; `verdict` is accept, ask, reject or ignore.

    `by` is the seat's role here and below; None at a table, where nobody knows whose voice it was.
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
    """The program spoke; `to` is white, black or both."""

    at_ms: int
    text: str
    to: str
    lasted_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRefused:
    """A command got a refusal; both under their written names."""

    at_ms: int
    command: str
    refusal: str
    citation: str
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterInformed:
    """A spectator told the arbiter, and nobody else, what they had noticed."""

    at_ms: int
    text: str
    by: str


Evidence = UtteranceHeard | LineTyped | AnswerSpoken | CommandRefused | ArbiterInformed


def discreet(evidence: Evidence) -> Evidence:
    """That somebody spoke or typed, without what."""
    match evidence:
        case UtteranceHeard():
            return replace(evidence, alternatives=(), readings=(), sound=None)
        case LineTyped():
            return replace(evidence, text="")
        case _:
            return evidence


def hushed(evidence: Evidence) -> Evidence:
    """Replies to a player who seals would tell what they wrote, too."""
    if isinstance(evidence, AnswerSpoken):
        return replace(evidence, text="")
    return discreet(evidence)
