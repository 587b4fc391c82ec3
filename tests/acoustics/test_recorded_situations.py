"""Situations are recorded by synthetic voices in quiet and worse, and their list reads back."""

from pathlib import Path

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

import soundfile

from voice_chess.acoustics import recorded_situations
from voice_chess.acoustics.__main__ import main
from voice_chess.acoustics.engines.engine import EngineVoice
from voice_chess.acoustics.engines.espeak import EspeakEngine
from voice_chess.acoustics.manifest import LIST
from voice_chess.acoustics.native_lexicon import lexicon_of
from voice_chess.acoustics.respelling import VOWELS
from voice_chess.acoustics.situations import read_situations
from voice_chess.languages.language import load_language

GERMAN = load_language("de")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(recorded_situations, "engines", lambda: [EspeakEngine()])
    monkeypatch.setattr(recorded_situations, "VOICES", {recorded_situations.OWN: 3})
    assert main(["situations", "--out", str(tmp_path), "--count", "24"]) == 0
    return tmp_path


def test_each_line_of_the_list_has_its_recording(folder: Path) -> None:
    rows = read_situations(folder / LIST)

    assert len(rows) == 24 + 7
    assert sum(bool(row.situation.words) for row in rows) == 24
    assert len({row.voice for row in rows if row.situation.words}) == 3
    for row in rows:
        sound, rate = soundfile.read(row.file)
        assert rate == 16_000
        assert np.abs(sound).max() > (0.03 if row.situation.words else 0.003)  # a hum is quiet


def test_every_line_means_one_thing_or_nothing(folder: Path) -> None:
    for row in read_situations(folder / LIST):
        assert len(row.situation.meant(GERMAN)) <= 1


WANTS_VOWELS = EngineVoice(
    id="pc_diphone", engine="festival", language="it", gender="m", system="it"
)


def test_a_letter_without_a_vowel_is_said_by_its_name_where_the_voice_wants_one() -> None:
    lexicon, rng = lexicon_of("sr"), np.random.default_rng(1)

    for _ in range(40):
        (word,) = recorded_situations.requested(("b",), WANTS_VOWELS, lexicon, rng).words
        assert VOWELS & set(word.split())


def test_a_voice_is_not_asked_for_a_word_that_it_cannot_say() -> None:
    words, rng = ("dáma", "v"), np.random.default_rng(1)
    with pytest.raises(recorded_situations.Unsayable, match="festival-pc-diphone cannot say"):
        recorded_situations.requested(words, WANTS_VOWELS, lexicon_of("cs"), rng)
