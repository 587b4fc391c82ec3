"""What a recogniser heard between two endpoints: words with scores, no meaning yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "whole", "seldom", "beginning", "elsewhere", "around", "stranger", "sound"
]
"""What words are: a phrase of the grammar, one that is seldom said, the beginning of one, an
announcement that is not legal here, a phrase with strange speech around it, words in any order, or
sounds that are no words."""

WHOLE: frozenset[Kind] = frozenset({"whole", "seldom"})
"""Nothing need follow."""

MEANINGLESS: frozenset[Kind] = frozenset({"stranger", "sound"})
"""Nothing that is said to the program."""


MOST_BEHIND = 20.0
"""Nats by which any other words and sounds may explain familiar words better."""

Length: TypeAlias = Literal["begun", "short", "long"]
"""No more than the beginning of a phrase, one or two words, or more of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypothesis:
    """One way to write down what was said.

    `log_likelihood` is the recogniser's total natural-log score (acoustics and grammar); only
    differences between hypotheses of the same utterance mean anything. `lasted_ms` tells how long
    each word was; nothing where the recogniser does not.
    """

    words: tuple[str, ...]
    log_likelihood: float
    kind: Kind = "whole"
    lasted_ms: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence:
    """What exact scores are worth: numbers that are fitted on recordings and come with a model.

    `scale` is what a nat is worth between rivals, `prices` what each kind of them pays; `sureness`
    has the weights of a logistic regression on what tells right from wrong, by length of words.
    """

    scale: float
    prices: Mapping[Kind, float] = field(default_factory=dict)
    sureness: Mapping[Length, Mapping[str, float]] = field(default_factory=dict)

    def log_weight(self, hypothesis: Hypothesis) -> float:
        """What a hypothesis weighs among its rivals."""
        return self.scale * hypothesis.log_likelihood - self.prices.get(hypothesis.kind, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """What a recogniser tells that scores everything exactly.

    Natural-log likelihoods of the best words of each kind, of the same sound, nothing added.
    """

    confidence: Confidence
    beginning: float
    elsewhere: float
    words: float
    """Any words of the model in any order."""
    sounds: float
    """Garbage and phones."""
    frames: int
    above_room_db: float


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
    is_by_pairs: bool = False
    """True where the recogniser keeps only pairs of words: it may put together what nobody says."""
    exact: Exact | None = None
    """How well each kind of words explains the sound; None where the recogniser can't tell."""
    is_settled: bool = False
    """Clear, and nothing that can be said now goes on from it: a short silence ends it."""
    is_begun: bool = False
    """The beginning of something that can be said now explains it best: more must come."""
    is_continued: bool = False
    """It holds the utterance before, too, which was only begun: that one is none of its own."""
    is_rest_awaited: bool = False
    """It is not the rest of that one, which still stands: a neighbour may have spoken between."""
    is_torn: bool = False
    """Some of its sound never came, and what is missing may have been a word."""

    @property
    def likeliest(self) -> Hypothesis | None:
        """What explains the sound best, whatever it means; None where nothing does."""
        return max(self.hypotheses, key=lambda found: found.log_likelihood, default=None)

    def is_familiar(self, hypothesis: Hypothesis) -> bool:
        """A whole phrase that nothing strange explains much better; of few words, that is enough.

        Where far more can be said, `speech.understanding.scoring` weighs all rivals.
        """
        if hypothesis.kind != "whole":
            return False
        if self.exact is None:
            return True
        stranger = max(self.exact.words, self.exact.sounds)
        return hypothesis.log_likelihood + MOST_BEHIND >= stranger
