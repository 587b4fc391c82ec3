"""Something else writes into the server's journal: nothing is lost, and every socket stays open."""

from contextlib import closing
from pathlib import Path

from tests.web.stage import staged
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.game.touch import AdjustmentAnnounced


def test_a_move_beside_another_writers_event_is_told_to_be_unsaved_and_can_be_made_then(
    tmp_path: Path,
) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(arbiter="new", customs={"press": "command"})
        with stage.seats(links) as (white, black, _):
            assert white.press_after("e2e4", 0)["is_accepted"]
            _write_beside(tmp_path / "journal.sqlite", links["game"]["id"])
            refused = black.move("e7e5", 1)
            made = black.press_after("e7e5", 1)
            numbers = [message["seq"] for message in black.came if message["type"] == "happened"]

    assert (refused["type"], refused["code"]) == ("problem", "storage")
    assert made["is_accepted"]
    assert numbers == sorted(set(numbers))


def _write_beside(path: Path, game_id: str) -> None:
    with closing(SqliteJournal(path)) as journal:
        events = journal.read(game_id)
        foreign = AdjustmentAnnounced(white=False, at_ms=events[-1].at_ms)
        journal.append(game_id, (foreign,), after=len(events))
