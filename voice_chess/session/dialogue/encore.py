"""How players learn that they can ask for another game, and the wait for it at a table."""

from voice_chess.game.agreements import RematchAccepted, RematchDeclined
from voice_chess.session.dialogue.replies import Replies
from voice_chess.session.ledger import Ledger
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.sentence import Sentence, phrase

WAITS_MS = 60_000
"""How long the program waits after the last word before it closes the game."""

_SETTLED = (RematchAccepted, RematchDeclined)


class Encore:
    """Tells the players once that they can ask for another game, and then waits for a reply."""

    def __init__(self, ledger: Ledger, replies: Replies) -> None:
        self._ledger = ledger
        self._replies = replies
        self._is_told = False
        # Opening a game that is over is no wish for another one.
        self._is_closed = ledger.game.is_over

    @property
    def is_awaited(self) -> bool:
        """Whether the game is over and the question of another game is still open."""
        last = self._ledger.history[-1].event if self._ledger.history else None
        is_settled = self._is_closed or isinstance(last, _SETTLED)
        return self._ledger.game.may_be_followed and not is_settled

    def look(self, now_ms: int) -> None:
        """Tell them that they can ask, or end the wait once it is over. Raises `SpeakerLost`."""
        if not self.is_awaited:
            return
        if not self._is_told:
            self._is_told = True
            self._replies.tell(how_to_ask)
        last_ms = max(self._replies.silent_since_ms, self._ledger.history[-1].event.at_ms)
        self._is_closed = now_ms >= last_ms + WAITS_MS

    def close(self) -> None:
        """End the wait: nobody wants another game."""
        self._is_closed = True


def how_to_ask(preferences: VoicePreferences) -> Sentence:
    """Return the sentence that names the word, said or typed, with which they ask for it."""
    language = preferences.language
    return phrase("rematch", language, command=language.written("rematch"))
