"""The program's side of the talk, at a table or at a seat: it does, asks, objects and confirms.

Each input is first interpreted (`interpretation`, `typed_lines`). Then its speaker is found: they
have said their role, or they are known by their seat (`participants`). Then the input goes to the
first of these that it concerns: the rest of a long answer, the players' boards, an arbiter's
orders, the open question, and at last the game, which `requests` asks in the speaker's name. Open
questions are kept in `talk_state` alone; only the boards keep the questions that they asked.
"""

from dataclasses import replace

from voice_chess.game.commands import Command
from voice_chess.game.moves import RepeatMove
from voice_chess.game.phases import Adjourned, Resuming
from voice_chess.game.refusals import Refusal
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.arbiter_commands import (
    arbiters_command,
    is_ruling,
    sets_one_clock_twice,
    with_those_here,
)
from voice_chess.session.dialogue.dialogues import (
    Asking,
    Confirming,
    ConfirmingMove,
    ConfirmingOrder,
    Listening,
    answering,
    confirmation_of,
)
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.hearing_advice import HearingAdvice
from voice_chess.session.dialogue.interpretation import (
    Ambiguous,
    Interpretation,
    NotUnderstood,
    Objected,
    Outcome,
    Understood,
    Unheeded,
    interpret,
    is_legal_still,
    is_needless_repetition,
    words_of,
)
from voice_chess.session.dialogue.open_question import (
    CORRECTION_BEGUN,
    OpenQuestion,
    question_about,
    question_after,
    question_to_go_on,
)
from voice_chess.session.dialogue.petitions import Petitions
from voice_chess.session.dialogue.queries import ASIDES, STOPS, Aside, Asides
from voice_chess.session.dialogue.replies import Listeners, Make, Replies, languages_of_both
from voice_chess.session.dialogue.requests import (
    LateSound,
    as_told,
    is_on_move,
    lichess_asking,
    replied,
    request,
)
from voice_chess.session.dialogue.talk_ports import Floor, OwnBoards, Participants
from voice_chess.session.dialogue.talk_state import TalkState, goes_before, is_of_hands
from voice_chess.session.dialogue.typed_lines import (
    LineReading,
    Meant,
    Miswritten,
    Words,
    read_line,
    reply_in,
)
from voice_chess.session.dialogue.typed_moves import as_heard
from voice_chess.session.evidence import CommandRefused, LineTyped, SoundSpan, UtteranceHeard
from voice_chess.speech.commands import LEAVE, commands_when
from voice_chess.speech.dialogue import Cue, DialogueState
from voice_chess.speech.generation.objections import WrongWriting
from voice_chess.speech.understanding.announcement import Announcement
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.interpret import (
    CONTINUE,
    LAST_MOVE,
    NO,
    REPEAT,
    WHY,
    YES,
    CommandMeaning,
    Meaning,
    MoveMeaning,
    whose,
)


