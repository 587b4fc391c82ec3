"""Whatever anybody asks in whatever order, the game stays a game."""

from typing import get_args

from hypothesis import Phase, settings
from hypothesis import event as note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game import commands as ask
from voice_chess.game.commands import Command
from voice_chess.game.endings import EndReason, Result
from voice_chess.game.events import Event, GameEnded, TimeAdded
from voice_chess.game.evolve import evolve, replay
from voice_chess.game.refusals import Refusal
from voice_chess.game.state import Game, InPlay, nothing_arranged
from voice_chess.game.table import Customs, Occasion, Role, Setup, Table

FENS = [
    None,
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
    "7k/8/6K1/8/8/8/8/R7 w - - 148 90",
    "8/8/4k3/3pP3/3P4/4K3/8/8 b - - 98 60",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
]
tables = st.builds(
    Table,
    control=st.sampled_from(["15+10", "1+0", "5d3", "1/2+1/G+1"]).map(TimeControl.parsed),
    edition=st.sampled_from(["2005", "2009", "2018", "2023"]),
    setup=st.sampled_from(FENS).map(lambda fen: Setup(fen=fen) if fen else Setup()),
    customs=st.builds(
        Customs,
        illegal_policy=st.sampled_from(["refuse", "count"]),
        flag_mode=st.sampled_from(["automatic", "claim"]),
        charge_until=st.sampled_from(["announcement", "press"]),
        must_repeat=st.booleans(),
        execution=st.sampled_from(["assumed", "reported"]),
        arrivals=st.sampled_from(["assumed", "recorded"]),
    ),
    occasion=st.builds(
        Occasion, has_arbiter=st.booleans(), games_per_arbiter=st.sampled_from([None, 1, 9])
    ),
)
roles = st.sampled_from(Role)
waits = st.sampled_from([200, 1, 0, 500, 300, 1_000, 20_000, 61_000])
squares = st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("12345678")).map("".join)
texts = st.one_of(squares, st.tuples(squares, squares).map("".join), st.text(max_size=6))
ENDING = [ask.Resign, ask.EndGame, ask.ArrangeGame, ask.StartGame]
FREE = [kind for kind in get_args(Command) if kind not in ENDING]
MANY = 40
TURNS = ["plain", "plain", "plain", "illegal", "slip", "claim", "touch", "adjourn"]
FIELDS = {
    "uci": texts,
    "squares": st.lists(st.one_of(squares, texts), max_size=3).map(tuple),
    "kind": st.sampled_from(get_args(ask.ClaimKind)),
    "why": st.sampled_from(get_args(ask.StopReason)),
    "white": st.booleans(),
    "ms": st.integers(-100_000, 100_000),
    "white_ms": st.integers(-10, 100_000),
    "black_ms": st.integers(-10, 100_000),
    "moves_kept": st.integers(-1, 6),
    "can_mate": st.booleans(),
    "resumption": st.just("tomorrow, 10 o'clock, here"),
    "session_ends_at_ms": st.integers(0, 200_000),
    "text": st.text(max_size=6),
    "white_here": st.booleans(),
    "black_here": st.booleans(),
    "was_lost": st.booleans(),
    "gives_time": st.booleans(),
    "ground": st.sampled_from(get_args(ask.QuickplayGround)),
    "outcome": st.sampled_from(get_args(ask.QuickplayOutcome)),
    "result": st.sampled_from(Result),
    "half_points": st.none() | st.tuples(st.integers(-1, 3), st.integers(-1, 3)),
    "reason": st.sampled_from(EndReason),
}


def mover_of(game: Game) -> Role:
    return Role.WHITE if game.white_to_move else Role.BLACK


def own_squares(game: Game) -> list[str]:
    position = game.position
    return [
        square
        for square in (file + rank for file in "abcdefgh" for rank in "12345678")
        if (position.piece_at(square) or "1").isupper() == position.white_to_move
        and position.piece_at(square)
    ]


