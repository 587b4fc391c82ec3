"""The state of one talk: which question is open, who was asked, how long to wait for an answer.

Which question that is, a `Dialogue` says (`dialogues`). From it and the game, `expectation` makes
what can be said now. Reports about hands at a board go on beside any question; a reply to a
confirmation goes before the boards (`goes_before`).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from voice_chess.game.agreements import RematchProposed, TakebackProposed
from voice_chess.game.commands import Command
from voice_chess.game.draws import DrawOffered
from voice_chess.game.game_end import GameEnded
from voice_chess.game.phases import InPlay, Sealing
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.dialogues import (
    Asking,
    Confirming,
    ConfirmingMove,
    ConfirmingOrder,
    Correcting,
    Dialogue,
    Listening,
    cancellation_of,
    question_of,
)
from voice_chess.session.dialogue.expectation import Expectation, LastAnnounced
from voice_chess.session.dialogue.queries import ASIDES
from voice_chess.session.dialogue.replies import Replies
from voice_chess.session.dialogue.requests import is_on_move, offered_to
from voice_chess.session.dialogue.talk_ports import Floor, Participants
from voice_chess.session.dialogue.waiting_questions import (
    WaitingQuestion,
    is_about_moves,
    takes_a_yes,
    whose_yes,
)
from voice_chess.session.ledger import Happening
from voice_chess.speech.commands import When, commands_when
from voice_chess.speech.dialogue import NEXT, PENDING, Cue, DialogueState
from voice_chess.speech.understanding.announcement import Announcement
from voice_chess.speech.understanding.interpret import (
    CONTINUE,
    NO,
    REPEAT,
    YES,
    CommandMeaning,
    Meaning,
    MoveMeaning,
    is_one_of,
)

_REPLIES = (YES, NO, CommandMeaning(name="accept"), CommandMeaning(name="decline"))
_OFFERS = (DrawOffered, TakebackProposed, RematchProposed)
"""The events that a yes accepts."""
HANDS = commands_when("hands") | {"steps"}
"""The commands about what hands have done, or should do."""


def is_of_hands(meaning: Meaning) -> bool:
    """Return whether the meaning is about what hands did or should do; it answers no question."""
    return isinstance(meaning, CommandMeaning) and meaning.name in HANDS


def goes_before(dialogue: Dialogue, meaning: Meaning) -> bool:
    """Return whether the meaning must go to the talk before the boards.

    During a confirmation everything must; while the program asks what was meant, only a no must.
    Two things never must, since they answer no question of the talk: a report about hands, and the
    word to go on.
    """
    if is_of_hands(meaning) or meaning == CONTINUE:
        return False
    match dialogue:
        case Listening():
            return False
        case Asking():
            return meaning == NO
        case _:
            return True


def expectation(
    game: Game, dialogue: Dialogue, failed: Announcement | None = None, by: Role | None = None
) -> Expectation:
    """Return what can be said in this game at this point of the conversation.

    `failed` is the announcement that was refused, or not understood, in the present position. `by`
    is the role of the speaker, None where that is not known.
    """
    commands = _commands(game, dialogue)
    asked = dialogue.asked if isinstance(dialogue, Asking) else None
    position = game.position
    announced = game.turn.announcement
    if isinstance(dialogue, ConfirmingMove):
        waits = LastAnnounced(uci=dialogue.command.uci, position=position)
        return Expectation(position=position, commands=commands, before=position, said=waits)
    if game.reply is not None:
        return _after_reply(game, game.reply, dialogue, by, failed)
    if announced is None or not position.is_legal(announced.uci):
        said = _last_move(position, must_be_repeated=_must_be_repeated(game))
        return Expectation(
            position=position, commands=commands, failed=failed, asked=asked, said=said
        )
    said = LastAnnounced(uci=announced.uci, position=position)
    if _is_correcting(dialogue):
        return Expectation(
            position=position, commands=commands, before=position, asked=asked, said=said
        )
    return Expectation(
        position=position.played(announced.uci),
        commands=commands,
        before=None if asked is not None and not asked.is_correction else position,
        asked=asked,
        said=said,
    )


def _after_reply(
    game: Game, reply: str, dialogue: Dialogue, by: Role | None, failed: Announcement | None
) -> Expectation:
    """Return what can be said after a reply that was made before the press.

    The mover may go on with their next move, and whoever replied may still correct the reply.
    """
    asked = dialogue.asked if isinstance(dialogue, Asking) else None
    before = game.before_reply
    is_replier = by is None or by.acts_for_white is before.white_to_move
    is_about_another = asked is not None and not asked.is_correction
    return Expectation(
        position=before if _is_correcting(dialogue) else game.on_the_board,
        commands=_commands(game, dialogue),
        before=before if is_replier and not is_about_another else None,
        failed=failed,
        asked=asked,
        said=LastAnnounced(uci=reply, position=before),
    )


def _is_correcting(dialogue: Dialogue) -> bool:
    """Return whether another move is awaited in place of the last one, or the rest of it."""
    if isinstance(dialogue, Asking):
        return dialogue.asked.is_correction and bool(dialogue.asked.begun)
    return isinstance(dialogue, Correcting)


def _must_be_repeated(game: Game) -> bool:
    return game.table.customs.must_repeat and not game.turn.is_repeated


@lru_cache(maxsize=4)
def _last_move(position: Position, *, must_be_repeated: bool) -> LastAnnounced | None:
    if not position.moves:
        return None
    before = position.rewound(len(position.moves) - 1)
    return LastAnnounced(uci=position.moves[-1], position=before, must_be_repeated=must_be_repeated)


def _commands(game: Game, dialogue: Dialogue) -> frozenset[str]:
    """Return the names of the commands in the command table that make sense now."""
    is_asked = not isinstance(dialogue, Listening)
    times: dict[When, bool] = {
        "always": True,
        "announced": game.turn.announcement is not None,
        "offered": game.proposed is not None or _is_draw_offered(game, dialogue),
        "stopped": not game.clock.is_running,
        "sealing": isinstance(game.phase, Sealing),
        "asked": is_asked,
        "over": game.is_over,
        "takebacks": game.table.has_takebacks,
        "illegal": bool(game.position.illegal),
        "writing": game.table.are_scores_reported,
    }
    found = commands_when(*[when for when, is_now in times.items() if is_now])
    if times["sealing"]:
        found |= {"press"}
    return found | ({"yes", "no"} if is_asked or times["offered"] else set())


def _is_draw_offered(game: Game, dialogue: Dialogue) -> bool:
    """Return whether a draw offer is open; correcting the move that passed it over reopens it."""
    is_passed_over = game.turn.passed_over_by is game.white_to_move
    is_open_again = isinstance(dialogue, Correcting) and is_passed_over
    return game.turn.offer_by_white is not None or is_open_again


class TalkState:
    """Follows the table of `speech.dialogue`; asks the open question, and repeats it if need be.

    A question stays open only as long as the table stays in a state that waits for an answer.
    """

    def __init__(self, participants: Participants, floor: Floor, replies: Replies) -> None:
        self.turn = DialogueState.LISTENING
        self.dialogue: Dialogue = Listening()
        self._expected: (
            tuple[Game, Dialogue, Announcement | None, Role | None, Expectation] | None
        ) = None
        """What could be said last, in which game and state; kept, since every sound asks."""
        self._failed: tuple[Position, Announcement] | None = None
        """What was last announced and refused, or not understood, and in which position."""
        self.asked_role: Role | None = None
        """The role whose answer is awaited; None where that is not known."""
        self.waiting: dict[Role, WaitingQuestion] = {}
        """By who was asked, what waits while somebody else is asked; the longest wait first."""
        self.was_refused = False
        """Whether the last input was refused, or not understood."""
        self.is_typed = False
        """Whether the present input is a typed line, which nobody has heard."""
        self._is_asked_twice = False
        """Whether the open question has been asked again."""
        self._participants = participants
        self._floor = floor
        self._replies = replies

    def expected(self, game: Game) -> Expectation:
        """Return what can be said in this game at this point of the conversation."""
        failed = self._failed_in(game.position if game.reply is None else game.on_the_board)
        asked = self._answered_by_moves(game) if self.waiting else self.dialogue
        by = self._participants.by
        match self._expected:
            case (of, dialogue, after, speaker, known) if (
                of is game and dialogue is asked and after is failed and speaker is by
            ):
                return known
            case _:
                known = expectation(game, asked, failed, by)
                self._expected = game, asked, failed, by, known
                return known

    def _answered_by_moves(self, game: Game) -> Dialogue:
        """Return the question that words of moves would answer, though it may wait for another."""
        waiting = self.waiting.get(game.mover)
        if waiting is None or is_about_moves(self.dialogue) or waiting.has_lapsed(game):
            return self.dialogue
        return waiting.dialogue if is_about_moves(waiting.dialogue) else self.dialogue

    def _failed_in(self, position: Position) -> Announcement | None:
        """Return what was announced in this position in vain; None if nothing was."""
        if self._failed is None or self._failed[0] is not position:
            return None
        return self._failed[1]

    def begin(self) -> None:
        """Start with a new input, which is not refused yet."""
        self.was_refused = self.is_typed = False

    def refused(self) -> None:
        """Note that the present input is refused, or not understood."""
        self.was_refused = True

    def failed(self, position: Position, said: Announcement) -> None:
        """Note what was announced in this position and refused, so that it can be corrected.

        Where it was not understood, all parts of `said` are empty.
        """
        self._failed = position, said

    @property
    def is_pending(self) -> bool:
        """Whether a question waits for its answer."""
        return self.turn in PENDING

    @property
    def is_move_pending(self) -> bool:
        """Whether a move that was announced in time waits for a yes."""
        return isinstance(self.dialogue, ConfirmingMove)

    @property
    def is_repairing(self) -> bool:
        """Whether the next words will replace an announced move, and so reply to none."""
        match self.dialogue:
            case Correcting() | ConfirmingMove():
                return True
            case Asking(asked=asked):
                return asked.is_correction
            case _:
                return False

    @property
    def answer_due_ms(self) -> int | None:
        """Until when an answer is waited for, in ms; None if no answer is due.

        Nobody is asked a third time which move they mean, and that question stays open.
        """
        if self.turn not in PENDING or (self._is_asked_twice and not self._is_about_a_command):
            return None
        return self._replies.silent_since_ms + self._participants.settings.correction_ms

    def heed(self, cue: Cue) -> None:
        """Follow the table; forget the question if the table leaves the states that wait."""
        self.turn = NEXT[self.turn][cue]
        if self.turn not in PENDING:
            self.dialogue, self.asked_role = Listening(), None
        if cue is Cue.DEVICE_LOST:
            self.waiting.clear()

    def wait_for(self, dialogue: Dialogue) -> None:
        """Ask the speaker, and wait for their answer, whoever else says something before it."""
        self.dialogue, self.asked_role = dialogue, self._participants.by
        self.waiting.pop(self.asked, None)
        self._is_asked_twice = False
        self.ask()

    def wait_beside(self, dialogue: Dialogue) -> bool:
        """Ask the speaker something while another role's question is open, which then waits.

        Return False if no other role is known to be asked.
        """
        by = self._participants.by
        if not self.is_pending or by is None or by is self.asked:
            return False
        self._open(WaitingQuestion(dialogue=dialogue, asked=by, game=self._floor.ledger.game))
        self.ask()
        return True

    def ask(self) -> None:
        """Ask the open question, if there is one, of whoever was asked it first."""
        question = question_of(self.dialogue)
        if question is not None:
            position = self._floor.ledger.game.position
            self._replies.ask(question, position, self._side_of(self.asked_role))

    def silent(self) -> None:
        """Handle silence after a question: ask once more which move is meant.

        A confirmation is cancelled, so that nothing grave is done; half a command is dropped, and
        so is the question which command was meant, once it has been asked twice: a later yes
        answers something else.
        """
        was_pending, asked = self.is_pending, self.dialogue
        to = self._side_of(self.asked_role)
        self.let_go_of_half()
        if self._is_asked_twice and self._is_about_a_command:
            self.heed(Cue.UNDERSTOOD)
            self._replies.phrase("NothingThen", to)
            return
        self.heed(Cue.SILENCE)
        if self.is_pending:
            self.ask()
            self._is_asked_twice = True
        elif was_pending:
            self.cancel(asked, to)
        self.take_up()

    def follow(self, happened: Sequence[Happening], command: Command) -> None:
        """Take up a player's open question after everybody was told of something that others did.

        A yes could answer that, too. So an offer cancels what waits for a yes and can't be undone;
        any other question is asked again. None outlives the game.
        """
        by, asked = self._participants.by, self.dialogue
        if not self.is_pending or by is None or not by.is_player or command.by is by:
            return
        told = [each.event for each in happened if each.is_told]
        is_offered = any(isinstance(event, _OFFERS) for event in told)
        if any(isinstance(event, GameEnded) for event in told):
            self.heed(Cue.UNDERSTOOD)
        elif isinstance(asked, Confirming) and is_offered:
            self.heed(Cue.UNDERSTOOD)
            self.cancel(asked)
        elif told:
            self.ask()

    @contextmanager
    def keeping_the_question(self) -> Iterator[None]:
        """Ask another role its open question again if the words in this block have closed it.

        If they have led to another question, that one waits until this one is answered.
        """
        asked, of, before = self.dialogue, self.asked_role, self._floor.ledger.game
        yield
        if not isinstance(asked, Listening) and self.dialogue is not asked:
            by, of = (each or before.mover for each in (self._participants.by, of))
            if by is not of:
                self.waiting[of] = WaitingQuestion(dialogue=asked, asked=of, game=before)
        if self.waiting:
            self.take_up()

    def take_up(self) -> None:
        """Ask a question that waits, once no other one is open.

        An offer cancels what waits for a yes instead, since a yes could answer that, too.
        """
        game = self._floor.ledger.game
        while self.waiting and self.turn not in PENDING:
            _, found = self.waiting.popitem()
            if found.has_lapsed(game):
                continue
            if found.is_cancelled(game):
                self.cancel(found.dialogue, self._side_of(found.asked))
            else:
                self._open(found)
                self.ask()

    def turn_to(self, role: Role | None, meaning: Meaning) -> None:
        """Go back to the question that waits for this speaker, unless they reply to no question.

        `role` is the one that they have named. A yes or a no without one is about what was asked
        last.
        """
        game = self._floor.ledger.game
        is_unnamed = role is None and meaning in (YES, NO)
        if is_unnamed or is_of_hands(meaning) or is_one_of(tuple(ASIDES), meaning):
            return
        speaker = role or self.replier(meaning) or self._participants.by or game.mover
        found = self.waiting.pop(speaker, None)
        if found is not None and not found.has_lapsed(game):
            asked = self.asked
            before = WaitingQuestion(dialogue=self.dialogue, asked=asked, game=game)
            self.waiting[asked] = before
            self._open(found)

    def asks_who(self, role: Role | None, meaning: Meaning) -> bool:
        """Ask who says this yes, if several are asked for one; return False if there is no doubt.

        A yes binds only the person who was asked.
        """
        if role is not None or meaning != YES or not takes_a_yes(self.dialogue):
            return False
        game = self._floor.ledger.game
        waiting = (each for each in self.waiting.values() if not each.has_lapsed(game))
        others = [each.asked for each in waiting if takes_a_yes(each.dialogue)]
        if others:
            roles = (self.asked, *others)
            self.refused()
            self.heed(Cue.NOT_UNDERSTOOD)
            self._replies.tell(lambda preferences: whose_yes(roles, preferences.language))
        return bool(others)

    @property
    def asked(self) -> Role:
        """The role that is asked; the player on move where that is not known."""
        return self.asked_role or self._floor.ledger.game.mover

    def _open(self, waiting: WaitingQuestion) -> None:
        is_grave = not isinstance(waiting.dialogue, Asking | Correcting)
        # No cue of the table leads from one open question to another person's.
        self.turn = DialogueState.CONFIRMING if is_grave else DialogueState.ASKING
        self.dialogue, self.asked_role = waiting.dialogue, waiting.asked
        self._is_asked_twice = False

    def cancel(self, asked: Dialogue, to: str | None = None) -> None:
        """Tell what is not done after all, once this question is denied or has lapsed.

        `to`: the side that was asked, if it is not the speaker's.
        """
        position = self._floor.ledger.game.position
        self._replies.describe(cancellation_of(asked), position, to or self.addressee)

    @property
    def _is_about_a_command(self) -> bool:
        """Whether the program asks which command was meant, if any."""
        return isinstance(self.dialogue, Asking) and not self.dialogue.asked.is_about_moves

    @property
    def is_half_said(self) -> bool:
        """Whether the first words of a command were said, and its rest is awaited."""
        return isinstance(self.dialogue, Asking) and bool(self.dialogue.asked.half)

    def let_go_of_half(self) -> None:
        """Drop half a command that waits: what follows later means something else."""
        if self.is_half_said:
            self.heed(Cue.UNDERSTOOD)

    @property
    def may_move(self) -> bool:
        """Whether the speaker can announce a move now, first or in place of the announced one."""
        if isinstance(self.dialogue, Correcting):
            return True
        game, by = self._floor.ledger.game, self._participants.by
        is_free = isinstance(self.dialogue, Listening) and game.turn.announcement is None
        is_playing = isinstance(game.phase, InPlay) and not game.is_halted
        return is_free and is_playing and (by is None or is_on_move(by, game))

    def replier(self, meaning: Meaning) -> Role | None:
        """Return who must have said this though they named no role; None if anybody may have.

        It is the person asked; while they need only say yes or no, all else is anybody's, and so is
        what does not complete the half command of somebody not on move, who is named in its whole.
        A move is that of the player on move, unless a move is what is asked about. Or it is, at a
        table, the opponent of a player on move who has offered a draw or proposed something, since
        nobody replies to their own offer. But a no can also take back an announced move.
        """
        game = self._floor.ledger.game
        is_yes_or_no = isinstance(self.dialogue, Confirming | ConfirmingOrder)
        if is_yes_or_no or (self.is_half_said and self.asked_role is not game.mover):
            return self.asked_role if meaning in (YES, NO, REPEAT) else None
        if not isinstance(self.dialogue, Listening):
            is_movers = self._is_about_a_command and isinstance(meaning, MoveMeaning)
            return None if is_movers else self.asked_role
        is_repair = meaning == NO and game.turn.announcement is not None
        is_reply = meaning in _REPLIES and not is_repair and self._participants.by is None
        to = offered_to(game) if is_reply else None
        return None if to is game.mover else to

    @property
    def other_speaker(self) -> Role | None:
        """The player not on move, if they may reply to an offer or a question; None otherwise.

        After the game they may want another one. A question of the program goes before any offer.
        Nobody else speaks where the speaker is known.
        """
        if self._participants.by is not None:
            return None
        game = self._floor.ledger.game
        if self.is_pending:
            is_awaited = self._side_of(self.asked_role) != game.mover
        elif game.may_be_followed:
            is_awaited = True
        else:
            is_awaited = offered_to(game) not in (None, game.mover)
        return Role.player(white=not game.white_to_move) if is_awaited else None

    def is_for_another(self, role: Role | None, meaning: Meaning) -> bool:
        """Return whether the meaning is a reply to a confirmation that another role was asked for.

        Such a question binds only the person asked; nobody else can confirm or deny it.
        """
        answers: tuple[Meaning, ...] = (YES, NO)
        match self.dialogue:
            case ConfirmingMove(command=command):
                answers = (*answers, MoveMeaning(uci=command.uci))
            case Confirming() | ConfirmingOrder():
                pass
            case _:
                return False
        asked = self.asked_role or self._floor.ledger.game.mover
        return role not in (None, asked) and meaning in answers

    @property
    def addressee(self) -> str:
        """The side to which the program replies, and no other.

        It is the side of the speaker, or the one for which they act; else the mover's.
        """
        return self._side_of(self._participants.by)

    def _side_of(self, role: Role | None) -> str:
        """Return the player who is this role or for whom it acts; the mover if there is none."""
        if role is None or role.acts_for_white is None:
            return self._floor.ledger.game.mover
        return role if role.is_player else Role.player(white=role.acts_for_white)
