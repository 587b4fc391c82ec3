"""The program's side of the talk at one table: does what was meant, asks, objects, confirms."""

from collections.abc import Callable
from dataclasses import replace

from voice_chess.arbiter.decide import decide
from voice_chess.game.commands import Command, PressClock, RepeatMove
from voice_chess.game.events import Event
from voice_chess.game.refusals import NotYetRepeated, Refusal, TooLateToCorrect
from voice_chess.game.state import Game, InPlay
from voice_chess.game.table import Role
from voice_chess.laws.edition import Topic
from voice_chess.laws.position import Position
from voice_chess.session.arbiters_words import arbiters_command
from voice_chess.session.asides import ASIDES, Aside, Asides
from voice_chess.session.dialogue import (
    Asking,
    Confirming,
    ConfirmingMove,
    ConfirmingOrder,
    Correcting,
    Dialogue,
    Listening,
    confirmation_of,
    expectation,
)
from voice_chess.session.evidence import CommandRefused
from voice_chess.session.expectation import Expectation
from voice_chess.session.interpretation import (
    Ambiguous,
    Interpretation,
    NotUnderstood,
    Objected,
    Understood,
    Unheeded,
)
from voice_chess.session.ledger import Ledger
from voice_chess.session.listeners import Listeners
from voice_chess.session.objections import IllegalAnnouncement
from voice_chess.session.replies import Replies
from voice_chess.session.requests import ending_soon, grave_order, mover, replied, request
from voice_chess.speech.dialogue import PENDING, Cue, DialogueState, following
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning
from voice_chess.speech.writing import WrongWriting

Watch = Callable[[Event | CommandRefused], None]
_YES = CommandMeaning(name="yes")
_CONTINUE = CommandMeaning(name="continue")


