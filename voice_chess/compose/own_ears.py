"""Keeps players' own ears (what adapts recognition to their voice) in a data folder."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from voice_chess.adapters.recognition import voice_files
from voice_chess.adapters.recognition.voice_files import OwnEar, digest_of
from voice_chess.adapters.simulation.memory_sound import MemorySpeaker
from voice_chess.decoding.voice_fit import Fit, SpokenExample
from voice_chess.session.listening.recognizer_model import OwnModel
from voice_chess.session.ports import Speaker


def is_kept(data: Path, name: str) -> bool:
    """Return whether this player has an ear of their own, since they have read for it."""
    return voice_files.exists(data, name)


def has_agreed(data: Path, name: str) -> bool:
    """Return whether the player agrees that the ear learns from their games.

    Consent holds until it is taken back.
    """
    return is_kept(data, name) and voice_files.read(data, name).learns


def agree(data: Path, name: str, *, learns: bool) -> None:
    """Note whether announcements that are confirmed in games become examples from now on.

    Raises `VoiceFileDamaged`, `JournalLost`.
    """
    voice_files.write(data, replace(voice_files.read(data, name), learns=learns))


def delete(data: Path, name: str) -> bool:
    """Delete a player's ear; return False where there was none. Raises `OSError`."""
    return voice_files.delete(data, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceRead:
    """What a player has read, and how the ear was adapted by it; `learns` as in `agree`."""

    name: str
    readings: Sequence[SpokenExample]
    fit: Fit
    learns: bool


def keep(data: Path, read: VoiceRead, model: OwnModel) -> Path:
    """Write the player's ear for games with this model; return its path. Raises `JournalLost`."""
    ear = OwnEar(
        name=read.name,
        model=digest_of(model.acoustic),
        readings=tuple(read.readings),
        fit=read.fit,
        learns=read.learns,
    )
    return voice_files.write(data, ear)


def silent_speaker() -> Speaker:
    """Return a speaker that makes no sound, where nothing is to be read aloud."""
    return MemorySpeaker(ms_a_letter=0)
