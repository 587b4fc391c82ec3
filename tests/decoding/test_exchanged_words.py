"""Phrases that differ from others in a letter or a word, and their scores."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.decoding.made_up import VOCABULARY, spoken
from voice_chess.decoding.exchanged_words import best_exchanged, exchanged
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.graph import Compiler, Prices
from voice_chess.decoding.search import Search

GROUPS = (("a", "b", "anna", "bella"), ("turm", "dame"))
KNOWN = (("felix", "hektor"), ("springer", "bauer"))
COMPILER = Compiler(VOCABULARY, Prices())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("anna vier", {"a vier", "b vier", "bella vier"}),
        ("turm a vier", {"dame a vier", "turm b vier", "turm anna vier", "turm bella vier"}),
        ("remis", set()),
    ],
)
def test_one_word_gives_way_to_another_of_its_group(words: str, expected: set[str]) -> None:
    assert {*exchanged(words.split(), GROUPS)} == expected


def test_letters_are_exchanged_together() -> None:
    found = exchanged(["a", "eins", "b", "zwei"], GROUPS)

    assert {"b eins b zwei", "a eins a zwei", "b eins a zwei"} < {*found}
    assert "anna eins bella zwei" not in found


@pytest.mark.parametrize("said", ["springer hektor drei", "bauer felix drei"])
def test_what_was_said_leads_all_that_resembles_other_words(said: str) -> None:
    outputs = spoken(3, said, 4)

    (best, score), *others = found(outputs, "springer felix drei")

    assert " ".join(best) == said
    assert score > max(other for _, other in others)


def test_the_scores_are_those_of_any_other_search() -> None:
    outputs = spoken(3, "springer hektor drei", 4)
    alone = Search(COMPILER.graph(Grammar(phrases=("springer hektor drei",))))
    beam = alone.advanced(alone.begun(), outputs)

    (_, score), *_ = found(outputs, "springer felix drei")

    assert score == pytest.approx(float(alone.reached(beam)[alone.graph.finals].max()))


def test_words_of_no_group_are_like_nothing() -> None:
    assert found(spoken(3, "remis", 4), "remis") == []


def found(outputs: np.ndarray, words: str) -> Sequence[tuple[tuple[str, ...], float]]:
    return best_exchanged(COMPILER, outputs, words.split(), KNOWN)
