"""One table's voice: says a sentence, and keeps what was said as evidence."""

from collections.abc import Callable

from voice_chess.session.evidence import AnswerSpoken
from voice_chess.session.ports import Signal, Speaker, TimeSource
from voice_chess.speech.sentence import Sentence

Note = Callable[[AnswerSpoken], None]
EVERYBODY = "both"


class Voice:
    """Speaks to one listener or to both; remembers the last thing said."""

    def __init__(self, speaker: Speaker, time: TimeSource, note: Note) -> None:
        self._speaker = speaker
        self._time = time
        self._note = note
        self.last_said: Sentence | None = None
        self.silent_since_ms = 0

    def say(self, sentence: Sentence, to: str = EVERYBODY) -> None:
        """Return when it was said. Raises `SpeakerLost`."""
        began_ms = self._time.now_ms()
        lasted_ms = self._speaker.say(sentence.spoken)
        self.last_said = sentence
        self.silent_since_ms = self._time.now_ms()
        self._note(AnswerSpoken(at_ms=began_ms, text=sentence.text, to=to, lasted_ms=lasted_ms))

    def signal(self, name: Signal) -> None:
        """Raises `SpeakerLost`."""
        self._speaker.signal(name)
        self.silent_since_ms = self._time.now_ms()
