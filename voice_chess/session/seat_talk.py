"""The talk with one seat: the conversation of the table, where it is known who speaks."""

from dataclasses import replace
from typing import Protocol

from voice_chess.game.commands import AnnounceMove, Command, OpenEnvelope
from voice_chess.game.events import Event
from voice_chess.game.refusals import NotYourMove, Refusal
from voice_chess.game.state import Resuming
from voice_chess.game.table import Role
from voice_chess.laws.edition import Topic
from voice_chess.session import seat_hands
from voice_chess.session.arbiters_words import arbiters_command
from voice_chess.session.conversation import Conversation
from voice_chess.session.dialogue import Asking, Dialogue, goes_before
from voice_chess.session.evidence import AnswerSpoken, CommandRefused, Evidence, UtteranceHeard
from voice_chess.session.expectation import Expectation
from voice_chess.session.house import ALL_SIGNALS, Room
from voice_chess.session.interpretation import interpret
from voice_chess.session.keyring import Keyring
from voice_chess.session.ledger import Ledger
from voice_chess.session.manner import Manner
from voice_chess.session.objections import IllegalAnnouncement
from voice_chess.session.ports import EnvelopeShut, Signal, TimeSource
from voice_chess.session.replies import Make, Replies, not_understood
from voice_chess.session.sealing import at_a_seat
from voice_chess.session.seat_boards import Apart
from voice_chess.session.seat_comparing import SeatComparing
from voice_chess.session.seat_voice import OneListener, SeatSpeaker, Sitter
from voice_chess.session.telling import (
    Happening,
    Hushed,
    MannerChanged,
    Reply,
    ReplyKind,
    Sounded,
)
from voice_chess.session.voice import Voice
from voice_chess.speech.commands import commands_when
from voice_chess.speech.dialogue import PENDING, Cue, DialogueState
from voice_chess.speech.hypothesis import Heard
from voice_chess.speech.meaning import CommandMeaning, Meaning
from voice_chess.speech.weigh import UNKNOWN_WORD
from voice_chess.speech.writing import WrongWriting
from voice_chess.tactile.peg_set import PegSet


