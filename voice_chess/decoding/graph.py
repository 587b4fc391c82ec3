"""Compiles a grammar into one graph of words, with loops for speech that the grammar lacks.

Phrases with a common beginning share its arcs, like a tree. A phrase that ends with a rule's name
leads to the phrases of that rule. Each arc is one word, and the states of a word lie side by side
in one array, so that one step of the search takes a few array operations.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np
import numpy.typing as npt

from voice_chess.decoding.grammar import ANYTHING, Grammar
from voice_chess.decoding.vocabulary import Vocabulary
from voice_chess.remembered import remembered

Integers = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]

UNKNOWN = "[unk]"
"""The word for speech that is no word of the vocabulary."""

START, ELSEWHERE, WORDS, NUMBERS, SOUNDS, TAIL = range(6)
"""The first nodes: the start of phrases possible now, the start of those possible in another
position, the loops of words, of numbers alone, and of garbage and plain phones, and the end of
whole phrases."""
_FIXED = 6

_USUAL, _SELDOM = -1, -2
"""The kinds of ends of phrases that no rule continues."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """The costs of entering a word in a loop, where words follow freely, in natural logs."""

    word: float = 12.0
    number: float = 20.0
    phone: float = 4.0
    garbage: float = 2.0
    filler: float = 45.0
    around: float = 60.0
    """The price of unknown speech before or after a phrase."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Loop:
    """The arcs from `first` up to, but without, `last` begin and end at one node."""

    node: int
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Join:
    """An empty arc: a path that reaches one of the sources also reaches the target."""

    target: int
    sources: Integers


@dataclass(frozen=True, kw_only=True, eq=False)
class Graph:
    """Arcs are words; `source` is each arc's start node, and an arc of a tree has its own end node.

    Nodes are numbered in this order: the fixed ones, the rules, then one for each arc of the trees.
    """

    words: tuple[str, ...]
    """The word of each arc."""
    source: Integers
    price: Floats
    trees: int
    """The number of arcs in trees; the later arcs belong to loops."""
    roots: int
    """The number of nodes before those of the trees."""
    loops: tuple[Loop, ...]
    joins: tuple[Join, ...]
    first: Integers
    """The first state of each arc."""
    last: Integers
    pdf: Integers
    """The network's output for each state."""
    silence: int
    finals: Integers
    """Nodes at which a phrase that can be said now is complete."""
    seldom: Integers
    """Nodes at which a phrase that is seldom said is complete."""
    elsewhere: Integers
    """Nodes at which a phrase that is possible in another position is complete."""
    beginnings: Integers
    """Nodes inside phrases that can be said now."""

    @property
    def nodes(self) -> int:
        return self.roots + self.trees

    @remembered
    def continued(self) -> frozenset[int]:
        """The nodes of complete phrases that longer phrases continue."""
        inner = set(self.source[: self.trees].tolist())
        joined = {int(n) for join in self.joins if join.target != TAIL for n in join.sources}
        return frozenset(inner | joined) & {*self.finals.tolist(), *self.seldom.tolist()}

    def loop_at(self, node: int) -> Loop | None:
        return next((loop for loop in self.loops if loop.node == node), None)

    def join_at(self, node: int) -> Join | None:
        return next((join for join in self.joins if join.target == node), None)


