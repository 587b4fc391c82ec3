"""Joins the sound that was kept of a game into files that can be taken elsewhere."""

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
    """The sound of one microphone, in the parts in which it was kept."""

    folder: Path

    @property
    def whose(self) -> str:
        """The suffix of its folder's name: a side, or nothing for a microphone that all share."""
        return self.folder.name.removeprefix(_SOUND)

    @property
    def is_any(self) -> bool:
        """Whether anything was recorded, even if it is not there any more."""
        return bool(self.parts() or sound_joining.missing(self.folder))

    def parts(self) -> list[Path]:
        """Return the files recorded so far, in their order."""
        return sound_joining.parts(self.folder)

    def standing(self, parts: Sequence[Path]) -> AbstractContextManager[bytes]:
        """Yield the index of the record while these parts of it are read.

        Raises `JoinedMeanwhile` where somebody else has joined them meanwhile.
        """
        return sound_joining.while_they_stand(self.folder, parts)

    def export(self, parts: Iterable[Path], target: Path) -> None:
        """Write these parts into one file, with its index beside it; neither is there half-written.

        The suffix, one of `sound_formats.ENDINGS`, selects the kind of file. Raises `OSError`.
        """
        sound_joining.export(self.folder, parts, target)

    def export_readable(self, parts: Iterable[Path], target: Path) -> tuple[str, ...]:
        """Write what can be read of damaged parts as `export` does; return what can't be.

        Raises `OSError`.
        """
        return tuple(map(str, sound_joining.export_readable(self.folder, parts, target)))

    @staticmethod
    def is_damaged(error: Exception) -> bool:
        """Return whether an export failed because of the sound, and not of its target."""
        return isinstance(error, sound_joining.DamagedSound)

    @staticmethod
    def index_of(target: Path) -> Path:
        """Return the path of an exported file's index."""
        return sound_joining.index_of(target)


def kept_sounds(folder: Path) -> tuple[KeptSound, ...]:
    """Return the sound of each microphone that recorded the game whose sound lies there."""
    return tuple(KeptSound(found) for found in sound_folders(folder))
