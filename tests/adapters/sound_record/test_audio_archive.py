"""The sound record: every announcement is found again by its number, also after a crash."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voice_chess.adapters.sound_record import sound_joining
from voice_chess.adapters.sound_record.audio_archive import AudioArchive, sound_in
from voice_chess.adapters.sound_record.sound_joining import INDEX
from voice_chess.session.ports import JournalLost, RecordedMove

MARGIN = 2 * 4_800  # bytes kept before and after an announcement


def sound(seed: int, milliseconds: int) -> bytes:
    """Noise, so that no two stretches are alike."""
    noise = np.random.default_rng(seed).integers(-3_000, 3_000, 16 * milliseconds)
    return noise.astype("<i2").tobytes()


def spoken(ply: int, started_ms: int, ended_ms: int, uci: str = "e2e4") -> RecordedMove:
    return RecordedMove(
        ply=ply, uci=uci, san="e4", started_ms=started_ms, ended_ms=ended_ms, wall_ms=1_700_000
    )


def heard_in_blocks(archive: AudioArchive, samples: bytes) -> None:
    for start in range(0, len(samples), 640):
        archive.hear(samples[start : start + 640])


def three_moves(archive: AudioArchive) -> bytes:
    """Three announcements of a second, each after a second of thinking."""
    heard = sound(1, 6_500)
    heard_in_blocks(archive, heard[: 32 * 2_000])
    archive.keep(spoken(1, 1_000, 1_900, "e2e4"))
    heard_in_blocks(archive, heard[32 * 2_000 : 32 * 4_100])
    archive.keep(spoken(2, 3_000, 4_000, "e7e5"))
    heard_in_blocks(archive, heard[32 * 4_100 :])
    archive.keep(spoken(3, 5_000, 6_000, "g1f3"))
    return heard


def test_finds_the_sound_of_a_move_by_its_number(tmp_path: Path) -> None:
    archive = AudioArchive(tmp_path)
    heard = three_moves(archive)
    archive.close()
    found = archive.find(1, white=False)

    assert found is not None
    assert (found.ply, found.uci, found.wall_ms) == (2, "e7e5", 1_700_000)
    assert sound_in(tmp_path, found) == heard[32 * 3_000 - MARGIN : 32 * 4_100]


def test_finds_it_in_a_later_run_too(tmp_path: Path) -> None:
    archive = AudioArchive(tmp_path)
    heard = three_moves(archive)
    archive.close()
    later = AudioArchive(tmp_path)
    found = later.find(2, white=True)

    assert found is not None
    assert sound_in(tmp_path, found) == heard[32 * 5_000 - MARGIN : 32 * 6_000 + MARGIN]
    assert len(later.announcements()) == 3
    later.close()


def test_while_a_game_runs_its_sound_is_appended_to_one_file(tmp_path: Path) -> None:
    archive = AudioArchive(tmp_path)
    heard = three_moves(archive)
    found = archive.find(1, white=True)

    assert found is not None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0001.wav", INDEX]
    assert soundfile.read(tmp_path / "0001.wav", dtype="int16")[0].tobytes() == heard
    assert sound_in(tmp_path, found) == heard[32 * 1_000 - MARGIN : 32 * 2_000]
    archive.close()


def test_a_game_that_is_over_is_one_flac_file_that_holds_everything_heard(tmp_path: Path) -> None:
    archive = AudioArchive(tmp_path)
    heard = three_moves(archive)
    archive.hear(sound(2, 500))
    archive.close()
    before = [sound_in(tmp_path, found) for found in archive.announcements()]
    index = (tmp_path / INDEX).read_bytes()
    sound_joining.try_to_join(tmp_path)
    kept, rate = soundfile.read(tmp_path / "0001.flac", dtype="int16")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["0001.flac", INDEX]
    assert (kept.tobytes(), rate) == (heard + sound(2, 500), 16_000)
    assert (tmp_path / INDEX).read_bytes() == index
    assert [sound_in(tmp_path, found) for found in archive.announcements()] == before


def test_a_file_that_is_full_is_followed_by_another_and_all_moves_are_found(tmp_path: Path) -> None:
    archive = AudioArchive(tmp_path, most_bytes=32 * 2_500)
    heard = three_moves(archive)
    archive.close()
    written = [path.name for path in sorted(tmp_path.glob("*.wav"))]
    found = [archive.find(1, white=True), archive.find(1, white=False), archive.find(2, white=True)]
    sounds = [sound_in(tmp_path, each) for each in found if each is not None]
    joined = sound_joining.join(tmp_path)

    assert written == ["0001.wav", "0002.wav", "0003.wav"]
    assert sounds == [
        heard[32 * 1_000 - MARGIN : 32 * 2_000],
        heard[32 * 3_000 - MARGIN : 32 * 4_100],
        heard[32 * 5_000 : 32 * 6_000 + MARGIN],
    ]
    assert joined is not None
    assert soundfile.read(joined, dtype="int16")[0].tobytes() == heard


def test_a_corrected_announcement_is_kept_beside_the_one_that_counts(tmp_path: Path) -> None:
    archive = AudioArchive(tmp_path)
    archive.hear(sound(1, 1_000))
    archive.keep(spoken(1, 0, 900, "e2e4"))
    archive.hear(sound(2, 1_000))
    archive.keep(spoken(1, 1_000, 1_900, "d2d4"))
    archive.close()
    found = archive.find(1, white=True)

    assert found is not None
    assert found.uci == "d2d4"
    assert [kept.uci for kept in archive.announcements()] == ["e2e4", "d2d4"]


def test_a_typed_move_has_no_sound(tmp_path: Path) -> None:
    archive = AudioArchive(tmp_path)

    assert archive.keep(spoken(1, 0, 0)) is None
    assert archive.find(1, white=True) is None
    archive.close()


def test_goes_on_in_a_folder_of_an_earlier_run(tmp_path: Path) -> None:
    first = AudioArchive(tmp_path)
    three_moves(first)
    first.close()
    second = AudioArchive(tmp_path)
    second.hear(sound(9, 1_000))
    second.keep(spoken(4, 100, 900, "b8c6"))
    second.close()
    found = second.find(2, white=False)

    assert found is not None
    assert found.file == "0002.flac"
    assert sound_in(tmp_path, found) == sound(9, 1_000)


def test_an_index_cut_off_in_a_line_loses_only_that_line(tmp_path: Path) -> None:
    archive = AudioArchive(tmp_path)
    three_moves(archive)
    archive.close()
    index = tmp_path / INDEX
    index.write_bytes(index.read_bytes()[:-20])
    repaired = AudioArchive(tmp_path)
    repaired.hear(sound(1, 100))
    repaired.keep(spoken(4, 0, 100))
    repaired.close()

    assert [found.ply for found in repaired.announcements()] == [1, 2, 4]
    assert [json.loads(line)["ply"] for line in index.read_text().splitlines()] == [1, 2, 4]


def test_a_damaged_line_hides_no_other(tmp_path: Path) -> None:
    archive = AudioArchive(tmp_path)
    three_moves(archive)
    archive.close()
    lines = (tmp_path / INDEX).read_text().splitlines(keepends=True)
    (tmp_path / INDEX).write_text(f"{lines[0]}{lines[1][:10]}\n{lines[2]}")
    opened = AudioArchive(tmp_path)
    opened.close()

    assert [found.ply for found in opened.announcements()] == [1, 3]


def test_what_was_not_packed_well_stays_as_it_was_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sound_joining, "_side_by_side", lambda *_: [(b"said", b"kept")])
    archive = AudioArchive(tmp_path)
    archive.hear(sound(1, 1_000))
    archive.keep(spoken(1, 0, 1_000))
    archive.close()
    sound_joining.try_to_join(tmp_path)
    found = archive.find(1, white=True)

    assert found is not None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0001.wav", INDEX]
    assert sound_in(tmp_path, found) == sound(1, 1_000)
    assert "stays as it was recorded" in caplog.text


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("a file")

    told = r"^The sound record in .*game can't be .*: File exists\. Name another, or .*name\.$"
    with pytest.raises(JournalLost, match=told):
        AudioArchive(tmp_path / "game")


def test_a_folder_that_vanishes_is_one_sentence(tmp_path: Path) -> None:
    archive = AudioArchive(tmp_path / "game")
    (tmp_path / "game" / INDEX).unlink()
    (tmp_path / "game").rmdir()

    with pytest.raises(JournalLost, match="No such file"):
        archive.hear(sound(1, 20))
    archive.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
def test_a_full_disk_is_one_sentence_and_what_comes_later_is_kept(tmp_path: Path) -> None:
    archive = AudioArchive(tmp_path)
    (tmp_path / "0001.wav").symlink_to("/dev/full")

    with pytest.raises(JournalLost, match=r"No space left on device\. Make room, .*again\.$"):
        archive.hear(sound(1, 100))
    archive.hear(sound(2, 1_000))
    kept = archive.keep(spoken(1, 0, 1_000))
    archive.close()
    assert kept is not None
    assert sound_in(tmp_path, kept) == sound(2, 1_000)


PLAYER = """
import sys, time
import numpy as np
from pathlib import Path
from voice_chess.adapters.sound_record.audio_archive import AudioArchive
from voice_chess.session.ports import RecordedMove

