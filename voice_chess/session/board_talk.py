"""The talk about boards at the table: whose differs, who confirms what follows, hands guided."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from voice_chess.arbiter.reconciliation import AdjustBoard, BoardsAgree, GoBackTo, Reconciliation
from voice_chess.game.commands import Command, GoBack, PressClock, StartClocks, StopClocks
from voice_chess.game.refusals import NotYetExecuted
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.edition import Topic
from voice_chess.session.board_questions import BoardQuestions, to_confirm
from voice_chess.session.comparing import BoardComparison, is_arbiters
from voice_chess.session.expectation import Expectation
from voice_chess.session.hand_customs import BothHands
from voice_chess.session.inbox import BoardFelt, BoardGone
from voice_chess.session.ledger import Ledger
from voice_chess.session.listeners import EVERYBODY
from voice_chess.session.players_boards import PlayersBoards
from voice_chess.session.replies import Make, Replies
from voice_chess.session.telling import Happening
from voice_chess.speech import hand_words
from voice_chess.speech.commands import commands_when
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning
from voice_chess.tactile.peg_board import HoleDifference, PegBoard

_YES, _NO = CommandMeaning(name="yes"), CommandMeaning(name="no")


class BoardTalk:
    """`OwnBoards` of a table: both players' boards, and the arbiter who confirms what follows."""

    def __init__(
        self,
        ledger: Ledger,
        replies: Replies,
        do: Callable[[Command], None],
        customs: BothHands,
    ) -> None:
        self.boards = PlayersBoards(ledger, replies, do, customs)
        self._ledger = ledger
        self._replies = replies
        self._do = do
        self._customs = customs
        self._questions = BoardQuestions(self.boards, self._tell, self._compared)
        self._found: BoardComparison | None = None
        """What the arbiter is asked to confirm."""
        self._to_correct: list[tuple[bool, PegBoard]] = []
        self._stands_for_us = False
        """The clocks were stopped for a board that differs, and run again when it is right."""
        self._reminded_of: str | None = None
        """The announced move that was said to be missing on the board."""

    @property
    def is_pending(self) -> bool:
        return self._questions.is_pending or self._found is not None

    @property
    def may_press(self) -> bool:
        return self.boards.may_press

    def before(self, command: Command) -> None:
        """A trusted hand has made the move by the time that its clock is pressed."""
        if isinstance(command, PressClock):
            self.boards.before_press(command.by, command.at_ms)

    def follow(self, happened: Sequence[Happening], at_ms: int) -> None:
        """The boards follow the game."""
        if self._ledger.game.turn.announcement is None:
            self._reminded_of = None
        for happening in happened:
            self.boards.happened(happening)
        if happened:
            self.boards.settle(at_ms)

    def remind(self, since_ms: int) -> None:
        """Tell once that the announced move is not yet on the board, if it was so long ago."""
        game = self._ledger.game
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
        elif self._found is not None and self._found.finding is not None:
            self._tell_finding(self._found.finding)

    def widened(self, expected: Expectation) -> Expectation:
        game = self._ledger.game
        commands = expected.commands
        if any(seat.is_blind for seat in game.table.seats):
            commands |= commands_when("boards")
        if self._uses_hands(game):
            commands |= commands_when("hands")
        if self.boards.is_guided:
            commands |= {"continue"}
        if self._found is not None:
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
                white = self._ledger.game.white_to_move
                if by.acts_for_white is not None:
                    white = by.acts_for_white
                self._found = None
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
        return BoardComparison.begun(self._ledger.game, white=white, sensed=self.boards.sensed)

    def _tell(self, make: Make, *, white: bool) -> None:
        self._replies.tell(make, Role.player(white=white))

    def _compared(self, comparison: BoardComparison, at_ms: int) -> None:
        """What was found, and who must confirm it."""
        finding, to = comparison.finding, Role.player(white=comparison.white)
        if finding is None or not is_arbiters(finding):
            self._replies.phrase("compare:same", to)
            self._go_on(at_ms)
            return
        self._found = comparison
        self._halt(at_ms)
        self._tell_differences(comparison, to)
        self._tell_finding(finding)

    def _tell_finding(self, finding: Reconciliation) -> None:
        self._replies.tell(lambda m: to_confirm(finding, self._ledger.game, m.language))

    def _tell_differences(self, comparison: BoardComparison, to: str) -> None:
        peg_set = self.boards.peg_set(white=comparison.white)

        def words(hole: HoleDifference) -> Make:
            return lambda manner: hand_words.difference(hole, manner.language, peg_set)

        for hole in comparison.differences:
            self._replies.tell(words(hole), to)

    def _is_confirmed(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """The arbiter's word decides; where there is none at the event, anybody's at the board."""
        comparison = self._found
        if comparison is None or meaning not in (_YES, _NO):
            return False
        if self._ledger.game.table.occasion.has_arbiter and by is not Role.ARBITER:
            self._replies.phrase("compare:waits", by if by.is_player else EVERYBODY)
            return True
        self._found = None
        if meaning == _NO:
            self._replies.phrase("Cancelled")
        else:
            self._apply(comparison, at_ms)
        self._go_on(at_ms)
        return True

    def _apply(self, comparison: BoardComparison, at_ms: int) -> None:
        match comparison.finding:
            case None | BoardsAgree():
                return
            case GoBackTo(moves_kept=moves_kept):
                self._stands_for_us = False
                self._do(GoBack(by=Role.ARBITER, at_ms=at_ms, moves_kept=moves_kept))
                self._to_correct.append((comparison.white, comparison.board))
                self._replies.phrase("compare:times")
            case adjustments:
                self._to_correct += [
                    (adjustment.white, _board_in(comparison, adjustment))
                    for adjustment in adjustments
                ]

    def _go_on(self, at_ms: int) -> None:
        """The next board that waits to be put right; then the clocks that stood for it."""
        if self.boards.is_guided:
            return
        if self._to_correct:
            white, board = self._to_correct.pop(0)
            self.boards.correct(board, white=white)
        elif self._stands_for_us and not self.is_pending:
            self._stands_for_us = False
            self._do(StartClocks(by=Role.ARBITER, at_ms=at_ms))

    def _halt(self, at_ms: int) -> None:
        game = self._ledger.game
        if game.clock.is_running and not self._stands_for_us:
            self._do(StopClocks(by=Role.ARBITER, at_ms=at_ms, why="displaced-pieces"))
            self._stands_for_us = True


def _board_in(comparison: BoardComparison, adjustment: AdjustBoard) -> PegBoard:
    is_own = adjustment.white == comparison.white
    return comparison.board if is_own else comparison.other_board