class Conversation:
    """Acts on what people mean, one input after the other; all times are the session's, in ms.

    It is the same at a table and at a seat. `participants` know who speaks; the `floor` is the game
    with everybody else at it; `boards` are the players' own boards.
    """

    def __init__(
        self,
        participants: Participants,
        floor: Floor,
        replies: Replies,
        listeners: Listeners,
        boards: OwnBoards,
    ) -> None:
        self.state = TalkState(participants, floor, replies)
        self.hearing = HearingAdvice(replies)
        self._participants = participants
        self._floor = floor
        self._ledger = floor.ledger
        self._replies = replies
        self._listeners = listeners
        self._boards = boards
        self.asides = Asides(participants, replies, listeners, floor.ledger)
        self._petitions = Petitions(participants, floor, boards, self.state, (replies, listeners))
        self._heard: Heard | None = None
        """The present utterance; None where speakers are not told their words."""
        self._late_sound = LateSound(floor.ledger)

    def begin(self) -> None:
        """Start with a new input: forget what was heard, refused and cut short before it."""
        self.state.begin()
        self._heard = None
        self._replies.begin()

    @property
    def expected(self) -> Expectation:
        """What can be said now, and what it would mean."""
        game = self._ledger.game
        found = self._boards.widened(self.state.expected(game))
        commands = found.commands
        if self.asides.unfinished and self.asides.go_on:
            commands |= {"continue"}
        if isinstance(game.phase, Adjourned | Resuming):
            commands |= commands_when("resuming")
        return self._participants.widened(found.allowing(commands), game)

    @property
    def may_press(self) -> bool:
        """Whether a press can complete the announced move, if there is one."""
        return not self.state.is_move_pending and self._boards.may_press

    def interpreted(self, heard: Heard, expected: Expectation) -> Interpretation:
        """Return what an utterance in the language of the settings means.

        `expected` is what could be said when it was heard.
        """
        settings = self._participants.settings
        return interpret(heard, expected, settings.language, settings.caution)

    def understand(self, found: Interpretation, span: SoundSpan | None = None) -> None:
        """Act on an utterance, after it is noted as evidence; `span` is its place in the record."""
        heard = found.heard
        self._heard = heard if self._participants.are_told_their_words else None
        self._note(found.evidence(span))
        if self._is_unclear(found.outcome):
            self.hearing.was_unclear()
        if self._late_sound.is_overtaken(found, self._participants.by):
            self._respond_late(found.outcome)
        elif heard.is_torn and not isinstance(found.outcome, Unheeded):
            self.not_understood()
        else:
            with self._late_sound.heard(heard.ended_ms):
                self.respond(found)
        if heard.is_clipped or heard.is_narrow or isinstance(found.outcome, NotUnderstood):
            self.hearing.advise(found, self.state)

    def read(self, text: str, at_ms: int) -> None:
        """Act on a typed line, in the language of either player or in that of the table."""
        self.state.is_typed = True
        self._note(LineTyped(at_ms=at_ms, text=text))
        expected, settings = self.expected, self._participants.settings
        by, game = self._participants.by, self._ledger.game
        theirs = languages_of_both(self._listeners, self.state.addressee)
        reading = LineReading(
            languages=tuple(dict.fromkeys((*theirs, settings.language))),
            caution=settings.caution,
            lichess=None if self.state.is_pending else lichess_asking(by, game),
            words_first=self._participants.share,
            is_refused=lambda meaning: self._petitions.is_untimely(meaning, at_ms),
        )
        match read_line(text, expected, reading):
            case Meant(meanings=(move, offer)):
                with self._petitions.offering(move, offer, at_ms) as is_left:
                    self.take(move, began_ms=at_ms, at_ms=at_ms)
                if is_left():
                    self.take(offer, began_ms=at_ms, at_ms=at_ms)
            case Meant(meanings=(meaning, *_)):
                self.take(meaning, began_ms=at_ms, at_ms=at_ms)
            case Words(text=words, language=language):
                heard = as_heard(words, at_ms, language)
                found = interpret(heard, expected, language, settings.caution, is_typed=True)
                self._note(found.evidence())
                reply = reply_in(text, expected, reading.languages)
                if reply is not None and isinstance(found.outcome, NotUnderstood):
                    self._reply_unasked(reply, expected, at_ms)
                else:
                    self.respond(found)
                if is_needless_repetition(found, expected):
                    # It may have been meant as a move: silence would not tell why none is made.
                    self._ask_aside(LAST_MOVE, at_ms)
            case Miswritten(writing=wrong):
                if not self._petitions.conceals():
                    self.not_understood(wrong)

    def _reply_unasked(self, reply: Meaning, expected: Expectation, at_ms: int) -> None:
        """Act on a typed yes or no that answers no question: it is about an offer to the writer."""
        role, meaning = whose(reply)
        with self._participants.named(role):
            is_asked = isinstance(meaning, CommandMeaning) and meaning.name in expected.commands
            command = self._petitions.asked_for(meaning, at_ms)
            if is_asked and not self._petitions.is_refused(command):
                self.take(reply, began_ms=at_ms, at_ms=at_ms)
            else:
                self._petitions.decline_reply()

    def _is_unclear(self, outcome: Outcome) -> bool:
        """Return whether the outcome counts as unclear speech.

        Ignored speech counts only if it held known words and came from the side to move.
        """
        if isinstance(outcome, Unheeded):
            return bool(words_of(self._heard)) and is_on_move(
                self._participants.by, self._ledger.game
            )
        return isinstance(outcome, Ambiguous | NotUnderstood)

    def respond(self, found: Interpretation) -> None:
        """Act on the interpretation: do what was meant, ask about it, object, or leave it alone."""
        began_ms, at_ms = found.heard.started_ms, found.heard.ended_ms
        match found.outcome:
            case Understood(meaning=meaning, is_clear=is_clear):
                if is_clear:
                    # The sound says that they were understood; what was understood follows.
                    self._replies.signal("heard", self.state.addressee)
                self.take(meaning, began_ms=began_ms, at_ms=at_ms)
            case Ambiguous(choices=()):
                self._nothing_to_ask()
            case Ambiguous(choices=(only,)) if only == NO and self.state.is_pending:
                # "Oh no, better not": nothing is done after a no that was none.
                self.take(only, began_ms=began_ms, at_ms=at_ms)
            case Ambiguous(choices=(only,)) if self.confirms(only, at_ms):
                # It will be asked about anyway: one question settles the doubt, too.
                self.take(only, began_ms=began_ms, at_ms=at_ms)
            case Ambiguous(choices=choices):
                self._ask_about(choices)
            case Objected(objection=objection, position=position):
                self._petitions.object_to(objection, position)
            case NotUnderstood(untrue=untrue, position=position):
                self.not_understood(None if self._petitions.hides_moves else untrue, position)
            case Unheeded():
                # People talk among themselves, so a faint sound is enough.
                self._leave_alone()

    def _nothing_to_ask(self) -> None:
        """Act on words that may repeat a move, or begin one: no question about that would help.

        Nobody waits for them, unless they were typed, or the move must be repeated.
        """
        said = self.expected.said
        if self.state.is_typed or (said is not None and said.must_be_repeated):
            self.not_understood()
        else:
            self._leave_alone()

    def _respond_late(self, outcome: Outcome) -> None:
        """Ask about a move, if it is its speaker's turn again; leave everything else alone.

        Sound can be dated too early, so they may mean it.
        """
        by, game = self._participants.by, self._ledger.game
        is_turn = is_on_move(by, game) and game.turn.announcement is None
        if is_turn and isinstance(outcome, Understood):
            self._ask_about((outcome.meaning,))
        else:
            self._leave_alone()

    def _leave_alone(self) -> None:
        self._replies.leave_alone(self.state.addressee)
        if words := words_of(self._heard):
            self._participants.overheard(words)

    def take(self, meaning: Meaning, *, began_ms: int, at_ms: int) -> None:
        """Act on a meaning whose speaker spoke from `began_ms` to `at_ms`."""
        role, meaning = whose(meaning)
        if self.hearing.unclear:
            self.hearing.got_through()
        if self._replies.unfit and meaning != WHY:
            self._replies.understood()
        if self.state.waiting:
            self.state.turn_to(role, meaning)
            if self.state.asks_who(role, meaning):
                return
        if self.state.is_for_another(role, meaning):
            self.state.ask()
            return
        if role is None:
            role = self.state.replier(meaning)
        waited_for = self.state.dialogue
        with self._participants.named(role), self.state.keeping_the_question():
            self._take_from(meaning, began_ms, at_ms)
            if self.state.dialogue is waited_for and meaning != REPEAT:
                self.state.let_go_of_half()

    def _take_from(self, meaning: Meaning, began_ms: int, at_ms: int) -> None:
        """Give the meaning to the boards first, unless the talk's open question goes before."""
        by, dialogue = self._speaker, self.state.dialogue
        is_rest = self._wants_the_rest(meaning)
        is_boards = not is_rest and not goes_before(dialogue, meaning)
        if is_boards and self._boards.takes(meaning, by, at_ms):
            is_reply = isinstance(self.state.dialogue, Asking) and not is_of_hands(meaning)
            self.state.heed(Cue.UNDERSTOOD if is_reply else Cue.ASIDE)
        elif is_boards and self._participants.takes_ahead(meaning):
            return
        elif is_rest or by is not Role.ARBITER or not self._is_ordered(meaning, at_ms):
            self._do_as_meant(meaning, began_ms, at_ms)

    def _is_ordered(self, meaning: Meaning, at_ms: int) -> bool:
        """Act on an arbiter's order; return False if the meaning is none.

        Where there is no arbiter at the event, a ruling is declined.
        """
        if not isinstance(meaning, CommandMeaning):
            return False
        game = self._ledger.game
        has_one = game.table.occasion.has_arbiter or not self._participants.share
        if not has_one and is_ruling(meaning, game):
            self._petitions.decline("arbiter:none")
        elif sets_one_clock_twice(meaning):
            self.not_understood()
        elif (order := arbiters_command(meaning, game, at_ms)) is not None:
            here = None if self._participants.share else self._floor.sides_here
            self.order(with_those_here(order, meaning, here))
        else:
            return False
        return True

    def _do_as_meant(self, meaning: Meaning, began_ms: int, at_ms: int) -> None:
        dialogue = self.state.dialogue
        if self._is_confirmed(meaning, at_ms):
            return
        if isinstance(dialogue, ConfirmingMove):
            meaning = dialogue.instead(meaning)
        is_asked = not isinstance(dialogue, Listening)
        meaning = replied(meaning, self._ledger.game, self._speaker, is_asked=is_asked)
        match meaning:
            case MoveMeaning():
                self._end_the_opponents_turn(began_ms)
                self._request(meaning, at_ms)
            case CommandMeaning(name="no" | "take-back" | "correction" as name, args=()):
                self._petitions.repair(name)
            case CommandMeaning(name="repetition", args=(uci,)):
                self._repeated(uci, at_ms)
            case CommandMeaning(name="beginning" | "correction-begun" as name, args=begun):
                expected = self.expected
                position = expected.before if name == CORRECTION_BEGUN else None
                self._put(question_after(begun, position or expected.position, expected.before))
            case CommandMeaning(name="half", args=words):
                self._put(question_to_go_on(words, self.expected.position))
            case CommandMeaning(name=name) if name in ASIDES or self._wants_the_rest(meaning):
                self.state.heed(Cue.ASIDE)
                self._ask_aside(meaning, at_ms)
            case CommandMeaning():
                self._request_once_confirmed(meaning, at_ms)

    def _is_confirmed(self, meaning: Meaning, at_ms: int) -> bool:
        """Do what waits for a yes, if this is one, and return whether it is.

        Saying the same move again is a yes, too.
        """
        match self.state.dialogue:
            case ConfirmingMove(command=move) if meaning in (YES, MoveMeaning(uci=move.uci)):
                self.do(move)
            case Confirming(command=wanted) if meaning == YES:
                self.state.heed(Cue.UNDERSTOOD)
                self._request(wanted, at_ms)
            case ConfirmingOrder(command=order) if meaning == YES:
                self.do(replace(order, at_ms=at_ms))
            case _:
                return False
        return True

    def confirms(self, meaning: Meaning, at_ms: int) -> bool:
        """Return whether a question will follow this meaning, however clearly it was heard.

        Of an arbiter's orders, one follows those that end the game or set the clocks.
        """
        role, meaning = whose(meaning)
        with self._participants.named(role):
            if self._participants.by is Role.ARBITER:
                order = arbiters_command(meaning, self._ledger.game, at_ms)
                return order is not None and self._petitions.grave(order) is not None
            if self.state.turn is DialogueState.CONFIRMING:
                return False
            meaning = replied(meaning, self._ledger.game, self._speaker)
            if isinstance(meaning, CommandMeaning) and confirmation_of(meaning) is not None:
                return True
            command = request(meaning, self._ledger.game, at_ms, self._participants.by)
            return command is not None and self._petitions.ending_soon(command) is not None

    def _ask_about(self, choices: tuple[Meaning, ...]) -> None:
        """Ask the role that spoke the shortest question that tells these meanings apart.

        Moves that were legal when the words were said may not be legal any more.
        """
        role, _ = whose(choices[0])
        meanings = tuple(whose(meaning)[1] for meaning in choices)
        with self._participants.named(role), self.state.keeping_the_question():
            expected = self.expected
            if not all(is_legal_still(meaning, expected) for meaning in meanings):
                self.not_understood()
                return
            self._replies.signal("unclear", self.state.addressee)
            self._put(question_about(meanings, expected.position, expected.before))

    def not_understood(
        self, writing: WrongWriting | None = None, position: Position | None = None
    ) -> None:
        """Say that this was not understood, or what is wrong with a move.

        `position` is that of the move; None for the next one's. If a question is open, repeat it.
        """
        self.state.refused()
        self.state.heed(Cue.NOT_UNDERSTOOD)
        by, position = self._participants.by, position or self.expected.position
        if writing is not None or (by is not None and is_on_move(by, self._ledger.game)):
            self.state.failed(position, Announcement())
        self._replies.not_understood(self.state.addressee, writing, position, words_of(self._heard))
        self.ask_again()

    def ask_again(self) -> None:
        """Ask the open question again, if there is one."""
        if self.state.is_pending:
            self.state.ask()
        elif self._boards.is_pending:
            self._boards.ask_again()

    def do(self, command: Command) -> None:
        """Ask the game in the speaker's name; tell them the reason if it refuses."""
        self._petitions.submit(command)
        if self.asides.unfinished and not self.state.was_refused:
            self.asides.acted()

    def refuse(self, refusal: Refusal) -> None:
        """Tell the speaker the reason of a refusal that is not a ruling of the game."""
        self._petitions.refuse(refusal)

    def tell(self, make: Make) -> None:
        """Tell something to the speaker's side alone."""
        self._replies.tell(make, self.state.addressee)

    def order(self, command: Command) -> None:
        """Act on an arbiter's command; if it ends the game or sets the clocks, confirm it first."""
        grave = self._petitions.grave(command)
        if grave is None:
            self.do(command)
            return
        self.state.heed(Cue.GRAVE)
        self.state.wait_for(grave)

    def _note(self, evidence: UtteranceHeard | LineTyped | CommandRefused) -> None:
        self._floor.note(replace(evidence, by=self._participants.known_as))

    def _wants_the_rest(self, meaning: Meaning) -> bool:
        """Return whether they ask for the rest of their long answer: before any other meaning."""
        return meaning == CONTINUE and self.asides.has_rest_for(self._asker)

    @property
    def _speaker(self) -> Role:
        """The speaker's role; the player on move where nobody knows whose voice it was."""
        return self._participants.by or self._ledger.game.mover

    @property
    def _asker(self) -> str:
        """The side of the speaker, or the arbiter."""
        return Role.ARBITER if self._participants.by is Role.ARBITER else self.state.addressee

    def _ask_aside(self, meaning: CommandMeaning, at_ms: int) -> None:
        """Answer a question, or follow a wish, that does not change the game.

        A player's or an assistant's own clock is that of their side; an arbiter has none.
        """
        news = self._participants.news() if meaning.name == "repeat" else None
        if news is not None:
            self.tell(news)
            return
        if meaning.name == LEAVE:
            self._petitions.tell_how_to_leave()
            return
        if meaning.name in STOPS:
            self._participants.hush()
        aside = Aside(
            asked=meaning,
            asker=self._asker,
            game=self._ledger.game,
            at_ms=at_ms,
            white=self._speaker.acts_for_white,
            allowed=lambda: self._petitions.possible(
                answering(self.state.dialogue, self.expected.commands), at_ms
            ),
            orders=lambda: self._petitions.possible_orders(at_ms),
            may_move=self.state.may_move,
        )
        if aside.ply is not None:
            self._participants.look_at(aside.ply)
        self.asides.take(aside, self.state.addressee)
        is_untold = meaning.name == "repeat" and not self._replies.has_asked(self.state.addressee)
        if meaning.name == "help" or is_untold:
            self.ask_again()

    def _end_the_opponents_turn(self, began_ms: int) -> None:
        """Press for the announced move if the words that began at `began_ms` reply to it.

        A reply implies the press; another move by the mover is a correction and no reply. An
        assistant also announces the opponent's reply to their own player's move.
        """
        by, game = self._participants.by, self._ledger.game
        is_own = by is not None and by.acts_for_white == game.white_to_move
        replies = by is None or by.is_assistant or not is_own
        if game.turn.announcement is not None and replies and not self.state.is_repairing:
            self._floor.end_turn(began_ms)

    def _put(self, asked: OpenQuestion | None) -> None:
        """Ask which move or command is meant, or for the rest of one that was begun.

        `asked` is None if no move begins so any more. No question tells what is typed for the
        envelope.
        """
        if asked is None:
            self.not_understood()
        elif not self._petitions.conceals(asked) and not self.state.wait_beside(
            Asking(asked=asked)
        ):
            self.state.heed(Cue.AMBIGUOUS)
            if self.state.turn is DialogueState.ASKING:
                self.state.wait_for(Asking(asked=asked))
            else:
                self.state.ask()

    def _repeated(self, uci: str, at_ms: int) -> None:
        """Act on a repeated move: remind the mover of theirs, ignore one too early or too many."""
        game = self._ledger.game
        turn, by = game.turn, self._participants.by or game.mover
        if turn.announcement is not None:
            self._petitions.remind_of_press(turn.announcement.uci, game.position)
        elif not turn.is_repeated:
            self.do(RepeatMove(by=by, at_ms=at_ms, uci=uci))

    def _request_once_confirmed(self, meaning: CommandMeaning, at_ms: int) -> None:
        """Request a command, after a confirmation if it needs one.

        A command that the game would refuse is refused at once, without a question.
        """
        command = request(meaning, self._ledger.game, at_ms, self._participants.by)
        if confirmation_of(meaning) is None or self._petitions.is_refused(command):
            self._request(meaning, at_ms)
            return
        self.state.heed(Cue.GRAVE)
        self.state.wait_for(Confirming(command=as_told(meaning, command)))

    def _request(self, meaning: Meaning, at_ms: int) -> None:
        """Ask the game for what was meant; an announcement that ends the game first needs a yes.

        While it waits for the yes, it can be corrected like any other move.
        """
        command = request(meaning, self._ledger.game, at_ms, self._participants.by)
        if command is None:
            if self._petitions.awaits_sealed(meaning):
                begun = self._petitions.sealing_words
                self._put(question_to_go_on(begun, self.expected.position))
            elif not self._petitions.declines(meaning):
                self.not_understood()
        elif (ending := self._petitions.ending_soon(command)) is None:
            self.do(command)
        else:
            self.state.heed(Cue.GRAVE)
            self.state.wait_for(ending)
