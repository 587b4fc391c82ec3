"""The state of a game at one moment: everything that an arbiter at the board would know."""

from dataclasses import dataclass, field, replace
from typing import Literal, Self, TypeAlias

from voice_chess.by_color import ByColor, both
from voice_chess.clock.chess_clock import ChessClock
from voice_chess.clock.time_control import Period, TimeControl
from voice_chess.game.phases import (
    Arranged,
    AwaitingRuling,
    InPlay,
    NotArranged,
    Over,
    Phase,
    Resuming,
    Sealing,
    StopReason,
)
from voice_chess.game.results import Result
from voice_chess.game.table import Role, Table
from voice_chess.laws.edition import Citation, Edition, IllegalMoveRule, Speed, edition
from voice_chess.laws.position import Position
from voice_chess.laws.topics import Topic
from voice_chess.remembered import remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One player's scoresheet, if they keep it themselves.

    `exempt_in_period`: the period in which they were short of time and need not record to its end.
    `is_owed`: they passed a time control and must complete the score before their next move.
    `looks`: how often they were shown the arbiter's scoresheet.
    """

    moves: tuple[str, ...] = ()
    exempt_in_period: int | None = None
    is_owed: bool = False
    signed: Result | None = None
    looks: int = 0


Scores: TypeAlias = ByColor[Score]


def cut_to(scores: Scores, moves: int) -> Scores:
    """Return both scoresheets cut to the first `moves` moves."""
    if max(len(scores.white.moves), len(scores.black.moves)) <= moves:
        return scores
    return scores.map(lambda score: replace(score, moves=score.moves[:moves]))


def are_complete(scores: Scores) -> bool:
    """Return whether neither player owes moves that they left out."""
    return not any(score.is_owed for score in scores)


_BOTH_HERE = both(theirs=True)
_NONE_MADE = both(0)
_NOTHING_WRITTEN = both(Score())

Proposal = Literal["takeback", "rematch"]
About = Literal["time", "moves", "score"]
_TO_CLAIM: frozenset[StopReason] = frozenset({"claim", "arbiter", "pause"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingMove:
    """A move announced and not yet completed; `is_binding` if a rejected claim rests on it.

    `told_by`: the opponent's assistant, if they announced it. `answer`: the reply that the opponent
    made without waiting for the press.
    """

    uci: str
    at_ms: int
    told_by: Role | None = None
    is_executed: bool = False
    is_binding: bool = False
    answer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """What the opponent has touched for their next move, and whether they only adjust."""

    touched: tuple[str, ...] = ()
    is_adjusting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What has happened since the last completed move, and the draw offer that still stands.

    A side is True for White. `ahead`: what the opponent's hands did to reply before the press.
    `released`: the move by which a piece was let go. `replaced`: an illegal move taken back whose
    release still binds. `asked`: sides with the subject that they asked about.
    `are_hands_ruled_on`: the arbiter has ruled on the hands of the last move, which happens once.
    `correction` and `takeback`: the side that wants to go back, and how many moves are kept.
    `is_offered_by_both`: a claim, made while the opponent's offer stood, added a second offer.
    `passed_over_by`: the side that declined the opponent's offer only by announcing a move.
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
        """Return the turn with this side's offer added; an earlier offer stays."""
        if self.offer_by_white in (None, white):
            return replace(self, offer_by_white=white)
        return replace(self, is_offered_by_both=True)

    @property
    def offered_by(self) -> tuple[bool, ...]:
        """The sides whose draw offers stand."""
        if self.is_offered_by_both:
            return (True, False)
        return () if self.offer_by_white is None else (self.offer_by_white,)

    @property
    def is_bound(self) -> bool:
        """Whether hands have bound the mover, by a piece touched or let go."""
        return bool(self.touched) or self.released is not None or self.replaced is not None

    @property
    def is_anything_offered(self) -> bool:
        """Whether a draw offer or a proposed takeback stands, which a move can decline."""
        return self.offer_by_white is not None or self.takeback is not None

    @property
    def offers_alone(self) -> "Turn":
        """A new turn that keeps only the open draw offers."""
        return Turn(offer_by_white=self.offer_by_white, is_offered_by_both=self.is_offered_by_both)

    def declined(self, *, white: bool) -> Self:
        """Return the turn without the offer that was made to the side `white`."""
        rest = white if self.is_offered_by_both else None
        return replace(self, offer_by_white=rest, is_offered_by_both=False)


