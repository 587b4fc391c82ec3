"""The talk about boards and hands: both players' at a table, one's own at a seat apart.

Who says that their board differs is asked about it (`board_questions`), and what they tell is
settled (`settling`). What hands have to do is told: around one table step by step, and the program
knows when it is done; apart in one go, unless the player wants one step at a time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from voice_chess.arbiter.decide import PART_OF
from voice_chess.by_color import ByColor
from voice_chess.game.clocks import ClocksStarted
from voice_chess.game.commands import Command
from voice_chess.game.moves import AnnounceMove, ExecuteMove, PressClock
from voice_chess.game.refusals import NotYetExecuted, NotYourRole
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.game.touch import TouchPieces
from voice_chess.laws.position import Position
from voice_chess.laws.topics import Topic
from voice_chess.session.boards.board_comparison import BoardComparison
from voice_chess.session.boards.board_questions import ANSWERS, BoardQuestions
from voice_chess.session.boards.board_watch import board_of, without_announced
from voice_chess.session.boards.own_board import (
    STEPPED,
    FeltBoard,
    FeltSoFar,
    OwnBoard,
    step_words,
    steps,
)
from voice_chess.session.boards.settling import ReportedBoard, Settling
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.replies import Make, Replies
from voice_chess.session.dialogue.talk_state import HANDS
from voice_chess.session.ledger import Ledger
from voice_chess.session.outputs import Happening
from voice_chess.session.table_settings import HandCustoms, TableSettings
from voice_chess.speech.commands import commands_when
from voice_chess.speech.understanding.meaning import NO, YES, CommandMeaning, Meaning
from voice_chess.tactile.guide import corrections
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.tactile.sensing import Felt

_DONE, _ABOUT_BOARDS = commands_when("hands"), commands_when("boards")
_SETTLES = {YES: True, NO: False}


class Speakers(Protocol):
    """Those who speak here, and whose boards they are."""

    @property
    def role(self) -> Role | None:
        """None around one table."""

    @property
    def by(self) -> Role | None:
        """The speaker, unless one of several is: around one table one sits alone or both do."""

    @property
    def settings(self) -> TableSettings: ...

    @property
    def talk(self) -> Conversation: ...


class BoardsGame(Protocol):
    """The game, as boards need it."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def settling(self) -> Settling: ...


