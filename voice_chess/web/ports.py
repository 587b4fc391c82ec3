"""What the pages need besides the game: ears, voices, pictures, sound records."""

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
"""Sound at one rate to 16 kHz, block after block."""


Printed = Callable[[Scoresheet, Language], bytes]
"""A scoresheet as a document for printing and signing."""

Tabled = Callable[[PaperTables, Language], bytes]
"""Tables as a document for printing."""


class Ears(Protocol):
    """Recognisers by language, on shared models."""

    def hears(self, language_id: str) -> bool: ...

    def recognizer(self, language_id: str) -> Recognizer:
        """A new one. Raises `RecognizerLost`; blocks while a model is loaded."""

    def beside_games(self, language_id: str) -> Recognizer:
        """One that knows the words by which a game is begun or looked at again, too. Likewise."""

    def of_orders(self, language_id: str) -> Recognizer:
        """One that knows the words of an arbiter's orders, too. Likewise."""


class OwnEars(Protocol):
    """The voices that players have enrolled, each under a secret key.

    All methods block; those that write raise `JournalLost`.
    """

    def learns_voices(self, language_id: str) -> bool:
        """True where the ear of this language can be turned to a voice. Raises `RecognizerLost`."""

    def voice(self, key: VoiceKey) -> EnrolledVoice | None:
        """What is kept under this key."""

    def recognizer(self, language_id: str, key: VoiceKey) -> Recognizer:
        """A new one, turned to this voice where that is kept. Raises `RecognizerLost`."""

    def beside_games(self, language_id: str, key: VoiceKey) -> Recognizer:
        """The same, which knows the words that are said beside games, too."""

    def of_orders(self, language_id: str, key: VoiceKey) -> Recognizer:
        """The same, which knows the words of an arbiter's orders, too."""

    def enrol(
        self, key: VoiceKey, language_id: str, readings: Sequence[SpokenExample]
    ) -> EnrolledVoice | None:
        """Keep these in place of what was kept; None where there is no room for one voice more."""

    def agree(self, key: VoiceKey, *, learns: bool) -> EnrolledVoice | None:
        """Whether announcements become examples; None where no voice is kept."""

    def delete(self, key: VoiceKey) -> None:
        """Nothing is left of it."""

    def learn(self, key: VoiceKey, language_id: str, announced: Iterable[AnnouncedSound]) -> int:
        """How many announcements have become examples; none without the player's consent."""


class Voices(Protocol):
    """Speech made for a page."""

    def names(self, language_id: str) -> tuple[VoiceName, ...]:
        """Return what somebody who is spoken to in this language may choose from."""

    def wav(self, text: str, preferences: VoicePreferences) -> bytes:
        """A whole WAV file, 16 kHz mono. Raises `SpeakerLost`; blocks while it is made."""


class SoundRecords(Protocol):
    """The sound of games whose players agreed to be recorded. Methods raise `JournalLost`."""

    def record(self, game_id: str, role: Role) -> SoundRecord:
        """The open record of one player's microphone."""

    def announced(self, game_id: str) -> tuple[tuple[int, str], ...]:
        """The number of the half-move and the move of each announcement that counted."""

    def wav(self, game_id: str, ply: int) -> bytes | None:
        """One of them as a WAV file."""

    def put_away(self, game_id: str) -> None:
        """Nothing is written of this game for now; its sound is one file for each microphone."""

    def delete(self, game_id: str) -> None:
        """Keep nothing of this game; nothing happens where nothing was kept."""

    def close(self) -> None: ...


class Decoding(Protocol):
    """Makes decoders for one kind of boards."""

    def __call__(self, *, is_turned: bool) -> BoardDecoder:
        """`is_turned`: Black sits at the board's lower edge."""


class Seal(Protocol):
    """Signs what leaves the server as proof."""

    @property
    def public_key(self) -> bytes:
        """By which everybody can check it, PEM."""

    def write(
        self, file: IO[bytes], about: Mapping[str, str], files: Iterable[tuple[str, bytes]]
    ) -> None:
        """A signed archive of these names and contents. Raises `OSError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outfit:
    """Everything of this kind together, and plain files by the end of their address."""

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
    """Boards that feel their pieces, by the names of their kinds."""

    browser_engine: BrowserEngine | None = None
    """For those who play the computer where the server has no engine of its own."""

    broadcaster: Broadcaster | None = None
