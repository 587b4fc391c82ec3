"""The program's side of the talk, at a table or at a seat: it does, asks, objects, confirms.

What comes is interpreted first (`interpretation`, `typed_lines`). Then it belongs to somebody:
who speaks may have said their role, or is known by where they sit (`participants`). It is taken by
the first of these that it concerns: the rest of a long answer, the boards before the players, what
an arbiter orders, the question that waits, and at last the game. What waits for an answer is held
in `dialogue` alone, and lives only as long as the table of `speech.dialogue` stays in a state that
waits. The boards alone hold what they have asked themselves.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from voice_chess.arbiter.decide import Ruling
from voice_chess.game.commands import Command, OpenEnvelope, RepeatMove
from voice_chess.game.events import Event
from voice_chess.game.refusals import NotYetRepeated, NotYourMove, Refusal, TooLateToCorrect
from voice_chess.game.state import Game, InPlay, Resuming
from voice_chess.game.table import Role
from voice_chess.laws.edition import Topic
from voice_chess.laws.position import Position
from voice_chess.session.arbiters_words import arbiters_command, is_ruling
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
    goes_before,
    is_of_hands,
)
from voice_chess.session.evidence import (
    CommandRefused,
    Evidence,
    LineTyped,
    SoundSpan,
    UtteranceHeard,
)
from voice_chess.session.expectation import Expectation
from voice_chess.session.interpretation import (
    Ambiguous,
    Interpretation,
    NotUnderstood,
    Objected,
    Understood,
    Unheeded,
    interpret,
)
from voice_chess.session.ledger import Ledger
from voice_chess.session.listeners import Listeners
from voice_chess.session.objections import IllegalAnnouncement
from voice_chess.session.participants import Participants
from voice_chess.session.ports import Envelopes, EnvelopeShut
from voice_chess.session.replies import Make, Replies
from voice_chess.session.requests import ending_soon, grave_order, mover, replied, request
from voice_chess.session.roles import whose
from voice_chess.session.sealing import SealingAt, sealed
from voice_chess.session.typed import as_heard
from voice_chess.session.typed_lines import Meant, Miswritten, Reading, Words, read_line
from voice_chess.speech.commands import commands_when
from voice_chess.speech.dialogue import PENDING, Cue, DialogueState, following
from voice_chess.speech.hypothesis import Heard
from voice_chess.speech.lichess import Asking as LichessAsking
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning
from voice_chess.speech.weigh import UNKNOWN_WORD
from voice_chess.speech.writing import WrongWriting

_SIDES = {True: Role.WHITE, False: Role.BLACK}
_YES, _NO = CommandMeaning(name="yes"), CommandMeaning(name="no")
_CONTINUE = CommandMeaning(name="continue")


class Floor(Protocol):
    """The game as a conversation may touch it; whoever else is there is told by it, too."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def game(self) -> Game: ...

    @property
    def envelopes(self) -> Envelopes | None:
        """What closes and opens envelopes; None where no move can be sealed, or opened, now."""

    def ask(self, command: Command) -> Ruling:
        """Decide, write, and tell everybody what happened. Raises `JournalLost`, `Conflict`."""

    def end_turn(self, at_ms: int) -> None:
        """Replying to an announced move implies that it was pressed, where that is the custom."""

    def note(self, evidence: Evidence) -> None: ...


