"""The sound of a server's games: a folder for each player, one file in it once the server stops."""

from pathlib import Path

from tests.adapters.sound_record.test_sound_joining import noise, spoken
from voice_chess.adapters.sound_record.archive_store import SoundShelf
from voice_chess.game.table import Role


def evening(games: Path, seed: int) -> SoundShelf:
    """Each player announces a move at this server."""
    shelf = SoundShelf(games)
    for ply, role in enumerate((Role.WHITE, Role.BLACK), start=2 * seed + 1):
        record = shelf.record("game", role)
        record.hear(noise(ply, 1_000))
        record.keep(spoken(ply, 500, 1_000))
    return shelf


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
    again = SoundShelf(tmp_path)

    assert {ply: again.wav("game", ply) for ply in (1, 2)} == before
    assert [ply for ply, _ in again.announced("game")] == [1, 2, 3, 4]
    again.close()


def test_of_a_deleted_game_no_sound_is_left_and_the_others_stay(tmp_path: Path) -> None:
    shelf = evening(tmp_path, 0)
    shelf.record("other", Role.WHITE).hear(noise(1, 1_000))

    shelf.delete("game")
    shelf.delete("nowhere")

    assert [path.name for path in tmp_path.iterdir()] == ["other"]
    shelf.close()
