"""A microphone that passes no more than a telephone is told from one that passes high tones."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from voice_chess.adapters.audio_io.sound_files import read
from voice_chess.settings import Settings
from voice_chess.sound.bandwidth import is_narrow
from voice_chess.sound.resampler import as_float, resampled
from voice_chess.sound.sampling import SAMPLE_RATE

TELEPHONE_HZ = 8_000
RECORDED = sorted((Settings.from_environment().audio / "demo").glob("*.flac"))

Sound = npt.NDArray[np.float32]


def by_telephone(sound: Sound) -> Sound:
    return resampled(resampled(sound, SAMPLE_RATE, TELEPHONE_HZ), TELEPHONE_HZ, SAMPLE_RATE)


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_an_announcement_is_narrow_only_by_telephone(file: Path) -> None:
    sound = as_float(read(file)) * 32_768

    assert (is_narrow(sound), is_narrow(by_telephone(sound))) == (False, True)


@pytest.mark.parametrize("level", [0.0, 1.0])
def test_a_silent_room_is_not_narrow(level: float) -> None:
    sound = np.random.default_rng(1).standard_normal(SAMPLE_RATE).astype(np.float32) * level

    assert not is_narrow(sound)


def test_the_shortest_sound_is_not_narrow() -> None:
    assert not is_narrow(np.ones(10, np.float32))
