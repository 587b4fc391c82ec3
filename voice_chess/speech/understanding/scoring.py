"""Weighs what was heard: hypotheses become probabilities of meanings, and these a verdict.

A recogniser scores how well each of several wordings explains a sound, in natural logarithms. Three
steps lead from these scores to a decision.

First, each wording is read. One wording can mean several things (a knight's move that two knights
can make), and several wordings can mean one thing ("e vier", "Bauer Eva vier"). So each wording
gets a weight, and passes it on to its meanings. Wordings without a meaning keep their weight, and
the meanings' sum falls short of 1 by it. So a stranger's sentence makes every move unlikely,
instead of making the nearest one certain.

Second, the weight of the likeliest meaning becomes a probability. Vosk leaves out most rivals, so
fixed prices (`Caution`) stand for them. The exact decoder scores all of them, including words that
are only begun, illegal announcements, other words and mere sounds. How often such odds were right
was fitted on recordings (`confidence`); the other meanings share the rest.

Third, two thresholds give the verdict. A meaning more probable than `accept_at` is accepted. Above
`ask_at` the program asks its shortest question, and below that it says that nothing fits. A wrong
move is worse than a question, and a question worse than a move. `--caution` moves the thresholds,
and `voice-chess evaluate` measures the cost.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from voice_chess.languages.language import Language
from voice_chess.speech.understanding.announcement import announcement
from voice_chess.speech.understanding.confidence import (
    TINY,
    Best,
    log_odds,
    probability,
    share_beside_the_next,
)
from voice_chess.speech.understanding.hypothesis import MEANINGLESS, Exact, Heard, Hypothesis, Kind
from voice_chess.speech.understanding.interpret import Meaning, MoveMeaning
from voice_chess.speech.understanding.parse import Tokens, parse, without_unknown_edges

Understand = Callable[[Tokens], tuple[Meaning, ...]]
ReadWords = Callable[[tuple[str, ...]], tuple[Meaning, ...]]
MendWords = Callable[[tuple[str, ...]], tuple[Meaning, ...] | None]


_TORN_OFF = 0.1
"""Beginnings with less than this share of an illegal announcement's weight are dropped."""

_UNFINISHED = 2.5
"""Natural-log price of the beginning of a command before a silence: 'mein' for 'nein'."""

_MENDABLE: frozenset[Kind] = frozenset({"stranger", "elsewhere"})
"""The kinds of words that no grammar holds, but that may make sense after all."""

