"""One table's voice: says a sentence as its listener wants it, and keeps it as evidence."""

from collections.abc import Callable

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
