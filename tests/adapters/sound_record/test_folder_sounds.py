"""The sound of a server's games: a folder for each player, one file in it once the server stops."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.sound_record.test_sound_joining import noise, spoken
from voice_chess.adapters.sound_record import sound_joining
from voice_chess.adapters.sound_record.folder_sounds import FolderSounds
from voice_chess.game.table import Role
from voice_chess.session.ports import JournalDamaged

MODULE = "voice_chess.adapters.sound_record.folder_sounds"


def evening(games: Path, seed: int) -> FolderSounds:
    """Each player announces a move at this server."""
    sounds = FolderSounds(games)
    for ply, role in enumerate((Role.WHITE, Role.BLACK), start=2 * seed + 1):
        record = sounds.record("game", role)
        record.hear(noise(ply, 1_000))
        record.keep(spoken(ply, 500, 1_000))
    return sounds


def test_a_server_that_stops_leaves_one_file_for_each_player(tmp_path: Path) -> None:
    for seed in (0, 1):
        evening(tmp_path, seed).close()

    for folder in ("sound-white", "sound-black"):
        assert [path.name for path in (tmp_path / "game" / folder).glob("*.flac")] == [
            "0001-0002.flac"
        ]


def test_every_announcement_is_heard_again_after_a_restart(tmp_path: Path) -> None:
    first = evening(tmp_path, 0)
    before = {ply: first.wav("game", ply) for ply in (1, 2)}
    first.close()
    second = evening(tmp_path, 1)
    second.close()
    again = FolderSounds(tmp_path)

    assert {ply: again.wav("game", ply) for ply in (1, 2)} == before
    assert [ply for ply, _ in again.announced("game")] == [1, 2, 3, 4]
    again.close()


def test_of_a_deleted_game_no_sound_is_left_and_the_others_stay(tmp_path: Path) -> None:
    sounds = evening(tmp_path, 0)
    sounds.record("other", Role.WHITE).hear(noise(1, 1_000))

    sounds.delete("game")
    sounds.delete("nowhere")

    assert [path.name for path in tmp_path.iterdir()] == ["other"]
    sounds.close()


def two_runs(games: Path) -> dict[int, bytes | None]:
    """What two servers leave that had no time to join it; every announcement as it sounds."""
    for seed in (0, 1):
        sounds = evening(games, seed)
        for role in (Role.WHITE, Role.BLACK):
            sounds.record("game", role).close()
    sounds = FolderSounds(games)
    return {ply: sounds.wav("game", ply) for ply in (1, 2, 3, 4)}


@pytest.mark.parametrize("read_before", [0, 1])
def test_what_another_process_joins_meanwhile_is_taken_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read_before: int
) -> None:
    before = two_runs(tmp_path / "old")
    left, real = iter(range(read_before)), sound_joining.blocks

    def joined_by_another(part: Path) -> Iterator[bytes]:
        if next(left, None) is None:
            sound_joining.join(part.parent)
        return real(part)

    monkeypatch.setattr(f"{MODULE}.blocks", joined_by_another)
    new = FolderSounds(tmp_path / "new")
    for name, content in FolderSounds(tmp_path / "old").files("game"):
        new.fill("game", name, content)

    assert {ply: new.wav("game", ply) for ply in (1, 2, 3, 4)} == before


def test_an_announcement_that_is_joined_while_it_is_looked_for_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = two_runs(tmp_path)
    real = sound_joining.samples

    def joined_by_another(folder: Path, *where: Any) -> bytes:
        sound_joining.join(folder)
        return real(folder, *where)

    monkeypatch.setattr(sound_joining, "samples", joined_by_another)

    assert FolderSounds(tmp_path).wav("game", 3) == before[3]


def test_an_announcement_that_is_nowhere_any_more_is_told_as_lost(tmp_path: Path) -> None:
    two_runs(tmp_path)
    for part in (tmp_path / "game" / "sound-white").glob("*.wav"):
        part.unlink()

    with pytest.raises(JournalDamaged, match="sound-white"):
        FolderSounds(tmp_path).wav("game", 3)


def test_an_announcement_of_which_only_a_part_is_there_is_told_as_lost(tmp_path: Path) -> None:
    """The part was given as if it were all."""
    sounds = evening(tmp_path, 0)
    (recording,) = (tmp_path / "game" / "sound-white").glob("*.wav")
    os.truncate(recording, recording.stat().st_size - 8_000)

    with pytest.raises(JournalDamaged, match="sound-white"):
        FolderSounds(tmp_path).wav("game", 1)
    sounds.close()
