"""Tells a table when a device is lost or back.

After a loss the clocks stand until somebody lets them run. A microphone that may merely be switched
off is reported, and the game goes on.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Generic

from voice_chess.languages.language import Language
from voice_chess.session.dialogue.replies import Make, Replies
from voice_chess.session.games.live_game import LiveGame, SomeParticipant
from voice_chess.session.games.starting import tell_how_to_go_on
from voice_chess.session.listening.device_words import (
    LOST,
    SPEECH_BACK,
    SPEECH_LOST,
    DeviceNews,
    device_phrase,
)
from voice_chess.session.listening.inputs import DeviceBack, DeviceGone
from voice_chess.session.ports import PortError, Speaker, SpeakerLost, SpeechLost
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.dialogue import Cue
from voice_chess.speech.generation.sentence import Sentence, phrase


class DeviceWatch(Generic[SomeParticipant]):
    """Tells the table which devices are gone or back, as the inbox reports them."""

    def __init__(self, live: Callable[[], LiveGame[SomeParticipant]], replies: Replies) -> None:
        """`live` returns the game as it was last read from the journal."""
        self._live = live
        self._replies = replies
        self._news: Make | None = None
        """What was told last of the devices themselves."""
        self._is_speechless = False
        """Whether speech itself was lost last, and not the loudspeaker."""

    def changed(self, news: DeviceNews) -> None:
        """Tell what has changed; a loss also stops the clocks. Raises `SpeakerLost`.

        Once there is speech again, what was told last is told again: nobody may have heard it.
        """
        unheard = self._statements()
        if isinstance(news, DeviceGone):
            self._halt()
        is_speech = isinstance(news, DeviceBack) and news.kind == "Speaker" and self._is_speechless
        self._tell(SPEECH_BACK if is_speech else device_phrase(news, stops_clocks=True))
        game = self._live().game
        if isinstance(news, DeviceBack) and game.is_halted:
            if news.kind == "Speaker":
                self._tell_again(unheard)
            tell_how_to_go_on(game, self._replies)

    def lost(self, error: SpeakerLost) -> None:
        """Stop the clocks, and report the loss on an output that still works, with what it cut.

        Questions are not repeated, as a loss ends them. Raises `error` where no output works.
        """
        unheard = self._statements()
        self._is_speechless = isinstance(error, SpeechLost)
        self._halt()
        self._replies.drop()
        for _ in range(2):  # the remaining output may be lost, too
            with suppress(SpeakerLost):
                self._replies.begin()
                self._tell(SPEECH_LOST if self._is_speechless else LOST["Speaker"])
                self._tell_again(unheard)
                return
        raise error

    def _tell(self, name: str) -> None:
        def news(preferences: VoicePreferences) -> Sentence:
            return phrase(name, preferences.language)

        self._news = news
        self._replies.tell(news)

    def _statements(self) -> dict[str, tuple[Make, ...]]:
        """Return what was told last to each hearer, without news of the devices."""
        return {
            hearer: tuple(make for make in told if make is not self._news)
            for hearer, told in self._replies.statements().items()
        }

    def _tell_again(self, told: Mapping[str, Sequence[Make]]) -> None:
        for hearer, makes in told.items():
            for make in makes:
                self._replies.tell(make, hearer)

    def _halt(self) -> None:
        live = self._live()
        for one in live.participants:
            one.talk.state.heed(Cue.DEVICE_LOST)
        live.fail()


def tell_aloud(error: PortError, speaker: Speaker, language: Language) -> None:
    """Say which error ends the session, if anything can speak; the screen shows it in full."""
    name = type(error).__name__
    spoken = phrase("JournalLost" if name == "Conflict" else name, language)
    for _ in range(2):  # a speaker that is lost in mid-sentence may have another output
        with suppress(PortError):
            speaker.say(spoken.spoken)
            return
