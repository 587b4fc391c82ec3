"""Hears for one table or seat, and lets the program speak at a table only while no player does.

An ear gives the recogniser what may be said, and keeps one time axis. At a table with one
loudspeaker, sound in which the program's own speech may be heard counts for nobody; clean sound,
from which it was taken away, is heard like that of headphones. Whoever spoke before the program did
is surely a player. So each reply waits until the microphone's sound up to now has been heard, and
until nobody speaks in it.
"""

from dataclasses import replace
from functools import partial

from voice_chess.languages.language import Language
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.interpretation import (
    Interpretation,
    beliefs_of,
    interpret,
    needs_nothing_more,
)
from voice_chess.session.dialogue.replies import Voice
from voice_chess.session.listening.inputs import RoomInput, Sound, TimePassed
from voice_chess.session.listening.other_language import OtherSpeaker, in_either_language
from voice_chess.session.ports import Attend, HearAgain, Recognizer, TimeSource
from voice_chess.session.table_settings import Room, TableSettings
from voice_chess.sound.fading import Fading
from voice_chess.sound.sampling import BYTES_PER_MS
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.scoring import Caution, judge

LONGEST_WAIT_MS = 3_000
"""Longer talk is no announcement: people are chatting, and the program speaks all the same."""

_SILENT_MS = 500
"""A microphone without sound for so long is not waited for."""


class Ear:
    """A recogniser whose utterances carry the session's times, not the recogniser's."""

    def __init__(
        self,
        recognizer: Recognizer,
        settings: TableSettings,
        attend: Attend | None = None,
        again: HearAgain | None = None,
    ) -> None:
        """`attend` and `again` serve tables where players have voices or languages of their own."""
        self._recognizer = recognizer
        self._attend, self._again = attend, again
        self.hears_again = again is not None
        """Whether an utterance can be heard a second time, in another language."""
        self._settings = settings
        self.expected: Expectation | None = None
        """What may be said since the last utterance ended; None before the first `expect`."""
        self.language = settings.language
        """The language in which it is heard."""
        self._spoken = settings.language
        self._other: OtherSpeaker | None = None
        self._taken_bytes = 0
        self._ended_ms = 0

    @property
    def is_hearing(self) -> bool:
        return self._recognizer.is_hearing

    @property
    def may_be_hearing(self) -> bool:
        return self._recognizer.may_be_hearing

    def expect(
        self,
        expectation: Expectation,
        spoken: Language | None = None,
        other: OtherSpeaker | None = None,
    ) -> None:
        """Listen for this from the next utterance on, in the language that is spoken.

        None is the language of the settings. The `other` may reply in another language. Raises
        `RecognizerLost`.
        """
        spoken = spoken or self._settings.language
        self._other = other
        if expectation == self.expected and spoken is self._spoken:
            return
        self.expected, self._spoken = expectation, spoken
        if self._attend is not None:
            self.language = self._attend(expectation.white_speaks, spoken)
        # This doesn't refer to the ear, so that both can go as soon as nobody listens.
        is_complete = partial(_is_complete, expectation, self.language, self._settings.caution)
        self._recognizer.expect(expectation.grammar(self.language), is_complete)

    def hear(self, sound: Sound) -> Heard | None:
        """Take sound; return an utterance once its end was found, else None."""
        self._taken_bytes += len(sound.samples)
        self._ended_ms = sound.ended_ms
        return self._in_session_time(self._recognizer.hear(sound.samples))

    def flush(self) -> Heard | None:
        """Return the utterance that the end of all sound has cut off, or None."""
        return self._in_session_time(self._recognizer.flush())

    def interpreted(self, heard: Heard, expected: Expectation) -> Interpretation:
        """Return what the last utterance means, in the language of whoever has surely said it.

        Raises `RecognizerLost`.
        """
        caution = self._settings.caution
        first = interpret(heard, expected, self.language, caution)
        if self._other is None or self._again is None:
            return first
        found = in_either_language(first, expected, self._other, self._again, caution)
        if found is not first:
            # What sounded like the beginning of a move in the first language was none.
            self.forget(is_cut_off=False)
        return found

    def forget(self, *, is_cut_off: bool = True) -> None:
        """Forget the open utterance: what was heard while the program spoke was the program.

        `is_cut_off`: speech that goes on when the next sound comes has lost its beginning.
        """
        self._recognizer.reset(is_cut_off=is_cut_off)

    def _in_session_time(self, heard: Heard | None) -> Heard | None:
        if heard is None:
            return None
        later_ms = self._ended_ms - self._taken_bytes // BYTES_PER_MS
        return replace(
            heard, started_ms=heard.started_ms + later_ms, ended_ms=heard.ended_ms + later_ms
        )