class BoardTalk:
    """`OwnBoards` of a talk, `Owner` of the boards there, White's under True, and `PegSets`."""

    def __init__(self, people: Speakers, floor: BoardsGame, replies: Replies) -> None:
        self._people = people
        self._floor = floor
        self._ledger = floor.ledger
        self._replies = replies
        owner = people.by
        sides = (True, False) if owner is None else (owner.acts_for_white is True,)
        self._have_boards = owner is None or owner.acts_for_white is not None
        self._boards = {white: OwnBoard(self, white=white) for white in sides}
        self._questions = BoardQuestions(self, self.tell_owner, self._compared)
        self._reminded_of_ms: int | None = None
        """When the move was announced that was said to be missing on the board."""

    @property
    def game(self) -> Game:
        return self._ledger.game

    @property
    def leads_step_by_step(self) -> bool:
        """Around one table the program waits for each step of those who are there."""
        return self._people.role is None

    @property
    def is_leading(self) -> bool:
        """Everybody there waits until hands are done."""
        return self.leads_step_by_step and self._is_guided

    @property
    def is_asking(self) -> bool:
        """Somebody is asked about their board."""
        return self._questions.is_pending

    @property
    def is_pending(self) -> bool:
        """So they are, or what was found waits for those around the table."""
        is_open = self.leads_step_by_step and self._floor.settling.is_open
        return self._questions.is_pending or is_open

    @property
    def may_press(self) -> bool:
        """False while the announced move is still to be executed and nobody is trusted with it.

        Apart, the game knows what it is told.
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
        """What is told to them next is something new."""
        self._people.talk.begin()

    def do(self, command: Command) -> None:
        self._people.talk.do(command)

    def tell_owner(self, make: Make, *, white: bool) -> None:
        self._replies.tell(make, Role.player(white=white))

    def tell_all(self, make: Make) -> None:
        self._replies.tell(make)

    def own(self, *, white: bool) -> OwnBoard:
        """That player's board; at a seat, and against an engine, there is only one."""
        return self._boards.get(white) or next(iter(self._boards.values()))

    def felt_board(self, *, white: bool) -> FeltBoard:
        """What the board there tells by itself."""
        return self.own(white=white).felt_board

    def peg_set(self, *, white: bool) -> PegSet:
        """How their set tells colours, as far as they were asked."""
        return self.own(white=white).peg_set

    def set_known(self, peg_set: PegSet, *, white: bool) -> None:
        self.own(white=white).set_known(peg_set)

    def before(self, command: Command) -> None:
        """An announced move ends the comparison of boards.

        A trusted hand has made the announced one by the time that its clock is pressed.
        """
        match command:
            case AnnounceMove():
                self._questions.give_up()
            case PressClock(by=by, at_ms=at_ms):
                self._movers.felt_board.explain()
                self._before_press(by, at_ms)
            case _:
                pass

    def follow(self, happened: Sequence[Happening], command: Command) -> None:
        """The boards follow; the steps of what another has brought about are news to a player."""
        if not self._have_boards:
            return
        role = self._people.role
        is_anothers, settles = role not in (None, command.by), role is None and bool(happened)
        for happening in happened:
            settles = settles or isinstance(happening.event, ClocksStarted)
        hands = self._people.settings.hands
        for white, board in self._boards.items():
            is_dictated = hands.of(white=white).told != "off"
            board.follow(happened, is_dictated=is_dictated, are_news=is_anothers)
        if settles:
            self._movers.felt_board.settle(command.at_ms)

    def remind(self, since_ms: int) -> None:
        """Tell once that the announced move is not yet on the board, if it was so long ago."""
        game = self._ledger.game
        announced = game.turn.announcement
        if announced is None or announced.at_ms == self._reminded_of_ms or self.may_press:
            return
        if max(announced.at_ms, self._replies.silent_since_ms) <= since_ms:
            self._reminded_of_ms = announced.at_ms
            self._movers.felt_board.explain()
            because = game.edition.cite(Topic.EXECUTION)
            missing = NotYetExecuted(uci=announced.uci, because=because)
            self._replies.refuse(missing, game.position, game.mover)

    def ask_again(self) -> None:
        """What a player was asked, or what an arbiter must confirm."""
        if self._questions.is_pending:
            self._questions.ask_again()
        else:
            self._floor.settling.ask()

    def widened(self, expected: Expectation) -> Expectation:
        found = self._questions.widened(expected)
        people = self._people
        is_told = people.settings.hands.are_told
        commands = found.commands | _hands_when(
            self._ledger.game.table, people.role, is_told=is_told
        )
        if self._is_guided:
            commands |= {"continue"}
        if self._may_settle:
            commands |= {"yes", "no"}
        return replace(found, commands=commands)

    def takes(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """Do what was meant, if it is about boards or hands; False when it is not."""
        match meaning:
            case CommandMeaning(name="board-differs"):
                self._compare(by, at_ms)
            case _ if self._questions.is_answer(meaning):
                self._answered(meaning, at_ms)
            case CommandMeaning(name=name) if self.is_asking and name in ANSWERS:
                self._people.talk.not_understood()
            case CommandMeaning() if meaning in _SETTLES and self._may_settle:
                self._confirm(by, at_ms, accepts=_SETTLES[meaning])
            case CommandMeaning(name=name) if name in STEPPED and self._steps(by):
                self._step(self._in_whose_hands(by), at_ms)
            case CommandMeaning(name="steps"):
                self._tell_steps(self._in_whose_hands(by))
            case CommandMeaning(name="executed"):
                self.do(ExecuteMove(by=by, at_ms=at_ms))
            case CommandMeaning(name="touched", args=squares):
                self.do(TouchPieces(by=by, at_ms=at_ms, squares=squares))
            case _:
                return False
        self._go_on(at_ms)
        return True

    def told(self, board: PegBoard, agreed: int | None, at_ms: int) -> None:
        """As a page's panel has it; their score has so many moves of the game, or all of them."""
        (own,) = self._boards.values()
        game = self._ledger.game
        score = None if agreed is None else game.position.moves[:agreed]
        reported = ReportedBoard(board=without_announced(board, game), score=score)
        self._floor.settling.take({own.white: reported}, own, at_ms)

    def settle(self, by: Role, at_ms: int, *, accepts: bool, why: str = "") -> None:
        """They say yes or no to what was found, if that is for them."""
        refusal = self._floor.settling.decide(by, at_ms, accepts=accepts, why=why)
        if refusal is not None:
            self._people.talk.refuse(refusal)

    def correct(self, board: PegBoard, *, white: bool) -> None:
        """The steps from this board, or as it feels itself by now, to that of the game."""
        if white not in self._boards:
            return
        own = self._boards[white]
        if not self.leads_step_by_step:
            self._people.talk.begin()
        if self.leads_step_by_step or own.is_guided:
            own.correct(board)
            return
        game = self._ledger.game
        for step in corrections(without_announced(own.sensed or board, game), board_of(game)):
            own.tell(step_words(step, own.peg_set))

    def leads(self, *, white: bool) -> bool:
        """Steps wait for that player's hands."""
        return self.own(white=white).is_guided

    def told_of(self, position: Position, *, white: bool) -> PegBoard | None:
        """What that player has told of their board in this position."""
        return self._floor.settling.told_of(position, white=white)

    def felt(self, happenings: Iterable[Felt], at_ms: int, *, white: bool) -> None:
        """A board has told this; around one table something may follow, or be right now."""
        for happening in happenings:
            self.own(white=white).felt(happening, at_ms)
        if self._people.role is None:
            self._movers.felt_board.settle(at_ms)
            self._go_on(at_ms)

    @property
    def felt_so_far(self) -> Mapping[bool, FeltSoFar]:
        return {white: board.felt_board.so_far for white, board in self._boards.items()}

    def go_on_from(self, felt: Mapping[bool, FeltSoFar]) -> None:
        """A board tells what stands on it only once."""
        for white, board in self._boards.items():
            board.felt_board.go_on_from(felt[white])

    @property
    def _movers(self) -> OwnBoard:
        return self.own(white=self._ledger.game.white_to_move)

    @property
    def _is_guided(self) -> bool:
        """Steps wait for somebody's hands."""
        return any(board.is_guided for board in self._boards.values())

    @property
    def _may_settle(self) -> bool:
        """Around one table somebody may; who it is, is known once they have spoken."""
        settling, role = self._floor.settling, self._people.role
        return settling.is_open and (role is None or settling.may_decide(role))

    def _in_whose_hands(self, by: Role) -> OwnBoard:
        """Theirs; around one table the other player's, where only that one's hands are led.

        There what is said without a name is the mover's.
        """
        own = self.own(white=by.acts_for_white is True)
        if own.is_guided:
            return own
        return next((board for board in self._boards.values() if board.is_guided), own)

    def _steps(self, by: Role) -> bool:
        """Hands are led, and theirs is the word for it: an arbiter's starts the clocks."""
        return by.acts_for_white is not None and self._in_whose_hands(by).is_guided

    def _before_press(self, by: Role, at_ms: int) -> None:
        announced = self._ledger.game.turn.announcement
        is_own = by.acts_for_white == self._ledger.game.white_to_move
        is_reported = self._ledger.game.table.customs.execution == "reported"
        is_waiting = announced is not None and not announced.is_executed
        is_there = self._people.role is None
        if is_there and is_reported and is_waiting and is_own and self._movers.is_trusted:
            self.do(ExecuteMove(by=by, at_ms=at_ms))

    def _compare(self, by: Role, at_ms: int) -> None:
        """Theirs, or at a table that of the mover where nobody has said whose."""
        game, white = self._ledger.game, by.acts_for_white
        if white is None and self._people.role is not None:
            refusal = NotYourRole(role=by, because=game.edition.cite(PART_OF[by]))
            self._people.talk.refuse(refusal)
            return
        self._begin(at_ms, white=game.white_to_move if white is None else white)

    def _begin(self, at_ms: int, *, white: bool) -> None:
        sensed = ByColor(white=self._sensed(white=True), black=self._sensed(white=False))
        comparison = BoardComparison.begun(self._ledger.game, white=white, sensed=sensed)
        is_alone = self._people.role is not None
        self._questions.begin(comparison.alone() if is_alone else comparison, at_ms)

    def _sensed(self, *, white: bool) -> PegBoard | None:
        return self._boards[white].sensed if white in self._boards else None

    def _answered(self, meaning: Meaning, at_ms: int) -> None:
        """Once the game has gone on, what was asked is about a position of before."""
        comparison = self._questions.comparison
        if comparison is not None and comparison.game.position != self._ledger.game.position:
            self._begin(at_ms, white=comparison.white)
        else:
            self._questions.takes(meaning, at_ms)

    def _compared(self, comparison: BoardComparison, at_ms: int) -> None:
        """A board that feels itself counts as it stands by now, and not as when it was asked."""
        own = self.own(white=comparison.white)
        told = {
            white: replace(reported, board=without_announced(sensed, self._ledger.game))
            if (sensed := self._sensed(white=white)) is not None
            else reported
            for white, reported in comparison.told.items()
        }
        self._floor.settling.take(told, own, at_ms)

    def _confirm(self, by: Role, at_ms: int, *, accepts: bool) -> None:
        """Around one table those who may not are told who may."""
        if self._floor.settling.may_decide(by):
            self.settle(by, at_ms, accepts=accepts)
        elif by.is_player:
            self._replies.phrase("compare:waits", by)
        else:
            self._replies.phrase("compare:waits")

    def _step(self, board: OwnBoard, at_ms: int) -> None:
        """One is done there; behind the last one come those of the other board at the table."""
        board.step(at_ms)
        led = self._in_whose_hands(board.by)
        if led is not board:
            led.dictates()

    def _tell_steps(self, board: OwnBoard) -> None:
        """What hands have to do for the announced move, or the last one; all of it apart."""
        is_stepwise = self.leads_step_by_step or board.is_paced
        if is_stepwise and board.dictates():
            return
        if self.leads_step_by_step:
            self._replies.phrase("NothingAnnounced", board.by)
            return
        for make in steps(self._ledger.game, board.peg_set):
            board.tell(make)

    def _go_on(self, at_ms: int) -> None:
        """Boards that wait to be put right, unless somebody is still asked about theirs."""
        if not self._questions.is_pending:
            self._floor.settling.go_on(at_ms)


def _hands_when(table: Table, role: Role | None, *, is_told: bool) -> frozenset[str]:
    """Those that make sense here; only a side has a board that may differ.

    Around one table, where `role` is None, a helper may tell what hands have done, and those
    who are told steps may do so, too.
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
