"""The library as we bind it: what it does by itself, no caller has to know."""

from pathlib import Path
from shutil import copy

import pytest

from voice_chess.espeak.library import EspeakLibrary, SoundMark, all_into, wheels_files


@pytest.fixture
def library(tmp_path: Path) -> EspeakLibrary:
    """A copy of a test's own, which nobody has spoken with yet."""
    path, data = wheels_files()
    return EspeakLibrary(str(copy(path, tmp_path)), data, has_marks=True)


@pytest.mark.parametrize("choices", [1, 30, 60, 140, 400])
def test_however_many_voices_were_tried_before_the_first_word_has_its_marks(
    library: EspeakLibrary, choices: int
) -> None:
    marks: list[SoundMark] = []

    assert all(library.choose("pl") for _ in range(choices))
    library.speak("a.", all_into(bytearray()), marks.append)

    assert [mark.name for mark in marks] == ["", "'a", "_", "_:", "_"]