class OwnBoards(Protocol):
    """The boards and hands of those who speak here: what is said of them is taken here first."""

    @property
    def is_pending(self) -> bool:
        """Somebody was asked something about their board."""

    @property
    def may_press(self) -> bool:
        """False while an announced move must be seen on a board first."""

    def widened(self, expected: Expectation) -> Expectation:
        """With all that may be said about boards now."""

    def takes(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """Do what was meant, if it is about boards; False when it is not."""

    def ask_again(self) -> None:
        """The question that waits."""

    def before(self, command: Command) -> None:
        """What the game is about to be asked for."""

    def follow(self, events: Sequence[Event], at_ms: int) -> None:
        """What has happened, and was told to everybody."""


class Conversation:
    """Takes what was meant, one thing after the other; times are the session's.

    The same at a table and at a seat. Who speaks, `participants` know; the game and everybody else
    at it is the `floor`; `boards` are those before the players.
    """

    def __init__(
        self,
        participants: Participants,
        floor: Floor,
        replies: Replies,
        listeners: Listeners,
        boards: OwnBoards,
    ) -> None:
        self.turn = DialogueState.LISTENING
        self.dialogue: Dialogue = Listening()
        self.is_asked_twice = False
        """The question that waits has been asked again."""
        self.was_refused = False
        """The last thing that was wanted came to nothing."""
        self._participants = participants
        self._floor = floor
        self._replies = replies
        self._listeners = listeners
        self._boards = boards
        self._asides = Asides(replies, listeners)
        self._asked_role: Role | None = None
        """Whose answer is awaited, where that is known."""
        self._heard = ""
        """The words of what is dealt with now, where they are told to who said them."""

    def begin(self) -> None:
        """What comes now is something new."""
        self.was_refused = False
        self._heard = ""
        self._replies.begin()

    @property
    def expected(self) -> Expectation:
        """What may be said now, and what it would mean."""
        game = self._game
        found = self._boards.widened(expectation(game, self.dialogue))
        commands = found.commands
        if self._asides.goes_on(game.position):
            commands |= {"continue"}
        if isinstance(game.phase, Resuming):
            commands |= commands_when("resuming")
        return self._participants.widened(replace(found, commands=commands), game)

    @property
    def answer_due_ms(self) -> int | None:
        """How long an answer is waited for; nobody is asked a third time which move they mean."""
        is_last_time = self.turn is DialogueState.ASKING and self.is_asked_twice
        if self.asked_at_ms is None or is_last_time:
            return None
        return self.asked_at_ms + self._participants.house.correction_ms

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
        return not self.is_move_pending and self._boards.may_press

    def heed(self, cue: Cue) -> None:
        """Follow the table; a question is forgotten where the table leaves it."""
        self.turn = following(self.turn, cue)
        if self.turn not in PENDING:
            self.dialogue = Listening()

    def understand(
        self, heard: Heard, expected: Expectation, span: SoundSpan | None = None
    ) -> None:
        """Do what was meant by an utterance; everything heard is noted before anything is done.

        `expected` is what could be said when it was heard; in all sound it lies at `span`.
        """
        house = self._participants.house
        found = interpret(heard, expected, house.language, house.caution)
        self._heard = words_of(heard) if self._participants.are_told_their_words else ""
        self._note(found.evidence(span))
        self.respond(found)

    def read(self, text: str, at_ms: int) -> None:
        """Do what was meant by a typed line, in their own language or that of the house."""
        self._note(LineTyped(at_ms=at_ms, text=text))
        expected, house = self.expected, self._participants.house
        own = self._listeners.manner_of(self._to).language
        reading = Reading(
            languages=tuple(dict.fromkeys((own, house.language))),
            caution=house.caution,
            lichess=self._lichess,
            words_first=self._participants.share,
        )
        match read_line(text, expected, reading):
            case Meant(meanings=(meaning, *then)):
                self.take(meaning, began_ms=at_ms, at_ms=at_ms)
                for offer in then if self._is_announced(meaning) else ():
                    self.take(offer, began_ms=at_ms, at_ms=at_ms)
            case Words(text=words, language=language):
                heard = as_heard(words, at_ms, language)
                found = interpret(heard, expected, language, house.caution, is_typed=True)
                self._note(found.evidence())
                self.respond(found)
            case Miswritten(writing=wrong):
                self.not_understood(wrong)

    def respond(self, found: Interpretation) -> None:
        """Do, ask, object, or leave alone what was said."""
        began_ms, at_ms = found.heard.started_ms, found.heard.ended_ms
        match found.outcome:
            case Understood(meaning=meaning, is_clear=is_clear):
                if is_clear:
                    # That somebody was understood is heard before what it was.
                    self._replies.signal("heard", self._to)
                self.take(meaning, began_ms=began_ms, at_ms=at_ms)
            case Ambiguous(choices=()):
                return
            case Ambiguous(choices=(only,)) if self.confirms(only, at_ms):
                # One question is enough, also where doubt is not the only reason to ask.
                self.take(only, began_ms=began_ms, at_ms=at_ms)
            case Ambiguous(choices=choices):
                self._ask_about(choices)
            case Objected(objection=objection):
                self._object_to(objection)
            case NotUnderstood():
                self.not_understood()
            case Unheeded():
                # Only a faint sound: people talk.
                self._replies.signal("unheeded", self._to)
                if self._heard:
                    self._participants.overheard(self._heard)

    def take(self, meaning: Meaning, *, began_ms: int, at_ms: int) -> None:
        """Do what was meant by somebody who spoke from `began_ms` to `at_ms`."""
        role, meaning = whose(meaning)
        if self._is_anothers_answer(role, meaning):
            self._ask()
            return
        if role is None and not isinstance(self.dialogue, Listening):
            role = self._asked_role
        with self._participants.named(role):
            self._take_from(meaning, began_ms, at_ms)
            self._asked_role = None if isinstance(self.dialogue, Listening) else self._by

    def _take_from(self, meaning: Meaning, began_ms: int, at_ms: int) -> None:
        """The boards come first, unless somebody was asked something else."""
        by = self._by or mover(self._game)
        if self._wants_the_rest(meaning):
            self._do_as_meant(meaning, began_ms, at_ms)
        elif not goes_before(self.dialogue, meaning) and self._boards.takes(meaning, by, at_ms):
            is_reply = isinstance(self.dialogue, Asking) and not is_of_hands(meaning)
            self.heed(Cue.UNDERSTOOD if is_reply else Cue.ASIDE)
        elif by is Role.ARBITER and self._is_ordered(meaning, at_ms):
            return
        else:
            self._do_as_meant(meaning, began_ms, at_ms)

    def _is_ordered(self, meaning: Meaning, at_ms: int) -> bool:
        """Do as an arbiter says; where none is at the event, nobody rules in that name."""
        if not isinstance(meaning, CommandMeaning):
            return False
        game = self._game
        has_one = game.table.occasion.has_arbiter or not self._participants.share
        if not has_one and is_ruling(meaning, game):
            self._decline("arbiter:none")
            return True
        command = arbiters_command(meaning, game, at_ms)
        if command is not None:
            self.order(command)
        return command is not None

    def _do_as_meant(self, meaning: Meaning, began_ms: int, at_ms: int) -> None:
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

    def _is_anothers_answer(self, role: Role | None, meaning: Meaning) -> bool:
        """What was asked of one player binds nobody else, who can't confirm or deny it either."""
        answers: tuple[Meaning, ...] = (_YES, _NO)
        match self.dialogue:
            case ConfirmingMove(command=command):
                answers = (*answers, MoveMeaning(uci=command.uci))
            case Confirming() | ConfirmingOrder():
                pass
            case _:
                return False
        asked = self._asked_role or mover(self._game)
        return role not in (None, asked) and meaning in answers

    def confirms(self, meaning: Meaning, at_ms: int) -> bool:
        """However surely it was heard, it will be asked about; of an arbiter's, what is grave."""
        role, meaning = whose(meaning)
        with self._participants.named(role):
            if self._by is Role.ARBITER:
                return self._is_grave_order(meaning, at_ms)
            if self.turn is DialogueState.CONFIRMING:
                return False
            meaning = replied(meaning, self._game)
            if isinstance(meaning, CommandMeaning) and confirmation_of(meaning) is not None:
                return True
            command = request(meaning, self._game, at_ms, self._by)
            return command is not None and self._ending_soon(command) is not None

    def _is_grave_order(self, meaning: Meaning, at_ms: int) -> bool:
        """An arbiter's, that ends the game or sets the clocks: one question is enough for it."""
        if not isinstance(meaning, CommandMeaning):
            return False
        command = arbiters_command(meaning, self._game, at_ms)
        return command is not None and self._grave(command) is not None

    def _ask_about(self, choices: tuple[Meaning, ...]) -> None:
        """The shortest question that tells these apart; whoever is asked is known."""
        role, _ = whose(choices[0])
        meanings = tuple(whose(meaning)[1] for meaning in choices)
        with self._participants.named(role):
            language = self._listeners.manner_of(self._to).language
            asked = self.expected.question_about(meanings, language)
            self.heed(Cue.AMBIGUOUS)
            self._replies.signal("unclear", self._to)
            if self.turn is DialogueState.ASKING:
                self._wait_for(Asking(asked=asked))
            else:
                self._ask()
            self._asked_role = self._by

    def _object_to(self, objection: IllegalAnnouncement) -> None:
        """An announcement that can't be, with its reason and its article."""
        self.was_refused = True
        position = self.expected.position
        self.heed(Cue.ASIDE)
        cite = self._game.edition.cite
        if self._is_on_move:
            self._replies.object_to(objection, position, cite(Topic.MOVEMENT), self._to)
        else:
            refusal = NotYourMove(because=cite(Topic.TURN))
            self._replies.refuse(refusal, self._game.position, self._to)

    def not_understood(self, writing: WrongWriting | None = None) -> None:
        """Say so, or what is wrong with a written move; a question that waits is asked again."""
        self.was_refused = True
        self.heed(Cue.NOT_UNDERSTOOD)
        self._replies.not_understood(self._to, writing, self.expected.position, self._heard)
        if self.turn in PENDING:
            self._ask()
        elif self._boards.is_pending:
            self._boards.ask_again()

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
        """Ask the game in the name of who speaks; tell them why not, if so."""
        self._asides.forget()
        self._boards.before(command)
        before = self._game.position
        try:
            *closed, wanted = self._sealed(self._participants.in_their_name(command))
        except EnvelopeShut:
            is_open = isinstance(command, OpenEnvelope)
            self._decline("envelope:shut" if is_open else "envelope:none")
            return
        for each in closed:
            self._floor.ask(each)
        ruling = self._floor.ask(wanted)
        self.heed(Cue.UNDERSTOOD)
        if isinstance(ruling, tuple):
            self._boards.follow(ruling, command.at_ms)
        else:
            self._refused(command, ruling, before)

    def refuse(self, refusal: Refusal) -> None:
        """Say why not, where the game itself was not asked."""
        self.was_refused = True
        self.heed(Cue.UNDERSTOOD)
        self._replies.refuse(refusal, self._game.position, self._to)

    def tell(self, make: Make) -> None:
        """Something for those who speak here alone."""
        self._replies.tell(make, self._to)

    def order(self, command: Command) -> None:
        """Do as an arbiter says; what ends the game or sets the clocks once they confirm it."""
        grave = self._grave(command)
        if grave is None:
            self.do(command)
            return
        self.heed(Cue.GRAVE)
        self._wait_for(grave)

    def _refused(self, command: Command, refusal: Refusal, before: Position) -> None:
        self.was_refused = True
        self._note(
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

    def _decline(self, why: str) -> None:
        """What nobody here can do, in a phrase of its own."""
        self.was_refused = True
        self.heed(Cue.UNDERSTOOD)
        self._replies.signal("refused", self._to)
        self._replies.phrase(why, self._to)

    def _sealed(self, command: Command) -> tuple[Command, ...]:
        """Raises `EnvelopeShut`."""
        language = self._listeners.manner_of(self._to).language
        sealing = SealingAt(
            game_id=self._floor.ledger.game_id,
            envelopes=self._floor.envelopes,
            resumption=self._participants.house.resumption,
            takes_moves=not self._participants.share,
        )
        return sealed(command, self._game, sealing, language)

    def _note(self, evidence: UtteranceHeard | LineTyped | CommandRefused) -> None:
        self._floor.note(replace(evidence, by=self._participants.known_as))

    @property
    def _game(self) -> Game:
        return self._floor.game

    @property
    def _by(self) -> Role | None:
        """Who is speaking, where that is known."""
        return self._participants.by

    @property
    def _to(self) -> str:
        """Whose affair it is: that of who speaks, or of whom they speak for; else the mover's."""
        side = None if self._by is None else self._by.acts_for_white
        return mover(self._game) if side is None else _SIDES[side]

    @property
    def _is_on_move(self) -> bool:
        """Their move is awaited, or the reply to one that can still be corrected."""
        game, by = self._game, self._by
        if by is None or by.is_assistant or game.turn.announcement is not None:
            return True
        return by.acts_for_white == game.white_to_move

    @property
    def _lichess(self) -> LichessAsking | None:
        """How Lichess's words are read; not where a letter may be the reply to a question."""
        if self.turn in PENDING:
            return None
        is_white = (self._by or mover(self._game)).acts_for_white
        offered_by = self._game.turn.offer_by_white
        is_offered = offered_by is not None and offered_by is not is_white
        return LichessAsking(is_white=is_white, is_offered=is_offered)

    def _is_announced(self, meaning: Meaning) -> bool:
        """It was a move, and stands."""
        announced = self._game.turn.announcement
        _, meant = whose(meaning)
        return announced is not None and meant == MoveMeaning(uci=announced.uci)

    def _wants_the_rest(self, meaning: Meaning) -> bool:
        """Of a long answer, before the word means anything else."""
        return meaning == _CONTINUE and self._asides.goes_on(self._game.position)

    def _ask_aside(self, meaning: CommandMeaning, at_ms: int) -> None:
        """A player and an assistant have a clock of their own; an arbiter has none."""
        news = self._participants.news() if meaning.name == "repeat" else None
        if news is not None:
            self.tell(news)
            return
        if meaning.name == "stop":
            self._participants.hush()
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
        """Replying to a move implies that it was pressed; another move of one's own corrects it.

        An assistant tells the reply to their player's move, too.
        """
        by, game = self._by, self._game
        is_own = by is not None and by.acts_for_white == game.white_to_move
        is_repair = isinstance(dialogue, Correcting | ConfirmingMove) or (
            isinstance(dialogue, Asking) and dialogue.asked.is_correction
        )
        replies = by is None or by.is_assistant or not is_own
        if game.turn.announcement is not None and replies and not is_repair:
            self._floor.end_turn(began_ms)

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
        return not isinstance(self._floor.ledger.foresee(command), tuple)

    def _ending_soon(self, command: Command) -> ConfirmingMove | None:
        return ending_soon(self._game, command, self._floor.ledger.foresee(command))

    def _grave(self, command: Command) -> ConfirmingOrder | None:
        return grave_order(command, self._floor.ledger.foresee(command))

    def _request(self, meaning: Meaning, at_ms: int) -> None:
        """Whatever ends the game waits for a yes; like any move it can still be corrected then."""
        command = request(meaning, self._game, at_ms, self._by)
        if command is None:
            self.not_understood()
            return
        ending = self._ending_soon(command)
        if ending is None:
            self.do(command)
            return
        self.heed(Cue.GRAVE)
        self._wait_for(ending)


def words_of(heard: Heard) -> str:
    """As they were heard most probably; nothing where none of them was known."""
    best = max(heard.hypotheses, key=lambda found: found.log_likelihood, default=None)
    if best is None or not set(best.words) - {UNKNOWN_WORD}:
        return ""
    return " ".join("…" if word == UNKNOWN_WORD else word for word in best.words)
