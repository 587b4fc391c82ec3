"""Hears for one table or seat: gives the recogniser what may be said, and keeps one time axis."""

from dataclasses import replace

from voice_chess.languages.language import Language
from voice_chess.session.dialogue.expectation import Expectation, needs_nothing_more
from voice_chess.session.dialogue.interpretation import beliefs_of
from voice_chess.session.listening.inputs import Sound
from voice_chess.session.ports import Attend, Recognizer
from voice_chess.session.table_settings import TableSettings
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.scoring import judge


class Ear:
    """A recogniser whose utterances carry the session's times, not the recogniser's."""

    def __init__(
        self,
        recognizer: Recognizer,
        settings: TableSettings,
        attend: Attend | None = None,
    ) -> None:
        self._recognizer = recognizer
        self._attend = attend
        self._settings = settings
        self.expected: Expectation | None = None
        """What may be said since the last utterance ended; None before the first `expect`."""
        self.language = settings.language
        """The language in which it is heard."""
        self._spoken = settings.language
        self._taken_bytes = 0
        self._ended_ms = 0

    @property
    def is_hearing(self) -> bool:
        return self._recognizer.is_hearing

    @property
    def may_be_hearing(self) -> bool:
        return self._recognizer.may_be_hearing

    def expect(self, expectation: Expectation, spoken: Language | None = None) -> None:
        """Listen for this from the next utterance on, in the language that is spoken.

        None is the language of the settings. Raises `RecognizerLost`.
        """
        spoken = spoken or self._settings.language
        if expectation == self.expected and spoken is self._spoken:
            return
        self.expected, self._spoken = expectation, spoken
        if self._attend is not None:
            self.language = self._attend(expectation.white_speaks, spoken)
        self._recognizer.expect(expectation.grammar(self.language), self._is_complete)

    def hear(self, sound: Sound) -> Heard | None:
        """Take sound; return an utterance once its end was found, else None."""
        self._taken_bytes += len(sound.samples)
        self._ended_ms = sound.ended_ms
        return self._in_session_time(self._recognizer.hear(sound.samples))

    def flush(self) -> Heard | None:
        """Return the utterance that the end of all sound has cut off, or None."""
        return self._in_session_time(self._recognizer.flush())

    def forget(self, *, is_cut_off: bool = True) -> None:
        """Forget the open utterance: what was heard while the program spoke was the program.

        `is_cut_off`: speech that goes on when the next sound comes has lost its beginning.
        """
        self._recognizer.reset(is_cut_off=is_cut_off)

    def _is_complete(self, heard: Heard) -> bool:
        """Return whether nothing need follow; after the first step of a move, another must."""
        if self.expected is None:
            return False
        caution = self._settings.caution
        beliefs = beliefs_of(heard, self.expected, self.language, caution)
        return needs_nothing_more(judge(beliefs, heard, caution))

    def _in_session_time(self, heard: Heard | None) -> Heard | None:
        if heard is None:
            return None
        later_ms = self._ended_ms - self._taken_bytes // BYTES_PER_MS
        return replace(
            heard, started_ms=heard.started_ms + later_ms, ended_ms=heard.ended_ms + later_ms
        )
