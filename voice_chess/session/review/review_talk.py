"""Reviewing a game at the table: lines and words lead through it, and it is told aloud.

The ear waits for the words of the review, for questions about the board, and for legal moves.
"""

from collections.abc import Callable
from dataclasses import replace

from voice_chess.decoding.grammar import Grammar
from voice_chess.review.walk import Step, Walk, phrases
from voice_chess.session.dialogue.audience import EVERYBODY
from voice_chess.session.dialogue.voice import Voice
from voice_chess.session.listening.inputs import Inbox, Sound, Typed
from voice_chess.session.ports import Recognizer
from voice_chess.session.review.analysis import Analysis
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.sentence import Sentence, sentence
from voice_chess.speech.understanding.hypothesis import Heard


class ReviewTalk:
    """One review from its first sentence to its last. An empty line leads on to the next move."""

    def __init__(
        self,
        walk: Walk,
        analysis: Analysis | None,
        recognizer: Recognizer,
        voice: Voice,
        knows: Callable[[str], bool] | None,
    ) -> None:
        """`knows` tells which words are heard; None where nothing is."""
        self._walk = replace(walk, hears=knows)
        self._analysis = analysis
        self._recognizer = recognizer
        self._voice = voice
        self._knows = knows
        self._is_over = False
        self._was_judged = analysis is None

    def run(self, inbox: Inbox, echo_ms: int) -> None:
        """Until somebody has finished, or nothing comes any more. Raises `PortError`."""
        self._refresh()
        self._tell(self._walk.summary())
        for entry in inbox.entries():
            match entry:
                case Sound(ended_ms=ended_ms) if ended_ms <= self._voice.silent_since_ms + echo_ms:
                    continue
                case Sound(samples=samples):
                    self._hear(self._recognizer.hear(samples))
                case Typed(text=text):
                    self._ask(text or self._walk.language.review_words["next"][0])
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
        self._tell(self._walk.asked(line))

    def _tell(self, step: Step) -> None:
        self._walk, self._is_over = step.walk, step.is_over
        self._voice.begin()
        for said in step.told:
            self._say(said)
        self._listen()

    def _tell_when_judged(self) -> None:
        """Once, when the engine has gone through the game."""
        if self._was_judged or self._analysis is None or self._analysis.is_going:
            return
        self._was_judged = True
        self._refresh()
        name = "judged" if self._analysis.state == "done" else "failed"
        language = self._walk.language
        self._voice.begin()
        self._say(sentence(language.review[name], language))
        self._listen()

    def _refresh(self) -> None:
        """With what the engine has found until now."""
        if self._analysis is not None:
            self._walk = replace(self._walk, evaluations=tuple(self._analysis.evaluations))

    def _say(self, said: Sentence) -> None:
        preferences = VoicePreferences(language=self._walk.language, style=self._walk.style)
        self._voice.say(said, EVERYBODY, preferences)

    def _listen(self) -> None:
        """What was heard while the program spoke was the program."""
        self._recognizer.reset()
        knows = self._knows
        if knows is None:
            return
        entries = self._walk.game.sheet.entries
        moves = entries[-1].number if entries else 0
        said = phrases(self._walk.language, moves, self._walk.position)
        known = tuple(line for line in said if all(map(knows, line.split())))
        self._recognizer.expect(Grammar(phrases=known))