@dataclass(frozen=True, kw_only=True)
class Attendance:
    """The players who are present, and the time at which the game or its resumption began.

    `resumed_at` is the number of half-moves made when the game was resumed. `waiting_since_ms`: the
    arbiter stopped the clocks then, and until they run again nobody comes too late.
    """

    here: ByColor[bool] = _BOTH_HERE
    started_at_ms: int | None = None
    resumed_at: int | None = None
    waiting_since_ms: int | None = None

    @remembered
    def is_complete(self) -> bool:
        """Whether both players have come."""
        return self.here.white and self.here.black

    @property
    def is_resumption(self) -> bool:
        return self.resumed_at is not None

    @remembered
    def is_somebody_missing(self) -> bool:
        """Whether play was resumed without one of the players."""
        return self.is_resumption and not self.is_complete

    def waiting(self, at_ms: int) -> Self:
        """Return the attendance while the arbiter waits: a missing player loses no time to come."""
        if self.is_complete or self.waiting_since_ms is not None:
            return self
        return replace(self, waiting_since_ms=at_ms)

    def going_on(self, at_ms: int) -> Self:
        """Return the attendance with the start moved later by the time that the arbiter waited."""
        since_ms, started_ms = self.waiting_since_ms, self.started_at_ms
        if since_ms is None or started_ms is None:
            return self
        return replace(self, started_at_ms=started_ms + at_ms - since_ms, waiting_since_ms=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastDecision:
    """The last decision of the arbiter, or of the program in their place, and who has appealed."""

    because: Citation
    appealed_by: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAppeal:
    """One side's appeal against a decision under an article, which nobody has decided yet."""

    white: bool
    against: Citation


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game, rebuilt from its events alone; each event yields a new value.

    The side to move and the edition are cached, because a move asks for each a dozen times.
    `postponed` holds the sides (True is White) whose quickplay claims the arbiter has postponed,
    the earliest first; they wait for their ruling whatever happens in between. So do `appeals`,
    also when the game is over.
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
    decision: LastDecision | None = None
    appeals: tuple[OpenAppeal, ...] = ()

    @classmethod
    def at(cls, table: Table) -> Self:
        """Return the game for a table, before its clock starts."""
        setup = table.setup
        position = Position.after(setup.moves, start_fen=setup.fen, chess960=setup.chess960)
        here = table.customs.arrivals == "assumed"
        written = Score(moves=setup.moves)
        return cls(
            table=table,
            phase=Arranged(),
            position=position,
            clock=ChessClock.set_to(
                table.control,
                white_to_move=position.white_to_move,
                delay_keeps_saved=edition(table.edition).rules.clock.delay_keeps_saved_time,
            ),
            attendance=Attendance(here=both(here)),
            scores=both(written),
        )

    @remembered
    def edition(self) -> Edition:
        return edition(self.table.edition)

    @property
    def speed(self) -> Speed:
        return self.edition.speed_of(self.table.control.thinking_ms)

    @property
    def is_supervised(self) -> bool:
        """Whether there are enough arbiters for the ordinary rules to apply at this speed."""
        games = self.table.occasion.games_per_arbiter
        allowed = self.edition.rules.clock.supervised_games[self.speed]
        return self.table.occasion.has_arbiter and (games or 1) <= allowed

    @property
    def may_spectators_inform(self) -> bool:
        """Whether there is an arbiter whom spectators may inform of what they notice."""
        may_inform = self.edition.rules.spectators.may_inform_arbiter
        return self.table.occasion.has_arbiter and may_inform

    @property
    def kind(self) -> str:
        """An edition's name for the rules of this game: its speed, perhaps with `-unsupervised`."""
        if self.speed == "standard" or self.is_supervised:
            return self.speed
        return f"{self.speed}-unsupervised"

    @property
    def illegal_move_rule(self) -> IllegalMoveRule:
        """The edition's rule on completed illegal moves in a game of this kind."""
        return self.edition.rules.illegal_moves[self.kind]

    @remembered
    def white_to_move(self) -> bool:
        return self.position.white_to_move

    @remembered
    def mover(self) -> Role:
        """The player on move."""
        return Role.WHITE if self.position.white_to_move else Role.BLACK

    @property
    def topic_of_making(self) -> Topic:
        """The topic by which the player on move must have made a move before they press.

        The rules for blind players leave the ordinary ones in force for a sighted one.
        """
        is_blind = self.table.seat(white=self.white_to_move).is_blind
        return Topic.EXECUTION if is_blind else Topic.PRESS

    @property
    def topic_of_promotion(self) -> Topic:
        """The topic by which a promoted piece is told: aloud, where one of the players is blind."""
        return Topic.ANNOUNCEMENT if self._is_anybody_blind else Topic.PROMOTION

    @property
    def topic_of_slips(self) -> Topic:
        """The topic by which an announced move can't be corrected any more.

        It was pressed, or replied to before that: then whoever replied had the move.
        """
        if self.reply is not None:
            return Topic.TURN
        return Topic.SLIP_OF_THE_TONGUE if self._is_anybody_blind else Topic.PRESS

    @property
    def _is_anybody_blind(self) -> bool:
        """Whether the rules for blind players are in force at this table."""
        return any(seat.is_blind for seat in self.table.seats)

    @remembered
    def is_over(self) -> bool:
        return isinstance(self.phase, Over)

    @property
    def may_be_followed(self) -> bool:
        """Whether it is over, and its players may agree on another one."""
        return self.is_over and self.table.has_rematches

    @remembered
    def is_in_play(self) -> bool:
        """Whether play is on, or a player is sealing a move."""
        return isinstance(self.phase, InPlay | Sealing)

    @property
    def is_timed(self) -> bool:
        """Whether time counts against a player: on their clock, or until they come back."""
        is_on = isinstance(self.phase, InPlay | Sealing | Resuming)
        return (self.clock.is_running and is_on) or self.is_sealer_awaited

    @property
    def is_ended_by_claim(self) -> bool:
        """Whether a claim without an arbiter has ended play, and only its ruling is awaited."""
        is_claimed = isinstance(self.phase, AwaitingRuling) and self.phase.question == "quickplay"
        return is_claimed and not self.table.occasion.has_arbiter

    @property
    def is_sealer_awaited(self) -> bool:
        """Whether the player who sealed has yet to come back, while no clock runs.

        The replier, who is there, has not had the envelope opened.
        """
        if not isinstance(self.phase, Resuming) or self.phase.lateness is not None:
            return False
        here, sealer = self.attendance.here, self.phase.envelope.sealed_by_white
        is_awaited = here.of(white=not sealer) and not here.of(white=sealer)
        return is_awaited and self.attendance.waiting_since_ms is None

    @remembered
    def is_secret(self) -> bool:
        """Whether the player on move is sealing a move in secret, not one made on the board."""
        return isinstance(self.phase, Sealing) and not self.phase.is_made

    @property
    def is_halted(self) -> bool:
        """Whether play is on and the clocks stand."""
        return self.is_in_play and not self.clock.is_running

    def is_halted_to_claim(self, by: Role) -> bool:
        """Return whether that role's side stopped the clocks to claim or to call the arbiter.

        A player who calls the arbiter states the reason only afterwards, so both count.
        """
        halted = self.phase.halted if isinstance(self.phase, InPlay) else None
        if halted is None:
            return False
        stopped_by, why = halted
        is_own = stopped_by.acts_for_white is not None
        return is_own and stopped_by.acts_for_white == by.acts_for_white and why in _TO_CLAIM

    @property
    def proposed(self) -> Proposal | None:
        """The open proposal, of a kind that the Laws don't know, or None.

        A draw offer must be answered before a proposed takeback.
        """
        match self.phase:
            case Over(rematch_by_white=bool()):
                return "rematch"
            case InPlay() if self.turn.takeback is not None and self.turn.offer_by_white is None:
                return "takeback"
            case _:
                return None

    @property
    def moves_here(self) -> int:
        """The number of half-moves made since the game came to this table."""
        return len(self.position.moves) - len(self.table.setup.moves)

    @property
    def last_move(self) -> str | None:
        return self.position.moves[-1] if self.position.moves else None

    @property
    def flag_falls_at_ms(self) -> int | None:
        """When the mover's flag falls, in ms; None if no flag is due to fall.

        It falls later by the free time if a move was announced before.
        """
        falls_at, announced = self.clock.flag_falls_at_ms, self.turn.announcement
        if falls_at is None or announced is None or announced.at_ms >= falls_at:
            return falls_at
        return falls_at + self.table.customs.free_ms

    def charged_until_ms(self, at_ms: int) -> int:
        """Return the time until which the mover pays, less free time after an announcement."""
        said = self.turn.announcement
        if said is None:
            return at_ms
        return min(at_ms, max(said.at_ms, at_ms - self.table.customs.free_ms))

    def left_ms(self, *, white: bool, at_ms: int) -> int:
        """Return one side's remaining time as the display shows it, in ms."""
        return self.clock.left_ms(white=white, at_ms=self.charged_until_ms(at_ms))

    def both_left_ms(self, at_ms: int) -> ByColor[int]:
        """Return both sides' remaining time as the displays show it, in ms."""
        return self.clock.both_left_ms(self.charged_until_ms(at_ms))

    def has_flag_down(self, *, white: bool, at_ms: int) -> bool:
        """Return whether a flag is down; the clock that runs may be that of an absent replier."""
        falls_at, running = self.flag_falls_at_ms, self.clock.white_to_move
        is_due = white == running and falls_at is not None and at_ms >= falls_at
        return is_due or self.clock.sides.of(white=white).is_flag_down

    @property
    def unpressed(self) -> str | None:
        """The legal move that stands on the mover's board and waits for the press, or None."""
        said = self.turn.announcement
        if said is None or not self.position.is_legal(said.uci):
            return None
        is_assumed = self.table.customs.execution == "assumed" and not said.is_binding
        return said.uci if said.is_executed or is_assumed else None

    @property
    def before_reply(self) -> Position:
        """The position with the move that waits for the press, but without a reply to it."""
        uci = self.unpressed
        return self.position if uci is None else self.position.played(uci)

    @property
    def reply(self) -> str | None:
        """The reply to the move that waits for the press, or None."""
        said = self.turn.announcement
        return None if said is None else said.answer

    @property
    def on_the_board(self) -> Position:
        """The position with all moves that were made, including those not yet completed."""
        before, reply = self.before_reply, self.reply
        return before if reply is None else before.played(reply)


def nothing_arranged() -> Game:
    """Return the empty game with which every replay begins."""
    placeholder = Table(control=TimeControl(periods=(Period(base_ms=1),)))
    game = Game.at(placeholder)
    return Game(table=placeholder, phase=NotArranged(), position=game.position, clock=game.clock)
