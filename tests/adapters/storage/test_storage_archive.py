"""What an export has of a game that goes on while it is written."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from voice_chess.adapters.simulation.memory_storage import MemoryEventJournal, MemoryJournal
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.adapters.storage.storage_archive import files_of
from voice_chess.game.moves import MoveAnnounced
from voice_chess.game.setup import GameStarted
from voice_chess.session.evidence import Evidence
from voice_chess.session.ports import RequestKey

BEFORE, MEANWHILE = (RequestKey(seat="white", key=key) for key in ("page-1", "page-2"))


class PlayedOn(MemoryJournal):
    """A journal to which a move is appended right after somebody has read the game."""

    def evidence(self, game_id: str) -> tuple[Evidence, ...]:
        move = MoveAnnounced(at_ms=9_000, white=True, uci="d2d4")
        self.append(game_id, [move], after=2, requests=[MEANWHILE])
        return super().evidence(game_id)


class NoSounds:
    """A storage without sound."""

    def files(self, _: str) -> Iterator[tuple[str, bytes]]:
        return iter(())

    def fill(self, game_id: str, name: str, content: bytes) -> None:
        raise NotImplementedError


@dataclass
class Everything:
    """All that is exported."""

    journal: PlayedOn
    register: SqliteRegister
    events: MemoryEventJournal
    sounds: NoSounds


def test_no_request_is_exported_without_the_events_that_came_of_it(tmp_path: Path) -> None:
    journal = PlayedOn()
    journal.append("g", [GameStarted(at_ms=0)], after=0)
    journal.append(
        "g", [MoveAnnounced(at_ms=4_000, white=True, uci="e2e4")], after=1, requests=[BEFORE]
    )
    with closing(SqliteRegister(tmp_path / "seats.sqlite")) as register:
        kept = Everything(journal, register, MemoryEventJournal(), NoSounds())
        files = dict(files_of(kept))

    (game,) = (json.loads(content) for name, content in files.items() if name[:5] == "games")
    assert len(game["events"]) == 2
    assert game["requests"] == [[BEFORE.seat, BEFORE.key]]
    assert journal.requests("g") == (BEFORE, MEANWHILE)
