"""Defines what a recogniser heard between two endpoints: words with scores, but no meaning yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "whole", "seldom", "beginning", "elsewhere", "around", "stranger", "numbers", "sound"
]
"""How the words relate to the grammar.

They are a whole phrase ("whole"), one that is seldom said ("seldom"), the beginning of one
("beginning"), an announcement that is not legal here ("elsewhere"), a phrase with unknown speech
around it ("around"), words in any order ("stranger"), nothing but numbers ("numbers"), or sounds
that are no words ("sound").
"""

WHOLE: frozenset[Kind] = frozenset({"whole", "seldom"})
"""The kinds of words that are complete."""

MEANINGLESS: frozenset[Kind] = frozenset({"stranger", "numbers", "sound"})
"""The kinds of words that nobody said to the program."""


MOST_BEHIND = 20.0
"""The most nats by which other words and sounds may explain familiar words better."""

Length: TypeAlias = Literal["begun", "short", "long"]
"""No more than the beginning of a phrase, one or two words, or more words than that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypothesis:
    """One way to write down what was said.

    `log_likelihood` is the recogniser's total natural-log score (acoustics and grammar); only
    differences between hypotheses of the same utterance mean anything. `lasted_ms` is the length of
    each word; empty if the recogniser does not report it.
    """

    words: tuple[str, ...]
    log_likelihood: float
    kind: Kind = "whole"
    lasted_ms: tuple[int, ...] = ()

    @property
    def letters(self) -> int:
        """How many of the words are plain letters."""
        return sum(len(word) == 1 for word in self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence:
    """The worth of exact scores: numbers that are fitted on recordings and come with a model.

    `scale` is the worth of a nat between rivals, and `prices` are subtracted by kind. `sureness`
    holds the weights of a logistic regression on the features of `confidence`, by length of the
    words.
    """

    scale: float
    prices: Mapping[Kind, float] = field(default_factory=dict)
    sureness: Mapping[Length, Mapping[str, float]] = field(default_factory=dict)

    def log_weight(self, hypothesis: Hypothesis) -> float:
        """Return the log-weight of a hypothesis among its rivals."""
        return self.scale * hypothesis.log_likelihood - self.prices.get(hypothesis.kind, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """The scores of a recogniser that computes the score of every kind of words exactly.

    They are the natural-log likelihoods of the best words of each kind for the same sound, without
    the prices.
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
    price_of_word: float = 0.0
    """What each word among words in any order costs."""
    exchanged: tuple[Hypothesis, ...] = ()
    """Phrases like the best whole one but for letters or one word, if anything illegal leads it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """One utterance: alternative hypotheses, best first, and when it was said.

    Times are milliseconds on the recogniser's own axis (the first sample it was given is 0).
    `ended_ms` is the acoustic end of speech, not the moment of decoding.
    """

    hypotheses: tuple[Hypothesis, ...]
    started_ms: int
    ended_ms: int
    level_dbfs: float = -26.0
    """Level of the near talker, decibels below full scale; for evidence, not for decisions."""
    is_own_voice: bool = False
    """Whether the sound bears the mark of the program's own speech: nobody announced anything."""
    is_by_pairs: bool = False
    """Whether the recogniser knows only pairs of words, and so may invent sentences."""
    exact: Exact | None = None
    """How well each kind of words explains the sound; None if the recogniser can't compute it."""
    is_settled: bool = False
    """Whether the words are clear and can't go on, so that a short silence ends them."""
    is_begun: bool = False
    """Whether the beginning of a phrase explains the sound best: the speaker must say more."""
    is_continued: bool = False
    """Whether this utterance contains the one before, which was only begun and no longer counts."""
    is_rest_awaited: bool = False
    """Whether the begun utterance before still stands: a neighbour may have spoken in between."""
    is_torn: bool = False
    """Whether some of the sound was lost or cut off; the missing part may have been a word."""
    is_narrow: bool = False
    """Whether the microphone passes no high tones, as a telephone, so that letters sound alike."""
    is_clipped: bool = False
    """Whether the microphone is set so loud that it cuts off the tops of the sound."""

    @property
    def has_letters(self) -> bool:
        """Whether plain letters were said, and not names."""
        best = self.likeliest
        return best is not None and best.kind in WHOLE and best.letters > 0

    @property
    def likeliest(self) -> Hypothesis | None:
        """The hypothesis that explains the sound best, whatever it means; None if there is none."""
        return max(self.hypotheses, key=lambda found: found.log_likelihood, default=None)

    def is_familiar(self, hypothesis: Hypothesis) -> bool:
        """Whether this is a whole phrase that nothing strange explains much better.

        That test is enough for small grammars. For large ones, `speech.understanding.scoring`
        weighs all rivals.
        """
        if hypothesis.kind != "whole":
            return False
        if self.exact is None:
            return True
        stranger = max(self.exact.words, self.exact.sounds)
        return hypothesis.log_likelihood + MOST_BEHIND >= stranger
