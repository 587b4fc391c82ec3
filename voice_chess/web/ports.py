"""Ports and files that the pages need besides the game: ears, voices, pictures, sound records."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Protocol

from voice_chess.decoding.voice_fit import SpokenExample
from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.records.paper_tables import PaperTables
from voice_chess.records.scoresheet import Scoresheet
from voice_chess.session.listening.enrolled_voice import AnnouncedSound, EnrolledVoice, VoiceKey
from voice_chess.session.lobby.event_ports import Broadcaster
from voice_chess.session.ports import (
    BoardDecoder,
    BoardKind,
    BrowserEngine,
    Engines,
    Recognizer,
    SoundRecord,
)
from voice_chess.session.voice_preferences import VoiceName, VoicePreferences

Convert = Callable[[bytes], bytes]
"""Converts sound from one rate to 16 kHz, block after block."""


Printed = Callable[[Scoresheet, Language], bytes]
"""Makes a document for printing and signing out of a scoresheet."""

Tabled = Callable[[PaperTables, Language], bytes]
"""Makes a document for printing out of tables."""


class Ears(Protocol):
    """Recognisers by language, on shared models.

    Methods that return a recogniser block while a model is loaded, and raise `RecognizerLost`.
    """

    def hears(self, language_id: str) -> bool: ...

    def recognizer(self, language_id: str) -> Recognizer:
        """Return a new recogniser."""

    def beside_games(self, language_id: str) -> Recognizer:
        """Return a new one that also knows the words to begin a game or to review one."""

    def of_orders(self, language_id: str) -> Recognizer:
        """Return a new one that also knows the words of an arbiter's orders."""


class OwnEars(Protocol):
    """The voices that players have enrolled, each under a secret key.

    All methods block; those that write raise `JournalLost`.
    """

    def learns_voices(self, language_id: str) -> bool:
        """Return whether this language's model adapts to a voice. Raises `RecognizerLost`."""

    def voice(self, key: VoiceKey) -> EnrolledVoice | None:
        """Return the voice stored under this key, or None."""

    def recognizer(self, language_id: str, key: VoiceKey) -> Recognizer:
        """Return a new one, adapted to this voice if it is stored. Raises `RecognizerLost`."""

    def beside_games(self, language_id: str, key: VoiceKey) -> Recognizer:
        """Do the same as `recognizer`, with the words that are said beside games as well."""

    def of_orders(self, language_id: str, key: VoiceKey) -> Recognizer:
        """Do the same as `recognizer`, with the words of an arbiter's orders as well."""

    def enrol(
        self, key: VoiceKey, language_id: str, readings: Sequence[SpokenExample]
    ) -> EnrolledVoice | None:
        """Store these in place of earlier readings; None if there is no room for another voice."""

    def agree(self, key: VoiceKey, *, learns: bool) -> EnrolledVoice | None:
        """Store whether announcements may become examples; None if no voice has this key."""

    def delete(self, key: VoiceKey) -> None:
        """Delete all that is stored of this voice."""

    def learn(self, key: VoiceKey, language_id: str, announced: Iterable[AnnouncedSound]) -> int:
        """Add these as examples, if the player has agreed, and return how many were added."""


class Voices(Protocol):
    """Speech synthesis for the pages."""

    def names(self, language_id: str) -> tuple[VoiceName, ...]:
        """Return the voices that can be chosen for this language."""

    def wav(self, text: str, preferences: VoicePreferences) -> bytes:
        """Return a WAV file, 16 kHz mono. Raises `SpeakerLost`; blocks while it is made."""


class SoundRecords(Protocol):
    """The sound of games whose players agreed to be recorded. Methods raise `JournalLost`."""

    def record(self, game_id: str, role: Role) -> SoundRecord:
        """Return the open record of one player's microphone."""

    def announced(self, game_id: str) -> tuple[tuple[int, str], ...]:
        """Return each announcement that counted, as the number of its half-move and the move."""

    def wav(self, game_id: str, ply: int) -> bytes | None:
        """Return the announcement of this half-move as a WAV file; None if there is none.

        Raises `JournalDamaged` if any of it is missing or can't be read.
        """

    def put_away(self, game_id: str) -> None:
        """Close this game's records for now, and join each microphone's sound into one file."""

    def delete(self, game_id: str) -> None:
        """Delete all sound of this game. Without any, do nothing."""

    def close(self) -> None: ...


class Decoding(Protocol):
    """Makes decoders for one kind of board."""

    def __call__(self, *, is_turned: bool) -> BoardDecoder:
        """Return a decoder. `is_turned`: Black sits at the board's lower edge."""


class Seal(Protocol):
    """Signs archives that leave the server as proof."""

    @property
    def public_key(self) -> bytes:
        """The key with which anybody can check a signature, in PEM format."""

    def write(
        self, file: IO[bytes], about: Mapping[str, str], files: Iterable[tuple[str, bytes]]
    ) -> None:
        """Write a signed archive of these named files to `file`. Raises `OSError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outfit:
    """All these ports together; `earcons` and `pieces` hold plain files by their short names."""

    ears: Ears
    own_ears: OwnEars
    voices: Voices
    sounds: SoundRecords
    earcons: dict[str, bytes]
    pieces: dict[str, bytes]
    converter: Callable[[int], Convert]
    engines: Engines
    printed: Printed
    tabled: Tabled
    seal: Seal
    boards: Mapping[BoardKind, Decoding]
    """Makers of decoders for electronic boards that feel their pieces, by kind of board."""

    browser_engine: BrowserEngine | None = None
    """The engine that runs in a player's page if the server has no engine of its own."""

    broadcaster: Broadcaster | None = None