class Compiler:
    """Makes graphs for one vocabulary, and caches the parts that they have in common."""

    def __init__(self, vocabulary: Vocabulary, prices: Prices) -> None:
        self._vocabulary = vocabulary
        self._prices = prices
        self._numbers = {word: n for n, word in enumerate(vocabulary.words)}
        self._arcs = _Arcs(vocabulary)
        self._words: dict[str, tuple[int, ...] | None] = {}
        self._part = lru_cache(maxsize=_MOST_PARTS)(self._read)

    def graph(self, grammar: Grammar) -> Graph:
        """Return the graph of a grammar, without phrases that contain an unknown word."""
        ordered = _in_order(grammar.rules)
        symbols = {ANYTHING: START, **{name: _FIXED + n for n, name in enumerate(ordered)}}
        roots = _FIXED + len(ordered)
        placed = [
            (self._part(phrases), root, kind) for root, kind, phrases in _placed(grammar, symbols)
        ]
        tree = _tree([(part, root) for part, root, _ in placed], roots)
        ends = np.concatenate([part.ends(symbols, kind) for part, _, kind in placed])
        loops = _loops(self._vocabulary, self._prices, grammar.fillers, grammar.numbers)
        return self._arcs.graph(roots, tree, loops, _Ends.of(tree, ends, grammar, symbols))

    def _read(self, phrases: tuple[str, ...]) -> "_Part":
        """Convert phrases to numbers of words, each with the name of the rule at its end."""
        words, names = [], []
        for phrase in phrases:
            text, name = phrase, ""
            if phrase[-1:] == ">":
                text, _, name = phrase.rpartition(" ")
            found = self._words_of(text)
            if found is not None and (found or name):
                words.append(found)
                names.append(name)
        known = tuple(dict.fromkeys(names))
        place = {name: n for n, name in enumerate(known)}
        return _Part(
            words=np.fromiter(chain.from_iterable(words), np.int32),
            lengths=np.fromiter(map(len, words), np.int32, len(words)),
            names=known,
            name=np.fromiter(map(place.__getitem__, names), np.int32, len(names)),
        )

    def _words_of(self, text: str) -> tuple[int, ...] | None:
        """Return the numbers of the words of a phrase; None if a word is unknown."""
        if text not in self._words:
            if len(self._words) >= _MOST_READ:
                self._words.clear()
            numbers = [self._numbers.get(word, -1) for word in text.split()]
            self._words[text] = None if -1 in numbers else tuple(numbers)
        return self._words[text]


_MOST_READ = 50_000
"""Size of the cache of phrases as numbers: enough for some hundred positions."""

_MOST_PARTS = 48
"""Size of the cache of parts of grammars: enough for those of every moment and some positions."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Part:
    """Phrases as numbers, and the rule that continues each."""

    words: Integers
    """The words of all phrases, one phrase after the other."""
    lengths: Integers
    names: tuple[str, ...]
    name: Integers
    """For each phrase the index of its rule in `names`; an empty name means no rule."""

    def ends(self, symbols: Mapping[str, int], kind: int) -> Integers:
        """Return for each phrase the root of the rule that continues it, or its kind of end."""
        roots = [symbols[name] if name else kind for name in self.names]
        return np.array(roots, np.int32)[self.name]


def _placed(
    grammar: Grammar, symbols: Mapping[str, int]
) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield groups of phrases, each with its root and how usual its phrases are."""
    seldom = frozenset(grammar.seldom)
    known = seldom.union(grammar.beginnings)
    spoken = (*grammar.phrases, *grammar.longer)
    yield START, _USUAL, tuple(phrase for phrase in spoken if phrase not in known)
    yield START, _SELDOM, tuple(phrase for phrase in grammar.seldom if phrase not in grammar.rules)
    yield ELSEWHERE, _USUAL, grammar.elsewhere
    for name, phrases in grammar.rules.items():
        yield symbols[name], _SELDOM if name in seldom else _USUAL, phrases


def compiled(grammar: Grammar, vocabulary: Vocabulary, prices: Prices) -> Graph:
    """Return the graph of one grammar, without a cache for others."""
    return Compiler(vocabulary, prices).graph(grammar)


