"""A competition as it stands: terms, players, rounds with their boards, and how it came to that."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from voice_chess.event.identity import UNTOLD, Identity
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.terms import CompetitionTerms, System
from voice_chess.event.tournament import Cell, ForbiddenPairs, Player, Tournament


class BoardResult(StrEnum):
    """White's part first; with signs instead of numbers nobody played."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    BOTH_LOSE = "0-0"
    WHITE_BY_FORFEIT = "+/-"
    BLACK_BY_FORFEIT = "-/+"
    BOTH_FORFEIT = "-/-"

    @property
    def reported(self) -> tuple[ReportedResult, ReportedResult]:
        """White's and Black's."""
        return _REPORTED[self]

    @property
    def white_won(self) -> bool | None:
        """None: nobody did."""
        white, black = (each.halves for each in self.reported)
        return None if white == black else white > black


_REPORTED = {
    BoardResult.WHITE_WINS: (ReportedResult.WIN, ReportedResult.LOSS),
    BoardResult.BLACK_WINS: (ReportedResult.LOSS, ReportedResult.WIN),
    BoardResult.DRAW: (ReportedResult.DRAW, ReportedResult.DRAW),
    BoardResult.BOTH_LOSE: (ReportedResult.LOSS, ReportedResult.LOSS),
    BoardResult.WHITE_BY_FORFEIT: (ReportedResult.FORFEIT_WIN, ReportedResult.FORFEIT_LOSS),
    BoardResult.BLACK_BY_FORFEIT: (ReportedResult.FORFEIT_LOSS, ReportedResult.FORFEIT_WIN),
    BoardResult.BOTH_FORFEIT: (ReportedResult.FORFEIT_LOSS, ReportedResult.FORFEIT_LOSS),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody's name and identity, and how they want to be spoken to."""

    name: str
    rating: int = 0
    """0: none."""
    language: str = "en"
    is_blind: bool = False
    has_assistant: bool = False
    identity: Identity = UNTOLD


@dataclass(frozen=True, slots=True, kw_only=True)
class Competitor:
    """`place` opens all their boards, whatever the round."""

    number: int
    """The starting number."""
    person: Person
    place: str
    absent: frozenset[int] = frozenset()
    """Rounds."""
    byes: frozenset[int] = frozenset()
    """Rounds without a game, for half a point."""

    @property
    def away(self) -> frozenset[int]:
        return self.absent | self.byes


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedBoard:
    """Starting numbers, the game once the round is started, and what came of it."""

    number: int
    white: int
    black: int | None
    """None: White has the bye that is left over."""
    game_id: str = ""
    by_game: BoardResult | None = None
    by_arbiter: BoardResult | None = None
    reason: str = ""
    """The arbiter's."""

    @property
    def result(self) -> BoardResult | None:
        return self.by_arbiter or self.by_game

    @property
    def is_played(self) -> bool:
        """Its result tells that both sat at it, here or at a board elsewhere."""
        return self.result is not None and self.result.reported[0].is_played

    @property
    def is_open(self) -> bool:
        """There is a result to come."""
        return self.black is not None and self.result is None

    @property
    def players(self) -> tuple[int, ...]:
        return (self.white,) if self.black is None else (self.white, self.black)

    @property
    def winner(self) -> int | None:
        """The player who goes on in a knock-out; None while nobody does."""
        if self.black is None:
            return self.white
        white_won = None if self.result is None else self.result.white_won
        return {True: self.white, False: self.black, None: None}[white_won]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRound:
    """Its number is its place among the rounds, from 1."""

    boards: tuple[PlayedBoard, ...]
    is_started: bool = False

    @property
    def is_over(self) -> bool:
        return not any(board.is_open for board in self.boards)

    def board_of(self, number: int) -> PlayedBoard | None:
        """Where this player sits."""
        return next((board for board in self.boards if number in board.players), None)


@dataclass(frozen=True, kw_only=True)
class Competition:
    """Everything that a competition is at one time."""

    terms: CompetitionTerms
    competitors: tuple[Competitor, ...] = ()
    """In the order of their starting numbers."""
    rounds: tuple[PairedRound, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    arbiter: str = ""
    """The place from which arbiters see all boards."""

    @cached_property
    def by_number(self) -> dict[int, Competitor]:
        return {each.number: each for each in self.competitors}

    @cached_property
    def by_place(self) -> dict[str, Competitor]:
        return {each.place: each for each in self.competitors}

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    @property
    def current(self) -> PairedRound | None:
        """The last one that is paired."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_played(self) -> bool:
        """Somebody has come to a result that is not by forfeit."""
        return any(board.is_played for each in self.rounds for board in each.boards)

    @property
    def rounds_over(self) -> int:
        """How many have all their results."""
        return next(
            (number for number, each in enumerate(self.rounds) if not each.is_over),
            len(self.rounds),
        )

    def board(self, round_: int, number: int) -> PlayedBoard | None:
        if not (1 <= round_ <= len(self.rounds)):
            return None
        return next((b for b in self.rounds[round_ - 1].boards if b.number == number), None)

    @cached_property
    def report(self) -> Tournament:
        """As pairings, standings and reports see it; what is away in the next round counts, too."""
        return Tournament(
            name=self.terms.name,
            players=tuple(
                Player(
                    number=each.number,
                    name=each.person.name,
                    rating=each.person.rating,
                    cells=tuple(self._cells(each)),
                    identity=each.person.identity,
                )
                for each in self.competitors
            ),
            rounds_told=self.terms.rounds,
            initial_told=self.terms.initial,
            forbidden=tuple(
                ForbiddenPairs(numbers=frozenset(numbers)) for numbers in self.forbidden
            ),
            is_baku=self.terms.is_baku,
            is_set_beforehand=self.terms.system is not System.SWISS,
        )

    def _cells(self, competitor: Competitor) -> Iterator[Cell | None]:
        for number, round_ in enumerate(self.rounds, start=1):
            board = round_.board_of(competitor.number)
            yield away(competitor, number) if board is None else self._cell(competitor, board)
        if self.next_round in competitor.away:
            yield away(competitor, self.next_round)

    def _cell(self, competitor: Competitor, board: PlayedBoard) -> Cell:
        if board.black is None:
            return Cell(result=self.terms.system.bye)
        is_white = board.white == competitor.number
        result = ReportedResult.PENDING
        if board.result is not None:
            result = board.result.reported[0 if is_white else 1]
        return Cell(
            result=result,
            opponent=board.black if is_white else board.white,
            colour=Colour.WHITE if is_white else Colour.BLACK,
        )


def away(competitor: Competitor, round_: int) -> Cell:
    """The bye of somebody who does not play in this round."""
    is_bye = round_ in competitor.byes and round_ not in competitor.absent
    return Cell(result=ReportedResult.HALF_BYE if is_bye else ReportedResult.ZERO_BYE)