archive = AudioArchive(Path(sys.argv[1]))
noise = np.random.default_rng(7).integers(-3_000, 3_000, 16_000 * 60).astype("<i2").tobytes()
for block in range(3_000):
    archive.hear(noise[640 * block : 640 * (block + 1)])
    if block % 100 == 99:
        ended_ms = 20 * (block + 1)
        ply = (block + 1) // 100
        archive.keep(RecordedMove(ply=ply, uci="e2e4", san="e4", started_ms=ended_ms - 500,
                            ended_ms=ended_ms, wall_ms=ended_ms))
    print(block + 1, flush=True)
    time.sleep(0.0005)
"""


@pytest.mark.parametrize("blocks", [1, 137, 300, 555])
def test_a_killed_process_loses_no_sound_and_no_announcement(tmp_path: Path, blocks: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout is not None
        told = 0
        while told < blocks:
            told = int(player.stdout.readline())
        player.send_signal(signal.SIGKILL)
        told = max([told, *map(int, player.stdout.read().split("\n")[:-1])])
    noise = np.random.default_rng(7).integers(-3_000, 3_000, 16_000 * 60).astype("<i2").tobytes()
    repaired = AudioArchive(tmp_path)
    repaired.close()
    kept = soundfile.read(tmp_path / "0001.wav", dtype="int16")[0].tobytes()

    assert kept == noise[: len(kept)]
    assert len(kept) >= 640 * told
    assert [found.ply for found in repaired.announcements()][: told // 100] == [
        ply + 1 for ply in range(told // 100)
    ]
    for found in repaired.announcements():
        ended = 640 * 100 * found.ply
        assert sound_in(tmp_path, found) == noise[ended - 32 * 800 : ended]
    sound_joining.join(tmp_path)
    assert soundfile.read(tmp_path / "0001.flac", dtype="int16")[0].tobytes() == kept
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0001.flac", INDEX]
