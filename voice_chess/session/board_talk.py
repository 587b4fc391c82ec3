"""The talk about boards at the table: whose differs, who confirms what follows, hands guided."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from voice_chess.game.commands import Command, PressClock
from voice_chess.game.refusals import NotYetExecuted
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.edition import Topic
from voice_chess.session.board_questions import BoardQuestions
from voice_chess.session.comparing import BoardComparison
from voice_chess.session.conversation import Conversation
from voice_chess.session.expectation import Expectation
from voice_chess.session.house import House
from voice_chess.session.inbox import BoardFelt, BoardGone
from voice_chess.session.ledger import Ledger
from voice_chess.session.listeners import EVERYBODY
from voice_chess.session.players_boards import PlayersBoards
from voice_chess.session.replies import Make, Replies
from voice_chess.session.settling import Settling
from voice_chess.session.telling import Happening
from voice_chess.speech.commands import commands_when
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning
from voice_chess.tactile.peg_board import PegBoard

_SETTLES = {CommandMeaning(name="yes"): True, CommandMeaning(name="no"): False}


class AtOneTable(Protocol):
    """Those whose boards they are."""

    @property
    def house(self) -> House: ...

    @property
    def talk(self) -> Conversation: ...


class TablesGame(Protocol):
    """The game, as these boards need it."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def settling(self) -> Settling: ...


class BoardTalk:
    """`OwnBoards` of a table: both players' boards, and whoever confirms what was found."""

    leads_step_by_step = True

    def __init__(self, table: AtOneTable, game: TablesGame, replies: Replies) -> None:
        self._table = table
        self._floor = game
        self._replies = replies
        self._customs = table.house.hands
        self.boards = PlayersBoards(game.ledger, replies, self._do, self._customs)
        self._questions = BoardQuestions(self.boards, self._tell, self._compared)
        self._reminded_of: str | None = None
        """The announced move that was said to be missing on the board."""

    @property
    def game(self) -> Game:
        return self._floor.ledger.game

    def correct(self, board: PegBoard, *, white: bool) -> None:
        self.boards.correct(board, white=white)

    @property
    def is_leading(self) -> bool:
        return self.boards.is_guided

    @property
    def is_pending(self) -> bool:
        return self._questions.is_pending or self._floor.settling.is_open

    @property
    def may_press(self) -> bool:
        return self.boards.may_press

    def before(self, command: Command) -> None:
        """A trusted hand has made the move by the time that its clock is pressed."""
        if isinstance(command, PressClock):
            self.boards.before_press(command.by, command.at_ms)

    def follow(self, happened: Sequence[Happening], at_ms: int) -> None:
        """The boards follow the game."""
        if self.game.turn.announcement is None:
            self._reminded_of = None
        for happening in happened:
            self.boards.happened(happening)
        if happened:
            self.boards.settle(at_ms)

    def remind(self, since_ms: int) -> None:
        """Tell once that the announced move is not yet on the board, if it was so long ago."""
        game = self.game
        announced = game.turn.announcement
        if announced is None or announced.uci == self._reminded_of or self.may_press:
            return
        if max(announced.at_ms, self._replies.silent_since_ms) <= since_ms:
            self._reminded_of = announced.uci
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
        game = self.game
        commands = expected.commands
        if any(seat.is_blind for seat in game.table.seats):
            commands |= commands_when("boards")
        if self._uses_hands(game):
            commands |= commands_when("hands")
        if self.boards.is_guided:
            commands |= {"continue"}
        if self._floor.settling.is_open:
            commands |= {"yes", "no"}
        return self._questions.widened(replace(expected, commands=commands))

    def takes(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """Do what was meant, if it is about boards; False when it is not."""
        if self._questions.takes(meaning, at_ms) or self._is_confirmed(meaning, by, at_ms):
            return True
        match meaning:
            case MoveMeaning():
                # Who announces a move compares nothing any more.
                self._questions.give_up()
                return False
            case CommandMeaning(name="board-differs"):
                white = self.game.white_to_move
                if by.acts_for_white is not None:
                    white = by.acts_for_white
                self._floor.settling.forget()
                self._questions.begin(self._begun(white=white), at_ms)
                return True
            case _:
                is_taken = self.boards.takes(meaning, by, at_ms)
                self._go_on(at_ms)
                return is_taken

    def felt(self, entry: BoardFelt) -> None:
        """A board has told something; perhaps it is right now."""
        self.boards.felt(entry)
        self._go_on(entry.at_ms)

    def go_on_from(self, before: "BoardTalk") -> None:
        """What boards have told of themselves still holds."""
        self.boards.go_on_from(before.boards.felt_so_far)

    def gone(self, entry: BoardGone) -> None:
        """A board tells nothing any more."""
        self.boards.gone(entry)

    def _uses_hands(self, game: Game) -> bool:
        is_told = self._customs.white.told
        has_help = game.table.occasion.has_arbiter or any(
            seat.has_assistant for seat in game.table.seats
        )
        dictates = {is_told, self._customs.black.told} != {"off"}
        return has_help or dictates or game.table.customs.execution == "reported"

    def _begun(self, *, white: bool) -> BoardComparison:
        return BoardComparison.begun(self.game, white=white, sensed=self.boards.sensed)

    def _do(self, command: Command) -> None:
        """What follows from a board; who speaks there is told why not."""
        self._table.talk.do(command)

    def _tell(self, make: Make, *, white: bool) -> None:
        self._replies.tell(make, Role.player(white=white))

    def _compared(self, comparison: BoardComparison, at_ms: int) -> None:
        self._floor.settling.take(comparison.told, self.boards.of(white=comparison.white), at_ms)

    def _is_confirmed(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """The arbiter's word decides; where there is none at the event, anybody's at the board."""
        if not isinstance(meaning, CommandMeaning) or meaning not in _SETTLES:
            return False
        if not self._floor.settling.is_open:
            return False
        if not self._floor.settling.may_decide(by):
            self._replies.phrase("compare:waits", by if by.is_player else EVERYBODY)
            return True
        refusal = self._floor.settling.decide(by, at_ms, accepts=_SETTLES[meaning])
        if refusal is not None:
            self._replies.refuse(refusal, self.game.position, EVERYBODY)
        return True

    def _go_on(self, at_ms: int) -> None:
        """Boards that wait to be put right, unless somebody is still asked about theirs."""
        if not self._questions.is_pending:
            self._floor.settling.go_on(at_ms)