def _is_complete(expected: Expectation, language: Language, caution: Caution, heard: Heard) -> bool:
    """Return whether nothing need follow; after the first step of a move, another must."""
    beliefs = beliefs_of(heard, expected, language, caution)
    return needs_nothing_more(judge(beliefs, heard, caution))


class TurnTaking:
    """Holds back what the program says at a table until it interrupts nobody."""

    def __init__(self, voice: Voice, ear: Ear, time: TimeSource, room: Room) -> None:
        self._voice = voice
        self._ear = ear
        self._time = time
        self._room = room
        self._drowns_players = room.drowns_players
        self._heard_until_ms: int | None = None
        self._waits_since_ms: int | None = None
        self._waiting = 0
        self._ready_ms = 0
        """When the latest of what waits was ready to be said."""
        self._fading: Fading | None = None
        self._must_forget = False
        """Whether the program has spoken, and the ear may have heard it begin."""

    def heard(self, sound: Sound) -> Sound | None:
        """Return what the ear may hear of the players when this sound has come, or None.

        Sound that may hold the program's own speech, or the room's echo of it, is left out; with
        headphones none does.
        """
        if not self._room.hears_itself:
            return sound
        has_ended = sound.ended_ms > self._voice.silent_since_ms
        if sound.is_clean:
            if has_ended:
                self._fading, self._must_forget = None, False
            if sound.is_cut_off:
                self._ear.forget(is_cut_off=True)
            return sound
        if self._must_forget:
            self._must_forget = False
            self._ear.forget()
        if not has_ended:
            return None
        if self._fading is None:
            return sound
        onward = self._fading.take(sound.samples)
        if onward is None:
            return None
        self._fading = None
        self._ear.forget(is_cut_off=onward.is_cut_off)
        return replace(sound, samples=onward.samples)

    def spoke(self) -> None:
        """After the program has spoken: what is heard from its first word on may be itself."""
        if self._room.hears_itself:
            self._must_forget = True
            self._fading = Fading(self._room.echo_ms) if self._room.echo_ms else None

    def take(self, entry: RoomInput) -> None:
        """Before an entry is dealt with: hold back what will be said about it."""
        if isinstance(entry, Sound):
            self._heard_until_ms = entry.ended_ms
        heard_ms, now_ms = self._heard_until_ms, self._time.now_ms()
        if self._drowns_players and heard_ms is not None and now_ms - heard_ms < _SILENT_MS:
            self._voice.hold()

    def must_wait(self, entry: RoomInput) -> bool:
        """Return whether what was held back must wait for more sound after this entry."""
        now_ms, waiting = self._time.now_ms(), self._voice.waiting
        if self._waits_since_ms is None:
            self._waits_since_ms = now_ms
        if waiting > self._waiting:
            self._ready_ms = now_ms
        self._waiting = waiting
        is_too_long = now_ms - self._waits_since_ms >= LONGEST_WAIT_MS
        is_heard = self._heard_until_ms is not None and self._heard_until_ms >= self._ready_ms
        has_heard_all = isinstance(entry, TimePassed) or is_heard
        if waiting and not is_too_long and (self._ear.may_be_hearing or not has_heard_all):
            return True
        self._waits_since_ms, self._waiting = None, 0
        return False
