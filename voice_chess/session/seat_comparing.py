"""A player at a seat apart compares his own board: asked there alone, and told when it differs."""

from dataclasses import replace
from typing import Protocol

from voice_chess.arbiter.permissions import PART_OF
from voice_chess.game.refusals import NotYourRole
from voice_chess.session import seat_boards
from voice_chess.session.board_questions import ANSWERS, BoardQuestions
from voice_chess.session.comparing import BoardComparison
from voice_chess.session.expectation import Expectation
from voice_chess.session.replies import Make
from voice_chess.session.told_boards import Told
from voice_chess.speech.meaning import CommandMeaning, Meaning
from voice_chess.tactile.peg_set import PegSet

_SETTLES = {CommandMeaning(name="yes"): True, CommandMeaning(name="no"): False}
_NOBODYS = (None, None)
"""No board feels itself at a seat."""


class ComparingTalk(seat_boards.BoardsTalk, Protocol):
    """The talk with this seat."""

    def not_understood(self) -> None: ...


class SeatComparing:
    """Leads from `board-differs` to what the page's panel tells of a board, too."""

    def __init__(self, talk: ComparingTalk, game: seat_boards.Apart) -> None:
        self._talk = talk
        self._apart = game
        self.set = PegSet()
        """How his set tells colours, as far as he was asked."""
        self._questions = BoardQuestions(self, self._tell, self._compared)

    @property
    def is_pending(self) -> bool:
        return self._questions.is_pending

    def peg_set(self, *, white: bool) -> PegSet:
        return self.set

    def set_known(self, peg_set: PegSet, *, white: bool) -> None:
        self.set = peg_set

    def widened(self, expectation: Expectation) -> Expectation:
        """What may be said now, with the answers to what was asked of boards."""
        found = self._questions.widened(expectation)
        settling = {meaning.name for meaning in _SETTLES} if self._may_settle else set()
        return replace(found, commands=found.commands | settling)

    def takes(self, meaning: Meaning, at_ms: int) -> bool:
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
                self._talk.not_understood()
            case CommandMeaning() if meaning in _SETTLES and self._may_settle:
                accepts = _SETTLES[meaning]
                seat_boards.settle(self._apart, self._talk, at_ms, accepts=accepts, why="")
            case _:
                return False
        return True

    def ask_again(self) -> None:
        """The question that waits."""
        self._questions.ask_again()

    def give_up(self) -> None:
        """He has something else in mind."""
        self._questions.give_up()

    @property
    def _is_overtaken(self) -> bool:
        """The game has gone on since: what was asked is about a position of before."""
        comparison = self._questions.comparison
        return comparison is not None and comparison.game.position != self._apart.game.position

    @property
    def _may_settle(self) -> bool:
        return seat_boards.awaits(self._apart, self._talk.role)

    def _begin(self, at_ms: int) -> None:
        game, role = self._apart.game, self._talk.role
        white = role.acts_for_white
        if white is None:
            self._talk.refuse(NotYourRole(role=role, because=game.edition.cite(PART_OF[role])))
            return
        comparison = BoardComparison.begun(game, white=white, sensed=_NOBODYS)
        self._questions.begin(comparison.alone(), at_ms)

    def _tell(self, make: Make, *, white: bool) -> None:
        self._talk.tell(make)

    def _compared(self, comparison: BoardComparison, at_ms: int) -> None:
        told = Told(board=comparison.board, agreed=comparison.agreed)
        seat_boards.show(self._apart, self._talk, told, at_ms)
