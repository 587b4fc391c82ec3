"""The graphs: every word can be passed, in Kaldi's order of transitions, and grammar never ends."""

import math
import shutil
import subprocess
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.acoustics.kaldi_reader import Arc, Transducer, read_fst
from voice_chess.acoustics.decoding_graph import (
    HALF,
    TransducerBuilder,
    WordTable,
    default_grammar,
    states_to_words,
)
from voice_chess.acoustics.phones import Inventory
from voice_chess.decoding.graph import UNKNOWN

SORTED_BY_INPUT, SORTED_BY_OUTPUT = 0x1000_0000, 0x4000_0000
SENTENCES = (("drei", "acht"), ("drei", "a", "acht"), ("ja",))


@pytest.fixture
def table(inventory: Inventory) -> WordTable:
    return WordTable(inventory.lexicon.words)


@pytest.fixture
def words_graph(inventory: Inventory, table: WordTable, tmp_path: Path) -> Transducer:
    return read_back(states_to_words(inventory, table), tmp_path / "HCLr.fst", by_output=True)


@pytest.fixture
def grammar(table: WordTable, tmp_path: Path) -> Transducer:
    return read_back(default_grammar(table, SENTENCES), tmp_path / "Gr.fst", by_output=False)


def read_back(graph: TransducerBuilder, path: Path, *, by_output: bool) -> Transducer:
    graph.write(path, sort_by_output=by_output)
    return read_fst(path)


def forward_ids(inventory: Inventory, pdfs: Sequence[Sequence[int]], word: str) -> tuple[int, ...]:
    phones = inventory.word_phones[word]
    assert [phone.pdfs for phone in phones] == list(pdfs)
    return tuple(
        inventory.by_state[phone.id, state].forward
        for phone in phones
        for state in range(len(phone.pdfs))
    )


def paths_of(graph: Transducer, label: int) -> Iterator[tuple[int, ...]]:
    """Inputs of all paths, self-loops left out, from an arc that gives the label to the loop."""
    for first in (arc for arcs in graph.arcs for arc in arcs if arc.output == label):
        inputs, state = [first.input], first.target
        while following := [a for a in graph.arcs[state] if a.target != state and not a.output]:
            if following[0].input == 0:
                break
            inputs.append(following[0].input)
            state = following[0].target
        yield tuple(inputs)


def test_the_word_table_begins_with_nothing_and_the_unknown(
    table: WordTable, inventory: Inventory, tmp_path: Path
) -> None:
    table.write(tmp_path / "words.txt")

    lines = (tmp_path / "words.txt").read_text("utf-8").splitlines()
    assert lines[:2] == ["<eps> 0", f"{UNKNOWN} 1"]
    words = [*inventory.lexicon.words]
    assert [line.split()[0] for line in lines[2:]] == words
    assert [int(line.split()[1]) for line in lines] == list(range(len(lines)))


def test_every_word_passes_its_states_in_order(
    words_graph: Transducer, inventory: Inventory, table: WordTable
) -> None:
    for word in inventory.lexicon.words:
        pdfs = [phone.pdfs for phone in inventory.word_phones[word]]

        assert list(paths_of(words_graph, table.ids[word])) == [forward_ids(inventory, pdfs, word)]


def test_each_state_is_entered_forward_and_kept_by_its_own_loop(
    words_graph: Transducer, inventory: Inventory
) -> None:
    loop_of = {t.forward: t.self_loop for t in inventory.transitions}
    entered = [arc for arcs in words_graph.arcs for arc in arcs if arc.input in loop_of]

    assert entered
    for arc in entered:
        loops = [a for a in words_graph.arcs[arc.target] if a.target == arc.target]
        assert [(a.input, a.output) for a in loops] == [(loop_of[arc.input], 0)]


def test_the_unknown_word_is_garbage(
    words_graph: Transducer, inventory: Inventory, table: WordTable
) -> None:
    garbage = tuple(t.forward for t in inventory.transitions if t.phone == inventory.garbage.id)

    assert list(paths_of(words_graph, table.ids[UNKNOWN])) == [garbage]


