"""What a search has found in an utterance: the best phrases, and the best rivals of each kind."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from voice_chess.decoding.exchanged_words import best_exchanged
from voice_chess.decoding.following import Following
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.graph import (
    NUMBERS,
    SOUNDS,
    TAIL,
    WORDS,
    Compiler,
    Floats,
    Graph,
    Integers,
    Prices,
)
from voice_chess.decoding.network import OUTPUT_MS
from voice_chess.decoding.search import IMPOSSIBLE, Beam, Search
from voice_chess.sound.endpointer import QUIET_DB
from voice_chess.speech.understanding.confidence import LETTERS_AHEAD_IN_STILLNESS
from voice_chess.speech.understanding.hypothesis import (
    MEANINGLESS,
    WHOLE,
    Confidence,
    Exact,
    Hypothesis,
    Kind,
)

ALTERNATIVES = 16
SELDOM_ALTERNATIVES = 6

DOUBTFUL = LETTERS_AHEAD_IN_STILLNESS
"""The lead of an illegal announcement over whole phrases, in nats, from which what differs from
them in a word is scored as well."""

CLEAR = 2.0
"""The lead over every rival, in natural-log odds, at which words are settled."""

_NO_ANNOUNCEMENT = MEANINGLESS | {"around"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The result of a search; hypotheses are ordered by weight, the heaviest first."""

    hypotheses: tuple[Hypothesis, ...]
    exact: Exact
    is_begun: bool
    is_settled: bool
    silent_outputs: int
    """The network's outputs after the last word of the best way; all if it is no announcement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighing:
    """Weighs what a search has reached, by what a model has learnt of its own sureness."""

    compiler: Compiler
    confidence: Confidence
    grammar: Grammar

    def found(
        self, following: Following, above_room_db: float, gain_of_numbers: float
    ) -> SearchResult:
        """Return the best phrases and the best rivals, and what they say about the utterance.

        `gain_of_numbers`, in nats, is added to the score of numbers alone.
        """
        search, beam, confidence = following.search, following.ended(), self.confidence
        graph = search.graph
        reached = search.reached(beam)

        def best(nodes: Integers) -> float:
            return float(reached[nodes].max(initial=IMPOSSIBLE))

        reached[NUMBERS] += gain_of_numbers
        ways = _ways(search, beam, _likely_ends(search, reached), reached)
        ordered = sorted(ways, key=lambda way: -confidence.log_weight(way.hypothesis))
        exact = Exact(
            confidence=confidence,
            beginning=best(graph.beginnings),
            elsewhere=best(graph.elsewhere),
            words=float(reached[WORDS]),
            sounds=float(reached[SOUNDS]),
            frames=len(beam.frames),
            above_room_db=above_room_db,
            price_of_word=Prices().word,
        )
        exact = self._with_exchanged(exact, [way.hypothesis for way in ordered], beam)
        return SearchResult(
            hypotheses=tuple(way.hypothesis for way in ordered),
            exact=exact,
            is_begun=bool(ordered) and ordered[0].hypothesis.kind == "beginning",
            is_settled=above_room_db >= QUIET_DB and _is_settled(ordered, graph, confidence),
            silent_outputs=len(beam.frames) - (ordered[0].announced_until if ordered else 0),
        )

    def _with_exchanged(self, exact: Exact, ordered: Iterable[Hypothesis], beam: Beam) -> Exact:
        """Add what resembles the best whole phrase, if an illegal announcement leads it."""
        whole = next((each for each in ordered if each.kind in WHOLE), None)
        if whole is None or exact.elsewhere - whole.log_likelihood < DOUBTFUL:
            return exact
        outputs = np.concatenate(beam.outputs)
        found = best_exchanged(self.compiler, outputs, whole.words, self.grammar.exchanged)
        resembling = tuple(
            Hypothesis(words=words, log_likelihood=score, kind="elsewhere")
            for words, score in found
        )
        return replace(exact, exchanged=resembling)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way:
    hypothesis: Hypothesis
    node: int
    announced_until: int
    """Outputs up to the end of its last word; 0 if it is no announcement."""


def _likely_ends(search: Search, reached: Floats) -> list[tuple[Kind, int]]:
    """Return the nodes at which the likeliest phrases and the best rival of each kind end."""
    graph = search.graph
    among: tuple[tuple[Kind, Integers, int], ...] = (
        ("whole", graph.finals, ALTERNATIVES),
        ("seldom", graph.seldom, SELDOM_ALTERNATIVES),
        *((kind, ends, 1) for kind, ends in _rivals(graph)),
    )
    return [
        (kind, node) for kind, ends, most in among for node in search.likeliest(ends, reached, most)
    ]


def _ways(
    search: Search, beam: Beam, nodes: Iterable[tuple[Kind, int]], reached: Floats
) -> Iterable[_Way]:
    """Return the ways to these nodes, the first one for each sequence of words.

    `reached` holds the score of each node.
    """
    ways: dict[tuple[str, ...], _Way] = {}
    for kind, node in nodes:
        spoken = search.way_to(beam, node)
        if node == NUMBERS and not spoken:
            continue
        words = tuple(each.word for each in spoken)
        is_announcement = bool(spoken) and kind not in _NO_ANNOUNCEMENT
        way = _Way(
            hypothesis=Hypothesis(
                words=words,
                log_likelihood=float(reached[node]),
                kind=kind,
                lasted_ms=tuple((each.last - each.first) * OUTPUT_MS for each in spoken),
            ),
            node=node,
            announced_until=spoken[-1].last if is_announcement else 0,
        )
        ways.setdefault(words, way)
    return ways.values()


def _is_settled(ordered: Sequence[_Way], graph: Graph, confidence: Confidence) -> bool:
    """Whether the best words are whole, nothing continues them, and nothing comes near them."""
    if not ordered or ordered[0].hypothesis.kind not in WHOLE or ordered[0].node in graph.continued:
        return False
    heights = [confidence.log_weight(way.hypothesis) for way in ordered[:2]]
    return len(heights) == 1 or heights[0] - heights[1] >= CLEAR


def _rivals(graph: Graph) -> tuple[tuple[Kind, Integers], ...]:
    return (
        ("beginning", graph.beginnings),
        ("around", np.array([TAIL], np.int32)),
        ("elsewhere", graph.elsewhere),
        ("numbers", np.array([NUMBERS], np.int32)),
        ("stranger", np.array([WORDS], np.int32)),
        ("sound", np.array([SOUNDS], np.int32)),
    )
