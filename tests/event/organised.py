"""Runs a competition as an organiser does, without a server, and records all its changes."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from voice_chess.event.changes import Change
from voice_chess.event.commands import (
    EnterPlayers,
    EventCommand,
    MakeCompetition,
    NewEntrant,
    PairRound,
    RuleResult,
    StartRound,
    TakeResult,
)
from voice_chess.event.competition import BoardResult, Competition, Person
from voice_chess.event.decide import decide
from voice_chess.event.dutch_system import DutchPairer
from voice_chess.event.entrants import Round
from voice_chess.event.evolve import History, evolve
from voice_chess.event.next_round import to_pair
from voice_chess.event.pairing import paired
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.terms import CompetitionTerms, Play, System

TERMS = CompetitionTerms(
    name="Spring Open",
    first_day="2026-11-21",
    last_day="2026-11-29",
    play=Play(edition="2023", time="15+10"),
    system=System.SWISS,
    rounds=5,
)


@dataclass
class Organised:
    """A competition; `do` returns and records a command's changes, or returns a refusal."""

    history: History | None = None
    written: list[Change] = field(default_factory=list)

    @property
    def now(self) -> Competition:
        assert self.history is not None
        return self.history.competition

    def do(self, command: EventCommand) -> tuple[Change, ...] | Refusal:
        ruling = decide(self.history, command)
        if isinstance(ruling, tuple):
            for change in ruling:
                self.written.append(change)
                self.history = evolve(self.history, change)
        return ruling

    def refused(self, command: EventCommand) -> Reason:
        before = self.history
        ruling = self.do(command)
        assert isinstance(ruling, Refusal), ruling
        assert self.history is before
        return ruling.reason

    def done(self, command: EventCommand) -> None:
        ruling = self.do(command)
        assert isinstance(ruling, tuple), ruling

    def pair(self) -> None:
        found = to_pair(self.now)
        assert not isinstance(found, Refusal), found
        boards = paired(found, DutchPairer()) if isinstance(found, Round) else found
        self.done(PairRound(at_ms=1, boards=boards))

    def start(self) -> None:
        assert self.now.current is not None
        number = len(self.now.rounds)
        games = (f"{number}-{b.number}" for b in self.now.current.boards if b.is_open)
        self.done(StartRound(at_ms=1, games=tuple(games)))

    def take(self, game_id: str, result: BoardResult) -> None:
        self.done(TakeResult(at_ms=1, game_id=game_id, result=result))

    def rule(self, board: int, result: BoardResult, reason: str = "as seen") -> None:
        number = len(self.now.rounds)
        self.done(RuleResult(at_ms=1, round=number, board=board, result=result, reason=reason))

    def play_round(self, result: BoardResult = BoardResult.WHITE_WINS) -> None:
        """Pair and start a round, and give every board this result."""
        self.pair()
        self.start()
        assert self.now.current is not None
        for board in self.now.current.boards:
            if board.is_open:
                self.take(board.game_id, result)


def entries(names: Iterable[str], rating: int = 0) -> tuple[NewEntrant, ...]:
    return tuple(
        NewEntrant(person=Person(name=name, rating=rating), place=f"place-{name}") for name in names
    )


def organised(players: int, system: System = System.SWISS, rounds: int = 5) -> Organised:
    """Return a competition with this many players, none of whom has a rating."""
    found = Organised()
    terms = replace(TERMS, system=system, rounds=rounds)
    found.done(MakeCompetition(at_ms=1, terms=terms, arbiter="arbiters"))
    names = (f"P{number}" for number in range(1, players + 1))
    found.done(EnterPlayers(at_ms=1, entries=entries(names)))
    return found
