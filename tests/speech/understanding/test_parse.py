"""From words to tokens."""

import pytest

from voice_chess.languages.language import load_language
from voice_chess.speech.understanding.parse import parse, without_unknown_edges

GERMAN = load_language("de")


@pytest.mark.parametrize(
    ("words", "tokens"),
    [
        ("springer felix drei", ("piece:N", "file:f", "rank:3")),
        ("Springer f 3", ("piece:N", "file:f", "rank:3")),
        ("Hector fuenf", ("file:h", "rank:5")),
        ("äh also springer ähm felix drei bitte", ("piece:N", "file:f", "rank:3")),
        ("meine zeit", ("own-clock",)),
        ("zeit", ("clock",)),
        ("schach matt", ("mate",)),
        ("stellung nach reihen", ("position-by-rank",)),
        ("stellung nach anna", ("position", "to", "file:a")),
        ("[unk] eva vier", ("unknown", "file:e", "rank:4")),
        ("was steht", ("unknown", "unknown")),
        ("", ()),
    ],
)
def test_words_become_tokens_longest_form_first(words: str, tokens: tuple[str, ...]) -> None:
    assert parse(words.split(), GERMAN) == tokens


def test_unknown_speech_is_cut_at_the_edges_only() -> None:
    tokens = ("unknown", "file:e", "unknown", "rank:4", "unknown")

    assert without_unknown_edges(tokens) == ("file:e", "unknown", "rank:4")


def test_nothing_is_left_of_unknown_speech() -> None:
    assert without_unknown_edges(("unknown", "unknown")) == ()
