"""The person at a seat, how they are spoken to, and the voice that hands it on to their page."""

from collections.abc import Callable
from dataclasses import dataclass

from voice_chess.game.table import Role
from voice_chess.session.ports import Signal
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences

MS_A_LETTER = 60
"""About how long a letter of a sentence lasts in the player's ear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter:
    """The person spoken to: `listener` names them among all that listen to this game."""

    listener: str
    role: Role
    settings: TableSettings
    preferences: VoicePreferences


class OneListener:
    """`Listeners` of a seat: whatever is said there, is said to it."""

    def __init__(self, sitter: Sitter, changed: Callable[[VoicePreferences], None]) -> None:
        self.preferences = sitter.preferences
        self._listener = sitter.listener
        self._changed = changed

    def adopt(self, preferences: VoicePreferences) -> None:
        """As their page wants it, which knows already."""
        self.preferences = preferences

    def preferences_of(self, listener: str) -> VoicePreferences:
        return self.preferences

    def change(self, listener: str, preferences: VoicePreferences) -> None:
        if preferences != self.preferences:
            self.preferences = preferences
            self._changed(preferences)

    def addressed(self, to: str) -> tuple[tuple[str, VoicePreferences], ...]:
        return ((self._listener, self.preferences),)


class SeatSpeaker:
    """`Speaker` that hands on what is to be spoken: a seat's own page makes it heard."""

    was_cut = False

    def __init__(self, sound: Callable[[Signal], None]) -> None:
        self.spoken = ""
        self._sound = sound

    def say(self, text: str) -> int:
        self.spoken = text
        return MS_A_LETTER * len(text)

    def signal(self, name: Signal) -> int:
        self._sound(name)
        return 0

    def stop(self) -> None:
        """What was handed on is stopped by the page itself."""

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:
        """The page is told them with its seat."""
