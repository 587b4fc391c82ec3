"""The talk about boards: how a set feels, what stands on one that differs, who confirms."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from voice_chess.arbiter.reconciliation import (
    AdjustBoard,
    BoardsAgree,
    GoBackTo,
    Reconciliation,
)
from voice_chess.game.commands import Command, GoBack, StartClocks, StopClocks
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.session.board_watch import board_of
from voice_chess.session.comparing import (
    AskingRank,
    AskingScore,
    AskingSquare,
    Comparison,
    Found,
    is_arbiters,
)
from voice_chess.session.expectation import Expectation
from voice_chess.session.hand_customs import BothHands
from voice_chess.session.inbox import BoardFelt
from voice_chess.session.ledger import Ledger
from voice_chess.session.listeners import EVERYBODY
from voice_chess.session.manner import Manner
from voice_chess.session.players_boards import PlayersBoards, role_of
from voice_chess.session.replies import Make, Replies
from voice_chess.speech import hand_words
from voice_chess.speech.commands import commands_when
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning
from voice_chess.speech.sentence import Sentence
from voice_chess.tactile.peg_board import Difference, PegBoard

_YES, _NO = CommandMeaning(name="yes"), CommandMeaning(name="no")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingSet:
    """One player is asked about his set, then his board is compared."""

    white: bool
    about: Literal["marked", "raised"]


class BoardTalk:
    """Takes what concerns the players' own boards, before the game gets anything of it."""

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
        self._asking: AskingSet | None = None
        self._comparison: Comparison | None = None
        self._to_correct: list[tuple[bool, PegBoard]] = []
        self._stands_for_us = False
        """The clocks were stopped for a board that differs, and run again when it is right."""

    @property
    def is_pending(self) -> bool:
        """A player was asked something about his board."""
        return self._asking is not None or self._comparison is not None

    def widened(self, expectation: Expectation) -> Expectation:
        """What may be said now, with all that may be said about boards."""
        game = self._ledger.game
        commands = expectation.commands
        if game.table.white.is_blind or game.table.black.is_blind:
            commands |= commands_when("boards")
        if self._uses_hands(game):
            commands |= commands_when("hands")
        if self.boards.is_guided(white=True) or self.boards.is_guided(white=False):
            commands |= {"continue"}
        if not self.is_pending:
            return replace(expectation, commands=commands)
        commands |= commands_when("comparing") | {"yes", "no", "continue"}
        before = self._comparison.position_of_question if self._comparison else None
        return replace(expectation, commands=commands, position=before or expectation.position)

    def takes(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """Do what was meant, if it is about boards; False when it is not."""
        if self._asking is not None and self._is_told(self._asking, meaning, at_ms):
            return True
        if self._comparison is not None and self._is_compared(self._comparison, meaning, by, at_ms):
            return True
        match meaning:
            case MoveMeaning():
                self._give_up()
                return False
            case CommandMeaning(name="board-differs"):
                white = self._ledger.game.white_to_move
                if by.acts_for_white is not None:
                    white = by.acts_for_white
                self._begin(at_ms, white=white)
                return True
            case _:
                is_taken = self.boards.takes(meaning, by, at_ms)
                self._go_on(at_ms)
                return is_taken

    def felt(self, entry: BoardFelt) -> None:
        """A board has told something; perhaps it is right now."""
        self.boards.felt(entry)
        self._go_on(entry.at_ms)

    def _uses_hands(self, game: Game) -> bool:
        seats, is_told = (game.table.white, game.table.black), self._customs.white.told
        has_help = game.table.occasion.has_arbiter or any(seat.has_assistant for seat in seats)
        dictates = {is_told, self._customs.black.told} != {"off"}
        return has_help or dictates or game.table.customs.execution == "reported"

    def _give_up(self) -> None:
        """Who announces a move compares nothing any more, unless the arbiter is asked already."""
        self._asking = None
        if self._comparison is not None and not isinstance(self._comparison.stage, Found):
            self._comparison = None

    def _begin(self, at_ms: int, *, white: bool) -> None:
        """Know how his set tells colours, then compare."""
        if not self.boards.peg_set(white=white).is_known:
            self._ask_about(AskingSet(white=white, about="marked"))
            return
        comparison = Comparison.begun(self._ledger.game, white=white, sensed=self.boards.sensed)
        self._reached(comparison, at_ms)

    def _ask_about(self, asking: AskingSet) -> None:
        self._asking = asking
        self._replies.tell(
            lambda m: hand_words.about_side(f"ask:{asking.about}", m.language, white=asking.white),
            role_of(white=asking.white),
        )

    def _is_told(self, asking: AskingSet, meaning: Meaning, at_ms: int) -> bool:
        match meaning:
            case CommandMeaning(name="white" | "black" | "none" as said, args=()):
                pass
            case _:
                return False
        peg_set = self.boards.peg_set(white=asking.white)
        if asking.about == "marked":
            self.boards.set_known(replace(peg_set, marked=said), white=asking.white)
            self._ask_about(replace(asking, about="raised"))
        elif said != "none":
            self.boards.set_known(replace(peg_set, raised=said), white=asking.white)
            self._asking = None
            self._begin(at_ms, white=asking.white)
        else:
            self._ask_about(asking)
        return True

    def _is_compared(self, comparison: Comparison, meaning: Meaning, by: Role, at_ms: int) -> bool:
        if isinstance(comparison.stage, Found):
            return self._is_confirmed(comparison, comparison.stage.finding, meaning, by, at_ms)
        following = comparison.answered(meaning)
        if following is None:
            return False
        self._reached(following, at_ms)
        return True

    def _reached(self, comparison: Comparison, at_ms: int) -> None:
        """The next question; or what was found, and who must confirm it."""
        self._comparison = comparison
        stage, to = comparison.stage, role_of(white=comparison.white)
        match stage:
            case AskingScore(of_white=of_white):
                self._replies.tell(lambda m: self._question(comparison, m), role_of(white=of_white))
            case AskingRank() | AskingSquare():
                self._replies.tell(lambda m: self._question(comparison, m), to)
            case Found(finding=finding) if is_arbiters(finding):
                self._halt(at_ms)
                self._tell_differences(comparison, to)
                self._replies.tell(lambda m: to_confirm(finding, self._ledger.game, m.language))
            case Found():
                self._comparison = None
                self._replies.phrase("compare:same", to)
            case _:
                assert_never(stage)

    def _question(self, comparison: Comparison, manner: Manner) -> Sentence:
        language, peg_set = manner.language, self.boards.peg_set(white=comparison.white)
        wanted = board_of(comparison.game)
        match comparison.stage:
            case AskingRank(rank=rank):
                return hand_words.rank_question(rank, wanted, language, peg_set)
            case AskingSquare(square=square, is_open=True):
                return hand_words.what_is_there(square, language)
            case AskingSquare(square=square):
                return hand_words.square_question(square, wanted.at(square), language, peg_set)
            case AskingScore(of_white=of_white, is_open=True):
                return hand_words.about_side("compare:wrote", language, white=of_white)
            case AskingScore(of_white=of_white, moves=moves):
                before = comparison.game.position.rewound(moves - 1)
                uci = comparison.game.position.moves[moves - 1]
                return hand_words.score_question(uci, before, language, of_white=of_white)
            case Found(finding=finding):
                return to_confirm(finding, comparison.game, language)
            case _:
                assert_never(comparison.stage)

    def _tell_differences(self, comparison: Comparison, to: str) -> None:
        peg_set = self.boards.peg_set(white=comparison.white)

        def words(hole: Difference) -> Make:
            return lambda manner: hand_words.difference(hole, manner.language, peg_set)

        for hole in comparison.differences:
            self._replies.tell(words(hole), to)

    def _is_confirmed(
        self,
        comparison: Comparison,
        finding: Reconciliation,
        meaning: Meaning,
        by: Role,
        at_ms: int,
    ) -> bool:
        """The arbiter's word decides; where there is none at the event, anybody's at the board."""
        if meaning not in (_YES, _NO):
            return False
        if self._ledger.game.table.occasion.has_arbiter and by is not Role.ARBITER:
            self._replies.phrase("compare:waits", by if by.is_player else EVERYBODY)
            return True
        self._comparison = None
        if meaning == _NO:
            self._replies.phrase("Cancelled")
        else:
            self._apply(comparison, finding, at_ms)
        self._go_on(at_ms)
        return True

    def _apply(self, comparison: Comparison, finding: Reconciliation, at_ms: int) -> None:
        match finding:
            case BoardsAgree():
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
        if any(self.boards.is_guided(white=white) for white in (True, False)):
            return
        if self._to_correct:
            white, board = self._to_correct.pop(0)
            self.boards.correct(board, white=white)
        elif self._stands_for_us and self._comparison is None:
            self._stands_for_us = False
            self._do(StartClocks(by=Role.ARBITER, at_ms=at_ms))

    def _halt(self, at_ms: int) -> None:
        game = self._ledger.game
        if game.clock.is_running and not self._stands_for_us:
            self._do(StopClocks(by=Role.ARBITER, at_ms=at_ms, why="displaced-pieces"))
            self._stands_for_us = True


def _board_in(comparison: Comparison, adjustment: AdjustBoard) -> PegBoard:
    is_own = adjustment.white == comparison.white
    return comparison.board if is_own else comparison.other_board


def to_confirm(finding: Reconciliation, game: Game, language: Language) -> Sentence:
    """What the arbiter is asked to confirm."""
    match finding:
        case GoBackTo(moves_kept=moves_kept):
            before = game.position.rewound(moves_kept)
            return hand_words.about_move("compare:back", before, language)
        case BoardsAgree():
            return hand_words.about_side("compare:same", language, white=True)
        case adjustments:
            first = adjustments[0]
            return hand_words.about_side("compare:board", language, white=first.white)
