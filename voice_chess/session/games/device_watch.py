"""Tells a table when a device is lost or back.

After a loss the clocks stand until somebody lets them run. A microphone that may merely be switched
off is reported, and the game goes on.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Generic

from voice_chess.languages.language import Language
from voice_chess.session.dialogue.replies import Replies
from voice_chess.session.games.live_game import LiveGame, SomeParticipant
from voice_chess.session.games.starting import tell_how_to_go_on
from voice_chess.session.listening.device_words import LOST, DeviceNews, device_phrase
from voice_chess.session.listening.inputs import DeviceBack, DeviceGone
from voice_chess.session.ports import PortError, Speaker, SpeakerLost
from voice_chess.speech.dialogue import Cue
from voice_chess.speech.generation.sentence import phrase


class DeviceWatch(Generic[SomeParticipant]):
    """Tells the table which devices are gone or back, as the inbox reports them."""

    def __init__(self, live: Callable[[], LiveGame[SomeParticipant]], replies: Replies) -> None:
        """`live` returns the game as it was last read from the journal."""
        self._live = live
        self._replies = replies

    def changed(self, news: DeviceNews) -> None:
        """Tell what has changed; a loss also stops the clocks. Raises `SpeakerLost`."""
        if isinstance(news, DeviceGone):
            self._halt()
        self._replies.phrase(device_phrase(news, stops_clocks=True))
        game = self._live().game
        if isinstance(news, DeviceBack) and game.is_halted:
            tell_how_to_go_on(game, self._replies)

    def lost(self, error: SpeakerLost) -> None:
        """Stop the clocks, and report the loss on an output that still works.

        Raises `error` where none does.
        """
        self._halt()
        for _ in range(2):  # the remaining output may be lost, too
            with suppress(SpeakerLost):
                self._replies.phrase(LOST["Speaker"])
                return
        raise error

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
