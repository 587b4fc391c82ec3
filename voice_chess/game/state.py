"""A game at one moment: what an arbiter at the board would know."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, Self, TypeAlias

from voice_chess.by_color import ByColor, both
from voice_chess.clock.chess_clock import ChessClock
from voice_chess.clock.time_control import Period, TimeControl
from voice_chess.game.envelope import Envelope
from voice_chess.game.results import EndReason, Result
from voice_chess.game.table import Role, Table
from voice_chess.laws.edition import Citation, Edition, Speed, edition
from voice_chess.laws.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One player's scoresheet where they keep it themselves.

    `exempt_in_period`: short of time in this period, they need not write to its end;
    `is_owed`: a time control has passed, so it is to be completed before their next move;
    `looks`: how often they were shown the arbiter's scoresheet.
    """

    moves: tuple[str, ...] = ()
    exempt_in_period: int | None = None
    is_owed: bool = False
    signed: Result | None = None
    looks: int = 0


Scores: TypeAlias = ByColor[Score]


def cut_to(scores: Scores, moves: int) -> Scores:
    """Both without what was written after so many moves."""
    if max(len(scores.white.moves), len(scores.black.moves)) <= moves:
        return scores
    return scores.map(lambda score: replace(score, moves=score.moves[:moves]))


def are_complete(scores: Scores) -> bool:
    """Nobody owes anything that was left off."""
    return not any(score.is_owed for score in scores)


_BOTH_HERE = both(theirs=True)
_NONE_MADE = both(0)
_NOTHING_WRITTEN = both(Score())

Proposal = Literal["takeback", "rematch"]
StopReason = Literal[
    "arbiter", "promotion-piece", "displaced-pieces", "irregularity", "claim", "recording"
]
Question = Literal["mating-chance", "quickplay", "increment"]
About = Literal["time", "moves", "score"]


_TO_CLAIM: frozenset[StopReason] = frozenset({"claim", "arbiter"})


@dataclass(frozen=True, slots=True, kw_only=True)
class NotArranged:
    """No table yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arranged:
    """Everything is agreed; the clock does not run yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InPlay:
    """`halted` tells who stopped the clocks and why, while they stand."""

    halted: tuple[Role, StopReason] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitingRuling:
    """The arbiter must answer about the side `white`; the answer decides over `reason`."""

    question: Question
    white: bool
    reason: EndReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Objecting:
    """The arbiter finds out what `white` objects to."""

    white: bool
    touched: tuple[str, ...]
    released: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealing:
    """The player on move writes their move for the envelope while their clock runs."""

    resumption: str
    charged_until_ms: int | None
    text: str | None = None
    is_made: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjourned:
    envelope: Envelope


@dataclass(frozen=True, slots=True, kw_only=True)
class Resuming:
    """The session has begun and the envelope is still shut.

    `lateness` is what the game has come to because its sealer is too late, if no move ends it.
    """

    envelope: Envelope
    lateness: Result | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """`rematch_by_white` tells who has proposed another game, while the other has not answered."""

    result: Result
    reason: EndReason
    because: Citation
    half_points: tuple[int, int] = (0, 0)
    rematch_by_white: bool | None = None
    is_rematch_agreed: bool = False


