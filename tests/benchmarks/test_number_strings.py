"""Strings of numbers in a person's voice: nothing but numbers, and no announcement."""

import numpy as np
import pytest

pytest.importorskip("scipy", reason="training needs: pip install -e '.[train]'")

from tests.benchmarks.number_strings import LENGTHS, numbers_of, one_string
from tests.benchmarks.speech import MODEL
from voice_chess.adapters.recognition.exact_recognizer import load_exact_model
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.evaluation.recordings import TAIL
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.listening.one_recording import listen
from voice_chess.sound.resampler import as_int16
from voice_chess.speech.understanding.scoring import NORMAL, Accepted

GERMAN = load_language("de")
TAKES = {
    word: [32_768.0 * sound_of(word, Delivery(voice="de", words_per_minute=130))]
    for word in ("drei", "sieben", "acht", "eva", "c")
}

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no model in {MODEL}"),
]


def test_a_string_is_of_numbers_alone_and_taken_for_no_move() -> None:
    rng, model = np.random.default_rng(1), load_exact_model(MODEL)
    expected = Expectation(position=Position.start(), commands=frozenset())

    for _ in range(2):
        words, sound = one_string(numbers_of(TAKES, GERMAN), rng)
        blocks = [as_int16((sound / 32_768).astype(np.float32)), TAIL]
        listened = listen(model.recognizer(), blocks, expected, GERMAN, NORMAL)

        assert len(words) in LENGTHS
        assert set(words) <= {"drei", "sieben", "acht"}
        assert not isinstance(listened.verdict, Accepted)
