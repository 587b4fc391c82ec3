"""Models a competition at one time: terms, players, rounds with their boards, a match's end."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from voice_chess.event.identity import UNTOLD, Identity
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.terms import MOST_ROUNDS, CompetitionTerms, System
from voice_chess.event.tournament import Cell, ForbiddenPairs, Player, Tournament
from voice_chess.remembered import remembered

_PAIR = 2


class BoardResult(StrEnum):
    """A board's result, White's part first; signs instead of numbers mean that nobody played."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    BOTH_LOSE = "0-0"
    WHITE_BY_FORFEIT = "+/-"
    BLACK_BY_FORFEIT = "-/+"
    BOTH_FORFEIT = "-/-"

    @property
    def reported(self) -> tuple[ReportedResult, ReportedResult]:
        """White's result and Black's, as a report has them."""
        return _REPORTED[self]

    @property
    def white_won(self) -> bool | None:
        """Whether White won; None if nobody did."""
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
    """A person's name and identity, and how they want to be spoken to."""

    name: str
    rating: int = 0
    """0 if they have none."""
    language: str = "en"
    is_blind: bool = False
    has_assistant: bool = False
    identity: Identity = UNTOLD


@dataclass(frozen=True, slots=True, kw_only=True)
class Competitor:
    """A player; `place` opens all their boards, in every round."""

    number: int
    """The starting number."""
    person: Person
    place: str
    absent: frozenset[int] = frozenset()
    """Rounds in which the player is absent."""
    byes: frozenset[int] = frozenset()
    """Rounds in which the player gets half a point without a game."""

    @property
    def away(self) -> frozenset[int]:
        return self.absent | self.byes

    @property
    def has_withdrawn(self) -> bool:
        """Whether the player is absent from all rounds to come, however many there will be."""
        return MOST_ROUNDS in self.absent


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedBoard:
    """The starting numbers at a board, the game once the round is started, and the result."""

    number: int
    white: int
    black: int | None
    """None if White has the bye of the player who is left over."""
    game_id: str = ""
    by_game: BoardResult | None = None
    """The game's result as far as it counts."""
    at_board: BoardResult | None = None
    """The result that the game itself has; not `by_game` after a ruling at the board was undone."""
    by_arbiter: BoardResult | None = None
    reason: str = ""
    """The arbiter's reason."""

    @property
    def result(self) -> BoardResult | None:
        return self.by_arbiter or self.by_game

    @property
    def against_game(self) -> BoardResult | None:
        """The result that counts whatever the game itself has; None if that counts."""
        is_set_aside = self.by_game is not self.at_board
        return self.by_arbiter or (self.by_game if is_set_aside else None)

    @property
    def is_played(self) -> bool:
        """Whether the result says that both players sat at the board, here or elsewhere."""
        return self.result is not None and self.result.reported[0].is_played

    @property
    def is_open(self) -> bool:
        """Whether a result is still to come."""
        return self.black is not None and self.result is None

    @property
    def players(self) -> tuple[int, ...]:
        return (self.white,) if self.black is None else (self.white, self.black)

    @property
    def winner(self) -> int | None:
        """The player who advances in a knock-out; None while nobody does."""
        if self.black is None:
            return self.white
        white_won = None if self.result is None else self.result.white_won
        return {True: self.white, False: self.black, None: None}[white_won]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRound:
    """One round; its number is its place among the rounds, from 1."""

    boards: tuple[PlayedBoard, ...]
    """In the order of their numbers, which count from 1."""
    is_started: bool = False

    @property
    def is_over(self) -> bool:
        return not any(board.is_open for board in self.boards)

    def board_of(self, number: int) -> PlayedBoard | None:
        """Return the board at which this player sits, or None."""
        return next((board for board in self.boards if number in board.players), None)


