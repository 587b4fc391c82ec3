"""Who sits at a seat, how they are spoken to, and the voice that hands it on to their page."""

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
    """Who is spoken to: `listener` names them among all that listen to this game."""

    listener: str
    role: Role
    house: TableSettings
    manner: VoicePreferences


class OneListener:
    """`Listeners` of a seat: whatever is said there, is said to it."""

    def __init__(self, sitter: Sitter, changed: Callable[[VoicePreferences], None]) -> None:
        self.manner = sitter.manner
        self._listener = sitter.listener
        self._changed = changed

    def adopt(self, manner: VoicePreferences) -> None:
        """As their page wants it, which knows already."""
        self.manner = manner

    def manner_of(self, listener: str) -> VoicePreferences:
        return self.manner

    def change(self, listener: str, manner: VoicePreferences) -> None:
        if manner != self.manner:
            self.manner = manner
            self._changed(manner)

    def addressed(self, to: str) -> tuple[tuple[str, VoicePreferences], ...]:
        return ((self._listener, self.manner),)


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

    def adopt(self, manner: VoicePreferences, listener: str) -> None:
        """The page is told the manner with its seat."""
