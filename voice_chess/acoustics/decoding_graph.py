"""Writes the decoding graphs: states to words (HCLr), the default grammar (Gr), the word table."""

import math
import struct
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from voice_chess.acoustics.phones import Inventory, Phone
from voice_chess.decoding.graph import UNKNOWN

HALF = math.log(2.0)


@dataclass(slots=True)
class TransducerBuilder:
    """A weighted transducer under construction; state 0 is its start."""

    arcs: list[list[tuple[int, int, float, int]]] = field(default_factory=lambda: [[]])
    finals: dict[int, float] = field(default_factory=dict)

    def state(self) -> int:
        self.arcs.append([])
        return len(self.arcs) - 1

    def arc(self, source: int, target: int, labels: tuple[int, int], cost: float) -> None:
        self.arcs[source].append((*labels, cost, target))

    def write(self, path: Path, *, sort_by_output: bool) -> None:
        """Write OpenFst's `vector` format, arcs sorted by output or input label."""
        side = 1 if sort_by_output else 0
        sorted_bit = 0x40000000 if sort_by_output else 0x10000000
        header = struct.pack("<i", 2125659606)
        for text in (b"vector", b"standard"):
            header += struct.pack("<i", len(text)) + text
        count = sum(map(len, self.arcs))
        header += struct.pack("<iiQqqq", 2, 0, 0x3 | sorted_bit, 0, len(self.arcs), count)
        with path.open("wb") as file:
            file.write(header)
            for state, arcs in enumerate(self.arcs):
                file.write(struct.pack("<fq", self.finals.get(state, math.inf), len(arcs)))
                for arc in sorted(arcs, key=lambda a: a[side]):
                    file.write(struct.pack("<iifi", *arc))


class WordTable:
    """Maps words to numbers: 0 is no word, 1 is the unknown word."""

    def __init__(self, words: Iterable[str]) -> None:
        self.names = ("<eps>", UNKNOWN, *words)
        self.ids = {name: n for n, name in enumerate(self.names)}

    def write(self, path: Path) -> None:
        path.write_text("".join(f"{w} {n}\n" for w, n in self.ids.items()), "utf-8")


def states_to_words(inventory: Inventory, table: WordTable) -> TransducerBuilder:
    """Return HCLr: a loop that passes one word at a time, with optional silence between words.

    It follows Kaldi's "reorder" convention, on which word alignment relies: the arc into a state
    carries the forward transition, and the state's own loop the self-loop transition.
    """
    graph = TransducerBuilder()
    loop, end = graph.state(), graph.state()
    graph.finals[loop] = 0.0
    for source in (0, end):
        graph.arc(source, loop, (0, 0), HALF)
        _phone_path(graph, inventory, source, [inventory.silence], (0, HALF), into=loop)
    for word, phones in inventory.word_phones.items():
        _phone_path(graph, inventory, loop, phones, (table.ids[word], 0.0), into=end)
    _phone_path(graph, inventory, loop, [inventory.garbage], (table.ids[UNKNOWN], 0.0), into=end)
    return graph


def _phone_path(  # noqa: PLR0913 - a path has two ends, a label and what lies on it
    graph: TransducerBuilder,
    inventory: Inventory,
    source: int,
    phones: Sequence[Phone],
    label: tuple[int, float],
    *,
    into: int,
) -> None:
    word, cost = label
    for phone in phones:
        for state in range(len(phone.pdfs)):
            t = inventory.by_state[phone.id, state]
            target = graph.state()
            graph.arc(source, target, (t.forward, word), cost + HALF)
            graph.arc(target, target, (t.self_loop, 0), HALF)
            source, word, cost = target, 0, 0.0
    graph.arc(source, into, (0, 0), 0.0)


def default_grammar(table: WordTable, sentences: Iterable[Sequence[str]]) -> TransducerBuilder:
    """Return Gr: a bigram of these sentences, with a back-off state from which any word follows."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    unigrams: Counter[str] = Counter()
    for sentence in sentences:
        for before, word in zip(("<s>", *sentence), (*sentence, "</s>"), strict=True):
            counts[before][word] += 1
            unigrams[word] += 1
    graph = TransducerBuilder()
    back_off = graph.state()
    at = {"<s>": 0} | {w: graph.state() for w in counts if w != "<s>"}
    for before, following in counts.items():
        total = sum(following.values())
        for word, count in following.items():
            cost = -math.log(0.9 * count / total)
            if word == "</s>":
                graph.finals[at[before]] = cost
            else:
                graph.arc(at[before], at[word], (table.ids[word],) * 2, cost)
        graph.arc(at[before], back_off, (0, 0), -math.log(0.1))
    total = sum(unigrams.values()) + len(table.names)
    for word in table.names[1:]:
        cost = -math.log((unigrams[word] + 1) / total)
        graph.arc(back_off, at.get(word, back_off), (table.ids[word],) * 2, cost)
    graph.finals[back_off] = -math.log((unigrams["</s>"] + 1) / total)
    return graph
