"""One sound file per game: nothing is lost in joining, not even when it is killed half way."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.adapters.sound_record import deadly_joining
from tests.own_process import afresh
from tests.small_disk import filled, small_disk
from voice_chess.adapters.audio_io.sound_formats import FORMATS
from voice_chess.adapters.audio_io.wav_writer import HEADER_BYTES, MOST_BYTES, wav_header
from voice_chess.adapters.sound_record import sound_joining
from voice_chess.adapters.sound_record.audio_archive import AudioArchive, sound_in
from voice_chess.adapters.sound_record.sound_joining import INDEX
from voice_chess.session.ports import RecordedMove

Recorder = Callable[[Path, range], bytes]


def noise(seed: int, milliseconds: int) -> bytes:
    samples = np.random.default_rng(seed).integers(-3_000, 3_000, 16 * milliseconds)
    return samples.astype("<i2").tobytes()


def spoken(ply: int, started_ms: int, ended_ms: int) -> RecordedMove:
    return RecordedMove(
        ply=ply, uci="e2e4", san="e4", started_ms=started_ms, ended_ms=ended_ms, wall_ms=ply
    )


def recorded(folder: Path, plies: range, seconds: int = 1) -> bytes:
    """A run of the program: one announcement in the last half of each stretch of sound."""
    archive = AudioArchive(folder)
    heard = b""
    for count, ply in enumerate(plies, start=1):
        stretch = noise(ply, 1_000 * seconds)
        heard += stretch
        archive.hear(stretch)
        archive.keep(spoken(ply, 1_000 * seconds * count - 500, 1_000 * seconds * count))
    archive.close()
    return heard


def recorded_before(folder: Path, plies: range) -> bytes:
    """As earlier versions did: each announcement closed a file, which was packed at once."""
    heard, lines = b"", ""
    for ply in plies:
        samples = noise(ply, 1_000)
        heard += samples
        kept = np.frombuffer(samples, "<i2")
        soundfile.write(folder / f"{ply:04}.flac", kept, 16_000, subtype="PCM_16")
        where = {"file": f"{ply:04}.flac", "start_sample": 3_200, "end_sample": 16_000}
        lines += json.dumps({"ply": ply, "uci": "e2e4", "san": "e4", **where, "wall_ms": ply})
        lines += "\n"
    (folder / INDEX).write_text(lines)
    return heard


def in_three_runs(folder: Path, plies: range) -> bytes:
    """A program that was started anew for each move."""
    return b"".join(recorded(folder, range(ply, ply + 1)) for ply in plies)


def sounds(folder: Path) -> dict[int, bytes]:
    archive = AudioArchive(folder)
    found = {kept.ply: sound_in(folder, kept) for kept in archive.announcements()}
    archive.close()
    return found


@pytest.mark.parametrize("record", [recorded_before, in_three_runs])
def test_all_announcements_are_found_in_one_file(tmp_path: Path, record: Recorder) -> None:
    heard = record(tmp_path, range(1, 6))
    apart = sounds(tmp_path)
    joined = sound_joining.join(tmp_path)

    assert joined == tmp_path / "0001-0005.flac"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0001-0005.flac", INDEX]
    assert soundfile.read(joined, dtype="int16")[0].tobytes() == heard
    assert sounds(tmp_path) == apart
    assert len(apart) == 5


def test_a_game_that_goes_on_later_is_joined_again(tmp_path: Path) -> None:
    heard = recorded_before(tmp_path, range(1, 4))
    sound_joining.join(tmp_path)
    heard += recorded(tmp_path, range(4, 6))
    apart = sounds(tmp_path)
    joined = sound_joining.join(tmp_path)

    assert joined == tmp_path / "0001-0004.flac"
    assert soundfile.read(joined, dtype="int16")[0].tobytes() == heard
    assert sounds(tmp_path) == apart
    assert sorted(apart) == [1, 2, 3, 4, 5]


def test_what_is_one_file_already_is_left_as_it_is(tmp_path: Path) -> None:
    assert sound_joining.join(tmp_path) is None
    recorded(tmp_path, range(1, 4))
    packed = sound_joining.join(tmp_path)
    assert packed == tmp_path / "0001.flac"
    written = packed.stat()
    assert sound_joining.join(tmp_path) == packed
    assert packed.stat() == written


def test_what_was_not_joined_well_is_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_three_runs(tmp_path, range(1, 3))
    monkeypatch.setattr(sound_joining, "_side_by_side", lambda *_: [(b"said", b"kept")])

    with pytest.raises(sound_joining.DamagedSound):
        sound_joining.join(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0001.wav", "0002.wav", INDEX]


@pytest.mark.parametrize("record", [recorded_before, in_three_runs, recorded])
@pytest.mark.parametrize("steps", range(8))
def test_a_process_killed_while_joining_loses_no_sound(
    tmp_path: Path, steps: int, record: Recorder
) -> None:
    """The steps that can be seen from outside: write, two renamings, and the deletions."""
    heard = record(tmp_path, range(1, 4))
    apart = sounds(tmp_path)
    joining = afresh().Process(target=deadly_joining.join, args=(tmp_path, steps))
    joining.start()
    joining.join()

    all_steps = 5 if record is recorded else 7
    assert joining.exitcode == (-signal.SIGKILL if steps < all_steps else 0)
    assert sounds(tmp_path) == apart
    sound_joining.join(tmp_path)
    assert sounds(tmp_path) == apart
    (joined,) = tmp_path.glob("*.flac")
    assert soundfile.read(joined, dtype="int16")[0].tobytes() == heard


def test_a_record_without_announcements_is_repaired_too(tmp_path: Path) -> None:
    in_three_runs(tmp_path, range(1, 4))
    (tmp_path / INDEX).write_text("")
    sound_joining.join(tmp_path)
    sound_joining.repair(tmp_path)

    assert [path.name for path in tmp_path.glob("*.flac")] == ["0001-0003.flac"]


def test_a_recording_that_an_earlier_version_made_too_long_is_made_whole(tmp_path: Path) -> None:
    """It could not write the header then, so the last block is beyond what the file can state."""
    recording = tmp_path / "0001.wav"
    recording.write_bytes(wav_header(0))
    os.truncate(recording, HEADER_BYTES + MOST_BYTES + 640)  # a hole: nothing is written
    sound_joining.repair(tmp_path)

    assert soundfile.info(recording).frames == MOST_BYTES // 2


@pytest.mark.parametrize("suffix", sorted(FORMATS))
def test_the_whole_sound_goes_into_one_file_elsewhere(tmp_path: Path, suffix: str) -> None:
    heard = recorded(tmp_path / "sound", range(1, 4), seconds=2)
    target = tmp_path / "new" / f"game{suffix}"
    parts = sound_joining.parts(tmp_path / "sound")
    sound_joining.export(tmp_path / "sound", parts, target)
    index = sound_joining.index_of(target).read_text()
    lines = [json.loads(line) for line in index.splitlines()]

    assert abs(soundfile.info(target).frames - len(heard) // 2) < 1_600
    assert [line["ply"] for line in lines] == [1, 2, 3]
    assert {line["file"] for line in lines} == {f"game{suffix}"}
    starts = [line["start_sample"] for line in lines]
    assert starts == [32_000 * n - 16 * 800 for n in (1, 2, 3)]
    assert sorted(path.suffix for path in (tmp_path / "sound").glob("0*")) == [".wav"]


@pytest.mark.parametrize("suffix", sorted(FORMATS))
def test_a_disk_too_full_for_the_whole_sound_is_told_as_such(tmp_path: Path, suffix: str) -> None:
    """The library only says "System error"."""
    recorded(tmp_path / "sound", range(1, 4), seconds=60)
    parts = sound_joining.parts(tmp_path / "sound")
    with small_disk(tmp_path / "disk") as disk:
        filled(disk)
        with pytest.raises(OSError, match="No space left on device"):
            sound_joining.export(tmp_path / "sound", parts, disk / f"game{suffix}")

        assert [path.name for path in disk.iterdir()] == ["ballast"]


@pytest.mark.parametrize("write", [sound_joining.export, sound_joining.export_readable])
def test_sound_too_long_for_a_wav_file_is_refused_before_any_is_written(
    tmp_path: Path, write: Callable[[Path, list[Path], Path], object]
) -> None:
    """Its header can state no more than four gigabytes."""
    for number in (1, 2):
        recording = tmp_path / f"000{number}.wav"
        recording.write_bytes(wav_header(MOST_BYTES // 2 + 640))
        os.truncate(recording, HEADER_BYTES + MOST_BYTES // 2 + 640)  # a hole: nothing is written
    target = tmp_path / "game.wav"

    with pytest.raises(OSError, match="37 hours"):
        write(tmp_path, sound_joining.parts(tmp_path), target)

    assert not target.exists()
