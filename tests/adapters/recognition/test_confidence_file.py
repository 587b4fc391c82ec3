"""A model of our own tells what its exact scores are worth."""

from pathlib import Path

import pytest

from voice_chess.adapters.recognition.exact_recognizer import read_confidence
from voice_chess.decoding.acoustic_model import CONFIDENCE
from voice_chess.session.ports import RecognizerLost
from voice_chess.speech.understanding.confidence import LENGTHS, PRICED, as_text
from voice_chess.speech.understanding.hypothesis import Confidence

NUMBERS = Confidence(
    scale=0.25,
    prices=dict.fromkeys(PRICED, 1.5),
    sureness={each: {"constant": -2.0, "margin": 0.5} for each in LENGTHS},
)


def kept(model: Path, text: str) -> Path:
    path = model / CONFIDENCE
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    return model


def test_numbers_are_read_as_they_were_written(tmp_path: Path) -> None:
    assert read_confidence(kept(tmp_path, as_text(NUMBERS))) == NUMBERS


@pytest.mark.parametrize(
    "text", ["", "scale = ", "scale = 1.0", as_text(NUMBERS).replace("0.2500", "'x'")]
)
def test_damaged_numbers_are_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(RecognizerLost, match="install the model again"):
        read_confidence(kept(tmp_path, text))


def test_missing_numbers_are_told(tmp_path: Path) -> None:
    with pytest.raises(RecognizerLost, match="missing"):
        read_confidence(tmp_path)