def test_every_state_can_be_reached_and_left(words_graph: Transducer) -> None:
    assert reached(words_graph, words_graph.start) == set(range(len(words_graph.arcs)))
    for state in range(len(words_graph.arcs)):
        assert reached(words_graph, state) & set(words_graph.finals)


def reached(graph: Transducer, start: int) -> set[int]:
    seen, waiting = {start}, deque([start])
    while waiting:
        for arc in graph.arcs[waiting.popleft()]:
            if arc.target not in seen:
                seen.add(arc.target)
                waiting.append(arc.target)
    return seen


def test_every_state_is_paid_for(words_graph: Transducer) -> None:
    costs = [arc.cost for arcs in words_graph.arcs for arc in arcs if arc.input]

    assert min(costs) == pytest.approx(HALF)


def test_arcs_are_sorted_as_their_flags_say(words_graph: Transducer, grammar: Transducer) -> None:
    assert words_graph.properties & SORTED_BY_OUTPUT
    assert grammar.properties & SORTED_BY_INPUT
    assert all(outputs == sorted(outputs) for outputs in labels(words_graph, "output"))
    assert all(inputs == sorted(inputs) for inputs in labels(grammar, "input"))


def labels(graph: Transducer, side: str) -> list[list[int]]:
    return [[getattr(arc, side) for arc in arcs] for arcs in graph.arcs]


def arc_of(graph: Transducer, state: int, label: int) -> Arc:
    (arc,) = [a for a in graph.arcs[state] if a.input == label]
    return arc


def test_the_grammar_accepts_words_and_backs_off(grammar: Transducer, table: WordTable) -> None:
    back_off = {arc.target for arcs in grammar.arcs for arc in arcs if not arc.input}

    assert all(arc.input == arc.output for arcs in grammar.arcs for arc in arcs)
    (free,) = back_off
    assert {arc.input for arc in grammar.arcs[free]} == set(range(1, len(table.names)))
    assert free in grammar.finals


def test_the_grammar_has_an_arc_for_every_pair_of_words_that_was_said(
    grammar: Transducer, table: WordTable
) -> None:
    for sentence in SENTENCES:
        state = grammar.start
        for word in sentence:
            state = arc_of(grammar, state, table.ids[word]).target
        assert state in grammar.finals


def test_likely_words_are_cheap(grammar: Transducer, table: WordTable) -> None:
    often = arc_of(grammar, grammar.start, table.ids["drei"])
    seldom = arc_of(grammar, grammar.start, table.ids["ja"])

    assert often.cost == pytest.approx(-math.log(0.9 * 2 / 3))
    assert seldom.cost == pytest.approx(-math.log(0.9 / 3))


def test_from_every_state_of_the_grammar_all_that_can_follow_is_certain(
    grammar: Transducer,
) -> None:
    for state, arcs in enumerate(grammar.arcs):
        costs = [arc.cost for arc in arcs] + [grammar.finals.get(state, math.inf)]
        assert sum(math.exp(-cost) for cost in costs) <= 1 + 1e-5


@pytest.mark.skipif(shutil.which("fstinfo") is None, reason="no fstinfo; Debian: libfst-tools")
@pytest.mark.parametrize("by_output", [True, False])
def test_openfst_agrees(
    inventory: Inventory, table: WordTable, tmp_path: Path, *, by_output: bool
) -> None:
    graph = states_to_words(inventory, table) if by_output else default_grammar(table, SENTENCES)
    path = tmp_path / "graph.fst"
    graph.write(path, sort_by_output=by_output)

    told = subprocess.run(
        ["fstinfo", str(path)],
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    ).stdout

    facts = dict(line.rsplit(maxsplit=1) for line in told.splitlines() if len(line.split()) > 1)
    assert int(facts["# of states"]) == len(graph.arcs)
    assert int(facts["# of arcs"]) == sum(map(len, graph.arcs))
    assert facts["output label sorted" if by_output else "input label sorted"] == "y"
    assert int(facts["# of accessible states"]) == len(graph.arcs)
    assert int(facts["# of coaccessible states"]) == len(graph.arcs)