def _in_order(rules: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Order rules after those that lead to them, so that one pass of the joins reaches them all."""
    leads_to = {
        name: {phrase.rpartition(" ")[2] for phrase in phrases if phrase[-1:] == ">"} & rules.keys()
        for name, phrases in rules.items()
    }
    order: list[str] = []

    def place(name: str) -> None:
        if name not in order:
            for later in sorted(leads_to[name]):
                place(later)
            order.insert(0, name)

    for name in rules:
        place(name)
    return order


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tree:
    """The start node, the word and the root of each arc, and the end node of each phrase."""

    source: Integers
    word: Integers
    root: Integers
    ends: Integers
    """The end node of each phrase, in the order in which the phrases were given."""


def _tree(parts: Sequence[tuple[_Part, int]], roots: int) -> _Tree:
    """Join the common beginnings of phrases with the same root, by sorting the phrases."""
    lengths = 1 + np.concatenate([part.lengths for part, _ in parts])
    width = int(lengths.max(initial=1))
    table = np.full((len(lengths), width), -1, np.int32)
    inside = np.arange(width) < lengths[:, None]
    table[:, 0] = np.repeat([root for _, root in parts], [len(part.lengths) for part, _ in parts])
    table[:, 1:][inside[:, 1:]] = np.concatenate([part.words for part, _ in parts])
    order = np.lexsort(table.T[::-1])
    table, inside, lengths = table[order], inside[order], lengths[order]
    differs = np.ones(table.shape, bool)
    differs[1:] = np.logical_or.accumulate(table[1:] != table[:-1], axis=1)
    new = differs & inside
    new[:, 0] = False
    node = np.zeros(table.shape, np.int32)
    node[new] = roots + np.arange(int(new.sum()), dtype=np.int32)
    row = np.where(new, np.arange(len(table))[:, None], 0)
    node = np.take_along_axis(node, np.maximum.accumulate(row, axis=0), axis=0)
    node[:, 0] = table[:, 0]
    ends = np.empty(len(table), np.int32)
    ends[order] = node[np.arange(len(table)), lengths - 1]
    before = np.roll(node, 1, axis=1)
    whose = np.broadcast_to(table[:, :1], table.shape)
    return _Tree(source=before[new], word=table[new], root=whose[new], ends=ends)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Looped:
    """Words that may follow each other at some nodes."""

    words: tuple[str, ...]
    node: Integers
    price: Floats
    lengths: Integers
    pdfs: Integers
    loops: tuple[tuple[int, int], ...]
    """Nodes, each with its number of words."""


_Entry = tuple[str, tuple[int, ...], float]


@lru_cache(maxsize=16)
def _loops(
    vocabulary: Vocabulary, prices: Prices, fillers: tuple[str, ...], numbers: tuple[str, ...]
) -> _Looped:
    unknown = (UNKNOWN, vocabulary.garbage)
    around = [(*unknown, prices.around), *_entries(fillers, vocabulary, prices.filler)]
    alone = _entries(numbers, vocabulary, prices.number)
    words = [(word, states, prices.word) for word, states in vocabulary.words.items()]
    phones = [(UNKNOWN, states, prices.phone) for states in vocabulary.phones.values()]
    sounds: list[_Entry] = [(*unknown, prices.garbage), *phones]
    placed = (
        (START, around),
        (WORDS, words),
        (NUMBERS, alone),
        (SOUNDS, sounds),
        (TAIL, around),
    )
    entries = [entry for _, part in placed for entry in part]
    return _Looped(
        words=tuple(word for word, _, _ in entries),
        node=np.repeat(np.array([n for n, _ in placed], np.int32), [len(p) for _, p in placed]),
        price=np.array([price for _, _, price in entries], np.float32),
        lengths=np.array([len(states) for _, states, _ in entries], np.int32),
        pdfs=np.array([state for _, states, _ in entries for state in states], np.int32),
        loops=tuple((node, len(part)) for node, part in placed),
    )


def _entries(phrases: Sequence[str], vocabulary: Vocabulary, price: float) -> list[_Entry]:
    """Return each phrase as one arc of a loop, without phrases that contain an unknown word."""
    entries: list[_Entry] = []
    for phrase in phrases:
        parts = [vocabulary.words.get(word) for word in phrase.split()]
        if all(parts):
            entries.append((phrase, tuple(s for part in parts if part for s in part), price))
    return entries


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ends:
    """The nodes at which phrases end, by their meaning."""

    finals: Integers
    seldom: Integers
    elsewhere: Integers
    beginnings: Integers
    joins: tuple[Join, ...]

    @classmethod
    def of(
        cls, tree: _Tree, into: Integers, grammar: Grammar, symbols: Mapping[str, int]
    ) -> "_Ends":
        roots = _FIXED + len(grammar.rules)
        is_elsewhere = _reached(grammar, symbols, roots)
        # The root of a phrase's last node; a phrase of a symbol alone ends at its root.
        root_of = np.concatenate([np.arange(roots, dtype=np.int32), tree.root])
        is_else = is_elsewhere[root_of[tree.ends]] if len(tree.ends) else np.zeros(0, bool)
        whole = into < 0
        seldom = np.unique(tree.ends[into == _SELDOM])
        finals = np.setdiff1d(tree.ends[(into == _USUAL) & ~is_else], seldom)
        mine_whole = np.concatenate([finals, seldom])
        mine = roots + np.flatnonzero(~is_elsewhere[tree.root]).astype(np.int32)
        joins = [
            Join(target=node, sources=np.unique(tree.ends[into == node]))
            for node in symbols.values()
        ]
        joins.append(Join(target=TAIL, sources=mine_whole))
        return cls(
            finals=finals,
            seldom=seldom,
            elsewhere=np.unique(tree.ends[whole & is_else]),
            beginnings=np.setdiff1d(mine, mine_whole),
            joins=tuple(join for join in joins if len(join.sources)),
        )


def _reached(grammar: Grammar, symbols: Mapping[str, int], roots: int) -> npt.NDArray[np.bool_]:
    """Return, for each root, whether it belongs to phrases possible only in another position."""
    found = np.zeros(roots, bool)
    found[ELSEWHERE] = True
    waiting = [grammar.elsewhere]
    while waiting:
        for phrase in waiting.pop():
            name = phrase.rpartition(" ")[2] if phrase[-1:] == ">" else ""
            if name in symbols and not found[symbols[name]]:
                found[symbols[name]] = True
                waiting.append(grammar.rules[name])
    return found


class _Arcs:
    """Assembles trees and loops into a graph, each word as its states."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._silence = vocabulary.silence
        self._names = tuple(vocabulary.words)
        states = tuple(vocabulary.words.values())
        self._lengths = np.array([len(each) for each in states], np.int32)
        self._joined = np.array([state for each in states for state in each], np.int32)
        self._begins = np.cumsum(self._lengths, dtype=np.int32) - self._lengths
        gains = [vocabulary.gains.get(name, 0.0) for name in self._names]
        self._prices = -np.array(gains, np.float32)

    def graph(self, roots: int, tree: _Tree, looped: _Looped, ends: _Ends) -> Graph:
        in_words = self._lengths[tree.word]
        lengths = np.concatenate([in_words, looped.lengths])
        last = np.cumsum(lengths, dtype=np.int32) - 1
        first = last - lengths + 1
        within = np.arange(int(in_words.sum())) - np.repeat(first[: len(in_words)], in_words)
        in_tree = self._joined[np.repeat(self._begins[tree.word], in_words) + within]
        loops, at = [], len(tree.word)
        for node, count in looped.loops:
            loops.append(Loop(node=node, first=at, last=at + count))
            at += count
        return Graph(
            words=(*(self._names[word] for word in tree.word.tolist()), *looped.words),
            source=np.concatenate([tree.source, looped.node]),
            price=np.concatenate([self._prices[tree.word], looped.price]),
            trees=len(tree.word),
            roots=roots,
            loops=tuple(loops),
            joins=ends.joins,
            first=first,
            last=last,
            pdf=np.concatenate([in_tree, looped.pdfs]),
            silence=self._silence,
            finals=ends.finals,
            seldom=ends.seldom,
            elsewhere=ends.elsewhere,
            beginnings=ends.beginnings,
        )