@dataclass(frozen=True, kw_only=True)
class Competition:
    """The complete state of a competition at one time."""

    terms: CompetitionTerms
    competitors: tuple[Competitor, ...] = ()
    """In the order of their starting numbers."""
    rounds: tuple[PairedRound, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    arbiter: str = ""
    """The place from which arbiters see all boards."""
    corrected: frozenset[tuple[int, int]] = frozenset()
    """Round and board of each result that was replaced or late since a round was paired."""
    appealed: frozenset[str] = frozenset()
    """The games at which an appeal waits to be decided."""

    @remembered
    def by_number(self) -> dict[int, Competitor]:
        return {each.number: each for each in self.competitors}

    @remembered
    def by_place(self) -> dict[str, Competitor]:
        return {each.place: each for each in self.competitors}

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    @property
    def current(self) -> PairedRound | None:
        """The round that was paired last, or None."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_played(self) -> bool:
        """Whether any board has a result that is not by forfeit."""
        return any(board.is_played for each in self.rounds for board in each.boards)

    @property
    def rounds_over(self) -> int:
        """The number of rounds, from the first on, that have all their results."""
        return next(
            (number for number, each in enumerate(self.rounds) if not each.is_over),
            len(self.rounds),
        )

    def is_undecided(self, board: PlayedBoard) -> bool:
        """Return whether a game of a knock-out is over and neither player advances yet."""
        is_over = board.result is not None and board.winner is None
        return self.terms.system is System.KNOCK_OUT and is_over

    def board(self, round_: int, number: int) -> PlayedBoard | None:
        if not (1 <= round_ <= len(self.rounds)):
            return None
        boards = self.rounds[round_ - 1].boards
        return boards[number - 1] if 1 <= number <= len(boards) else None

    def has_begun_after(self, round_: int) -> bool:
        """Return whether the next round has been started, so that its pairing cannot be undone."""
        return any(later.is_started for later in self.rounds[round_:])

    def of_game(self, game_id: str) -> tuple[int, PlayedBoard] | None:
        """Return the round and the board at which this game is played, or None."""
        for number, round_ in enumerate(self.rounds, start=1):
            for board in round_.boards:
                if board.game_id == game_id:
                    return number, board
        return None

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The tie-breaks that count."""
        return self.terms.tie_breaks if self.report.has_tie_breaks else ()

    @remembered
    def uncounted(self) -> frozenset[int]:
        """The starting numbers of players with whom no game counts in the standings.

        They withdrew from a round robin, or were expelled, with less than half of their games
        played: whoever had met them by then would have an advantage or a disadvantage. The games
        stay in crosstables and reports. (FIDE Handbook, General Regulations for Competitions, 6.6.)
        """
        terms, players = self.terms, len(self.competitors)
        if terms.system is not System.ROUND_ROBIN or terms.are_all_games_counted:
            return frozenset()
        if players <= _PAIR:
            return frozenset()
        # With an odd number of players one is free in each round.
        games = terms.rounds * (players - 1) // (players - 1 + players % 2)
        return frozenset(
            each.number
            for each in self.competitors
            if each.has_withdrawn and 2 * self._games_played(each.number) < games
        )

    def _games_played(self, number: int) -> int:
        boards = (each.get(number) for each in self._boards_by_player)
        return sum(board is not None and board.is_played for board in boards)

    @remembered
    def report(self) -> Tournament:
        """The competition as pairings, standings and reports see it.

        Absences and byes in the next round are included.
        """
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
            is_knock_out=self.terms.system is System.KNOCK_OUT,
        )

    @remembered
    def _boards_by_player(self) -> tuple[dict[int, PlayedBoard], ...]:
        """The boards of each round, by the starting numbers of their players."""
        return tuple(
            {number: board for board in round_.boards for number in board.players}
            for round_ in self.rounds
        )

    def _cells(self, competitor: Competitor) -> Iterator[Cell | None]:
        for number, boards in enumerate(self._boards_by_player, start=1):
            board = boards.get(competitor.number)
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
    """Return the bye of a player who does not play in this round."""
    is_bye = round_ in competitor.byes and round_ not in competitor.absent
    return Cell(result=ReportedResult.HALF_BYE if is_bye else ReportedResult.ZERO_BYE)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnd:
    """The end of a match, or of a knock-out, which always has a winner."""

    winner: str | None
    """The name of whoever has won; None if both have the same points."""


def match_end(now: Competition, rounds: int) -> MatchEnd | None:
    """Return how a match or a knock-out stands after this many rounds if these are all, or None.

    A match that ended level can go on: the organiser gives it more rounds. A final in which nobody
    has won has not ended: the arbiter decides who has.
    """
    if rounds < now.terms.rounds:
        return None
    if now.terms.system is System.KNOCK_OUT:
        return _knock_out_end(now)
    report = now.report
    if not report.is_match:
        return None
    one, other = report.players
    first, second = (player.halves_before(rounds + 1) for player in (one, other))
    if first == second:
        return MatchEnd(winner=None)
    return MatchEnd(winner=(one if first > second else other).name)


def _knock_out_end(now: Competition) -> MatchEnd | None:
    final = now.rounds[now.terms.rounds - 1].boards
    winner = final[0].winner if len(final) == 1 else None
    return None if winner is None else MatchEnd(winner=now.by_number[winner].person.name)
