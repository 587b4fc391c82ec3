"""The sound of a game as files, by which it goes from one storage to another."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Protocol, TypeAlias

from voice_chess.game.table import Role

SoundFiles: TypeAlias = Iterator[tuple[str, bytes]]
"""Names, each with the folder of its microphone, and contents: FLAC, and an index for each."""


class PortableSounds(Protocol):
    """A storage of sound from which all of it can be taken, and which can be filled again."""

    def files(self, game_id: str) -> SoundFiles:
        """All sound of a game that is not recorded at this moment. Raises `JournalLost`."""

    def fill(self, game_id: str, name: str, content: bytes) -> None:
        """Put one of these files where none of them is. Raises `JournalLost`."""


def microphone_of(role: Role) -> str:
    """The folder of a player's own microphone."""
    return f"sound-{role.value}"


def flac_name(number: int) -> str:
    """The file of a stretch of sound."""
    return f"{number:04}.flac"


def stretch_of(file: str) -> int:
    """Its number; of a file in which several were joined, that of the first."""
    return int(PurePosixPath(file).stem.partition("-")[0])
