"""Runs random competitions by their commands: rounds, and what happens besides them.

Everything is drawn from one seed, so that an event can be repeated.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.event.organised import Organised, entries, organised
from voice_chess.event.commands import (
    ChangeTerms,
    EnterPlayers,
    EventCommand,
    ForbidPair,
    GrantBye,
    RankPlayers,
    ReadmitPlayer,
    RuleResult,
    TakeResult,
    UndoLast,
    WithdrawPlayer,
)
from voice_chess.event.competition import BoardResult, Competition, PlayedBoard
from voice_chess.event.evolve import History
from voice_chess.event.next_round import to_pair
from voice_chess.event.refusals import Refusal
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.terms import System

AT_BOARDS = (BoardResult.WHITE_WINS, BoardResult.BLACK_WINS, BoardResult.DRAW)
RESULTS = (*3 * AT_BOARDS, *BoardResult)
ADVANCES = (BoardResult.WHITE_WINS, BoardResult.BLACK_BY_FORFEIT)
_STEPS = 60


class EventByChance:
    """One competition of 5 to 40 players, fewer in a round robin and two in a match."""

    def __init__(self, seed: int, system: System) -> None:
        self._chance = random.Random(seed)
        most = 14 if system is System.ROUND_ROBIN else 40
        players = 2 if system is System.MATCH else self._chance.randint(5, most)
        rounds = {
            System.SWISS: self._chance.randint(3, 9),
            System.ROUND_ROBIN: players - 1 + players % 2,
            System.MATCH: self._chance.randint(2, 8),
            System.KNOCK_OUT: (players - 1).bit_length(),
        }[system]
        self.event = organised(players, system, rounds)
        is_baku = system is System.SWISS and self._chance.random() < 0.3
        self._done(ChangeTerms(at_ms=1, terms=replace(self.now.terms, is_baku=is_baku)))
        self._late = 0

    @property
    def now(self) -> Competition:
        return self.event.now

    def steps(self) -> Iterator[tuple[History | None, Organised]]:
        """Take steps, some of which are refused; yield the history before each, and the event."""
        for _ in range(_STEPS):
            before = self.event.history
            if self._chance.random() < 0.4:
                self._chance.choice(self._incidents())()
            elif not self._advance():
                return
            yield before, self.event

    def _done(self, command: EventCommand) -> None:
        self.event.do(command)

    def _advance(self) -> bool:
        """Pair, start or settle; return whether the event goes on."""
        open_boards = [board for board in self._boards() if board[1].is_open]
        current = self.now.current
        if current is not None and not current.is_started:
            self.event.start()
        elif open_boards:
            for board in self._chance.sample(
                open_boards, self._chance.choice((1, len(open_boards)))
            ):
                self._settle(*board)
        elif undecided := [each for each in self._boards() if self.now.is_undecided(each[1])]:
            self._rule(*undecided[0], self._chance.choice(ADVANCES))
        else:
            return self._pair()
        return True

    def _pair(self) -> bool:
        """Pair the next round; return whether that can be."""
        if isinstance(to_pair(self.now), Refusal):
            return False
        try:
            self.event.pair()
        except BadEvent:
            return False  # those who are left have all met, or may not meet
        return True

    def _boards(self) -> list[tuple[int, PlayedBoard]]:
        return [
            (number, board)
            for number, round_ in enumerate(self.now.rounds, start=1)
            for board in round_.boards
        ]

    def _settle(self, round_: int, board: PlayedBoard) -> None:
        if board.game_id and self._chance.random() < 0.7:
            result = self._chance.choice(AT_BOARDS)
            self._done(TakeResult(at_ms=1, game_id=board.game_id, result=result))
        else:
            self._rule(round_, board, self._chance.choice(RESULTS))

    def _rule(self, round_: int, board: PlayedBoard, result: BoardResult) -> None:
        where = {"round": round_, "board": board.number}
        self._done(RuleResult(at_ms=1, result=result, reason="seen", **where))

    def _incidents(self) -> tuple[Callable[[], None], ...]:
        somebody = self._chance.choice(self.now.competitors).number
        other = self._chance.choice(self.now.competitors).number
        round_ = self._chance.randint(1, self.now.terms.rounds)
        simple = (
            WithdrawPlayer(at_ms=1, player=somebody),
            ReadmitPlayer(at_ms=1, player=somebody),
            GrantBye(at_ms=1, player=somebody, round=round_),
            ForbidPair(at_ms=1, one=somebody, other=other),
            RankPlayers(at_ms=1),
        )
        return (
            lambda: self._done(self._chance.choice(simple)),
            self._enter_late,
            self._correct,
            self._undo,
        )

    def _enter_late(self) -> None:
        """Enter somebody; before the first round, only where the number of rounds fits anyhow."""
        if not self.now.rounds and self.now.terms.system is not System.SWISS:
            return
        self._late += 1
        rating = self._chance.randint(1_000, 2_700)
        self._done(EnterPlayers(at_ms=1, entries=entries([f"Late {self._late}"], rating)))

    def _correct(self) -> None:
        """Correct a result of any round, by the arbiter or as its game states it anew."""
        boards = self._boards()
        if boards:
            self._settle(*self._chance.choice(boards))

    def _undo(self) -> None:
        """Undo what is not the entry of everybody."""
        if self.now.rounds:
            self._done(UndoLast(at_ms=1))
