"""Words that a network has not learnt are made of its phones, and of words that it has."""

from pathlib import Path

import pytest

from tests.decoding.made_up import VOCABULARY, spoken
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.graph import Prices, compiled
from voice_chess.decoding.search import Search
from voice_chess.decoding.vocabulary import States, Vocabulary

WORDS = VOCABULARY.words


@pytest.mark.parametrize(
    ("said", "states"),
    [
        (("a:",), VOCABULARY.phones["a:"]),
        (("=drei", "a:"), (*WORDS["drei"], *VOCABULARY.phones["a:"])),
        (("=drei:0:2", "=vier:2:3"), (*WORDS["drei"][:2], WORDS["vier"][2])),
        (("a:", "x"), None),
        (("=nobody",), None),
    ],
)
def test_a_word_is_spelled_in_phones_and_in_parts_of_others(
    said: tuple[str, ...], states: States | None
) -> None:
    assert VOCABULARY.states_of(said) == states


@pytest.mark.parametrize("gain", [0.0, 5.0])
def test_a_word_is_given_so_much_in_a_phrase(gain: float) -> None:
    vocabulary = Vocabulary(
        silence=VOCABULARY.silence,
        garbage=VOCABULARY.garbage,
        words=WORDS,
        phones=VOCABULARY.phones,
        gains={"remis": gain},
    )
    plain, given = (
        score("remis", known) - score("schach", known) for known in (VOCABULARY, vocabulary)
    )

    assert given == pytest.approx(plain + gain)


@pytest.mark.parametrize("line", ["wrod ja 1 2", "word ja", "word", "", "word ja x"], ids=repr)
def test_a_line_that_is_no_line_of_a_vocabulary_is_told(tmp_path: Path, line: str) -> None:
    path = tmp_path / "states.txt"
    VOCABULARY.write(path)
    assert Vocabulary.read(path).words == WORDS
    path.write_text(f"{path.read_text('utf-8')}{line}\n", "utf-8")

    with pytest.raises(ValueError, match=r"."):
        Vocabulary.read(path)


def score(word: str, vocabulary: Vocabulary) -> float:
    search = Search(compiled(Grammar(phrases=(word,)), vocabulary, Prices()))
    beam = search.advanced(search.begun(), spoken(2, "remis", 2))
    return float(search.reached(beam)[search.graph.finals].max())
