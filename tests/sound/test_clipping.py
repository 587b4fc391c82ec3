"""A microphone that cuts off the tops of the sound is told from one that doesn't."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from voice_chess.adapters.audio_io.sound_files import read
from voice_chess.settings import Settings
from voice_chess.sound.clipping import is_clipped
from voice_chess.sound.resampler import as_float, resampled
from voice_chess.sound.sampling import SAMPLE_RATE

CONVERTER_HZ = 48_000
RECORDED = sorted((Settings.from_environment().audio / "demo").glob("*.flac"))

Sound = npt.NDArray[np.float32]


def cut_off(sound: Sound, share: float) -> Sound:
    """As by a converter that can tell no more than this share of the greatest value."""
    converted = resampled(sound, SAMPLE_RATE, CONVERTER_HZ)
    most = share * np.abs(converted).max()
    return resampled(converted.clip(-most, most), CONVERTER_HZ, SAMPLE_RATE)


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_an_announcement_is_clipped_only_by_a_loud_microphone(file: Path) -> None:
    sound = as_float(read(file)) * 32_768

    assert (is_clipped(sound), is_clipped(cut_off(sound, 0.15))) == (False, True)


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_the_level_behind_the_converter_does_not_matter(file: Path) -> None:
    soft = as_float(read(file)) * 300

    assert (is_clipped(soft), is_clipped(cut_off(soft, 0.15))) == (False, True)


@pytest.mark.parametrize("level", [0.0, 1.0])
def test_a_silent_room_is_not_clipped(level: float) -> None:
    sound = np.random.default_rng(1).standard_normal(SAMPLE_RATE).astype(np.float32) * level

    assert not is_clipped(sound)


def test_the_shortest_sound_is_not_clipped() -> None:
    assert not is_clipped(np.ones(10, np.float32))
