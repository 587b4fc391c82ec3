"""The program's side of the talk at one table: asks the game, and says what came of it."""

from collections.abc import Callable

from voice_chess.game.commands import Command, PressClock
from voice_chess.game.events import (
    Event,
    GameArranged,
    MoveCompleted,
    MoveExecuted,
    PiecesTouched,
    PlayerArrived,
)
from voice_chess.game.refusals import Refusal
from voice_chess.game.state import Game
from voice_chess.laws.position import Position
from voice_chess.session.dialogue import (
    Asking,
    Confirming,
    Correcting,
    Dialogue,
    Listening,
    confirmation_of,
    expectation,
)
from voice_chess.session.evidence import CommandRefused
from voice_chess.session.expectation import Expectation
from voice_chess.session.house import House
from voice_chess.session.ledger import Ledger
from voice_chess.session.objections import Objection
from voice_chess.session.requests import mover, request
from voice_chess.session.voice import Voice
from voice_chess.speech.announce import Scene, announce, cite
from voice_chess.speech.answers import QUERIES, answer
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning
from voice_chess.speech.sentence import Sentence, phrase

Watch = Callable[[Event | CommandRefused], None]
_UNSAID = (GameArranged, PlayerArrived, MoveExecuted, MoveCompleted, PiecesTouched)


class Conversation:
    """Takes what was meant, one thing after the other; times are the session's."""

    def __init__(self, ledger: Ledger, voice: Voice, house: House, watch: Watch) -> None:
        self.dialogue: Dialogue = Listening()
        self.asked_at_ms: int | None = None
        """When the mover was left to think about his correction, or asked about it."""
        self._ledger = ledger
        self._voice = voice
        self._house = house
        self._watch = watch
        self._last_objection: Sentence | None = None

    @property
    def expected(self) -> Expectation:
        return expectation(self._ledger.game, self.dialogue)

    def take(self, meaning: Meaning, *, began_ms: int, at_ms: int) -> None:
        """Do what was meant by somebody who spoke from `began_ms` to `at_ms`."""
        dialogue = self.dialogue
        if isinstance(dialogue, Confirming):
            self.dialogue = Listening()
            if meaning == CommandMeaning(name="yes"):
                self._request(dialogue.command, at_ms)
                return
        match meaning:
            case MoveMeaning():
                self._end_the_opponents_turn(dialogue, began_ms)
                self._request(meaning, at_ms)
            case CommandMeaning(name="no" | "correction", args=()):
                self._no()
            case CommandMeaning(name="repeat"):
                self._repeat()
            case CommandMeaning(name="why"):
                self._say(self._last_objection or self._phrase("why:none"))
            case CommandMeaning(name=name) if name in QUERIES:
                self._answer(meaning, at_ms)
            case CommandMeaning():
                self._request_command(meaning, at_ms)

    def ask_about(self, meanings: tuple[Meaning, ...], at_ms: int) -> None:
        """The shortest question that tells these apart."""
        asked = self.expected.question_about(meanings, self._house.language)
        self.dialogue = Asking(asked=asked)
        self.asked_at_ms = at_ms
        self._say(asked.question.sentence)

    def object_to(self, objection: Objection) -> None:
        """An announcement that can't be, with its reason and its article."""
        if isinstance(objection, Refusal):
            self._refuse(objection, self._game.position)
        else:
            self._object(announce(objection, self._scene(self._game.position)))

    def not_understood(self) -> None:
        """Say so; a question that waits is asked again."""
        self._say(self._phrase("NotUnderstood"))
        match self.dialogue:
            case Asking(asked=asked):
                self._say(asked.question.sentence)
            case Confirming(command=command):
                self._say(self._phrase(confirmation_of(command) or "NotUnderstood"))
            case Listening() | Correcting():
                return

    def do(self, command: Command) -> None:
        """Ask the game; tell what happened, or why it may not."""
        before = self._game.position
        ruling = self._ledger.ask(command)
        self.dialogue = Listening()
        self.asked_at_ms = None
        if not isinstance(ruling, tuple):
            refused = CommandRefused(
                at_ms=command.at_ms,
                command=type(command).__name__,
                refusal=type(ruling).__name__,
                citation=ruling.because.article,
            )
            self._watch(refused)
            self._refuse(ruling, before)
            return
        for event in ruling:
            self._watch(event)
            if not isinstance(event, _UNSAID):
                self._voice.say(announce(event, self._scene(before)))

    @property
    def _game(self) -> Game:
        return self._ledger.game

    def _end_the_opponents_turn(self, dialogue: Dialogue, began_ms: int) -> None:
        """Who answers a move has let its clock be pressed."""
        is_repair = isinstance(dialogue, Correcting) or (
            isinstance(dialogue, Asking) and dialogue.asked.is_correction
        )
        if self._game.turn.announcement is not None and not is_repair:
            self.do(PressClock(by=mover(self._game), at_ms=began_ms))

    def _no(self) -> None:
        if self._game.turn.announcement is None:
            self.dialogue = Listening()
            self._say(self._phrase("Cancelled"))
            return
        self.dialogue = Correcting()
        self._say(self._phrase("Listening"))
        self.asked_at_ms = self._voice.silent_since_ms

    def _repeat(self) -> None:
        self._say(self._voice.last_said or self._phrase("repeat:none"))

    def _answer(self, query: CommandMeaning, at_ms: int) -> None:
        told = answer(query, self._game, at_ms, self._house.language)
        self._voice.say(told, to=mover(self._game))

    def _request_command(self, meaning: CommandMeaning, at_ms: int) -> None:
        question = confirmation_of(meaning)
        if question is None:
            self._request(meaning, at_ms)
            return
        self.dialogue = Confirming(command=meaning)
        self._say(self._phrase(question))

    def _request(self, meaning: Meaning, at_ms: int) -> None:
        command = request(meaning, self._game, at_ms)
        if command is None:
            self.not_understood()
        else:
            self.do(command)

    def _refuse(self, refusal: Refusal, position: Position) -> None:
        self._object(announce(refusal, self._scene(position)))
        self._say(cite(refusal.because, self._house.language))

    def _object(self, sentence: Sentence) -> None:
        self._last_objection = sentence
        self._say(sentence)

    def _say(self, sentence: Sentence) -> None:
        self._voice.say(sentence, to=mover(self._game))

    def _phrase(self, name: str) -> Sentence:
        return phrase(name, self._house.language)

    def _scene(self, position: Position) -> Scene:
        return Scene(position=position, language=self._house.language, style=self._house.style)