UNKNOWN_WORD = "[unk]"
"""The word that a recogniser reports for speech outside the grammar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caution:
    """How sure the program must be; the numbers were measured by `voice-chess evaluate`."""

    accept_at: float
    """A meaning at least this probable is accepted."""
    accept_exact_at: float
    """The same limit for a recogniser that scores everything exactly and knows how far it errs."""
    ask_at: float
    """A meaning at least this probable is asked about; below that, nothing fits."""
    sharpness: float = 1.3
    """The weight of a difference of log-likelihoods: Vosk scales acoustics down to a tenth."""
    stranger: float = 1.9
    """Natural-log price of unknown speech before or after an announcement."""
    nonsense: float = 7.0
    """Natural-log price of words that mean nothing here: people say what can be played."""
    illegal: float = 5.5
    """The same price for a whole announcement of an illegal move, since people err now and then."""


CAREFUL = Caution(accept_at=0.97, accept_exact_at=0.9, ask_at=0.02)
NORMAL = Caution(accept_at=0.85, accept_exact_at=0.75, ask_at=0.02)
FAST = Caution(accept_at=0.7, accept_exact_at=0.6, ask_at=0.05)
CAUTION = {"careful": CAREFUL, "normal": NORMAL, "fast": FAST}


def nothing_meant(_words: tuple[str, ...]) -> tuple[Meaning, ...]:
    return ()


def nothing_to_mend(_words: tuple[str, ...]) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Halves:
    """Functions that read words that are no whole phrase, such as one half of a command.

    `second` reads them as the rest of what was said before, and is tried before any other meaning.
    `first` reads them as a beginning that needs more, and is tried only if they mean nothing else.
    `mended` reads what was said on the way to a move; see `mending`.
    """

    second: ReadWords = nothing_meant
    first: ReadWords = nothing_meant
    mended: MendWords = nothing_to_mend


NO_HALVES = Halves()


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """A meaning and its probability, with the best words that were heard for it."""

    meaning: Meaning
    probability: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """One meaning is clear."""

    belief: Belief


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclear:
    """Several meanings are possible, or none is sure enough; most probable first."""

    beliefs: tuple[Belief, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingFits:
    """No meaning fits; `words` are those that explained the sound best."""

    words: tuple[str, ...]


Verdict = Accepted | Unclear | NothingFits


def weigh_by(
    heard: Heard,
    language: Language,
    understand: Understand,
    caution: Caution = NORMAL,
    halves: Halves = NO_HALVES,
) -> tuple[Belief, ...]:
    """Return the probabilities of all meanings, most probable first.

    Their sum falls short of 1 by the probability that nothing was meant. Every hypothesis has the
    posterior weight exp(sharpness * its log likelihood). One that can mean several things shares
    its weight among them.
    """
    if not heard.hypotheses:
        return ()
    reader = _Reader(language=language, understand=understand, halves=halves)
    ways = _weighed(heard, reader, caution)
    total = sum([way.weight for way in ways])
    shares: defaultdict[Meaning, float] = defaultdict(float)
    best: dict[Meaning, Hypothesis] = {}
    for way in ways:
        for meaning in way.meanings:
            shares[meaning] += way.share / (total * len(way.meanings))
            best.setdefault(meaning, way.hypothesis)
    found = sorted(shares.items(), key=lambda item: -item[1])
    beliefs = tuple(
        [
            Belief(meaning=meaning, probability=share, words=best[meaning].words)
            for meaning, share in found
        ]
    )
    if heard.exact is None or not beliefs:
        return beliefs
    own = next(way for way in ways if beliefs[0].meaning in way.meanings)
    exchanged = heard.exact.exchanged if _are_moves(own.meanings) else ()
    illegal = tuple(each for each in exchanged if not reader.read(each).meanings)
    return _as_sure_as_they_are(beliefs, replace(heard.exact, exchanged=illegal), own, ways)


def _likeliest(share: float, own: "_Way", ways: list["_Way"]) -> Best:
    meant = {*own.meanings}
    numbers = _best_meaningless("numbers", ways)
    illegal = _best_meaningless("elsewhere", ways) if _are_moves(meant) else None
    others = (way for way in ways if way.meanings and not meant & {*way.meanings})
    vaguer = (way for way in ways if meant < {*way.meanings})
    scores = [way.hypothesis.log_likelihood for way in others]
    if own.is_mended and _are_moves(meant):
        scores.append(own.hypothesis.log_likelihood - _lead_of(meant, ways))
    return Best(
        hypothesis=own.hypothesis,
        margin=log_odds(share),
        next_score=max(scores, default=None),
        vaguer_score=max((way.hypothesis.log_likelihood for way in vaguer), default=None),
        numbers_score=None if numbers is None else numbers.log_likelihood,
        illegal_score=None if illegal is None else illegal.log_likelihood,
    )


def _best_meaningless(kind: Kind, ways: list["_Way"]) -> Hypothesis | None:
    """Return the best words of this kind that mean nothing here; the heaviest ways come first."""
    found = (way.hypothesis for way in ways if not way.meanings)
    return next((hypothesis for hypothesis in found if hypothesis.kind == kind), None)


def _lead_of(meant: set[Meaning], ways: list["_Way"]) -> float:
    """Return how far the best phrase with this meaning leads those that mean other moves.

    Of words in any order only the best are known, and not how near "drei" came to "zwei" in them.
    """
    plain = [way for way in ways if not way.is_mended and _are_moves(way.meanings)]

    def best(*, is_meant: bool) -> float:
        return max(
            (
                way.hypothesis.log_likelihood
                for way in plain
                if meant.isdisjoint(way.meanings) != is_meant
            ),
            default=-math.inf,
        )

    mine = best(is_meant=True)
    return 0.0 if mine == -math.inf else max(0.0, mine - best(is_meant=False))


def _are_moves(meanings: Iterable[Meaning]) -> bool:
    return any(isinstance(meaning, MoveMeaning) for meaning in meanings)


def weights(heard: Heard, caution: Caution) -> list[float]:
    """Return the weight of each hypothesis, relative to the heaviest, which weighs 1."""
    heights = [
        heard.exact.confidence.log_weight(hypothesis)
        if heard.exact
        else caution.sharpness * hypothesis.log_likelihood
        for hypothesis in heard.hypotheses
    ]
    highest = max(heights)
    return [math.exp(height - highest) for height in heights]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way:
    """One hypothesis, its meanings, its weight, and the part of it that the meanings share."""

    hypothesis: Hypothesis
    meanings: tuple[Meaning, ...]
    weight: float
    share: float
    is_mended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """The meanings of words.

    `is_inner`: they follow only without the unknown speech around them. `is_half`: they are those
    of half a command. `is_mended`: they are what the words mean after all, if anything.
    """

    meanings: tuple[Meaning, ...] = ()
    is_inner: bool = False
    is_half: bool = False
    is_mended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    """Reads hypotheses in a language by given functions."""

    language: Language
    understand: Understand
    halves: Halves = NO_HALVES

    def read(self, hypothesis: Hypothesis) -> _Read:
        mended = self.halves.mended(hypothesis.words) if hypothesis.kind in _MENDABLE else None
        if mended is not None:
            return _Read(meanings=mended, is_mended=True)
        if hypothesis.kind in MEANINGLESS:
            return _Read()
        tokens = parse(hypothesis.words, self.language)
        meanings = self.halves.second(hypothesis.words) or self.understand(tokens)
        if meanings:
            return _Read(meanings=meanings)
        half = self.halves.first(hypothesis.words)
        if half:
            return _Read(meanings=half, is_half=True)
        inner = without_unknown_edges(tokens)
        found = self.understand(inner) if inner not in ((), tokens) else ()
        return _Read(meanings=found, is_inner=bool(found))


def _weighed(heard: Heard, reader: _Reader, caution: Caution) -> list[_Way]:
    """Return the weighed hypotheses, the heaviest first.

    Half a command pays the same price as words without a meaning.
    """
    ways = []
    reads = [reader.read(hypothesis) for hypothesis in heard.hypotheses]
    heard = _without_price_of_words(heard, reads)
    weighed = zip(heard.hypotheses, reads, weights(heard, caution), strict=True)
    for hypothesis, read, weight in weighed:
        whole, share = weight, weight * (math.exp(-caution.stranger) if read.is_inner else 1.0)
        is_nothing = read.is_half or not read.meanings
        if heard.exact is not None:
            is_unfinished = hypothesis.kind == "beginning" and is_nothing
            share = whole = weight * (math.exp(-_UNFINISHED) if is_unfinished else 1.0)
        elif is_nothing:
            whole *= _price_of_nonsense(hypothesis, reader.language, caution)
            share = whole
        ways.append(
            _Way(
                hypothesis=hypothesis,
                meanings=read.meanings,
                weight=whole,
                share=share,
                is_mended=read.is_mended,
            )
        )
    ordered = sorted(ways, key=lambda way: -way.weight)
    return [way for way in ordered if not _is_torn_off(way, ordered[0])]


def _without_price_of_words(heard: Heard, reads: list[_Read]) -> Heard:
    """Return the hypotheses, those that make sense after all priced like illegal announcements.

    As words in any order they pay for each word; but these are no words in any order.
    """
    exact = heard.exact
    if exact is None:
        return heard
    return replace(
        heard,
        hypotheses=tuple(
            _free(hypothesis, exact) if read.is_mended else hypothesis
            for hypothesis, read in zip(heard.hypotheses, reads, strict=True)
        ),
    )


def _free(hypothesis: Hypothesis, exact: Exact) -> Hypothesis:
    is_priced = hypothesis.kind == "stranger"
    paid = exact.price_of_word * len(hypothesis.words) if is_priced else 0.0
    return replace(hypothesis, kind="elsewhere", log_likelihood=hypothesis.log_likelihood + paid)


def _is_torn_off(way: _Way, heaviest: _Way) -> bool:
    """Whether the words are just the beginning of an illegal announcement that weighs more."""
    kinds = (way.hypothesis.kind, heaviest.hypothesis.kind)
    return kinds == ("beginning", "elsewhere") and way.weight < _TORN_OFF * heaviest.weight


def _price_of_nonsense(hypothesis: Hypothesis, language: Language, caution: Caution) -> float:
    if UNKNOWN_WORD in hypothesis.words:
        return 1.0
    is_move = announcement(parse(hypothesis.words, language)) is not None
    return math.exp(-(caution.illegal if is_move else caution.nonsense))


def _as_sure_as_they_are(
    beliefs: tuple[Belief, ...], exact: Exact, own: _Way, ways: list[_Way]
) -> tuple[Belief, ...]:
    """Give the likeliest words' meanings the probability that such words have proved to have.

    They stay first. Words with several meanings, such as a square that two knights can reach, make
    none of these surer than before: only their sum gets the probability of the words.
    """
    share = max(sum(b.probability for b in beliefs if b.meaning in own.meanings), TINY)
    best = _likeliest(share, own, ways)
    sure = probability(exact, best) * share_beside_the_next(exact, best)
    rest = min((1 - sure) / max(1 - share, TINY), sure / share)
    scaled = (
        replace(
            b, probability=b.probability * (sure / share if b.meaning in own.meanings else rest)
        )
        for b in beliefs
    )
    return tuple(sorted(scaled, key=lambda belief: -belief.probability))


def understood(
    hypothesis: Hypothesis, language: Language, understand: Understand
) -> tuple[Meaning, ...]:
    """Return the meanings of a hypothesis, with or without unknown speech around it."""
    return _Reader(language=language, understand=understand).read(hypothesis).meanings


def judge(beliefs: tuple[Belief, ...], heard: Heard, caution: Caution = NORMAL) -> Verdict:
    """Accept one meaning, ask about some, or report that nothing fits."""
    possible = tuple([b for b in beliefs if b.probability >= caution.ask_at])
    if not possible:
        return NothingFits(words=heard.hypotheses[0].words if heard.hypotheses else ())
    enough = caution.accept_at if heard.exact is None else caution.accept_exact_at
    if possible[0].probability >= enough:
        return Accepted(belief=possible[0])
    return Unclear(beliefs=possible)
