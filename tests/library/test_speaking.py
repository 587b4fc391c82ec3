"""Speech for other programs: samples and WAV files."""

import io
import os
import wave
from pathlib import Path
from typing import Any, cast

import pytest
import soundfile

from tests.small_disk import filled, small_disk
from voice_chess import ArgumentError, Ear, Sound, UnavailableError, known_languages, speak


@pytest.mark.parametrize("language", known_languages())
def test_every_language_has_a_voice(language: str) -> None:
    assert 100 < speak("e 4", language).duration_ms < 3_000


def test_a_wav_file_holds_the_samples(tmp_path: Path) -> None:
    sound = speak("Springer Felix drei", "de")
    path = tmp_path / "said.wav"

    sound.save(path)

    for source in (str(path), io.BytesIO(sound.wav)):
        with wave.open(source) as file:
            assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16_000, 1, 2)
            assert file.readframes(file.getnframes()) == sound.samples


def test_a_faster_voice_takes_less_time() -> None:
    slow, fast = (speak("Springer", "de", words_per_minute=rate) for rate in (110, 400))

    assert fast.duration_ms < slow.duration_ms / 2


def test_nothing_to_say_is_no_sound() -> None:
    assert speak(" ", "de") == Sound(samples=b"")


def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match=r"written: No such .*\. See how it is spelt"):
        speak("Springer", "de").save(tmp_path / "nowhere" / "said.wav")


def test_on_a_disk_too_full_for_it_no_half_of_a_file_is_left(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        ballast = filled(disk)
        os.truncate(ballast, ballast.stat().st_size - 16_384)

        with pytest.raises(UnavailableError, match=r"written: No space left on .*\. Make room"):
            Sound(samples=bytes(100_000)).save(disk / "said.wav")

        assert [path.name for path in disk.iterdir()] == ["ballast"]


@pytest.mark.parametrize(
    ("name", "kind"), [("said.wav", "WAV"), ("said.flac", "FLAC"), ("SAID.FLAC", "FLAC")]
)
def test_a_file_is_of_the_kind_that_its_name_tells(tmp_path: Path, name: str, kind: str) -> None:
    sound = speak("Springer", "de")

    sound.save(str(tmp_path / name))

    with soundfile.SoundFile(tmp_path / name) as file:
        assert file.format == kind
        assert bytes(file.buffer_read(dtype="int16")) == sound.samples


@pytest.mark.parametrize("name", ["said.mp3", "said", "flac"])
def test_a_kind_of_file_that_is_not_written_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ArgumentError, match=r"/(said.mp3|said|flac) has none of the endings"):
        speak("Springer", "de").save(tmp_path / name)

    assert [*tmp_path.iterdir()] == []


def test_what_is_no_path_is_told() -> None:
    nowhere: Any = None

    with pytest.raises(ArgumentError, match=r"^The file must be a path, and None is not\.$"):
        Sound(samples=b"").save(nowhere)
    with pytest.raises(ArgumentError, match=r"^The model must be a path, and 5 is not\.$"):
        Ear("de", model=cast("Any", 5))


def test_a_voice_and_a_rate_must_be_known() -> None:
    with pytest.raises(ArgumentError, match="There is no voice 'tenor'"):
        speak("Springer", "de", voice="tenor")
    with pytest.raises(ArgumentError, match="No voice speaks 20 words a minute"):
        speak("Springer", "de", words_per_minute=20)
