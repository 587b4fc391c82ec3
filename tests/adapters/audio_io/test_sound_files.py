"""Recordings of every kind are heard; for a bad one there is one sentence that names it."""

import os
import resource
import shlex
import tracemalloc
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from voice_chess.adapters.audio_io import decoder_notes, sound_files
from voice_chess.adapters.audio_io.sound_files import BLOCK_BYTES
from voice_chess.session.ports import BadSound

Sound = NDArray[np.floating[Any]]


def hum(rate: int = 16_000, seconds: float = 1.0, level: float = 0.5) -> Sound:
    return level * np.sin(2 * np.pi * 440 * np.arange(int(rate * seconds)) / rate)


def written(path: Path, sound: Sound, rate: int, subtype: str | None = None) -> Path:
    soundfile.write(path, sound, rate, subtype=subtype)
    return path


def as_heard(path: Path) -> Sound:
    return np.frombuffer(sound_files.read(path), "<i2") / 32_768


KINDS = [
    ("a.wav", 16_000, "PCM_16", 0.0001),
    ("a.wav", 8_000, "PCM_16", 0.001),
    ("a.wav", 11_025, "PCM_16", 0.001),
    ("a.wav", 44_100, "PCM_U8", 0.01),
    ("a.wav", 44_100, "PCM_24", 0.001),
    ("a.wav", 48_000, "PCM_32", 0.001),
    ("a.wav", 48_000, "FLOAT", 0.001),
    ("a.wav", 96_000, "DOUBLE", 0.001),
    ("a.wav", 8_000, "ULAW", 0.03),
    ("a.flac", 44_100, "PCM_24", 0.001),
    ("a.ogg", 44_100, "VORBIS", 0.05),
    ("a.mp3", 44_100, "MPEG_LAYER_III", 0.05),
    ("a.aiff", 22_050, "PCM_16", 0.001),
]


@pytest.mark.parametrize(("name", "rate", "subtype", "error"), KINDS)
def test_hears_every_kind_of_recording(
    tmp_path: Path, name: str, rate: int, subtype: str, error: float
) -> None:
    heard = as_heard(written(tmp_path / name, hum(rate), rate, subtype))

    assert len(heard) == 16_000
    np.testing.assert_allclose(heard[1_000:-1_000], hum()[1_000:-1_000], atol=error)


def test_mixes_channels_down(tmp_path: Path) -> None:
    left_only = np.stack([hum(), 0 * hum()], axis=1)

    heard = as_heard(written(tmp_path / "a.wav", left_only, 16_000))
    np.testing.assert_allclose(heard, hum() / 2, atol=0.001)


def test_takes_one_of_two_channels_that_would_cancel_each_other(tmp_path: Path) -> None:
    opposed = np.stack([hum(), -hum()], axis=1)

    heard = as_heard(written(tmp_path / "a.wav", opposed, 16_000))
    np.testing.assert_allclose(heard, hum(), atol=0.001)


def test_gives_blocks_of_twenty_milliseconds_and_a_shorter_last(tmp_path: Path) -> None:
    path = written(tmp_path / "a.wav", hum(44_100, 0.555), 44_100)
    sizes = [len(block) for block in sound_files.blocks(path)]

    assert set(sizes[:-1]) == {BLOCK_BYTES} == {640}
    assert sum(sizes) == 2 * 8_880


