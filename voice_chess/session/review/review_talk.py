"""Reviews a game at the table: typed lines and spoken words lead through it, told aloud.

The recogniser listens for the words of the review, for questions about the board, and for legal
moves.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from voice_chess.decoding.grammar import Grammar
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation, at_the_end
from voice_chess.review.walk import Step, Walk, phrases
from voice_chess.session.dialogue.replies import EVERYBODY, Voice
from voice_chess.session.listening.device_words import device_phrase
from voice_chess.session.listening.inputs import (
    DeviceBack,
    DeviceGone,
    Inbox,
    MicrophoneMute,
    Sound,
    Typed,
)
from voice_chess.session.ports import OpponentLost, Recognizer
from voice_chess.session.review.analysis import Analysis
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.sentence import Sentence, phrase, sentence
from voice_chess.speech.understanding.hypothesis import Heard

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewEar:
    """The recogniser of a review, and which words it knows; `knows` is None without a model."""

    recognizer: Recognizer
    knows: Callable[[str], bool] | None


class ReviewTalk:
    """One review from its first sentence to its last. An empty line leads to the next move."""

    def __init__(
        self,
        walk: Walk,
        analysis: Analysis | None,
        ear: ReviewEar,
        voice: Voice,
        judges: Callable[[Position], Evaluation] | None = None,
    ) -> None:
        """`judges` evaluates positions after moves that are tried, and may raise `OpponentLost`.

        None: these are not evaluated.
        """
        self._walk = replace(walk, hears=ear.knows)
        self._analysis = analysis
        self._recognizer = ear.recognizer
        self._voice = voice
        self._knows = ear.knows
        self._judges = judges
        self._is_over = False
        self._was_judged = analysis is None

    def run(self, inbox: Inbox, echo_ms: int) -> None:
        """Talk until the listener has finished, or no more input comes. Raises `PortError`.

        For `echo_ms` after the program has spoken, what is heard may be its own echo.
        """
        entries = inbox.entries()
        self._refresh()
        self._tell(self._walk.summary())
        for entry in entries:
            match entry:
                case Sound(ended_ms=ended_ms) if ended_ms <= self._voice.silent_since_ms + echo_ms:
                    continue
                case Sound(samples=samples):
                    self._hear(self._recognizer.hear(samples))
                case Typed(text=text):
                    self._ask(text or self._walk.language.review_words["next"][0])
                case DeviceGone() | DeviceBack() | MicrophoneMute():
                    self._say_alone(phrase(device_phrase(entry), self._walk.language))
                case _:
                    self._tell_when_judged()
            if self._is_over:
                return
        self._hear(self._recognizer.flush())

    def _hear(self, heard: Heard | None) -> None:
        if heard is None or heard.is_own_voice or not heard.hypotheses:
            return
        best = heard.hypotheses[0]
        if heard.is_familiar(best):
            self._ask(" ".join(best.words))

    def _ask(self, line: str) -> None:
        self._refresh()
        self._tell(self._judged(self._walk.asked(line)))

    def _judged(self, step: Step) -> Step:
        """Return the step with the engine's evaluation, if it has just tried another move."""
        walk = step.walk
        is_new = bool(walk.tried) and walk.tried != self._walk.tried
        if self._judges is None or not is_new:
            return step
        try:
            own = at_the_end(walk.position) or self._judges(walk.position)
        except OpponentLost as lost:
            _log.warning("own-move=failed reason=%s", lost)
            return step
        there = replace(walk, own=own)
        return Step(walk=there, told=there.here())

    def _tell(self, step: Step) -> None:
        self._walk, self._is_over = step.walk, step.is_over
        self._voice.begin()
        for said in step.told:
            self._say(said)
        self._listen()

    def _tell_when_judged(self) -> None:
        """Say once that the engine has gone through the game, or has failed to."""
        if self._was_judged or self._analysis is None or self._analysis.is_going:
            return
        self._was_judged = True
        self._refresh()
        name = "judged" if self._analysis.state == "done" else "failed"
        language = self._walk.language
        self._say_alone(sentence(language.review[name], language))

    def _say_alone(self, said: Sentence) -> None:
        """Say something that nobody asked for, and listen again behind it."""
        self._voice.begin()
        self._say(said)
        self._listen()

    def _refresh(self) -> None:
        """Take over what the engine has found until now."""
        if self._analysis is not None:
            self._walk = replace(self._walk, evaluations=tuple(self._analysis.evaluations))

    def _say(self, said: Sentence) -> None:
        preferences = VoicePreferences(language=self._walk.language, style=self._walk.style)
        self._voice.say(said, EVERYBODY, preferences)

    def _listen(self) -> None:
        """Listen afresh for what may be said now: until now the program itself was heard."""
        self._recognizer.reset()
        knows = self._knows
        if knows is None:
            return
        entries = self._walk.game.sheet.entries
        moves = entries[-1].number if entries else 0
        said = phrases(self._walk.language, moves, self._walk.position)
        known = tuple(line for line in said if all(map(knows, line.split())))
        self._recognizer.expect(Grammar(phrases=known))
