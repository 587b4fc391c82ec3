"""A model tells how well words explain sounds that are theirs, and how well others."""

from pathlib import Path

import pytest

from voice_chess.adapters.familiarity import FAMILIARITY, Familiarity
from voice_chess.session.ports import RecognizerLost
from voice_chess.speech.hypothesis import Heard, Hypothesis

FIGURES = "word = -5.0\nframe = -0.2\noffset = 1.0\n"


def kept(model: Path, text: str) -> Path:
    path = model / FAMILIARITY
    path.parent.mkdir()
    path.write_text(text)
    return model


def test_longer_sounds_and_more_words_are_expected_to_be_less_likely(tmp_path: Path) -> None:
    familiarity = Familiarity.of(kept(tmp_path, FIGURES))
    hypothesis = Hypothesis(words=("turm", "eva", "eins"), log_likelihood=-30.0)
    heard = Heard(hypotheses=(hypothesis,), started_ms=500, ended_ms=2_000)

    assert familiarity is not None
    assert familiarity.unknown(heard) == pytest.approx(1.0 - 3 * 5.0 - 50 * 0.2)


def test_silence_is_no_stranger(tmp_path: Path) -> None:
    familiarity = Familiarity.of(kept(tmp_path, FIGURES))

    assert familiarity is not None
    assert familiarity.unknown(Heard(hypotheses=(), started_ms=0, ended_ms=900)) is None


def test_a_model_of_others_has_no_figures(tmp_path: Path) -> None:
    assert Familiarity.of(tmp_path) is None


@pytest.mark.parametrize("text", ["word = ", "word = 1.0", "word = 'x'\nframe = 1\noffset = 0"])
def test_damaged_figures_are_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(RecognizerLost, match="install the model again"):
        Familiarity.of(kept(tmp_path, text))