def test_hears_what_there_is_of_a_wav_that_was_cut_off(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole.wav", hum(), 16_000).read_bytes()
    (tmp_path / "cut.wav").write_bytes(whole[: len(whole) // 2])

    assert len(as_heard(tmp_path / "cut.wav")) == pytest.approx(8_000, abs=30)


def test_hears_a_damaged_flac_up_to_the_damage_and_says_where_it_is(tmp_path: Path) -> None:
    noise = np.random.default_rng(0).normal(0, 0.1, 160_000)
    whole = written(tmp_path / "whole.flac", noise, 16_000).read_bytes()
    path = tmp_path / "cut.flac"
    path.write_bytes(whole[: len(whole) // 2])
    heard: list[bytes] = []

    with pytest.raises(BadSound, match=r"cut\.flac is damaged after 4\.\d s"):
        heard.extend(sound_files.blocks(path))
    assert sum(map(len, heard)) / 32_000 > 4


def damaged_mp3(folder: Path) -> Path:
    """Return a tape in MP3 of five seconds, with something else than sound in its middle."""
    noise = np.random.default_rng(0).normal(0, 0.1, 220_500)
    whole = written(folder / "whole.mp3", noise, 44_100).read_bytes()
    path, middle = folder / "hurt.mp3", len(whole) // 2
    path.write_bytes(whole[:middle] + bytes(9_000) + whole[middle:])
    return path


def test_of_a_damaged_mp3_nothing_is_written_but_our_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path, heard = damaged_mp3(tmp_path), list[bytes]()

    with pytest.raises(BadSound, match=r"hurt\.mp3 is damaged after 2\.\d s: take an undamaged"):
        heard.extend(sound_files.blocks(path))

    assert sum(map(len, heard)) > 2 * 32_000
    assert capfd.readouterr().err == ""


ID3 = b"ID3\x04\0\0" + bytes([0, 0, 2, 0]) + bytes(256)
"""Tags of 256 bytes before the sound, such as title and performer."""


@pytest.mark.parametrize("tags", [b"", ID3], ids=["without tags", "with tags"])
@pytest.mark.parametrize("mode", ["CONSTANT", "VARIABLE"])
def test_of_an_mp3_that_was_cut_off_it_is_said_where_it_ends(
    tmp_path: Path, tags: bytes, mode: str
) -> None:
    noise, whole = np.random.default_rng(0).normal(0, 0.1, 220_500), tmp_path / "whole.mp3"
    soundfile.write(whole, noise, 44_100, bitrate_mode=mode, compression_level=0.5)
    sound, path, heard = whole.read_bytes(), tmp_path / "cut.mp3", list[bytes]()
    whole.write_bytes(tags + sound)
    path.write_bytes(tags + sound[: len(sound) * 3 // 5])

    assert len(as_heard(whole)) == pytest.approx(5 * 16_000, abs=30)
    with pytest.raises(BadSound, match=r"cut\.mp3 is damaged after (2\.9|3\.0) s: take an undam"):
        heard.extend(sound_files.blocks(path))
    assert sum(map(len, heard)) > 2.8 * 32_000


def test_an_mp3_whose_length_can_only_be_guessed_is_heard_to_its_end(tmp_path: Path) -> None:
    """Without a first frame that counts the others it seems to be twice as long."""
    path, counted = tmp_path / "uncounted.mp3", tmp_path / "counted.mp3"
    noise = np.random.default_rng(0).normal(0, 0.1, 882_000) * (np.arange(882_000) > 441_000)
    soundfile.write(counted, noise, 44_100, bitrate_mode="VARIABLE", compression_level=0.5)
    sound = counted.read_bytes()
    path.write_bytes(sound[sound.index(b"\xff\xfb", sound.index(b"Xing")) :])

    assert sound_files.duration_ms(path) > 21_000
    assert len(as_heard(path)) == pytest.approx(20 * 16_000, rel=0.01)


def test_of_an_mp3_that_cannot_be_opened_nothing_is_written_but_our_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "piece.mp3"
    path.write_bytes(damaged_mp3(tmp_path).read_bytes()[1_000:1_300])

    with pytest.raises(BadSound, match="not sound that can be read"):
        sound_files.check(path)
    assert capfd.readouterr().err == ""


def test_what_others_write_while_the_decoder_works_is_not_lost(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with decoder_notes.unwritten():
        os.write(2, b"game=abc error=Lost\nNote: Trying to resync...\nthe end\n")
        with decoder_notes.unwritten():
            os.write(2, b"[src/libmpg123/parse.c:1] error: Giving up\n")
    os.write(2, b"afterwards\n")

    assert capfd.readouterr().err == "game=abc error=Lost\nthe end\nafterwards\n"


def bad_recordings(folder: Path) -> dict[str, Path]:
    """Every way a recording can be bad that can be made anywhere."""
    made = {
        name: folder / name
        for name in ("text.wav", "none.wav", "noise.flac", "header.wav", "bare.raw", "x.m4a")
    }
    made["text.wav"].write_text("Springer f3")
    made["none.wav"].write_bytes(b"")
    made["noise.flac"].write_bytes(os.urandom(5_000))
    made["header.wav"].write_bytes(written(folder / "w.wav", hum(), 16_000).read_bytes()[:30])
    made["bare.raw"].write_bytes(bytes(1_000))
    made["x.m4a"].write_bytes(b"\0\0\0\x20ftypM4A " + bytes(1_000))
    made["empty.wav"] = written(folder / "empty.wav", hum()[:0], 16_000)
    made["empty.flac"] = written(folder / "empty.flac", hum()[:0], 16_000)
    made["silent.wav"] = written(folder / "silent.wav", hum() * 0, 16_000)
    made["nan.wav"] = written(folder / "nan.wav", hum() * np.nan, 16_000, "FLOAT")
    made["inf.wav"] = written(folder / "inf.wav", hum() * np.inf, 16_000, "FLOAT")
    made["scaled.wav"] = written(folder / "scaled.wav", hum() * 32_767, 16_000, "FLOAT")
    made["slow.wav"] = written(folder / "slow.wav", hum(2_000), 2_000)
    made["missing.wav"] = folder / "missing.wav"
    made["folder"] = folder
    made["device"] = Path("/dev/null")
    return made


SENTENCES = {
    "text.wav": "is not sound that can be read",
    "none.wav": "is empty",
    "noise.flac": "is not sound that can be read",
    "header.wav": "is not sound that can be read",
    "bare.raw": "is not sound that can be read",
    "x.m4a": "x-converted.wav",
    "empty.wav": "is empty",
    "empty.flac": "is empty",
    "silent.wav": "is silent",
    "nan.wav": "numbers that are no sound",
    "inf.wav": "numbers that are no sound",
    "scaled.wav": "numbers that are no sound",
    "slow.wav": "a sample rate of 2000 Hz",
    "missing.wav": "There is no file",
    "folder": "is a folder",
    "device": "is a device or pipe",
}


def test_the_advice_on_a_bad_recording_never_writes_over_it(tmp_path: Path) -> None:
    path = tmp_path / "my game.wav"
    path.write_text("no sound")

    with pytest.raises(BadSound) as caught:
        sound_files.check(path)

    _, _, command = str(caught.value).partition("ffmpeg -i ")
    read, written = shlex.split(command)
    assert read == str(path)
    assert written != read


@pytest.mark.parametrize("name", SENTENCES)
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_says_what_is_wrong_with_a_bad_recording(tmp_path: Path, name: str) -> None:
    path = bad_recordings(tmp_path)[name]
    with pytest.raises(BadSound) as bad:
        sound_files.read(path)
    sentence = str(bad.value)

    assert SENTENCES[name] in sentence
    assert str(path) in sentence
    assert "\n" not in sentence
    with pytest.raises(BadSound):
        sound_files.measured_ms(path)


def test_says_when_a_recording_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "a.wav", hum(), 16_000)
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may read everything

    with pytest.raises(BadSound, match="permission denied"):
        sound_files.read(path)


def test_a_clipped_recording_is_heard(tmp_path: Path) -> None:
    clipped = np.clip(hum(44_100, level=2.0), -1, 1)
    path = written(tmp_path / "a.wav", clipped, 44_100)

    assert len(as_heard(path)) == 16_000


def test_the_length_is_measured_in_what_can_be_read(tmp_path: Path) -> None:
    assert sound_files.measured_ms(written(tmp_path / "a.flac", hum(44_100, 2.5), 44_100)) == 2_500


def test_checking_a_long_recording_stops_at_the_first_sound(tmp_path: Path) -> None:
    noise = np.random.default_rng(0).normal(0, 0.1, 160_000)
    whole = written(tmp_path / "whole.flac", noise, 16_000).read_bytes()
    path = tmp_path / "cut.flac"
    path.write_bytes(whole[: len(whole) // 2])

    sound_files.check(path)  # the damage lies behind what has to be read


def an_hour(path: Path) -> int:
    """A tape of one second of hum and, as a hole in the file, silence; its bytes of sound."""
    with wave.open(str(path), "wb") as tape:
        tape.setnchannels(1)
        tape.setsampwidth(2)
        tape.setframerate(16_000)
        tape.writeframes((hum(level=0.1) * 32_767).astype("<i2").tobytes())
    size = 3_600 * 32_000
    with path.open("r+b") as file:
        for place, number in ((4, size + 36), (40, size)):
            file.seek(place)
            file.write(number.to_bytes(4, "little"))
        file.truncate(44 + size)
    return size


@pytest.mark.slow
def test_a_recording_of_an_hour_is_never_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "tape.wav"
    size = an_hour(path)
    resident_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tracemalloc.start()
    heard = sum(len(block) for block in sound_files.blocks(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - resident_kb

    assert heard == size
    assert peak < 8_000_000
    assert grown_kb < 30_000
