"""How well a speaker is heard, and what they are told so that it goes better, each thing once."""

from dataclasses import dataclass

from voice_chess.session.dialogue.interpretation import Interpretation, NotUnderstood, Unheeded
from voice_chess.session.dialogue.replies import Replies
from voice_chess.session.dialogue.talk_state import TalkState
from voice_chess.sound import clipping

UNCLEAR_AT = 3
"""After this many utterances in a row that were not understood, somebody should look why."""


@dataclass(slots=True)
class HearingAdvice:
    """What was heard of one speaker, and what they were told of it."""

    replies: Replies
    unclear: int = 0
    """How many utterances in a row were not understood, or only asked about."""
    is_hard_to_hear: bool = False
    """Whether these are several."""
    _is_closer_advised: bool = False
    """Whether they were told in this row to come closer."""
    _clipped: int = 0
    """How many utterances the microphone has cut off."""
    _is_softer_advised: bool = False
    _are_names_advised: bool = False

    def was_unclear(self) -> None:
        """Count an utterance that was not understood, or must be asked about."""
        self.unclear += 1
        self.is_hard_to_hear = self.unclear >= UNCLEAR_AT

    def got_through(self) -> None:
        """Note that something was understood, in whatever way it came."""
        self.unclear, self.is_hard_to_hear = 0, False
        self._is_closer_advised = False

    def advise(self, found: Interpretation, state: TalkState) -> None:
        """Tell them how they are heard better, if it is time for it.

        Behind a question nothing is told: that must be the last thing that is heard.
        """
        advice = self._due(found, is_asked=state.is_pending)
        if advice is not None:
            self.replies.phrase(advice, state.addressee)

    def _due(self, found: Interpretation, *, is_asked: bool) -> str | None:
        heard, outcome = found.heard, found.outcome
        if heard.is_clipped and not isinstance(outcome, Unheeded):
            # Closer to the microphone they would be heard even less well.
            return self._softer(is_asked=is_asked)
        if is_asked:
            return None
        if isinstance(outcome, NotUnderstood) and self.is_hard_to_hear:
            return self._closer()
        return self._names() if heard.is_narrow and heard.has_letters else None

    def _softer(self, *, is_asked: bool) -> str | None:
        self._clipped += 1
        if is_asked or self._is_softer_advised or self._clipped < clipping.TELLING:
            return None
        self._is_softer_advised = True
        return "MicrophoneTooLoud"

    def _closer(self) -> str | None:
        is_due, self._is_closer_advised = not self._is_closer_advised, True
        return "HardToHear" if is_due else None

    def _names(self) -> str | None:
        is_due, self._are_names_advised = not self._are_names_advised, True
        return "NamesNotLetters" if is_due else None
