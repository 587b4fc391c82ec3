"""The sound that was kept of a game, joined into files that can be taken elsewhere."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from voice_chess.adapters.sound_record import sound_joining
from voice_chess.adapters.sound_record.audio_archive import sound_folders

JoinedMeanwhile = sound_joining.JoinedMeanwhile
_SOUND = "sound"


@dataclass(frozen=True, slots=True)
class KeptSound:
    """The sound of one microphone, in parts as it was kept."""

    folder: Path

    @property
    def whose(self) -> str:
        """What its name has more than that of a microphone which all share: nothing, or a side."""
        return self.folder.name.removeprefix(_SOUND)

    def parts(self) -> list[Path]:
        """What was recorded so far, in its order."""
        return sound_joining.parts(self.folder)

    def standing(self, parts: Sequence[Path]) -> AbstractContextManager[bytes]:
        """While these are read. Raises `JoinedMeanwhile` where somebody else has joined them."""
        return sound_joining.while_they_stand(self.folder, parts)

    def export(self, parts: Iterable[Path], target: Path) -> None:
        """These parts in one file, its index beside it; nothing is there before it is whole.

        The suffix, one of `sound_formats.ENDINGS`, tells the kind of file. Raises `OSError`.
        """
        sound_joining.export(self.folder, parts, target)

    @staticmethod
    def index_of(target: Path) -> Path:
        """Where the index of an exported file lies."""
        return sound_joining.index_of(target)


def kept_sounds(folder: Path) -> tuple[KeptSound, ...]:
    """One for each microphone that recorded the game whose sound lies there."""
    return tuple(KeptSound(found) for found in sound_folders(folder))
