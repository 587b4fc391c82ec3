"""One search over all that can be said, on made-up outputs of a network."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.decoding.made_up import PDFS, VOCABULARY, WORDS, spoken
from voice_chess.decoding.grammar import ANYTHING, Grammar
from voice_chess.decoding.graph import NUMBERS, SOUNDS, START, TAIL, Graph, Prices, compiled
from voice_chess.decoding.graph import WORDS as WORD_LOOP
from voice_chess.decoding.network import Matrix
from voice_chess.decoding.search import IMPOSSIBLE, Beam, Search

PRICES = Prices(word=10.0, number=9.0, phone=4.0, garbage=2.0, filler=15.0, around=20.0)
KNIGHT, PAWN = "springer felix drei", "felix drei"
GRAMMAR = Grammar(
    phrases=(KNIGHT, "springer hektor drei", PAWN, "hektor vier", "hektor vier schach", "remis"),
    elsewhere=("springer <square>", "<square>"),
    rules={
        "<square>": tuple(f"{f} {r}" for f, r in product(("felix", "hektor"), ("drei", "vier")))
    },
    fillers=("äh",),
)


def searched(grammar: Grammar = GRAMMAR) -> Search:
    return Search(compiled(grammar, VOCABULARY, PRICES))


def best(search: Search, outputs: Matrix, among: np.ndarray) -> tuple[str, float]:
    """The words of the likeliest of these nodes, and their score."""
    beam = search.advanced(search.begun(), outputs)
    reached = search.reached(beam)
    node = int(among[np.argmax(reached[among])])
    return " ".join(word.word for word in search.way_to(beam, node)), float(reached[node])


def path_score(words: str, outputs: Matrix) -> float:
    """By its definition: the best way to spend the frames on the states of these words."""
    states = [0]
    skips = [False]
    for word in words.split():
        states += [*VOCABULARY.words[word], 0]
        skips += [False] * len(VOCABULARY.words[word]) + [True]
    scores = np.full(len(states), IMPOSSIBLE)
    for number, frame in enumerate(outputs):
        before = scores.copy()
        for at, state in enumerate(states):
            ways = [before[at]]
            if at:
                ways.append(before[at - 1])
            if at >= 2 and skips[at - 1]:
                ways.append(before[at - 2])
            if not number and at <= 1:
                ways.append(0.0)
            scores[at] = max(ways) + frame[state]
    return float(max(scores[-1], scores[-2]))


@pytest.mark.parametrize("phrase", GRAMMAR.phrases)
def test_what_was_said_clearly_is_found_with_pauses_anywhere(phrase: str) -> None:
    search = searched()
    words = phrase.split()
    outputs = spoken(4, *[part for word in words for part in (word, 7)])

    assert best(search, outputs, search.graph.finals)[0] == phrase


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(20, 40))
def test_every_whole_phrase_has_the_score_of_its_own_best_path(seed: int, frames: int) -> None:
    outputs = np.random.default_rng(seed).normal(0, 3, (frames, PDFS)).astype(np.float32)
    search = searched(Grammar(phrases=GRAMMAR.phrases))
    beam = search.advanced(search.begun(), outputs)
    reached = search.reached(beam)

    for node in search.graph.finals:
        way = search.way_to(beam, int(node))
        if way and way[0].word not in {"äh", "[unk]"}:
            words = " ".join(word.word for word in way)
            assert reached[node] == pytest.approx(path_score(words, outputs), abs=1e-2)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_it_does_not_matter_in_what_pieces_the_outputs_come(seed: int, pieces: list[int]) -> None:
    outputs = np.random.default_rng(seed).normal(0, 3, (sum(pieces), PDFS)).astype(np.float32)
    search = searched()
    at, beam = 0, search.begun()
    for piece in pieces:
        beam = search.advanced(beam, outputs[at : at + piece])
        at += piece

    whole = search.advanced(search.begun(), outputs)

    assert np.array_equal(search.reached(beam), search.reached(whole))


def test_a_search_can_be_gone_on_from_twice() -> None:
    search = searched()
    begun = search.advanced(search.begun(), spoken(3, "springer"))

    for rest in ("felix drei", "hektor drei"):
        beam = search.advanced(begun, spoken(rest, 3))
        finals = search.graph.finals
        node = int(finals[np.argmax(search.reached(beam)[finals])])
        assert " ".join(w.word for w in search.way_to(beam, node)) == f"springer {rest}"


def test_words_have_the_frames_in_which_they_were_spoken() -> None:
    search = searched()
    beam = search.advanced(search.begun(), spoken(4, "springer", 5, "felix drei", 3))

    way = search.way_to(beam, _node(search, beam))

    assert [(w.first, w.last) for w in way] == [(4, 10), (15, 21), (21, 27)]


def _node(search: Search, beam: Beam) -> int:
    finals = search.graph.finals
    return int(finals[np.argmax(search.reached(beam)[finals])])


def margin(outputs: Matrix, graph_nodes: str) -> float:
    """By how much the best whole phrase is likelier than the best of these nodes."""
    search = searched()
    graph = search.graph
    among = {
        "beginning": graph.beginnings,
        "elsewhere": graph.elsewhere,
        "words": np.array([WORD_LOOP]),
        "sounds": np.array([SOUNDS]),
    }[graph_nodes]
    return best(search, outputs, graph.finals)[1] - best(search, outputs, among)[1]


def test_a_beginning_is_likelier_than_any_whole_while_more_must_come() -> None:
    assert margin(spoken(3, "springer felix", 9), "beginning") < 0
    assert margin(spoken(3, KNIGHT, 9), "beginning") > 0


def test_what_is_legal_elsewhere_is_likelier_there() -> None:
    assert margin(spoken(3, "springer felix vier", 9), "elsewhere") < 0
    assert margin(spoken(3, KNIGHT, 9), "elsewhere") == pytest.approx(0)


def test_words_that_nobody_may_say_now_are_likelier_as_such() -> None:
    assert margin(spoken(3, "blume drei blume", 9), "words") < 0
    assert margin(spoken(3, KNIGHT, 9), "words") > 0


def test_other_sounds_are_likelier_as_such() -> None:
    noise = np.full((30, PDFS), -6.0, np.float32)
    noise[:, 1] = 6.0

    assert margin(noise, "sounds") < 0
    assert margin(spoken(3, KNIGHT, 9), "sounds") > 0


def test_what_stands_before_and_behind_a_phrase_has_its_price() -> None:
    search = searched()
    outputs = spoken(3, "äh", KNIGHT, "äh", 3)

    assert best(search, outputs, np.array([TAIL]))[0] == f"äh {KNIGHT} äh"
    alone = best(search, spoken(3, KNIGHT, 3), search.graph.finals)[1]
    around = best(search, outputs, np.array([TAIL]))[1]
    assert around == pytest.approx(alone + 12 * 6.0 - 2 * PRICES.filler, abs=1e-2)


def test_a_phrase_goes_on_with_what_its_rule_holds() -> None:
    grammar = Grammar(
        phrases=("remis",),
        longer=("bauer <rest>", f"blume {ANYTHING}"),
        rules={"<rest>": ("felix drei", "hektor <rank>"), "<rank>": ("vier", "drei schach")},
    )
    search = searched(grammar)

    for said in (
        "bauer felix drei",
        "bauer hektor drei schach",
        "blume remis",
        "blume bauer hektor vier",
    ):
        assert best(search, spoken(2, said, 4), search.graph.finals)[0] == said
    assert best(search, spoken(2, "hektor vier", 4), search.graph.finals)[0] != "hektor vier"


def test_phrases_that_others_go_on_from_are_known() -> None:
    graph = searched().graph
    beam = Search(graph).advanced(Search(graph).begun(), spoken(2, "hektor vier", 4))
    node = _node(Search(graph), beam)

    assert node in graph.continued
    assert graph.continued == {node}


def test_phrases_with_words_that_the_vocabulary_lacks_are_left_out() -> None:
    graph = searched(Grammar(phrases=("pferd drei", "remis", ""))).graph

    assert len(graph.finals) == 1


def test_what_is_seldom_said_is_told_apart_also_where_a_rule_ends_it() -> None:
    grammar = Grammar(
        phrases=("felix drei", "remis"),
        longer=("blume <place>", "bauer <square>"),
        seldom=("remis", "<place>"),
        rules={"<place>": ("felix vier",), "<square>": ("felix vier",)},
    )
    search = searched(grammar)

    def seldom(said: str) -> str:
        return best(search, spoken(2, said, 4), search.graph.seldom)[0]

    def usual(said: str) -> str:
        return best(search, spoken(2, said, 4), search.graph.finals)[0]

    assert [seldom(said) for said in ("remis", "blume felix vier")] == ["remis", "blume felix vier"]
    assert [usual(said) for said in ("felix drei", "bauer felix vier")] == [
        "felix drei",
        "bauer felix vier",
    ]


@pytest.mark.parametrize("said", ["drei", "drei vier", "vier vier drei vier"])
def test_numbers_alone_are_heard_in_any_row_and_each_has_its_price(said: str) -> None:
    search = searched(replace(GRAMMAR, numbers=("drei", "vier")))
    outputs = spoken(4, *[part for word in said.split() for part in (word, 5)])

    words, score = best(search, outputs, np.array([NUMBERS]))

    assert words == said
    price = PRICES.number * len(said.split())
    assert score == pytest.approx(path_score(said, outputs) - price, abs=1e-2)


def test_where_no_numbers_are_named_none_are_heard_alone() -> None:
    assert best(searched(), spoken(4, "drei", 4), np.array([NUMBERS]))[0] == ""


def test_an_empty_grammar_finds_nothing_whole() -> None:
    graph = searched(Grammar(phrases=())).graph

    assert isinstance(graph, Graph)
    assert len(graph.finals) == 0
    assert best(Search(graph), spoken(2, *WORDS[:2]), np.array([WORD_LOOP]))[0] == "springer bauer"
    assert START not in graph.finals
