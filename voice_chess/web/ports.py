"""What the pages need besides the game: ears, voices, pictures, sound records."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from voice_chess.game.table import Role
from voice_chess.session.manner import Manner, VoiceName
from voice_chess.session.ports import Engines, Recognizer, SoundRecord

Convert = Callable[[bytes], bytes]
"""Sound at one rate to 16 kHz, block after block."""


class Ears(Protocol):
    """Recognisers by language, on shared models."""

    def hears(self, language_id: str) -> bool: ...

    def recognizer(self, language_id: str) -> Recognizer:
        """A new one. Raises `RecognizerLost`; blocks while a model is loaded."""


class Voices(Protocol):
    """Speech made for a page."""

    def names(self, language_id: str) -> tuple[VoiceName, ...]:
        """Return what somebody who is spoken to in this language may choose from."""

    def wav(self, text: str, manner: Manner) -> bytes:
        """A whole WAV file, 16 kHz mono. Raises `SpeakerLost`; blocks while it is made."""


class SoundRecords(Protocol):
    """The sound of games whose players agreed to be recorded. Methods raise `JournalLost`."""

    def record(self, game_id: str, role: Role) -> SoundRecord:
        """The open record of one player's microphone."""

    def announced(self, game_id: str) -> tuple[tuple[int, str], ...]:
        """The number of the half-move and the move of each announcement that counted."""

    def wav(self, game_id: str, ply: int) -> bytes | None:
        """One of them as a WAV file."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Outfit:
    """Everything of this kind together, and plain files by the end of their address."""

    ears: Ears
    voices: Voices
    sounds: SoundRecords
    earcons: dict[str, bytes]
    pieces: dict[str, bytes]
    converter: Callable[[int], Convert]
    engines: Engines
