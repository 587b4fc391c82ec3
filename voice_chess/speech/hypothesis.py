"""What a recogniser heard between two endpoints: words with scores, no meaning yet."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypothesis:
    """One way to write down what was said.

    `log_likelihood` is the recogniser's total natural-log score (acoustics and grammar); only
    differences between hypotheses of the same utterance mean anything.
    """

    words: tuple[str, ...]
    log_likelihood: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """One utterance: alternatives best first, and when it was said.

    Times are milliseconds on the recogniser's own axis (the first sample it was given is 0).
    `ended_ms` is the acoustic end of speech, not the moment of decoding.
    """

    hypotheses: tuple[Hypothesis, ...]
    started_ms: int
    ended_ms: int
    level_dbfs: float = -26.0
    """Level of the near talker, decibels below full scale; for evidence, not for decisions."""
    is_own_voice: bool = False
    """True when the sound bears the mark of the program's own speech: nobody announced anything."""
    unknown_log_likelihood: float | None = None
    """Score of the same sound as speech that is no word of ours; None if it was not measured."""
