"""Locates the files of a game at a table: its journal, and a folder for records and sound."""

from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from voice_chess.adapters.system.system_time import SystemTime


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The place of a game's files: in the journal under its id, and in a folder of its own."""

    data: Path
    game_id: str
    is_begun: bool = False
    """Whether there is a game to go on with."""

    @property
    def folder(self) -> Path:
        return self.data / "games" / self.game_id

    @property
    def is_there(self) -> bool:
        """Whether a game of this name has been played here; a path to elsewhere is no name."""
        is_name = self.game_id not in ("", ".", "..") and self.folder.name == self.game_id
        return is_name and self.folder.is_dir()

    @property
    def journal(self) -> Path:
        return self.data / "journal.sqlite"


def emptied(place: Place) -> str:
    """Return the message about a game that the journal has lost."""
    return (
        f"The journal {place.journal} holds nothing of the game {place.game_id}: it was emptied or "
        "replaced, and nothing was changed now. Put the journal back from a copy; the scoresheets "
        f"that were written before are in {place.folder}."
    )


def new_game_id(data: Path) -> str:
    """Return a new id, made from the time at which the game begins; never one that exists."""
    began = datetime.fromtimestamp(SystemTime().wall_ms() / 1_000, tz=UTC)
    stem = began.strftime("%Y%m%d-%H%M%S")
    names = chain((stem,), (f"{stem}-{number}" for number in count(2)))
    return next(name for name in names if not Place(data=data, game_id=name).folder.exists())
