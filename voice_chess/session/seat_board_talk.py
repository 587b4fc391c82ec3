"""The talk about one player's board and hands at a seat apart: asked and told there alone."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from voice_chess.arbiter.permissions import PART_OF
from voice_chess.game.commands import AnnounceMove, Command
from voice_chess.game.refusals import NotYourRole
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.board_questions import ANSWERS, BoardQuestions
from voice_chess.session.board_watch import board_of
from voice_chess.session.comparing import BoardComparison
from voice_chess.session.conversation import Conversation
from voice_chess.session.dialogue import is_of_hands
from voice_chess.session.expectation import Expectation
from voice_chess.session.felt_board import FeltBoard
from voice_chess.session.hand_customs import HandCustoms
from voice_chess.session.house import House
from voice_chess.session.own_board import STEPPED, OwnBoard
from voice_chess.session.replies import Make
from voice_chess.session.requests import done_by_hands
from voice_chess.session.seat_hands import hands_when, step_words, steps
from voice_chess.session.settling import Settling
from voice_chess.session.telling import Happening
from voice_chess.session.told_boards import Told
from voice_chess.speech.meaning import CommandMeaning, Meaning
from voice_chess.tactile.guide import corrections
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.tactile.sensing import Felt

_SETTLES = {CommandMeaning(name="yes"): True, CommandMeaning(name="no"): False}


class AtASeat(Protocol):
    """One seat, as far as it is needed here."""

    @property
    def by(self) -> Role: ...

    @property
    def house(self) -> House: ...

    @property
    def talk(self) -> Conversation: ...

    def show(self) -> None:
        """The page shows how the board stands."""


class Apart(Protocol):
    """A game whose people sit apart."""

    @property
    def game(self) -> Game: ...

    @property
    def settling(self) -> Settling: ...


class SeatBoardTalk:
    """`OwnBoards` of a seat, and `Owner` of the board there.

    Leads from `board-differs` to what the page's panel tells, too.
    """

    may_press = True
    """Who presses for a player need not look at their board: the game knows what it tells."""
    leads_step_by_step = False
    is_leading = False
    """Whoever sits apart is told all the steps to put a board right, and does them alone."""

    def __init__(self, seat: AtASeat, game: Apart) -> None:
        self._seat = seat
        self._apart = game
        self._board = OwnBoard(self, white=seat.by.acts_for_white is True)
        self._questions = BoardQuestions(self, self.tell_owner, self._compared)

    @property
    def felt_board(self) -> FeltBoard:
        """What the board there tells by itself."""
        return self._board.felt_board

    def felt(self, happenings: Iterable[Felt], at_ms: int) -> None:
        """The board that was joined has told this."""
        before = self.felt_board.standing
        for happening in happenings:
            self._board.felt(happening, at_ms)
        if self.felt_board.standing != before:
            self._seat.show()

    def parted(self, *, is_lost: bool) -> None:
        """The board is joined no more."""
        if is_lost:
            self.felt_board.lost()
        else:
            self.felt_board.left()
        self._seat.show()

    @property
    def is_pending(self) -> bool:
        return self._questions.is_pending

    @property
    def game(self) -> Game:
        return self._apart.game

    def customs(self, *, white: bool) -> HandCustoms:
        return self._seat.house.hands.of(white=white)

    def do(self, command: Command) -> None:
        self._seat.talk.do(command)

    def tell_owner(self, make: Make, *, white: bool) -> None:
        self._seat.talk.tell(make)

    def tell_all(self, make: Make) -> None:
        self._seat.talk.tell(make)

    def peg_set(self, *, white: bool) -> PegSet:
        """How their set tells colours, as far as they were asked."""
        return self._board.peg_set

    def set_known(self, peg_set: PegSet, *, white: bool) -> None:
        self._board.peg_set = peg_set

    def widened(self, expected: Expectation) -> Expectation:
        found = self._questions.widened(expected)
        settling = {meaning.name for meaning in _SETTLES} if self._may_settle else set()
        hands = hands_when(self._apart.game, self._seat.by)
        stepped = {"continue"} if self._board.is_guided else set()
        return replace(found, commands=found.commands | settling | hands | stepped)

    def takes(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """Do what was meant, if it is about boards that differ; False when it is not."""
        is_answer = self._questions.is_answer(meaning)
        match meaning:
            case CommandMeaning(name="board-differs"):
                self._begin(at_ms)
            case _ if is_answer and self._is_overtaken:
                self._begin(at_ms)
            case _ if is_answer:
                self._questions.takes(meaning, at_ms)
            case CommandMeaning(name=name) if self.is_pending and name in ANSWERS:
                self._seat.talk.not_understood()
            case CommandMeaning() if meaning in _SETTLES and self._may_settle:
                self.settle(at_ms, accepts=_SETTLES[meaning])
            case CommandMeaning(name=name) if name in STEPPED and self._board.is_guided:
                self._board.step(at_ms)
            case _:
                return self._takes_of_hands(meaning, by, at_ms)
        return True

    def _takes_of_hands(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """Tell the game what they have done, or the player what they have to do."""
        if not is_of_hands(meaning):
            return False
        command = done_by_hands(meaning, by, at_ms)
        if command is not None:
            self._seat.talk.do(command)
            return True
        if self._board.is_paced and self._board.dictates():
            return True
        peg_set = self.peg_set(white=by.acts_for_white is True)
        for make in steps(self._apart.game, peg_set):
            self._seat.talk.tell(make)
        return True

    def told(self, board: PegBoard, agreed: int | None, at_ms: int) -> None:
        """As the page's panel has it; their score has so many moves of the game, or all of them."""
        score = None if agreed is None else self._apart.game.position.moves[:agreed]
        told = {self._board.white: Told(board=board, score=score)}
        self._apart.settling.take(told, self._board, at_ms)

    def settle(self, at_ms: int, *, accepts: bool, why: str = "") -> None:
        """They say yes or no to what was found, if that is for them."""
        refusal = self._apart.settling.decide(self._seat.by, at_ms, accepts=accepts, why=why)
        if refusal is not None:
            self._seat.talk.refuse(refusal)

    def correct(self, board: PegBoard, *, white: bool) -> None:
        """The steps from this board to that of the game: in one go, unless they are led already."""
        if self._board.is_guided:
            self._board.correct(board)
            return
        for step in corrections(board, board_of(self._apart.game)):
            self._seat.talk.tell(step_words(step, self._board.peg_set))

    def ask_again(self) -> None:
        """The question that waits."""
        self._questions.ask_again()

    def before(self, command: Command) -> None:
        """Whoever announces a move has something else in mind."""
        if isinstance(command, AnnounceMove):
            self._questions.give_up()

    def follow(self, happening: Happening, by: Role) -> None:
        """The board follows what `by` has brought about; the steps are news to everybody else."""
        if self._seat.by.acts_for_white is None:
            return
        if by is not self._seat.by and self._board.is_dictated:
            self._seat.talk.begin()
        self._board.happened(happening)

    @property
    def _sensed(self) -> tuple[PegBoard | None, PegBoard | None]:
        """White's and Black's, as far as this seat knows."""
        own = self._board.sensed
        return (own, None) if self._board.by is Role.WHITE else (None, own)

    @property
    def _is_overtaken(self) -> bool:
        """The game has gone on since: what was asked is about a position of before."""
        comparison = self._questions.comparison
        return comparison is not None and comparison.game.position != self._apart.game.position

    @property
    def _may_settle(self) -> bool:
        settling = self._apart.settling
        return settling.is_open and settling.may_decide(self._seat.by)

    def _begin(self, at_ms: int) -> None:
        game, role = self._apart.game, self._seat.by
        white = role.acts_for_white
        if white is None:
            self._seat.talk.refuse(NotYourRole(role=role, because=game.edition.cite(PART_OF[role])))
            return
        comparison = BoardComparison.begun(game, white=white, sensed=self._sensed)
        self._questions.begin(comparison.alone(), at_ms)

    def _compared(self, comparison: BoardComparison, at_ms: int) -> None:
        self._apart.settling.take(comparison.told, self._board, at_ms)
