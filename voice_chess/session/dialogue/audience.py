"""The listeners, and how each of them wants it; what both hear is said so that both follow."""

from typing import Protocol

from voice_chess.game.table import Role
from voice_chess.session.voice_preferences import VoicePreferences

EVERYBODY = "both"


class Listeners(Protocol):
    """All who are spoken to in one conversation."""

    def preferences_of(self, listener: str) -> VoicePreferences: ...

    def change(self, listener: str, preferences: VoicePreferences) -> None:
        """They want to be spoken to so from now on."""

    def addressed(self, to: str) -> tuple[tuple[str, VoicePreferences], ...]:
        """Whom to tell something, one after the other, and how."""


class BothPlayers:
    """White and Black, on one channel or on two."""

    def __init__(self, preferences: VoicePreferences, *, have_own_channels: bool = False) -> None:
        """Both begin with the same wishes."""
        self._preferences: dict[str, VoicePreferences] = {
            Role.WHITE: preferences,
            Role.BLACK: preferences,
        }
        self._have_own_channels = have_own_channels
        self._everybody = self._both()

    def preferences_of(self, listener: str) -> VoicePreferences:
        return self._preferences[listener]

    def change(self, listener: str, preferences: VoicePreferences) -> None:
        self._preferences[listener] = preferences
        self._everybody = self._both()

    def with_colours_swapped(self) -> "BothPlayers":
        """The same people, each with the other's pieces."""
        white, black = self._preferences[Role.WHITE], self._preferences[Role.BLACK]
        swapped = BothPlayers(black, have_own_channels=self._have_own_channels)
        swapped.change(Role.BLACK, white)
        return swapped

    def addressed(self, to: str) -> tuple[tuple[str, VoicePreferences], ...]:
        """Both at once where both can follow.

        Else each in their language, or on their own channel in their own way.
        """
        return self._everybody if to == EVERYBODY else ((to, self._preferences[to]),)

    def _both(self) -> tuple[tuple[str, VoicePreferences], ...]:
        white, black = self._preferences[Role.WHITE], self._preferences[Role.BLACK]
        is_apart = self._have_own_channels and not white.sounds_like(black)
        if is_apart or white.language is not black.language:
            return ((Role.WHITE, white), (Role.BLACK, black))
        return ((EVERYBODY, white.shared(black)),)