Phase = (
    NotArranged
    | Arranged
    | InPlay
    | AwaitingRuling
    | Objecting
    | Sealing
    | Adjourned
    | Resuming
    | Over
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingMove:
    """A move said and not yet completed; binding when a rejected claim rests on it.

    `told_by`: the opponent's assistant, where they said it. `answer` is what the opponent
    has played without waiting for the press.
    """

    uci: str
    at_ms: int
    told_by: Role | None = None
    is_executed: bool = False
    is_binding: bool = False
    answer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """What the opponent has touched of their next move, and whether they only adjust."""

    touched: tuple[str, ...] = ()
    is_adjusting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What has happened since the last completed move, and the offer still standing.

    `ahead` is what the opponent's hands have done, where they answer without waiting for the press;
    `released` is where a piece was let go, `replaced` the illegal move taken back whose release
    still binds; `asked` who, by side, waits to be told what; the hands that made the last move
    are ruled on once; `correction` who wants to go back to how many moves. `is_offered_by_both`: a
    claim, made while the opponent's offer stood, has offered besides and left that offer as it was.
    `passed_over_by` has declined by announcing, and by nothing else, an offer of their opponent's.
    `takeback`: who wants to take moves back, and how many are to stay.
    """

    announcement: PendingMove | None = None
    ahead: Ahead = field(default_factory=Ahead)
    touched: tuple[str, ...] = ()
    released: str | None = None
    replaced: str | None = None
    asked: frozenset[tuple[bool, About]] = frozenset()
    are_hands_ruled_on: bool = False
    correction: tuple[bool, int] | None = None
    is_adjusting: bool = False
    is_repeated: bool = True
    offer_by_white: bool | None = None
    is_offered_by_both: bool = False
    passed_over_by: bool | None = None
    takeback: tuple[bool, int] | None = None

    def offered(self, *, white: bool) -> Self:
        """With an offer more; one that stood already stays."""
        if self.offer_by_white in (None, white):
            return replace(self, offer_by_white=white)
        return replace(self, is_offered_by_both=True)

    @property
    def offers_alone(self) -> "Turn":
        """Another turn, in which the offers stand that nobody has answered yet."""
        return Turn(offer_by_white=self.offer_by_white, is_offered_by_both=self.is_offered_by_both)

    def declined(self, *, white: bool) -> Self:
        """Without the offer that `white` was made."""
        rest = white if self.is_offered_by_both else None
        return replace(self, offer_by_white=rest, is_offered_by_both=False)


@dataclass(frozen=True, kw_only=True)
class Attendance:
    """The players who have come, and when the game, or its resumption, was to begin.

    `resumed_at` counts the half-moves that had been made when the game was resumed;
    `waiting_since_ms`: the arbiter has stopped the clocks, and meanwhile nobody comes too late.
    """

    here: ByColor[bool] = _BOTH_HERE
    started_at_ms: int | None = None
    resumed_at: int | None = None
    waiting_since_ms: int | None = None

    @cached_property
    def is_complete(self) -> bool:
        """Both players have come."""
        return self.here.white and self.here.black

    @property
    def is_resumption(self) -> bool:
        return self.resumed_at is not None

    def waiting(self, at_ms: int) -> Self:
        """As long as the arbiter waits, no time to come is lost."""
        if self.is_complete or self.waiting_since_ms is not None:
            return self
        return replace(self, waiting_since_ms=at_ms)

    def going_on(self, at_ms: int) -> Self:
        """As if the beginning had been later by so long as the arbiter has waited."""
        since_ms, started_ms = self.waiting_since_ms, self.started_at_ms
        if since_ms is None or started_ms is None:
            return self
        return replace(self, started_at_ms=started_ms + at_ms - since_ms, waiting_since_ms=None)


@dataclass(frozen=True, kw_only=True)
class Game:
    """Rebuilt from its events alone; never changed, only followed by the next.

    Whose move it is and under which Laws is asked a dozen times on the way of each: that is kept.
    `postponed` are the sides (True is White) whose quickplay claims the arbiter has put off, the
    earliest first; whatever happens in between, they wait for their ruling.
    """

    table: Table
    phase: Phase
    position: Position
    clock: ChessClock
    turn: Turn = field(default_factory=Turn)
    illegal_moves: ByColor[int] = _NONE_MADE
    attendance: Attendance = field(default_factory=Attendance)
    scores: Scores = _NOTHING_WRITTEN
    postponed: tuple[bool, ...] = ()

    @classmethod
    def at(cls, table: Table) -> Self:
        """The game a table is arranged for, before its clock starts."""
        setup = table.setup
        position = Position.after(setup.moves, start_fen=setup.fen, chess960=setup.chess960)
        here = table.customs.arrivals == "assumed"
        written = Score(moves=setup.moves)
        return cls(
            table=table,
            phase=Arranged(),
            position=position,
            clock=ChessClock.set_to(table.control, white_to_move=position.white_to_move),
            attendance=Attendance(here=both(here)),
            scores=both(written),
        )

    @cached_property
    def edition(self) -> Edition:
        return edition(self.table.edition)

    @property
    def speed(self) -> Speed:
        return self.edition.speed_of(self.table.control.thinking_ms)

    @property
    def is_supervised(self) -> bool:
        """Enough arbiters for this speed that the ordinary rules apply."""
        games = self.table.occasion.games_per_arbiter
        allowed = self.edition.rules.clock.supervised_games[self.speed]
        return self.table.occasion.has_arbiter and (games or 1) <= allowed

    @property
    def may_spectators_inform(self) -> bool:
        """There is an arbiter, and what spectators notice they may tell them."""
        may_inform = self.edition.rules.spectators.may_inform_arbiter
        return self.table.occasion.has_arbiter and may_inform

    @property
    def kind(self) -> str:
        """Speed and supervision, as editions name the sets of rules that follow from them."""
        if self.speed == "standard" or self.is_supervised:
            return self.speed
        return f"{self.speed}-unsupervised"

    @cached_property
    def white_to_move(self) -> bool:
        return self.position.white_to_move

    @cached_property
    def mover(self) -> Role:
        """The player on move."""
        return Role.WHITE if self.position.white_to_move else Role.BLACK

    @cached_property
    def is_over(self) -> bool:
        return isinstance(self.phase, Over)

    @cached_property
    def is_in_play(self) -> bool:
        """Moves are made, or one is being sealed."""
        return isinstance(self.phase, InPlay | Sealing)

    @cached_property
    def is_secret(self) -> bool:
        """The player on move writes for the envelope; what was made on the board everybody saw."""
        return isinstance(self.phase, Sealing) and not self.phase.is_made

    @property
    def is_halted(self) -> bool:
        """Play is on, and the clocks stand."""
        return self.is_in_play and not self.clock.is_running

    def is_halted_to_claim(self, by: Role) -> bool:
        """That side has stopped the clocks, for a claim or to call the arbiter.

        Why the arbiter is called, a player tells then.
        """
        halted = self.phase.halted if isinstance(self.phase, InPlay) else None
        if halted is None:
            return False
        stopped_by, why = halted
        is_own = stopped_by.acts_for_white is not None
        return is_own and stopped_by.acts_for_white == by.acts_for_white and why in _TO_CLAIM

    @property
    def proposed(self) -> Proposal | None:
        """What the Laws don't know and a player has proposed to the other, who has not replied.

        An offer of a draw is replied to first.
        """
        match self.phase:
            case Over(rematch_by_white=bool()):
                return "rematch"
            case InPlay() if self.turn.takeback is not None and self.turn.offer_by_white is None:
                return "takeback"
            case _:
                return None

    @property
    def is_somebody_missing(self) -> bool:
        """Play was taken up again without one of the players."""
        return self.attendance.is_resumption and not self.attendance.is_complete

    @property
    def moves_here(self) -> int:
        """How many moves both sides together have made since the game came to this table."""
        return len(self.position.moves) - len(self.table.setup.moves)

    @property
    def last_move(self) -> str | None:
        return self.position.moves[-1] if self.position.moves else None

    @property
    def flag_falls_at_ms(self) -> int | None:
        """When the mover's time is up: later by what is free, for a move announced before."""
        falls_at, announced = self.clock.flag_falls_at_ms, self.turn.announcement
        if falls_at is None or announced is None or announced.at_ms >= falls_at:
            return falls_at
        return falls_at + self.table.customs.free_ms

    def charged_until_ms(self, at_ms: int) -> int:
        """Until when the mover pays at this moment: all but what is free behind an announcement."""
        said = self.turn.announcement
        if said is None:
            return at_ms
        return min(at_ms, max(said.at_ms, at_ms - self.table.customs.free_ms))

    def left_ms(self, *, white: bool, at_ms: int) -> int:
        """What the display shows."""
        return self.clock.left_ms(white=white, at_ms=self.charged_until_ms(at_ms))

    def both_left_ms(self, at_ms: int) -> ByColor[int]:
        """What both displays show."""
        return self.clock.both_left_ms(self.charged_until_ms(at_ms))

    def has_flag_down(self, *, white: bool, at_ms: int) -> bool:
        falls_at = self.flag_falls_at_ms
        is_due = white == self.white_to_move and falls_at is not None and at_ms >= falls_at
        return is_due or self.clock.sides.of(white=white).is_flag_down

    @property
    def unpressed(self) -> str | None:
        """The legal move that stands on the mover's board and waits for the press."""
        said = self.turn.announcement
        if said is None or not self.position.is_legal(said.uci):
            return None
        is_assumed = self.table.customs.execution == "assumed" and not said.is_binding
        return said.uci if said.is_executed or is_assumed else None

    @property
    def on_the_board(self) -> Position:
        """The position with all moves made, whether or not their clock was pressed."""
        uci, said = self.unpressed, self.turn.announcement
        if uci is None or said is None:
            return self.position
        after = self.position.played(uci)
        return after.played(said.answer) if said.answer else after


def nothing_arranged() -> Game:
    """Where every replay begins."""
    placeholder = Table(control=TimeControl(periods=(Period(base_ms=1),)))
    game = Game.at(placeholder)
    return Game(table=placeholder, phase=NotArranged(), position=game.position, clock=game.clock)
