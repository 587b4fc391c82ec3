"""The talk about boards and hands: those of both players at a table, the player's own at a seat.

A player who says that their board differs is asked about it (`board_questions`), and the result is
settled (`settling`). The program also dictates what hands have to do. Around one table it does so
step by step, and knows when the work is done; at a seat it tells all steps at once, unless the
player wants one at a time.

Most games have nothing of all this: an `OwnBoard` is there from the first report, question or step
about it on, `BoardQuestions` while somebody is asked, and `Settling` from the first result on.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from voice_chess.arbiter.decide import not_yours
from voice_chess.arbiter.moves import not_pressable
from voice_chess.by_color import ByColor
from voice_chess.game.clocks import ClocksStarted
from voice_chess.game.commands import Command
from voice_chess.game.moves import AnnounceMove, ExecuteMove, PressClock
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.game.touch import AdjustmentAnnounced, PiecesTouched, TouchPieces
from voice_chess.laws.position import Position
from voice_chess.session.boards.board_comparison import BoardComparison
from voice_chess.session.boards.board_questions import WHILE_ASKED, BoardQuestions
from voice_chess.session.boards.board_sentences import step_words, steps
from voice_chess.session.boards.board_watch import board_of, without_announced
from voice_chess.session.boards.felt_board import FeltBoard, FeltSoFar, Standing
from voice_chess.session.boards.own_board import STEPPED, OwnBoard
from voice_chess.session.boards.settling import ReportedBoard, Settling
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.replies import Make, Replies
from voice_chess.session.dialogue.requests import is_of_the_opponent
from voice_chess.session.dialogue.talk_state import HANDS
from voice_chess.session.ledger import Happening, Ledger
from voice_chess.session.table_settings import HandCustoms, TableSettings
from voice_chess.speech.commands import commands_when
from voice_chess.speech.generation.announce import announce
from voice_chess.speech.understanding.interpret import NO, YES, CommandMeaning, Meaning
from voice_chess.tactile.guide import corrections
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.tactile.sensing import Felt

_DONE, _ABOUT_BOARDS = commands_when("hands"), commands_when("boards")
_SETTLES = {YES: True, NO: False}


class Speakers(Protocol):
    """The people of this talk, who own the boards."""

    @property
    def role(self) -> Role | None:
        """The role of a seat; None around one table."""

    @property
    def by(self) -> Role | None:
        """The only person here who speaks; None if both players sit around one table."""

    @property
    def settings(self) -> TableSettings: ...

    @property
    def talk(self) -> Conversation: ...


class BoardsGame(Protocol):
    """The game, as far as the talk about boards uses it."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def settling(self) -> Settling | None:
        """What settles differences; None until the first of them."""

    def settles(self) -> Settling:
        """Return what settles differences, from now on if there were none before."""


