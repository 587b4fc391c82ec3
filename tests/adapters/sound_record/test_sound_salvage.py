"""What can be read of a damaged recording is read, and what can't be is silent."""

from pathlib import Path

import numpy as np
import soundfile

from voice_chess.adapters.sound_record.sound_salvage import Salvage

SECONDS, RATE = 10, 16_000


def recorded(path: Path) -> bytes:
    """Write noise, whose packed frames are all of about the same size."""
    noise = np.random.default_rng(1).integers(-3_000, 3_000, SECONDS * RATE).astype("<i2")
    soundfile.write(path, noise, RATE, subtype="PCM_16")
    return noise.tobytes()


def test_a_sound_recording_is_read_whole(tmp_path: Path) -> None:
    said, salvage = recorded(tmp_path / "0001.flac"), Salvage()

    assert b"".join(salvage.blocks(tmp_path / "0001.flac")) == said
    assert salvage.lost == []


def test_damage_in_the_middle_is_silent_and_all_else_stays_at_its_place(tmp_path: Path) -> None:
    path, salvage = tmp_path / "0001.flac", Salvage()
    said = recorded(path)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 2_000] = bytes(2_000)
    path.write_bytes(content)
    heard = b"".join(salvage.blocks(path))
    (lost,) = salvage.lost

    assert len(heard) == len(said)
    assert lost.end_sample is not None
    begin, end = 2 * lost.start_sample, 2 * lost.end_sample
    assert (heard[:begin], heard[end:]) == (said[:begin], said[end:])
    assert not any(heard[begin:end])
    assert 0 < lost.start_sample < SECONDS * RATE // 2 < lost.end_sample < SECONDS * RATE
    assert str(lost).startswith("0001.flac from 0:0")


def test_a_recording_that_was_cut_off_is_read_up_to_there(tmp_path: Path) -> None:
    path, salvage = tmp_path / "0001.flac", Salvage()
    said = recorded(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    heard = b"".join(salvage.blocks(path))
    (lost,) = salvage.lost

    assert lost.start_sample in (4 * RATE, 5 * RATE)
    assert lost.end_sample == SECONDS * RATE
    assert heard[: 2 * lost.start_sample] == said[: 2 * lost.start_sample]


def test_a_file_that_is_no_sound_is_lost_altogether(tmp_path: Path) -> None:
    path, salvage = tmp_path / "0001.wav", Salvage()
    path.write_bytes(b"damaged")

    assert list(salvage.blocks(path)) == []
    assert [str(lost) for lost in salvage.lost] == ["all of 0001.wav"]
