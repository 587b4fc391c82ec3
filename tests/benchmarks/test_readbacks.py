"""Read-backs are short enough in every language, and fast speech is still speech to our own ear."""

from collections.abc import Mapping

import pytest

from tests.benchmarks.readbacks import (
    LONGEST_MS,
    Times,
    chosen_styles,
    quiet_moves,
    times,
    understood,
)
from tests.benchmarks.speech import MODEL
from tests.heard_languages import heard_languages
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.languages.language import load_language, spoken_languages
from voice_chess.settings import Settings
from voice_chess.speech.generation.styles import STYLES, USUAL, Style

MODELS = Settings.from_environment().models
MOVES = quiet_moves(20, seed=1)
VARIES_MS = 20
"""The same words again differ by a few milliseconds: eSpeak NG rolls dice."""


@pytest.fixture(scope="module", params=spoken_languages())
def by_style(request: pytest.FixtureRequest) -> Mapping[Style, Times]:
    language = load_language(request.param)
    return {style: times(MOVES, language, style) for style in STYLES}


@pytest.mark.slow
def test_a_quiet_move_is_read_back_in_time(by_style: Mapping[Style, Times]) -> None:
    assert by_style[USUAL].ninth <= LONGEST_MS


def test_every_style_but_the_long_one_is_as_short(by_style: Mapping[Style, Times]) -> None:
    assert max(by_style[style].median for style in STYLES if style != "long") <= LONGEST_MS
    usual, short = by_style[USUAL].median, by_style["short"].median
    assert short <= usual + VARIES_MS
    assert usual < by_style["long"].median


@pytest.mark.model
def test_moves_read_at_450_words_a_minute_are_still_understood() -> None:
    heard = understood(450, load_model(MODEL, "exact"), load_language("de"), most=8)

    assert list(heard.values()).count(True) >= 6


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize("language_id", heard_languages(MODELS))
def test_moves_in_letters_and_how_they_are_chosen_are_understood(language_id: str) -> None:
    language = load_language(language_id)
    model = load_model(model_of(language, MODELS), "exact")
    heard = understood(155, model, language, most=8, style="san")

    assert list(heard.values()).count(True) >= 7
    assert chosen_styles(155, model, language) == {f"style:{style}" for style in STYLES}