class AnySequence(RuleBasedStateMachine):
    """Players who mostly play, and everybody else who may ask anything at any time."""

    @initialize(table=tables)
    def sit_down(self, table: Table) -> None:
        self.game = nothing_arranged()
        self.history: list[Event] = []
        self.now = 0
        self.ask(ask.ArrangeGame(by=Role.WHITE, at_ms=0, table=table))
        self.ask(ask.StartGame(by=Role.WHITE, at_ms=0))
        if table.customs.arrivals == "recorded":
            self.ask(ask.Arrive(by=Role.WHITE, at_ms=0))
            self.ask(ask.Arrive(by=Role.BLACK, at_ms=0))

    def ask(self, command: Command) -> None:
        before, copied = self.game, replay(self.history)
        ruling = decide(self.game, command)
        assert self.game == before == copied
        if not isinstance(ruling, tuple):
            assert isinstance(ruling, get_args(Refusal))
            note(f"refused: {type(ruling).__name__}")
            return
        for event in ruling:
            left_before = self.left_ms(event.at_ms)
            self.game = evolve(self.game, event)
            self.history.append(event)
            note(f"happened: {type(event).__name__}")
            self.check_time(event, left_before)

    def left_ms(self, at_ms: int) -> int:
        clock = self.game.clock
        return sum(clock.left_ms(white=white, at_ms=at_ms) for white in (True, False))

    def check_time(self, event: Event, left_before: int) -> None:
        """Only a completed move, a bonus, the arbiter's hand and a new table add time."""
        names = ("MoveCompleted", "TimeAdded", "ClocksSet", "GameArranged")
        if type(event).__name__ not in names:
            assert self.left_ms(event.at_ms) <= left_before
        if isinstance(event, TimeAdded):
            assert self.left_ms(event.at_ms) == left_before + event.ms

    @rule(data=st.data(), turn=st.sampled_from(TURNS), wait_ms=waits)
    def take_a_turn(self, data: st.DataObject, turn: str, wait_ms: int) -> None:
        if self.game.is_over:
            return
        self.now += wait_ms
        uci = data.draw(st.sampled_from(self.game.position.legal_moves))
        if self.game.last_move:
            repeated = self.game.last_move
            self.ask(ask.RepeatMove(by=mover_of(self.game), at_ms=self.now, uci=repeated))
        match turn:
            case "illegal":
                self.play(data.draw(st.sampled_from(own_squares(self.game))) + data.draw(squares))
                self.ask(ask.ClaimIllegalMove(by=mover_of(self.game), at_ms=self.now))
            case "slip":
                self.play(uci, slip=data.draw(st.sampled_from(self.game.position.legal_moves)))
            case "claim":
                kind = data.draw(FIELDS["kind"])
                mover = mover_of(self.game)
                self.ask(ask.ClaimDraw(by=mover, at_ms=self.now, kind=kind, uci=uci))
                self.play(uci)
            case "touch":
                touch = ask.TouchPieces(by=mover_of(self.game), at_ms=self.now, squares=(uci[:2],))
                self.ask(touch)
                self.play(uci)
            case "adjourn":
                self.adjourn_and_resume(
                    uci, here=data.draw(st.tuples(st.booleans(), st.booleans()))
                )
            case _:
                self.play(uci)

    def play(self, uci: str, *, slip: str | None = None) -> None:
        by = mover_of(self.game)
        if slip is not None:
            self.ask(ask.AnnounceMove(by=by, at_ms=self.now, uci=slip))
        self.ask(ask.AnnounceMove(by=by, at_ms=self.now, uci=uci))
        self.ask(ask.ExecuteMove(by=by, at_ms=self.now))
        self.ask(ask.PressClock(by=by, at_ms=self.now))

    def adjourn_and_resume(self, uci: str, *, here: tuple[bool, bool]) -> None:
        by, now = mover_of(self.game), self.now
        self.ask(ask.AskToSeal(by=Role.ARBITER, at_ms=now, resumption="later"))
        self.ask(ask.SealMove(by=by, at_ms=now, text=uci))
        self.ask(ask.StopClocks(by=by, at_ms=now))
        resumed = ask.Resume(by=Role.ARBITER, at_ms=now, white_here=here[0], black_here=here[1])
        self.ask(resumed)
        self.ask(ask.Arrive(by=Role.WHITE, at_ms=now))
        self.ask(ask.Arrive(by=Role.BLACK, at_ms=now))
        self.ask(ask.OpenEnvelope(by=Role.ARBITER, at_ms=now, uci=uci))

    @rule(wait_ms=waits, by_mover=st.booleans())
    def start_again(self, wait_ms: int, by_mover: bool) -> None:
        self.now += wait_ms
        self.ask(
            ask.StartClocks(by=mover_of(self.game) if by_mover else Role.ARBITER, at_ms=self.now)
        )

    @rule(kind=st.sampled_from(ENDING[:2]), data=st.data(), by=roles)
    def give_up(self, kind: type[Command], data: st.DataObject, by: Role) -> None:
        if len(self.history) > MANY:
            self.ask_anything(data, kind, by, 0)

    @rule(data=st.data(), kind=st.sampled_from(FREE), by=roles, wait_ms=waits)
    def ask_anything(
        self, data: st.DataObject, kind: type[Command], by: Role, wait_ms: int
    ) -> None:
        self.now += wait_ms
        if by is Role.SPECTATOR and not self.game.is_over:
            by = mover_of(self.game)
        names = [name for name in kind.__dataclass_fields__ if name in FIELDS]
        values = {name: data.draw(FIELDS[name]) for name in names}
        self.ask(kind(by=by, at_ms=self.now, **values))

    @invariant()
    def replaying_gives_the_same_game(self) -> None:
        assert replay(self.history) == self.game

    @invariant()
    def the_clock_and_the_board_agree_whose_move_it_is(self) -> None:
        # Who is late to answer a sealed move pays before it is made on the board.
        if isinstance(self.game.phase, InPlay):
            assert self.game.clock.white_to_move == self.game.position.white_to_move

    @invariant()
    def an_ended_game_stands_still(self) -> None:
        endings = [event for event in self.history if isinstance(event, GameEnded)]
        assert len(endings) == int(self.game.is_over)
        assert not (self.game.is_over and self.game.clock.is_running)


AnySequence.TestCase.settings = settings(
    max_examples=80,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
TestAnySequence = AnySequence.TestCase
