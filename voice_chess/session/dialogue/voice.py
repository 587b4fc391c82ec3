"""Voices and their listeners: how each wants to be spoken to, and how a table says it to them."""

from collections.abc import Callable
from typing import Protocol

from voice_chess.game.table import Role
from voice_chess.session.evidence import AnswerSpoken
from voice_chess.session.ports import Signal, Speaker, TimeSource
from voice_chess.session.table_settings import Room
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.sentence import Sentence

Note = Callable[[AnswerSpoken], None]


class Voice:
    """Speaks to one listener or to both; knows when it fell silent, and whether it was cut."""

    def __init__(self, speaker: Speaker, time: TimeSource, note: Note, room: Room) -> None:
        self._speaker = speaker
        self._time = time
        self._note = note
        self._room = room
        self.silent_since_ms = 0
        self.is_cut = False
        """Somebody has begun to speak themselves, or wants it quiet: no more until `begin`."""

    def begin(self) -> None:
        """What comes now has not been cut yet."""
        self.is_cut = False

    def say(self, sentence: Sentence, to: str, preferences: VoicePreferences) -> None:
        """Return when it was said or cut. Raises `SpeakerLost`."""
        if self.is_cut:
            return
        began_ms = self._time.now_ms()
        self._speaker.adopt(preferences, to)
        lasted_ms = self._speaker.say(sentence.spoken)
        self.is_cut = self._speaker.was_cut
        self.silent_since_ms = self._time.now_ms()
        self._note(AnswerSpoken(at_ms=began_ms, text=sentence.text, to=to, lasted_ms=lasted_ms))

    def signals(self, name: Signal) -> bool:
        """True where this sound is heard at the table."""
        return name in self._room.signals

    def signal(self, name: Signal, to: str, preferences: VoicePreferences) -> None:
        """A short sound, if this table wants it. Raises `SpeakerLost`."""
        if not self.signals(name) or self.is_cut:
            return
        self._speaker.adopt(preferences, to)
        self._speaker.signal(name)
        self.is_cut = self._speaker.was_cut
        self.silent_since_ms = self._time.now_ms()


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
