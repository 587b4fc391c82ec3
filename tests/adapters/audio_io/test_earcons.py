"""Earcons: the files are what the rules make, every sound short, soft and unlike the others."""

import subprocess
import sys
import wave
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from voice_chess.adapters.audio_io.earcons import SCORES, loudness_dbfs, samples_of
from voice_chess.adapters.audio_io.sound_sinks import MemorySink
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.session.ports import Signal
from voice_chess.sound.resampler import as_float

FAINT = {"unheeded"}
FOLDER = Path(__file__).parents[3] / "audio" / "earcons"


def numbers(samples: bytes) -> NDArray[np.float64]:
    return np.frombuffer(samples, "<i2").astype(np.float64)


def spectrum(samples: bytes) -> NDArray[np.float64]:
    """How much of every pitch there is at every moment, over half a second."""
    sound = np.zeros(8_192)
    sound[: len(samples) // 2] = numbers(samples)[:8_192]
    frames = np.abs(np.fft.rfft(sound.reshape(16, 512) * np.hanning(512)))[:, 1:80]
    return np.asarray(frames / np.linalg.norm(frames), np.float64).ravel()


@pytest.mark.parametrize("earcon", SCORES)
def test_the_committed_file_is_what_the_rule_makes(earcon: Signal) -> None:
    with wave.open(str(FOLDER / f"{earcon}.wav"), "rb") as file:
        assert file.getparams()[:3] == (1, 2, 16_000)
        committed = numbers(file.readframes(file.getnframes()))
    made = numbers(samples_of(earcon))

    assert len(committed) == len(made)
    assert np.abs(committed - made).max() <= 1  # another processor may round the last bit otherwise


def test_there_is_no_file_without_a_meaning() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == set(SCORES)


def test_the_files_are_made_by_one_command(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "voice_chess.adapters.audio_io.earcons", str(tmp_path / "made")],
        check=True,
    )

    assert {path.name for path in (tmp_path / "made").iterdir()} == {
        path.name for path in FOLDER.iterdir()
    }


@pytest.mark.parametrize("earcon", SCORES)
def test_is_over_in_half_a_second_and_starts_and_ends_without_a_click(earcon: Signal) -> None:
    sound = numbers(samples_of(earcon))

    assert 60 <= len(sound) / 16 <= 510
    assert abs(sound[0]) < 100
    assert abs(sound[-1]) < 100
    assert 500 < np.abs(sound).max() < 13_000


@pytest.mark.parametrize("earcon", sorted(set(SCORES) - FAINT))
def test_is_as_loud_as_speech(earcon: Signal) -> None:
    """Whoever sets the volume for words misses no tick of low time, and no bell startles them."""
    sink = MemorySink()
    Pyttsx3Speaker(sink, delivery_in("de")).say(
        "Springer Gustav eins, Felix drei. Noch zwei Minuten."
    )
    speech = loudness_dbfs(as_float(sink.uttered[0].samples))

    assert abs(loudness_dbfs(as_float(samples_of(earcon))) - speech) < 3


@pytest.mark.parametrize("earcon", sorted(FAINT))
def test_what_nobody_needs_to_mind_is_fainter_than_speech_and_can_be_heard(earcon: Signal) -> None:
    other = loudness_dbfs(as_float(samples_of("heard")))

    assert 10 < other - loudness_dbfs(as_float(samples_of(earcon))) < 20


@pytest.mark.parametrize(("one", "other"), list(combinations(SCORES, 2)))
def test_no_two_sound_alike(one: Signal, other: Signal) -> None:
    assert spectrum(samples_of(one)) @ spectrum(samples_of(other)) < 0.5


def test_is_played_on_the_listeners_own_channel() -> None:
    sink = MemorySink()
    speaker = Pyttsx3Speaker(sink, delivery_in("de"))
    lasted_ms = speaker.play("your-turn", samples_of("your-turn"))

    assert lasted_ms == 500
    assert sink.uttered[0].samples == samples_of("your-turn")