class Conversation:
    """Takes what was meant, one thing after the other; times are the session's."""

    def __init__(
        self, ledger: Ledger, replies: Replies, listeners: Listeners, watch: Watch
    ) -> None:
        self.turn = DialogueState.LISTENING
        self.dialogue: Dialogue = Listening()
        self.is_asked_twice = False
        """The question that waits has been asked again."""
        self._ledger = ledger
        self._replies = replies
        self._listeners = listeners
        self._asides = Asides(replies, listeners)
        self._watch = watch
        self._heard = ""
        """The words of what is dealt with now, where they are told to who said them."""

    @property
    def expected(self) -> Expectation:
        found = expectation(self._game, self.dialogue)
        goes_on = {"continue"} if self._asides.goes_on(self._game.position) else set()
        return replace(found, commands=found.commands | goes_on)

    @property
    def asked_at_ms(self) -> int | None:
        """When a player was left to think about his answer; None if nothing was asked."""
        return self._replies.silent_since_ms if self.turn in PENDING else None

    @property
    def is_move_pending(self) -> bool:
        """A move was announced in time, and waits for a yes."""
        return isinstance(self.dialogue, ConfirmingMove)

    @property
    def is_halted(self) -> bool:
        """Play is on, and the clocks stand."""
        return isinstance(self._game.phase, InPlay) and not self._game.clock.is_running

    @property
    def may_press(self) -> bool:
        """The announced move, if there is one, can be completed by a press."""
        return not self.is_move_pending

    def heed(self, cue: Cue) -> None:
        """Follow the table; a question is forgotten where the table leaves it."""
        self.turn = following(self.turn, cue)
        if self.turn not in PENDING:
            self.dialogue = Listening()

    def hear(self) -> None:
        """Tell by a sound that somebody was understood, before it is told what."""
        self._replies.signal("heard", self._to)

    def respond(self, found: Interpretation) -> None:
        """Do, ask, object, or leave alone what was said."""
        began_ms, at_ms = found.heard.started_ms, found.heard.ended_ms
        match found.outcome:
            case Understood(meaning=meaning, is_clear=is_clear):
                if is_clear:
                    self.hear()
                self.take(meaning, began_ms=began_ms, at_ms=at_ms)
            case Ambiguous(choices=()):
                return
            case Ambiguous(choices=(only,)) if self.confirms(only, at_ms):
                # One question is enough, also where doubt is not the only reason to ask.
                self.take(only, began_ms=began_ms, at_ms=at_ms)
            case Ambiguous(choices=choices):
                self.ask_about(choices)
            case Objected(objection=objection):
                self.object_to(objection)
            case NotUnderstood():
                self.not_understood()
            case Unheeded():
                self.unheeded()

    def take(self, meaning: Meaning, *, began_ms: int, at_ms: int) -> None:
        """Do what was meant by somebody who spoke from `began_ms` to `at_ms`."""
        dialogue = self.dialogue
        if self._is_confirmed(meaning, at_ms):
            return
        if isinstance(dialogue, ConfirmingMove):
            meaning = dialogue.instead(meaning)
        meaning = replied(meaning, self._game)
        match meaning:
            case MoveMeaning():
                self._end_the_opponents_turn(dialogue, began_ms)
                self._request(meaning, at_ms)
            case CommandMeaning(name="no" | "take-back" | "correction" as name, args=()):
                self._repair(name, dialogue)
            case CommandMeaning(name="repetition", args=(uci,)):
                self._repeated(uci, at_ms)
            case CommandMeaning(name="beginning", args=begun):
                self._ask_for_the_rest(begun)
            case CommandMeaning(name=name) if name in ASIDES or self._wants_the_rest(meaning):
                self.heed(Cue.ASIDE)
                self._ask_aside(meaning, at_ms)
            case CommandMeaning():
                self._request_once_confirmed(meaning, at_ms)

    def _is_confirmed(self, meaning: Meaning, at_ms: int) -> bool:
        """Do what waited for a yes, if this is one; a move said once more is one, too."""
        match self.dialogue:
            case ConfirmingMove(command=move) if meaning in (_YES, MoveMeaning(uci=move.uci)):
                self.do(move)
            case Confirming(command=wanted) if meaning == _YES:
                self.heed(Cue.UNDERSTOOD)
                self._request(wanted, at_ms)
            case ConfirmingOrder(command=order) if meaning == _YES:
                self.do(replace(order, at_ms=at_ms))
            case _:
                return False
        return True

    def confirms(self, meaning: Meaning, at_ms: int) -> bool:
        """However surely it was heard, it will be asked about."""
        if self.turn is DialogueState.CONFIRMING:
            return False
        meaning = replied(meaning, self._game)
        if isinstance(meaning, CommandMeaning) and confirmation_of(meaning) is not None:
            return True
        command = request(meaning, self._game, at_ms, self._by)
        return command is not None and ending_soon(self._game, command) is not None

    def _is_grave_order(self, meaning: Meaning, at_ms: int) -> bool:
        """An arbiter's, that ends the game or sets the clocks: one question is enough for it."""
        if not isinstance(meaning, CommandMeaning):
            return False
        command = arbiters_command(meaning, self._game, at_ms)
        return command is not None and grave_order(self._game, command) is not None

    def ask_about(self, meanings: tuple[Meaning, ...]) -> None:
        """The shortest question that tells these apart."""
        language = self._listeners.manner_of(self._to).language
        asked = self.expected.question_about(meanings, language)
        self.heed(Cue.AMBIGUOUS)
        self._replies.signal("unclear", self._to)
        if self.turn is DialogueState.ASKING:
            self._wait_for(Asking(asked=asked))
        else:
            self._ask()

    def object_to(self, objection: IllegalAnnouncement) -> None:
        """An announcement that can't be, with its reason and its article."""
        position = self.expected.position
        self.heed(Cue.ASIDE)
        because = self._game.edition.cite(Topic.MOVEMENT)
        self._replies.object_to(objection, position, because, self._to)

    def unheeded(self) -> None:
        """Something was said that is nothing to the game: a faint sound, since people talk."""
        self._replies.signal("unheeded", self._to)

    def not_understood(self, writing: WrongWriting | None = None) -> None:
        """Say so, or what is wrong with a written move; a question that waits is asked again."""
        self.heed(Cue.NOT_UNDERSTOOD)
        self._replies.not_understood(self._to, writing, self.expected.position, self._heard)
        if self.turn in PENDING:
            self._ask()

    def silent(self) -> None:
        """Who was asked doesn't answer: he is asked once more, and nothing grave is done."""
        was_pending = self.turn in PENDING
        self.heed(Cue.SILENCE)
        if self.turn in PENDING:
            self._ask()
            self.is_asked_twice = True
        elif was_pending:
            self._replies.phrase("Cancelled", self._to)

    def do(self, command: Command) -> None:
        """Ask the game; tell what happened, or why it may not."""
        self._asides.forget()
        before = self._game.position
        ruling = self._ledger.ask(command)
        self.heed(Cue.UNDERSTOOD)
        if isinstance(ruling, tuple):
            for event in ruling:
                self._watch(event)
                self._replies.happened(event, before)
            return
        self._refused(command, ruling, before)

    def order(self, command: Command) -> None:
        """Do as an arbiter says; what ends the game or sets the clocks once they confirm it."""
        grave = grave_order(self._game, command)
        if grave is None:
            self.do(command)
            return
        self.heed(Cue.GRAVE)
        self._wait_for(grave)

    def _refused(self, command: Command, refusal: Refusal, before: Position) -> None:
        self._watch(
            CommandRefused(
                at_ms=command.at_ms,
                command=type(command).__name__,
                refusal=type(refusal).__name__,
                citation=refusal.because.article,
            )
        )
        is_about_last = isinstance(refusal, NotYetRepeated)
        position = before.rewound(len(before.moves) - 1) if is_about_last else before
        self._replies.refuse(refusal, position, self._to)

    @property
    def _game(self) -> Game:
        return self._ledger.game

    @property
    def _by(self) -> Role | None:
        """Who is speaking, where that is known."""
        return None

    @property
    def _to(self) -> str:
        """Whose affair it is: at one machine, the mover's."""
        return mover(self._game)

    def _wants_the_rest(self, meaning: Meaning) -> bool:
        """Of a long answer, before the word means anything else."""
        return meaning == _CONTINUE and self._asides.goes_on(self._game.position)

    def _ask_aside(self, meaning: CommandMeaning, at_ms: int) -> None:
        """A player and an assistant have a clock of their own; an arbiter has none."""
        aside = Aside(
            asked=meaning,
            game=self._game,
            at_ms=at_ms,
            white=(self._by or mover(self._game)).acts_for_white,
            allowed=self.expected.commands,
        )
        self._asides.take(aside, self._to)

    def _wait_for(self, dialogue: Dialogue) -> None:
        """Ask, and wait for the answer."""
        self.dialogue = dialogue
        self.is_asked_twice = False
        self._ask()

    def _ask(self) -> None:
        self._replies.ask(self.dialogue, self._game.position, self._to)

    def _end_the_opponents_turn(self, dialogue: Dialogue, began_ms: int) -> None:
        """Who answers a move has let its clock be pressed."""
        is_repair = isinstance(dialogue, Correcting) or (
            isinstance(dialogue, Asking) and dialogue.asked.is_correction
        )
        is_pending = isinstance(dialogue, ConfirmingMove)
        if self._game.turn.announcement is not None and not is_repair and not is_pending:
            self.do(PressClock(by=mover(self._game), at_ms=began_ms))

    def _repair(self, name: str, dialogue: Dialogue) -> None:
        """He takes something back, and hasn't said what he means instead."""
        is_announced = self._game.turn.announcement is not None
        if is_announced and not isinstance(dialogue, Confirming | ConfirmingOrder):
            self.heed(Cue.AMBIGUOUS)
            self._wait_for(Correcting())
            return
        self.heed(Cue.UNDERSTOOD)
        if name != "no" and isinstance(dialogue, Listening):
            because = self._game.edition.cite(Topic.SLIP_OF_THE_TONGUE)
            too_late = TooLateToCorrect(because=because)
            self._replies.refuse(too_late, self._game.position, self._to)
        else:
            self._replies.phrase("Cancelled", self._to)

    def _ask_for_the_rest(self, begun: tuple[str, ...]) -> None:
        """The second step of a move that was announced by its first."""
        language = self._listeners.manner_of(self._to).language
        asked = self.expected.question_after(begun, language)
        self.heed(Cue.AMBIGUOUS)
        if asked is not None and self.turn is DialogueState.ASKING:
            self._wait_for(Asking(asked=asked))
        else:
            self._ask()

    def _repeated(self, uci: str, at_ms: int) -> None:
        """The opponent says the move after the mover; too early or twice does no harm."""
        turn = self._game.turn
        if turn.announcement is None and not turn.is_repeated:
            self.do(RepeatMove(by=self._by or mover(self._game), at_ms=at_ms, uci=uci))

    def _request_once_confirmed(self, meaning: CommandMeaning, at_ms: int) -> None:
        """What would be refused anyway is refused at once, and not asked about before."""
        command = request(meaning, self._game, at_ms, self._by)
        if confirmation_of(meaning) is None or command is None or self._is_refused(command):
            self._request(meaning, at_ms)
            return
        self.heed(Cue.GRAVE)
        self._wait_for(Confirming(command=meaning))

    def _is_refused(self, command: Command) -> bool:
        return not isinstance(decide(self._game, command), tuple)

    def _request(self, meaning: Meaning, at_ms: int) -> None:
        """Whatever ends the game waits for a yes; like any move it can still be corrected then."""
        command = request(meaning, self._game, at_ms, self._by)
        if command is None:
            self.not_understood()
            return
        ending = ending_soon(self._game, command)
        if ending is None:
            self.do(command)
            return
        self.heed(Cue.GRAVE)
        self._wait_for(ending)
