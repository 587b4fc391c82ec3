"""Enrols a voice at the table: somebody reads words aloud, so that the ear can learn their voice.

The program says each word to the reader first; Enter leaves a word out.
"""

from collections.abc import Sequence

from voice_chess.decoding.voice_fit import SpokenExample
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.replies import EVERYBODY, Voice
from voice_chess.session.listening.device_words import DeviceNews, device_phrase
from voice_chess.session.listening.inputs import (
    DeviceBack,
    DeviceGone,
    Inbox,
    MicrophoneMute,
    Sound,
    Typed,
)
from voice_chess.session.listening.reading_aloud import WAIT_MS, NextPrompt, Prompt, ReadingAloud
from voice_chess.session.ports import Recognizer, TimeSource
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.sentence import Sentence, phrase

GONE_MS = 60_000
"""After this long without a microphone, the reading ends with what there is."""


class Enrolment:
    """One reading at a table: it asks for one word after the other."""

    def __init__(
        self,
        language: Language,
        prompts: Sequence[Prompt],
        recognizer: Recognizer,
        voice: Voice,
        time: TimeSource,
    ) -> None:
        self._reading = ReadingAloud(language, prompts, recognizer)
        self._language = language
        self._voice = voice
        self._time = time
        self._gone_since_ms: int | None = None
        """Since when there has been no microphone; None while there is one."""

    @property
    def readings(self) -> Sequence[SpokenExample]:
        return self._reading.readings

    @property
    def left_out(self) -> Sequence[Prompt]:
        return self._reading.left_out

    def run(self, inbox: Inbox, echo_ms: int) -> None:
        """Ask until everything was read or left out. Raises the `PortError` that stopped it.

        For `echo_ms` after the program has spoken, what is heard may be its own echo and is
        ignored.
        """
        entries = inbox.entries()
        self._say(phrase("enrol:begin", self._language))
        self._ask(self._reading.wanted)
        for entry in entries:
            match entry:
                case Sound(ended_ms=ended_ms) if ended_ms <= self._voice.silent_since_ms + echo_ms:
                    continue
                case Sound(samples=samples):
                    self._ask(self._reading.hear(samples))
                case Typed(text=text):
                    said = text.lower().strip() or self._language.say("continue")
                    self._ask(self._reading.command(said))
                case DeviceGone() | DeviceBack() | MicrophoneMute():
                    self._tell_of_device(entry)
                case _:
                    pass
            if self._is_silent:
                self._ask(self._reading.unanswered())
            elif self._is_gone_too_long:
                self._reading.stop()
            if self._reading.is_over:
                return
        self._reading.finish()

    def _tell_of_device(self, news: DeviceNews) -> None:
        """Say what has become of a device; once the microphone is back, ask for the word again.

        Meanwhile nothing is asked for, and what was read is kept.
        """
        match news:
            case DeviceGone(kind="Microphone", at_ms=at_ms):
                self._gone_since_ms = at_ms
            case DeviceBack(kind="Microphone"):
                self._gone_since_ms = None
            case _:
                pass
        self._say(phrase(device_phrase(news), self._language))
        if self._gone_since_ms is None:
            self._ask(self._reading.wanted)

    @property
    def _is_gone_too_long(self) -> bool:
        gone_ms = self._gone_since_ms
        return gone_ms is not None and self._time.now_ms() - gone_ms >= GONE_MS

    @property
    def _is_silent(self) -> bool:
        waited_ms = self._time.now_ms() - self._voice.silent_since_ms
        is_listening = self._gone_since_ms is None and not self._reading.is_over
        return is_listening and not self._reading.is_hearing and waited_ms >= WAIT_MS

    def _ask(self, wanted: NextPrompt | None) -> None:
        """Say what to read next, and listen afresh: until now the program itself was heard."""
        asked = None if wanted is None else wanted.sentence(self._language)
        if asked is not None:
            self._say(asked)
            self._reading.listen()

    def _say(self, said: Sentence) -> None:
        self._voice.begin()
        self._voice.say(said, EVERYBODY, VoicePreferences(language=self._language))