class BoardTalk:
    """The boards of one talk; implements `OwnBoards`, `PegSets`, and `Owner` for each board."""

    def __init__(self, people: Speakers, floor: BoardsGame, replies: Replies) -> None:
        self._people = people
        self._floor = floor
        self._ledger = floor.ledger
        self._replies = replies
        owner = people.by
        self._sides: tuple[bool, ...] = (
            (True, False) if owner is None else (owner.acts_for_white is True,)
        )
        """The sides that have a board here; at a seat, and against an engine, there is only one."""
        self._have_boards = owner is None or owner.acts_for_white is not None
        self._boards: dict[bool, OwnBoard] = {}
        """The boards about which there has been something to say, or to feel."""
        self._questions: BoardQuestions | None = None
        """The questions to the player who is being asked about their board."""
        self._reminded_of_ms: int | None = None
        """The time of the announced move about which `remind` has told the player."""

    @property
    def game(self) -> Game:
        return self._ledger.game

    @property
    def leads_step_by_step(self) -> bool:
        """Whether the program waits for each step of the hands, as it does around one table."""
        return self._people.role is None

    @property
    def is_leading(self) -> bool:
        """Whether everybody here waits until hands are done."""
        return self.leads_step_by_step and self._is_guided

    @property
    def is_asking(self) -> bool:
        """Whether somebody is being asked about their board."""
        return self._questions is not None

    @property
    def is_pending(self) -> bool:
        """Whether somebody is being asked, or a result waits for a decision around the table."""
        if self.is_asking:
            return True
        settling = self._floor.settling
        return settling is not None and self.leads_step_by_step and settling.is_open

    @property
    def may_press(self) -> bool:
        """Whether a press is possible.

        It is not while the announced move must be executed by a hand that is not trusted. At a
        seat it always is: there the game itself knows what was reported.
        """
        game = self._ledger.game
        announced = game.turn.announcement
        is_assumed = game.table.customs.execution == "assumed"
        if announced is None or announced.is_executed or is_assumed or self._people.role:
            return True
        return self._movers.is_trusted

    def customs(self, *, white: bool) -> HandCustoms:
        return self._people.settings.hands.of(white=white)

    def begin(self) -> None:
        """Start with new words to these people: what is told next replaces what they can repeat."""
        self._people.talk.begin()

    def do(self, command: Command) -> None:
        self._people.talk.do(command)

    def tell_owner(self, make: Make, *, white: bool) -> None:
        self._replies.tell(make, Role.player(white=white))

    def tell_all(self, make: Make) -> None:
        self._replies.tell(make)

    def own(self, *, white: bool) -> OwnBoard:
        """Return that player's board; at a seat, and against an engine, the only one here."""
        known = self._known(white=white)
        if known is not None:
            return known
        side = self._side(white=white)
        self._boards[side] = OwnBoard(self, white=side)
        return self._boards[side]

    def standing(self, *, white: bool) -> Standing | None:
        """Return whether that player's board agrees with the game; None if it senses nothing."""
        known = self._known(white=white)
        return None if known is None else known.felt_board.standing

    def felt_board(self, *, white: bool) -> FeltBoard:
        """Return what that player's board senses."""
        return self.own(white=white).felt_board

    def peg_set(self, *, white: bool) -> PegSet:
        """Return how the player's set tells colours apart, as far as they were asked."""
        return self.own(white=white).peg_set

    def set_known(self, peg_set: PegSet, *, white: bool) -> None:
        self.own(white=white).set_known(peg_set)

    def before(self, command: Command) -> None:
        """Prepare for a command: an announced move ends the comparison of boards.

        Before a press, a trusted player's announced move is reported as executed; a board that
        senses its pieces tells what keeps the move from being executed.
        """
        match command:
            case AnnounceMove():
                self._questions = None
            case PressClock(by=by, at_ms=at_ms):
                if self._boards:
                    self._movers.felt_board.explain()
                self._before_press(by, at_ms)
            case _:
                pass

    def follow(self, happened: Sequence[Happening], command: Command) -> None:
        """Let the boards follow the events of a command, and dictate the steps that result.

        Steps that another person caused are news: they replace what the player can repeat.
        """
        hands = self._people.settings.hands
        if not self._have_boards or not (self._boards or hands.are_told):
            return
        role = self._people.role
        is_anothers, settles = role not in (None, command.by), role is None and bool(happened)
        for happening in happened:
            settles = settles or isinstance(happening.event, ClocksStarted)
        for white in self._sides:
            is_dictated = hands.of(white=white).told != "off"
            if is_dictated or white in self._boards:
                board = self.own(white=white)
                board.follow(happened, is_dictated=is_dictated, are_news=is_anothers)
        if settles:
            self._movers.felt_board.settle(command.at_ms)

    def remind(self, since_ms: int) -> None:
        """Tell once that the announced move is not on the board yet, if it came by `since_ms`."""
        game = self._ledger.game
        announced = game.turn.announcement
        if announced is None or announced.at_ms == self._reminded_of_ms or self.may_press:
            return
        if max(announced.at_ms, self._replies.silent_since_ms) <= since_ms:
            self._reminded_of_ms = announced.at_ms
            self._movers.felt_board.explain()
            missing = not_pressable(game, announced)
            if missing is not None:
                self._replies.refuse(missing, game.position, game.mover)

    def object(self, now_ms: int) -> None:
        """Tell once which boards have stood for long and differ from the game.

        Hands that are being guided are not disturbed.
        """
        if not self._boards or self.is_leading or self.is_pending:
            return
        for own in self._boards.values():
            if own.felt_board.has_stood(now_ms):
                own.felt_board.object_to_all()

    def ask_again(self) -> None:
        """Repeat the open question to a player, or what waits to be confirmed."""
        if self._questions is not None:
            self._questions.ask_again()
        else:
            self._floor.settles().ask()

    def widened(self, expected: Expectation) -> Expectation:
        """Add what can be said about boards and hands now."""
        found = expected if self._questions is None else self._questions.widened(expected)
        people = self._people
        is_told = people.settings.hands.are_told
        commands = found.commands | _hands_when(
            self._ledger.game.table, people.role, is_told=is_told
        )
        if self._is_guided:
            commands |= {"continue"}
        if self._may_settle:
            commands |= {"yes", "no"}
        return found.allowing(commands)

    def takes(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """Act on the meaning if it is about boards or hands; return False if it is not."""
        match meaning:
            case CommandMeaning(name="board-differs"):
                self._compare(by, at_ms)
            case _ if self._questions is not None and self._questions.is_answer(meaning):
                self._answered(self._questions, meaning, at_ms)
            case CommandMeaning(name=name) if self.is_asking and name in WHILE_ASKED:
                self._people.talk.not_understood()
            case CommandMeaning() if meaning in _SETTLES and self._may_settle:
                self._confirm(by, at_ms, accepts=_SETTLES[meaning])
            case CommandMeaning(name=name) if name in STEPPED and self._steps(by):
                self._step(self._in_whose_hands(by), at_ms)
            case CommandMeaning(name="steps"):
                self._tell_steps(self._in_whose_hands(by))
            case CommandMeaning(name="executed"):
                self.do(ExecuteMove(by=by, at_ms=at_ms))
            case CommandMeaning(name="touched") if is_of_the_opponent(meaning, self.game, by):
                return False
            case CommandMeaning(name="touched", args=squares):
                self.touched(squares, by, at_ms)
            case _:
                return False
        self._go_on(at_ms)
        return True

    def touched(self, squares: tuple[str, ...], by: Role, at_ms: int) -> None:
        """Report that pieces were touched on purpose, and tell the reporter what was noted.

        A piece that is only put straight binds nobody: then they are told that. What a board
        senses goes another way, and needs no words.
        """
        first = len(self._ledger.history)
        self.do(TouchPieces(by=by, at_ms=at_ms, squares=squares))
        for happening in self._ledger.history[first:]:
            event = happening.event
            if isinstance(event, PiecesTouched):
                noted = (
                    event
                    if event.squares
                    else AdjustmentAnnounced(white=event.white, at_ms=event.at_ms)
                )
                self._replies.describe(
                    partial(announce, noted), happening.before, self._people.talk.state.addressee
                )

    def told(self, board: PegBoard, agreed: int | None, at_ms: int) -> None:
        """Take a report from a page's panel of how the player's board stands.

        `agreed` is the number of half-moves that their score shares with the game; None for all.
        """
        (white,) = self._sides
        own = self.own(white=white)
        game = self._ledger.game
        score = None if agreed is None else game.position.moves[:agreed]
        reported = ReportedBoard(board=without_announced(board, game), score=score)
        self._floor.settles().take({own.white: reported}, own, at_ms)

    def settle(self, by: Role, at_ms: int, *, accepts: bool, why: str = "") -> None:
        """Accept or reject the result of a comparison; tell the speaker if they may not."""
        refusal = self._floor.settles().decide(by, at_ms, accepts=accepts, why=why)
        if refusal is not None:
            self._people.talk.refuse(refusal)

    def correct(self, board: PegBoard, *, white: bool) -> None:
        """Dictate the steps from this board, or from what it senses by now, to that of the game."""
        if white not in self._sides:
            return
        own = self.own(white=white)
        if not self.leads_step_by_step:
            self._people.talk.begin()
        if self.leads_step_by_step or own.is_guided:
            own.correct(board)
            return
        game = self._ledger.game
        for step in corrections(without_announced(own.sensed or board, game), board_of(game)):
            own.tell(step_words(step, own.peg_set))

    def leads(self, *, white: bool) -> bool:
        """Return whether steps wait for that player's hands."""
        known = self._known(white=white)
        return known is not None and known.is_guided

    def told_of(self, position: Position, *, white: bool) -> PegBoard | None:
        """Return what that player has told of their board in this position; None if nothing."""
        settling = self._floor.settling
        return None if settling is None else settling.told_of(position, white=white)

    def felt(self, happenings: Iterable[Felt], at_ms: int, *, white: bool) -> None:
        """Take reports of a board; around one table, act on what follows from them at once."""
        for happening in happenings:
            self.own(white=white).felt(happening, at_ms)
        if self._people.role is None:
            self._movers.felt_board.settle(at_ms)
            self._go_on(at_ms)

    @property
    def felt_so_far(self) -> Mapping[bool, FeltSoFar]:
        """What boards have reported so far, White's under True."""
        return {white: board.felt_board.so_far for white, board in self._boards.items()}

    def go_on_from(self, felt: Mapping[bool, FeltSoFar]) -> None:
        """Take over earlier reports: a board reports all of its pieces only once."""
        for white, so_far in felt.items():
            self.own(white=white).felt_board.go_on_from(so_far)

    def _side(self, *, white: bool) -> bool:
        """Return that side if it has a board here, else the only one that has."""
        return white if white in self._sides else self._sides[0]

    def _known(self, *, white: bool) -> OwnBoard | None:
        """Return what `own` returns, or None if there was nothing about that board yet."""
        return self._boards.get(self._side(white=white))

    @property
    def _movers(self) -> OwnBoard:
        return self.own(white=self._ledger.game.white_to_move)

    @property
    def _is_guided(self) -> bool:
        """Whether steps wait for somebody's hands."""
        return any(board.is_guided for board in self._boards.values())

    @property
    def _may_settle(self) -> bool:
        """Whether somebody here may decide on a result; around one table it can be anybody."""
        settling, role = self._floor.settling, self._people.role
        if settling is None or not settling.is_open:
            return False
        return role is None or settling.may_decide(role)

    def _in_whose_hands(self, by: Role) -> OwnBoard:
        """Return the board whose steps the speaker means.

        It is their own; or, around one table, the other one if only that has steps: there words
        without a role count as the mover's.
        """
        own = self.own(white=by.acts_for_white is True)
        if own.is_guided:
            return own
        return next((board for board in self._boards.values() if board.is_guided), own)

    def _steps(self, by: Role) -> bool:
        """Return whether this role can say that a step is done; an arbiter's word starts clocks."""
        if by.acts_for_white is None or not self._is_guided:
            return False
        return self._in_whose_hands(by).is_guided

    def _before_press(self, by: Role, at_ms: int) -> None:
        announced = self._ledger.game.turn.announcement
        is_own = by.acts_for_white == self._ledger.game.white_to_move
        is_reported = self._ledger.game.table.customs.execution == "reported"
        is_waiting = announced is not None and not announced.is_executed
        is_there = self._people.role is None
        if is_there and is_reported and is_waiting and is_own and self._movers.is_trusted:
            self.do(ExecuteMove(by=by, at_ms=at_ms))

    def _compare(self, by: Role, at_ms: int) -> None:
        """Compare the speaker's board; around one table, the mover's if no side is named."""
        game, white = self._ledger.game, by.acts_for_white
        if white is None and self._people.role is not None:
            self._people.talk.refuse(not_yours(game, by))
            return
        self._begin(at_ms, white=game.white_to_move if white is None else white)

    def _begin(self, at_ms: int, *, white: bool) -> None:
        sensed = ByColor(white=self._sensed(white=True), black=self._sensed(white=False))
        comparison = BoardComparison.begun(self._ledger.game, white=white, sensed=sensed)
        is_alone = self._people.role is not None
        self._questions = BoardQuestions(self, self.tell_owner, self._compared)
        self._questions.begin(comparison.alone() if is_alone else comparison, at_ms)

    def _sensed(self, *, white: bool) -> PegBoard | None:
        return self._boards[white].sensed if white in self._boards else None

    def _answered(self, asking: BoardQuestions, meaning: Meaning, at_ms: int) -> None:
        """Take an answer; begin the comparison anew if the game has gone on since the question."""
        comparison = asking.comparison
        if comparison is not None and comparison.game.position != self._ledger.game.position:
            self._begin(at_ms, white=comparison.white)
            return
        asking.takes(meaning, at_ms)
        if self._questions is asking and not asking.is_pending:
            self._questions = None

    def _compared(self, comparison: BoardComparison, at_ms: int) -> None:
        """Settle a complete comparison; a board that senses its pieces counts as it is now."""
        self._questions = None
        own = self.own(white=comparison.white)
        told = {
            white: replace(reported, board=without_announced(sensed, self._ledger.game))
            if (sensed := self._sensed(white=white)) is not None
            else reported
            for white, reported in comparison.told.items()
        }
        self._floor.settles().take(told, own, at_ms)

    def _confirm(self, by: Role, at_ms: int, *, accepts: bool) -> None:
        """Decide on the result; tell those who may not that it waits for somebody else."""
        if self._floor.settles().may_decide(by):
            self.settle(by, at_ms, accepts=accepts)
        elif by.is_player:
            self._replies.phrase("compare:waits", by)
        else:
            self._replies.phrase("compare:waits")

    def _step(self, board: OwnBoard, at_ms: int) -> None:
        """Note that a step is done; after the last one, go on to the other board at a table."""
        board.step(at_ms)
        led = self._in_whose_hands(board.by)
        if led is not board:
            led.dictates()

    def _tell_steps(self, board: OwnBoard) -> None:
        """Tell the next step of the announced or the last move; at a seat, tell all its steps."""
        is_stepwise = self.leads_step_by_step or board.is_paced
        if is_stepwise and board.dictates():
            return
        if self.leads_step_by_step:
            self._replies.phrase("NothingAnnounced", board.by)
            return
        for make in steps(self._ledger.game, board.peg_set):
            board.tell(make)

    def _go_on(self, at_ms: int) -> None:
        """Go on to boards that wait to be put right, unless somebody is still being asked."""
        settling = self._floor.settling
        if settling is not None and not self.is_asking:
            settling.go_on(at_ms)


def _hands_when(table: Table, role: Role | None, *, is_told: bool) -> frozenset[str]:
    """Return the commands about boards and hands that make sense here.

    Only a side has a board that can differ. Around one table (`role` is None) a helper can report
    what hands have done, and so can players to whom steps are dictated.
    """
    is_reported = table.customs.execution == "reported"
    is_felt = is_reported or table.white.is_blind or table.black.is_blind
    has_no_board = role is not None and role.acts_for_white is None
    has_help = table.occasion.has_arbiter or table.has_assistants
    found = _ABOUT_BOARDS if is_felt else frozenset()
    if has_no_board:
        found &= HANDS
    may_tell = is_reported or (role is None and (has_help or is_told))
    return found | _DONE if may_tell else found