class Floor(Apart, Protocol):
    """The game as the talk with a seat may touch it."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def time(self) -> TimeSource: ...

    @property
    def seq(self) -> int:
        """The number of the last event."""

    @property
    def keyring(self) -> Keyring:
        """What opens and closes envelopes."""

    def end_turn(self, at_ms: int) -> None:
        """Who answers a move has let its clock be pressed, where the program presses."""

    def last_told(self, *, after: int) -> Happening | None:
        """The last event with a number above that, of those that are told."""

    def note(self, evidence: Evidence) -> None: ...


class SeatTalk(Conversation):
    """Says what concerns this seat alone; what happens in the game is told by the floor."""

    def __init__(self, sitter: Sitter, floor: Floor) -> None:
        self.sitter = sitter
        self.was_refused = False
        """The last thing that was wanted came to nothing."""
        self._floor = floor
        self._told_after = floor.seq
        self._speaker = SeatSpeaker(self._sound)
        room = Room(signals=ALL_SIGNALS)
        voice = Voice(self._speaker, floor.time, self._spoke, room)
        self._own = OneListener(sitter, self._manner_changed)
        super().__init__(floor.ledger, Replies(voice, self._own), self._own, self._watched)
        self.comparing = SeatComparing(self, floor)

    def begin(self) -> None:
        """What comes now is something new."""
        self.was_refused = False
        self._heard = ""
        self._replies.begin()

    @property
    def manner(self) -> Manner:
        """How he wants to be spoken to now."""
        return self._own.manner

    @property
    def role(self) -> Role:
        return self.sitter.role

    @property
    def peg_set(self) -> PegSet:
        """His own, as far as he was asked."""
        return self.comparing.set

    def sit(self, sitter: Sitter) -> None:
        """The same listener, who wants to be spoken to otherwise."""
        self.sitter = sitter
        self._own.manner = sitter.manner

    def take(self, meaning: Meaning, *, began_ms: int, at_ms: int) -> None:
        """Do what was meant; questions are answered from this seat's side of the board."""
        if self._wants_the_rest(meaning):
            super().take(meaning, began_ms=began_ms, at_ms=at_ms)
            return
        if not goes_before(self.dialogue, meaning) and self.comparing.takes(meaning, at_ms):
            self.heed(Cue.UNDERSTOOD if isinstance(self.dialogue, Asking) else Cue.ASIDE)
            return
        match meaning:
            case CommandMeaning(name="repeat") if happening := self._news:
                self.heed(Cue.ASIDE)
                self._replies.tell(lambda m: happening.told(m.language, m.style), self._to)
            case CommandMeaning(name="open-envelope"):
                self.do(OpenEnvelope(by=self.sitter.role, at_ms=at_ms, uci=None))
            case CommandMeaning(name=name) if name in seat_hands.HANDS:
                self.heed(Cue.ASIDE)
                seat_hands.take(meaning, self._game, self, self.sitter.role, at_ms)
            case CommandMeaning() if (order := self._order(meaning, at_ms)) is not None:
                self.order(order)
            case CommandMeaning(name="stop"):
                self.heed(Cue.ASIDE)
                self._floor.tell(Hushed(listener=self.sitter.listener))
            case _:
                super().take(meaning, began_ms=began_ms, at_ms=at_ms)

    def understand(self, heard: Heard, expected: Expectation, *, is_typed: bool = False) -> None:
        """Do what was meant by an utterance, or by words that were typed."""
        self._heard = "" if is_typed else _words_of(heard)
        house = self.sitter.house
        language = self._own.manner.language if is_typed else house.language
        found = interpret(heard, expected, language, house.caution, is_typed=is_typed)
        self._note(found.evidence())
        self.respond(found)

    def unheeded(self) -> None:
        """Shown, if there were words, to who spoke into their own microphone; none are spoken."""
        super().unheeded()
        if not self._heard:
            return
        text = not_understood(self._heard, self.manner.language).text
        self._floor.tell(
            Reply(listener=self.sitter.listener, kind="unheeded", text=text, spoken="")
        )

    def do(self, command: Command) -> None:
        """Ask the game in this seat's name; say why not, if so."""
        if isinstance(command, AnnounceMove):
            self.comparing.give_up()
        before = self._game.position
        try:
            *before_it, wanted = self._with_envelope(replace(command, by=self.sitter.role))
        except EnvelopeShut:
            self._keep_shut(command)
            return
        for closed in before_it:
            self._floor.ask(closed)
        ruling = self._floor.ask(wanted)
        self.heed(Cue.UNDERSTOOD)
        if isinstance(ruling, tuple):
            return
        self.was_refused = True
        self._refused(command, ruling, before)

    def refuse(self, refusal: Refusal) -> None:
        """Why not, where the game itself was not asked."""
        self.was_refused = True
        self.heed(Cue.UNDERSTOOD)
        self._replies.refuse(refusal, self._game.position, self._to)

    def tell(self, make: Make) -> None:
        """Something for this seat alone."""
        self._replies.tell(make, self._to)

    def object_to(self, objection: IllegalAnnouncement) -> None:
        self.was_refused = True
        if self._is_on_move:
            super().object_to(objection)
            return
        self.heed(Cue.ASIDE)
        because = self._game.edition.cite(Topic.TURN)
        self._replies.refuse(NotYourMove(because=because), self._game.position, self._to)

    def not_understood(self, writing: WrongWriting | None = None) -> None:
        self.was_refused = True
        super().not_understood(writing)
        if self.comparing.is_pending and self.turn not in PENDING:
            self.comparing.ask_again()

    def confirms(self, meaning: Meaning, at_ms: int) -> bool:
        """What an arbiter orders is asked about where it was heard unclearly, or is grave."""
        if self.sitter.role is Role.ARBITER:
            return self._is_grave_order(meaning, at_ms)
        return super().confirms(meaning, at_ms)

    @property
    def expected(self) -> Expectation:
        found = self.comparing.widened(super().expected)
        if isinstance(self._game.phase, Resuming):
            found = replace(found, commands=found.commands | commands_when("resuming"))
        commands = found.commands | seat_hands.hands_when(self._game, self.sitter.role)
        return replace(found, commands=commands, is_arbiters=self.sitter.role is Role.ARBITER)

    @property
    def _by(self) -> Role:
        return self.sitter.role

    @property
    def _to(self) -> str:
        return self.sitter.role

    @property
    def answer_due_ms(self) -> int | None:
        """How long an answer is waited for; nobody is asked a third time which move they mean."""
        if self.asked_at_ms is None or (self.turn is DialogueState.ASKING and self.is_asked_twice):
            return None
        return self.asked_at_ms + self.sitter.house.correction_ms

    @property
    def _news(self) -> Happening | None:
        """What happened since something was last said to this seat alone."""
        return self._floor.last_told(after=self._told_after)

    @property
    def _is_on_move(self) -> bool:
        """His move is awaited, or the answer to one that can still be corrected."""
        game, role = self._game, self.sitter.role
        is_his = role.acts_for_white == game.white_to_move or role.is_assistant
        return is_his or game.turn.announcement is not None

    def _end_the_opponents_turn(self, dialogue: Dialogue, began_ms: int) -> None:
        """Only the other side's move is answered, one's own is corrected; assistants tell both."""
        role = self.sitter.role
        is_others = role.acts_for_white is (not self._game.white_to_move)
        if is_others or role.is_assistant:
            self._floor.end_turn(began_ms)

    def _order(self, meaning: CommandMeaning, at_ms: int) -> Command | None:
        """What an arbiter orders; the clock without times is a question."""
        is_question = meaning == CommandMeaning(name="clock")
        if self.sitter.role is not Role.ARBITER or is_question:
            return None
        return arbiters_command(meaning, self._game, at_ms)

    def _with_envelope(self, command: Command) -> tuple[Command, ...]:
        """Raises `EnvelopeShut`."""
        envelopes, language = self._floor.keyring.envelopes, self.manner.language
        return at_a_seat(command, self._game, self._ledger.game_id, envelopes, language)

    def _keep_shut(self, command: Command) -> None:
        name = "envelope:shut" if isinstance(command, OpenEnvelope) else "envelope:none"
        self.was_refused = True
        self.heed(Cue.UNDERSTOOD)
        self._replies.signal("refused", self._to)
        self._replies.phrase(name, self._to)

    def _spoke(self, answer: AnswerSpoken) -> None:
        self._told_after = self._floor.seq
        told: ReplyKind = "refusal" if self.was_refused else "answer"
        is_asked = self.turn in PENDING or self.comparing.is_pending
        kind: ReplyKind = "question" if is_asked else told
        self._floor.tell(
            Reply(
                listener=self.sitter.listener,
                kind=kind,
                text=answer.text,
                spoken=self._speaker.spoken,
            )
        )
        self._floor.note(replace(answer, to=self.sitter.role))

    def _watched(self, happened: Event | CommandRefused) -> None:
        """Events are told by the floor; refusals are evidence."""
        if isinstance(happened, CommandRefused):
            self._note(happened)

    def _note(self, evidence: UtteranceHeard | CommandRefused) -> None:
        self._floor.note(replace(evidence, by=self.sitter.role))

    def _sound(self, name: Signal) -> None:
        self._floor.tell(Sounded(listener=self.sitter.listener, signal=name))

    def _manner_changed(self, manner: Manner) -> None:
        self._floor.tell(MannerChanged(listener=self.sitter.listener, manner=manner))


def _words_of(heard: Heard) -> str:
    """As they were heard most probably; nothing where none of them was known."""
    best = max(heard.hypotheses, key=lambda found: found.log_likelihood, default=None)
    if best is None or not set(best.words) - {UNKNOWN_WORD}:
        return ""
    return " ".join("…" if word == UNKNOWN_WORD else word for word in best.words)
