"""Which model hears a language, and how a model of another language is known."""

from pathlib import Path

import pytest

from voice_chess.adapters.recognition.model_registry import (
    check_language,
    language_of,
    missing_words,
    model_of,
    vocabulary,
)
from voice_chess.languages.language import load_language
from voice_chess.session.ports import RecognizerLost

GERMAN = load_language("de")


class Knowing:
    """A loaded model with these words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self._words = words

    def knows(self, word: str) -> bool:
        return word in self._words


def test_the_list_names_the_model_of_a_language(tmp_path: Path) -> None:
    (tmp_path / "manifest.toml").write_text('[x]\nlanguage = "de"\npath = "fide-de"\n')

    assert model_of(GERMAN, tmp_path) == tmp_path / "fide-de"


def test_a_language_without_a_model_can_be_typed(tmp_path: Path) -> None:
    (tmp_path / "manifest.toml").write_text('[x]\nlanguage = "pl"\npath = "fide-pl"\n')

    with pytest.raises(RecognizerLost, match="--typed"):
        model_of(GERMAN, tmp_path)


@pytest.mark.parametrize("text", [None, "not = [toml"])
def test_a_list_that_cannot_be_read_is_told(text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "manifest.toml").write_text(text)

    with pytest.raises(RecognizerLost, match="can't be read"):
        model_of(GERMAN, tmp_path)


def test_a_model_in_the_list_tells_its_language(tmp_path: Path) -> None:
    (tmp_path / "manifest.toml").write_text('[x]\nlanguage = "pl"\npath = "fide-pl"\n')

    assert language_of(tmp_path / "fide-pl") == "pl"
    assert language_of(tmp_path / "downloaded") is None
    assert language_of(tmp_path / "nowhere" / "fide-pl") is None


def test_the_words_a_model_lacks_are_found() -> None:
    assert missing_words(Knowing(("dame", "turm")), ("dame", "hektor", "turm")) == ("hektor",)


def test_a_model_of_another_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecognizerLost, match="another language"):
        check_language(Knowing(("the", "queen", "knight")), GERMAN, tmp_path)


def test_a_model_that_lacks_a_word_or_two_may_hear(tmp_path: Path) -> None:
    check_language(Knowing(vocabulary(GERMAN)[5:]), GERMAN, tmp_path)
