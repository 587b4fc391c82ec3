"""Weighs what was heard: hypotheses become probabilities of meanings, and these a verdict."""

import math
from collections import defaultdict
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.speech.announcement import announcement
from voice_chess.speech.hypothesis import Heard, Hypothesis
from voice_chess.speech.interpret import interpret
from voice_chess.speech.meaning import Meaning
from voice_chess.speech.parse import Tokens, parse, without_unknown_edges

Understand = Callable[[Tokens], tuple[Meaning, ...]]


LARGEST_EXPONENT = 50.0
"""Keeps sums finite where nothing else is probable."""

UNKNOWN_WORD = "[unk]"
"""What a recogniser writes for speech that is no word of the grammar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caution:
    """How sure the program wants to be; measured by `voice-chess evaluate`, not guessed."""

    accept_at: float
    """A meaning at least this probable is accepted."""
    ask_at: float
    """A meaning at least this probable is asked about; below, nothing fits."""
    sharpness: float = 1.3
    """What a difference of log likelihoods is worth: Vosk scales acoustics down to a tenth."""
    stranger: float = 1.9
    """Natural-log price of unknown speech before or behind an announcement."""
    suspicion: float = 0.93
    """What a nat by which words explain a sound no better than a stranger's sound is worth."""
    doubt: float = -4.1
    """Natural-log odds, before anything was heard, that it is no word of ours at all."""
    nonsense: float = 7.0
    """Natural-log price of words that mean nothing here: people say what can be played."""
    illegal: float = 5.5
    """The same of a whole announcement of a move that is not legal: now and then people err."""


CAREFUL = Caution(accept_at=0.97, ask_at=0.02)
NORMAL = Caution(accept_at=0.85, ask_at=0.02)
FAST = Caution(accept_at=0.7, ask_at=0.05)
CAUTION = {"careful": CAREFUL, "normal": NORMAL, "fast": FAST}


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """A meaning and how probable it is, with the best words that were heard for it."""

    meaning: Meaning
    probability: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """One meaning is clear."""

    belief: Belief


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclear:
    """Several meanings are possible, or one that is not sure enough; most probable first."""

    beliefs: tuple[Belief, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingFits:
    """No meaning fits; `words` is what it sounded like most."""

    words: tuple[str, ...]


Verdict = Accepted | Unclear | NothingFits


def weigh(
    heard: Heard,
    language: Language,
    position: Position | None,
    commands: AbstractSet[str],
    caution: Caution = NORMAL,
) -> tuple[Belief, ...]:
    """Probabilities of the legal moves and these commands, most probable first."""
    return weigh_by(heard, language, lambda tokens: interpret(tokens, position, commands), caution)


def weigh_by(
    heard: Heard, language: Language, understand: Understand, caution: Caution = NORMAL
) -> tuple[Belief, ...]:
    """Probabilities of all meanings, most probable first; what is missing to 1 means nothing.

    Every hypothesis has the posterior weight exp(sharpness * its log likelihood). One that can
    mean several things shares its weight among them.
    """
    if not heard.hypotheses:
        return ()
    best = max(h.log_likelihood for h in heard.hypotheses)
    total = strangeness(heard, best, caution)
    shares: defaultdict[Meaning, float] = defaultdict(float)
    words: dict[Meaning, tuple[str, ...]] = {}
    for hypothesis in sorted(heard.hypotheses, key=lambda h: -h.log_likelihood):
        weight = math.exp(caution.sharpness * (hypothesis.log_likelihood - best))
        meanings, price = _meanings(hypothesis, language, understand, caution)
        if not meanings and UNKNOWN_WORD not in hypothesis.words:
            is_move = announcement(parse(hypothesis.words, language)) is not None
            weight *= math.exp(-(caution.illegal if is_move else caution.nonsense))
        total += weight
        for meaning in meanings:
            shares[meaning] += weight * price / len(meanings)
            words.setdefault(meaning, hypothesis.words)
    beliefs = (
        Belief(meaning=m, probability=share / total, words=words[m]) for m, share in shares.items()
    )
    return tuple(sorted(beliefs, key=lambda b: -b.probability))


def strangeness(heard: Heard, best: float, caution: Caution) -> float:
    """The weight of the belief that nobody said anything to us, where the best words weigh 1."""
    if heard.unknown_log_likelihood is None:
        return 0.0
    advantage = heard.unknown_log_likelihood - best
    return math.exp(min(caution.suspicion * advantage + caution.doubt, LARGEST_EXPONENT))


def _meanings(
    hypothesis: Hypothesis, language: Language, understand: Understand, caution: Caution
) -> tuple[tuple[Meaning, ...], float]:
    """What the words mean, and the price of the unknown speech around them."""
    tokens = parse(hypothesis.words, language)
    meanings = understand(tokens)
    if meanings:
        return meanings, 1.0
    inner = without_unknown_edges(tokens)
    if inner == tokens or not inner:
        return (), 1.0
    return understand(inner), math.exp(-caution.stranger)


def judge(beliefs: tuple[Belief, ...], heard: Heard, caution: Caution = NORMAL) -> Verdict:
    """Accept one, ask about some, or say that nothing fits."""
    possible = tuple(b for b in beliefs if b.probability >= caution.ask_at)
    if not possible:
        return NothingFits(words=heard.hypotheses[0].words if heard.hypotheses else ())
    if possible[0].probability >= caution.accept_at:
        return Accepted(belief=possible[0])
    return Unclear(beliefs=possible)
