"""Recordings in place of a microphone: in order, with silence between and after."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voice_chess.adapters.audio_io.file_microphone import FileMicrophone
from voice_chess.session.ports import BadSound


def recorded(path: Path, level: float, rate: int = 16_000, seconds: float = 0.5) -> None:
    soundfile.write(path, np.full(int(rate * seconds), level), rate)


def levels(blocks: Iterable[bytes]) -> list[float]:
    """The level of every 100 ms, one digit behind the point."""
    samples = np.frombuffer(b"".join(blocks), "<i2") / 32_768
    return [round(float(part.mean()), 1) for part in np.split(samples, len(samples) // 1_600)]


def test_gives_a_file_and_a_tail_of_silence(tmp_path: Path) -> None:
    recorded(tmp_path / "a.wav", 0.3)
    microphone = FileMicrophone(tmp_path / "a.wav", tail_ms=400)

    assert levels(microphone.blocks()) == [0.3] * 5 + [0.0] * 4


def test_gives_a_folder_in_the_order_of_numbers_with_gaps_between(tmp_path: Path) -> None:
    for name, level in (("10².wav", 0.3), ("9.flac", 0.2), ("1.wav", 0.1)):
        recorded(tmp_path / name, level)
    (tmp_path / "README.txt").write_text("not a recording")
    (tmp_path / "._1.wav").write_text("what some systems leave beside a file")
    microphone = FileMicrophone(tmp_path, gap_ms=300, tail_ms=100)

    assert levels(microphone.blocks()) == [
        *([0.1] * 5 + [0.0] * 3),
        *([0.2] * 5 + [0.0] * 3),
        *([0.3] * 5 + [0.0]),
    ]
    assert [(path.name, at_ms) for path, at_ms in microphone.heard] == [
        ("1.wav", 0),
        ("9.flac", 800),
        ("10².wav", 1_600),
    ]


def test_files_of_different_rates_follow_each_other(tmp_path: Path) -> None:
    recorded(tmp_path / "1.wav", 0.1, rate=44_100)
    recorded(tmp_path / "2.wav", 0.2, rate=8_000)
    microphone = FileMicrophone(tmp_path, gap_ms=100, tail_ms=0)
    heard = levels(microphone.blocks())

    assert len(heard) == 11
    assert (heard[2], heard[8]) == (0.1, 0.2)


def test_refuses_a_folder_with_one_bad_recording_before_any_is_heard(tmp_path: Path) -> None:
    recorded(tmp_path / "1.wav", 0.1)
    recorded(tmp_path / "2.wav", 0.0)

    with pytest.raises(BadSound, match=r"2\.wav is silent"):
        FileMicrophone(tmp_path)


def test_says_that_a_folder_holds_no_recordings(tmp_path: Path) -> None:
    with pytest.raises(BadSound, match="holds no recordings"):
        FileMicrophone(tmp_path)


def test_says_that_there_is_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(BadSound, match=r"There is no file .*tape\.wav"):
        FileMicrophone(tmp_path / "tape.wav")
