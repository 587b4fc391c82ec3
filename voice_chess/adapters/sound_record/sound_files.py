"""The sound of a game as files, the form in which it moves from one storage to another."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Protocol, TypeAlias

from voice_chess.game.table import Role

SoundFiles: TypeAlias = Iterator[tuple[str, bytes]]
"""Pairs of name and content; the name includes the folder of the microphone.

The files of each microphone are FLAC files and an index.
"""


class PortableSounds(Protocol):
    """A storage of sound that can be exported completely, and filled from an export."""

    def files(self, game_id: str) -> SoundFiles:
        """Yield all sound of a game that is not recorded at this moment. Raises `JournalLost`."""

    def fill(self, game_id: str, name: str, content: bytes) -> None:
        """Write one of these files; none of its name may exist yet. Raises `JournalLost`."""


def microphone_of(role: Role) -> str:
    """Return the name of the folder for a player's own microphone."""
    return f"sound-{role.value}"


def flac_name(number: int) -> str:
    """Return the name of the file for a stretch of sound."""
    return f"{number:04}.flac"


def stretch_of(file: str) -> int:
    """Return a file's stretch number; of a file with several joined stretches, the first."""
    return int(PurePosixPath(file).stem.partition("-")[0])
