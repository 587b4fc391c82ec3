"""The program's side of the talk at one table: does what was meant, asks, objects, confirms."""

from collections.abc import Callable

from voice_chess.game.commands import Command, PressClock, RepeatMove
from voice_chess.game.events import Event
from voice_chess.game.refusals import NotYetRepeated, TooLateToCorrect
from voice_chess.game.state import Game
from voice_chess.laws.edition import Topic
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
from voice_chess.session.expectation import CORRECTION, Expectation
from voice_chess.session.house import House
from voice_chess.session.ledger import Ledger
from voice_chess.session.objections import Objection
from voice_chess.session.replies import Replies
from voice_chess.session.requests import mover, request
from voice_chess.session.voice import Voice
from voice_chess.speech.answers import QUERIES, answer
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning

Watch = Callable[[Event | CommandRefused], None]


class Conversation:
    """Takes what was meant, one thing after the other; times are the session's."""

    def __init__(self, ledger: Ledger, voice: Voice, house: House, watch: Watch) -> None:
        self.dialogue: Dialogue = Listening()
        self.asked_at_ms: int | None = None
        """When the mover was left to think about his correction, or asked about it."""
        self._ledger = ledger
        self._voice = voice
        self._replies = Replies(voice, house)
        self._house = house
        self._watch = watch

    @property
    def expected(self) -> Expectation:
        return expectation(self._game, self.dialogue)

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
            case CommandMeaning(name="no" | "correction" as name, args=()):
                self._repair(name)
            case CommandMeaning(name="repetition", args=(uci,)):
                self._repeated(uci, at_ms)
            case CommandMeaning(name="repeat"):
                self._replies.again(self._to)
            case CommandMeaning(name="why"):
                self._replies.why(self._to)
            case CommandMeaning(name=name) if name in QUERIES:
                told = answer(meaning, self._game, at_ms, self._house.language)
                self._replies.say(told, self._to)
            case CommandMeaning():
                self._request_once_confirmed(meaning, at_ms)

    def ask_about(self, meanings: tuple[Meaning, ...], at_ms: int) -> None:
        """The shortest question that tells these apart."""
        asked = self.expected.question_about(meanings, self._house.language)
        self.dialogue = Asking(asked=asked)
        self.asked_at_ms = at_ms
        self._replies.say(asked.question.sentence, self._to)

    def object_to(self, objection: Objection) -> None:
        """An announcement that can't be, with its reason and its article."""
        because = self._game.edition.cite(Topic.MOVEMENT)
        self._replies.object_to(objection, self.expected.position, because, self._to)

    def not_understood(self) -> None:
        """Say so; a question that waits is asked again."""
        self._replies.phrase("NotUnderstood", self._to)
        match self.dialogue:
            case Asking(asked=asked):
                self._replies.say(asked.question.sentence, self._to)
            case Confirming(command=command):
                self._replies.phrase(confirmation_of(command) or "NotUnderstood", self._to)
            case Listening() | Correcting():
                return

    def do(self, command: Command) -> None:
        """Ask the game; tell what happened, or why it may not."""
        before = self._game.position
        ruling = self._ledger.ask(command)
        self.dialogue = Listening()
        self.asked_at_ms = None
        if isinstance(ruling, tuple):
            for event in ruling:
                self._watch(event)
                self._replies.happened(event, before)
            return
        self._watch(
            CommandRefused(
                at_ms=command.at_ms,
                command=type(command).__name__,
                refusal=type(ruling).__name__,
                citation=ruling.because.article,
            )
        )
        is_about_last = isinstance(ruling, NotYetRepeated)
        position = before.rewound(len(before.moves) - 1) if is_about_last else before
        self._replies.refuse(ruling, position, self._to)

    @property
    def _game(self) -> Game:
        return self._ledger.game

    @property
    def _to(self) -> str:
        """Whose affair it is: at one machine, the mover's."""
        return mover(self._game)

    def _end_the_opponents_turn(self, dialogue: Dialogue, began_ms: int) -> None:
        """Who answers a move has let its clock be pressed."""
        is_repair = isinstance(dialogue, Correcting) or (
            isinstance(dialogue, Asking) and dialogue.asked.is_correction
        )
        if self._game.turn.announcement is not None and not is_repair:
            self.do(PressClock(by=mover(self._game), at_ms=began_ms))

    def _repair(self, name: str) -> None:
        """He takes something back, and hasn't said what he means instead."""
        if self._game.turn.announcement is not None:
            self.dialogue = Correcting()
            self._replies.phrase("Listening", self._to)
            self.asked_at_ms = self._voice.silent_since_ms
            return
        self.dialogue = Listening()
        if name == CORRECTION:
            because = self._game.edition.cite(Topic.SLIP_OF_THE_TONGUE)
            too_late = TooLateToCorrect(because=because)
            self._replies.refuse(too_late, self._game.position, self._to)
        else:
            self._replies.phrase("Cancelled", self._to)

    def _repeated(self, uci: str, at_ms: int) -> None:
        """The opponent says the move after the mover; too early or twice does no harm."""
        turn = self._game.turn
        if turn.announcement is None and not turn.is_repeated:
            self.do(RepeatMove(by=mover(self._game), at_ms=at_ms, uci=uci))

    def _request_once_confirmed(self, meaning: CommandMeaning, at_ms: int) -> None:
        question = confirmation_of(meaning)
        if question is None:
            self._request(meaning, at_ms)
            return
        self.dialogue = Confirming(command=meaning)
        self._replies.phrase(question, self._to)

    def _request(self, meaning: Meaning, at_ms: int) -> None:
        command = request(meaning, self._game, at_ms)
        if command is None:
            self.not_understood()
        else:
            self.do(command)
