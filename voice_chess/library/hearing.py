"""Hears one announcement in a file or in samples: the move it means, its rivals, the reply.

Bad sound is no error: the player gets the reply to an announcement that nobody could
understand, and `Heard.problem` tells the programmer why.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal, assert_never

import chess

from voice_chess.compose.models import load_recognizer_model
from voice_chess.compose.recordings import BLOCK_MS, with_silence
from voice_chess.laws.position import Position
from voice_chess.library.arguments import (
    as_unavailable,
    language_of,
    move_of,
    one_of,
    path_of,
    position_of,
)
from voice_chess.library.samples import SoundSource, blocks_of
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.interpretation import (
    beliefs_of,
    best_tokens,
    illegal_announcement,
    needs_nothing_more,
    worth_asking,
)
from voice_chess.session.dialogue.open_question import (
    BEGINNING,
    OpenQuestion,
    question_about,
    question_after,
)
from voice_chess.session.dialogue.told_objections import not_understood
from voice_chess.session.listening.one_recording import Listened, listen_until_clear
from voice_chess.session.ports import BadSound
from voice_chess.speech.commands import UNASKED
from voice_chess.speech.generation.announce import Scene
from voice_chess.speech.generation.objections import objected
from voice_chess.speech.generation.sentence import Sentence, as_shown, sentence
from voice_chess.speech.generation.styles import STYLES, USUAL, Style
from voice_chess.speech.generation.wording import move_words
from voice_chess.speech.understanding.hypothesis import Heard as Utterance
from voice_chess.speech.understanding.interpret import CommandMeaning, Meaning, MoveMeaning, written
from voice_chess.speech.understanding.scoring import (
    CAUTION,
    Accepted,
    Belief,
    NothingFits,
    Unclear,
    Verdict,
)

Decision = Literal["accept", "ask", "reject"]
CautionName = Literal["careful", "normal", "fast"]

LONGEST_MS = 60_000
"""The longest stretch of sound that is listened to, 60 s: an announcement takes seconds."""
_OWN_VOICE = "This is the program's own voice, which it never obeys."
_NO_SPEECH = "Nobody speaks in this sound."


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One possible meaning of what was said: a legal move, or a command by its name."""

    move: chess.Move | None
    command: str
    """The English name, as in `voice-chess help commands`: clock, offer-draw; empty for a move."""
    words: str
    """The meaning in words, in the language and the style of the ear."""
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What was understood of an announcement.

    `decision` is "accept" if one choice is clear, "ask" if the player should be asked, and
    "reject" if nothing fits or the move is not legal.
    """

    decision: Decision
    choices: tuple[Choice, ...]
    """The choices, the likeliest first, without those that are too unlikely to be asked about."""
    answer: str
    """The reply to the player: the move, the question, or the reason of the rejection."""
    words: str
    """The words that it sounded like most."""
    problem: str = ""
    """What was wrong with the sound itself, in one English sentence; empty if nothing was."""
    started_ms: int | None = None
    ended_ms: int | None = None
    """When the speech began and ended, counted from the first sample; None if nobody spoke."""

    @property
    def choice(self) -> Choice | None:
        """The choice that was accepted, or None."""
        return self.choices[0] if self.decision == "accept" else None

    @property
    def move(self) -> chess.Move | None:
        """The move that was accepted, or None."""
        return self.choice.move if self.choice else None

    @property
    def command(self) -> str:
        """The command that was accepted; empty if none was."""
        return self.choice.command if self.choice else ""


class Ear:
    """A loaded acoustic model; any number of threads can hear with it at once."""

    def __init__(
        self,
        language: str,
        *,
        style: Style = USUAL,
        caution: CautionName = "normal",
        model: str | None = None,
    ) -> None:
        """Load the model. `model`: the name or folder of one in place of the language's own.

        Raises `ArgumentError`, or `UnavailableError` if the language can't be heard.
        """
        self._language = language_of(language)
        self._style = one_of(style, STYLES, "style")
        self._caution = CAUTION[one_of(caution, tuple(CAUTION), "caution")]
        named = None if model is None else str(path_of(model, "model"))
        with as_unavailable():
            self._model = load_recognizer_model(self._language, named)

    def hear(self, sound: SoundSource, board: chess.Board) -> Heard:
        """Understand an announcement by the side to move on the board.

        `sound` is the path of a recording of any kind, or mono samples at 16 kHz: 16-bit ones as
        bytes (little-endian) or in an array, or an array of floats from -1 to 1. At most the first
        minute of it is heard. Raises `ArgumentError` for an impossible board, or for a sound that
        is neither path nor samples.
        """
        position = position_of(board)
        expectation = Expectation(position=position, commands=UNASKED)
        try:
            blocks = islice(blocks_of(sound), LONGEST_MS // BLOCK_MS)
            with as_unavailable():
                listened = listen_until_clear(
                    self._model.recognizer(),
                    with_silence(blocks),
                    expectation,
                    self._language,
                    self._caution,
                )
        except BadSound as error:
            return self._unheard(str(error))
        heard = listened.heard
        if heard is None or heard.is_own_voice:
            return self._unheard(_NO_SPEECH if heard is None else _OWN_VOICE)
        return self._understood(listened, heard, expectation)

    def _unheard(self, problem: str) -> Heard:
        return Heard(
            decision="reject",
            choices=(),
            answer=not_understood("", self._language).text,
            words="",
            problem=problem,
        )

    def _understood(self, listened: Listened, heard: Utterance, expectation: Expectation) -> Heard:
        beliefs = beliefs_of(heard, expectation, self._language, self._caution)
        decision, answer = self._decided(listened.verdict, heard, beliefs, expectation)
        possible = (belief for belief in beliefs if belief.probability >= self._caution.ask_at)
        choices = (choice for b in possible for choice in self._choices(b, heard, expectation))
        return Heard(
            decision=decision,
            choices=tuple(choices),
            answer=answer.text,
            words=" ".join(heard.hypotheses[0].words) if heard.hypotheses else "",
            started_ms=heard.started_ms,
            ended_ms=heard.ended_ms,
        )

    def _decided(
        self,
        verdict: Verdict,
        heard: Utterance,
        beliefs: tuple[Belief, ...],
        expectation: Expectation,
    ) -> tuple[Decision, Sentence]:
        """Return the decision and the reply; as at a table, an illegal move gets its reason."""
        position, language = expectation.position, self._language
        wrong = illegal_announcement(beliefs, heard, best_tokens(heard, language), position)
        if wrong is not None:
            scene = Scene(position=position, language=language, style=self._style)
            return "reject", objected(wrong, scene)
        match verdict:
            case NothingFits():
                return "reject", not_understood("", language)
            case Accepted(belief=belief) if needs_nothing_more(verdict):
                return "accept", sentence(self._words(belief.meaning, position), language)
            case Accepted(belief=belief):
                return "ask", self._question((belief,), heard, expectation).sentence(self._language)
            case Unclear():
                return "ask", self._question(beliefs, heard, expectation).sentence(self._language)
            case _:
                assert_never(verdict)

    def _question(
        self, beliefs: tuple[Belief, ...], heard: Utterance, expectation: Expectation
    ) -> OpenQuestion:
        """Return the question: which one is meant or, after the first step of a move, where to."""
        match beliefs[0].meaning:
            case CommandMeaning(name=name, args=args) if name == BEGINNING:
                asked = question_after(args, expectation.position, expectation.before)
            case _:
                asked = None
        choices = worth_asking(beliefs, heard)
        return asked or question_about(choices, expectation.position, expectation.before)

    def _choices(
        self, belief: Belief, heard: Utterance, expectation: Expectation
    ) -> Iterator[Choice]:
        """Yield the belief as choices: the first step of a move as all moves that begin with it."""
        meanings: tuple[Meaning, ...] = (belief.meaning,)
        if not needs_nothing_more(Accepted(belief=belief)):
            meanings = self._question((belief,), heard, expectation).question.candidates
        for meaning in meanings:
            words = sentence(self._words(meaning, expectation.position), self._language).text
            share = belief.probability / len(meanings)
            match meaning:
                case MoveMeaning(uci=uci):
                    yield Choice(move=move_of(uci), command="", words=words, probability=share)
                case CommandMeaning():
                    name = written(meaning)
                    yield Choice(move=None, command=name, words=words, probability=share)

    def _words(self, meaning: Meaning, position: Position) -> str:
        match meaning:
            case MoveMeaning(uci=uci):
                return as_shown(move_words(uci, position, self._language, self._style))
            case CommandMeaning(name=name):
                return self._language.written(name)
