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
from voice_chess.acoustics.engines.espeak import EspeakEngine
from voice_chess.acoustics.situations import LIST, read_situations
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
        assert np.abs(sound).max() > 0.03


def test_every_line_means_one_thing_or_nothing(folder: Path) -> None:
    for row in read_situations(folder / LIST):
        assert len(row.situation.meant(GERMAN)) <= 1
