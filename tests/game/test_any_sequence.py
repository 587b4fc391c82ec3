"""Whatever anybody asks in whatever order, the game stays a game."""

from collections.abc import Callable
from itertools import product
from typing import get_args

import pytest
from hypothesis import Phase, settings
from hypothesis import event as note
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.thoroughness import enough
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, Resume, SealMove
from voice_chess.game.clocks import (
    AddTime,
    BeginNextPeriod,
    ClockReason,
    SetClocks,
    StartClocks,
    StopClocks,
    TimeAdded,
    TimeReason,
)
from voice_chess.game.commands import Command
from voice_chess.game.draws import ClaimDraw, DeclineDraw
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve, replay
from voice_chess.game.game_end import EndGame, GameEnded, Resign
from voice_chess.game.information import AskInformation, Inform
from voice_chess.game.irregularities import (
    BackReason,
    ClaimIllegalMove,
    GoBack,
    ReportFault,
    ReportTwoHands,
)
from voice_chess.game.moves import AnnounceMove, ExecuteMove, PressClock, RepeatMove
from voice_chess.game.objections import ObjectToRelease, ObjectToTouch, RuleOnObjection
from voice_chess.game.phases import InPlay, StopReason
from voice_chess.game.quickplay import (
    QuickplayGround,
    QuickplayOutcome,
    RequestIncrement,
    RuleOnIncrement,
)
from voice_chess.game.refusals import Refusal
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import (
    CompleteScore,
    ReconstructGame,
    RecordMove,
    RuleOnResult,
    SignScore,
    Source,
)
from voice_chess.game.setup import ArrangeGame, Arrive, StartGame
from voice_chess.game.state import About, Game, nothing_arranged
from voice_chess.game.table import Customs, Occasion, Role, ScoreMedium, Seat, Setup, Table
from voice_chess.game.touch import SetPieceDown, TouchPieces
from voice_chess.laws.draws import ClaimKind
from voice_chess.laws.irregularities import Fault

FENS = [
    None,
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
    "7k/8/6K1/8/8/8/8/R7 w - - 148 90",
    "8/8/4k3/3pP3/3P4/4K3/8/8 b - - 98 60",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
]
seats = st.builds(
    Seat,
    is_blind=st.booleans(),
    has_assistant=st.booleans(),
    is_hearing_impaired=st.sampled_from([False, False, False, True]),
    score_medium=st.sampled_from(get_args(ScoreMedium)),
)
CONTROLS = ["15+10", "20+0", "1+0", "5d3", "1/2+1/G+1", "60/2+30/G", "60/2+30/G", "90+30"]
QUICKPLAY_LEFT_MS = 100_000
SHORT_OF_TIME_MS = 60 * 60_000 - 250_000
tables = st.builds(
    Table,
    control=st.sampled_from(CONTROLS).map(TimeControl.parsed),
    white=seats,
    black=seats,
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
        recording=st.sampled_from(["program", "reported"]),
    ),
    occasion=st.builds(
        Occasion, has_arbiter=st.booleans(), games_per_arbiter=st.sampled_from([None, 1, 9])
    ),
)
roles = st.sampled_from(Role)
waits = st.sampled_from([*range(0, 1_000, 100), 1_000, 20_000, 61_000, 3_400_000])
ALL_SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]
squares = st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("12345678")).map("".join)
texts = st.one_of(squares, st.tuples(squares, squares).map("".join), st.text(max_size=6))
# What ends a game, or stops it until somebody answers, is asked seldom or last.
ENDING = [Resign, EndGame, ReportFault, ArrangeGame, StartGame]
FREE = [kind for kind in get_args(Command) if kind not in ENDING]
MANY = 40
OFTEN = [
    *("plain", "plain", "plain", "unwritten", "unwritten", "illegal", "slip", "claim", "touch"),
    *(
        "illegal",
        "set-down",
        "objection",
        "information",
        "pawn",
        "empty-press",
        "two-hands",
        "adjourn",
        "answer",
        "answer",
        *("increment", "increment", "increment"),
    ),
]
FIELDS = {
    "uci": texts,
    "squares": st.lists(st.one_of(squares, texts), max_size=3).map(tuple),
    "kind": st.sampled_from((None, *get_args(ClaimKind))),
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
    "ground": st.sampled_from(get_args(QuickplayGround)),
    "outcome": st.sampled_from(get_args(QuickplayOutcome)),
    "result": st.sampled_from(Result),
    "half_points": st.none() | st.tuples(st.integers(-1, 3), st.integers(-1, 3)),
    "reason": st.sampled_from(EndReason),
    "is_in_order": st.booleans(),
    "is_let_go": st.booleans(),
    "is_upheld": st.booleans(),
    "is_granted": st.booleans(),
    "fault": st.sampled_from(get_args(Fault)),
    "with_offer": st.booleans(),
    "source": st.sampled_from(get_args(Source)),
    "about": st.sampled_from(get_args(About)),
    "in_words": st.sampled_from(["", "too loud"]),
    "moves": st.none() | st.tuples(st.integers(-1, 50), st.integers(-1, 50)),
}
WHYS = {
    StopClocks: st.sampled_from(get_args(StopReason)),
    AddTime: st.sampled_from(get_args(TimeReason)),
    SetClocks: st.sampled_from(get_args(ClockReason)),
    GoBack: st.sampled_from(get_args(BackReason)),
}


def own_squares(game: Game) -> list[str]:
    position = game.position
    return [
        square
        for square in ALL_SQUARES
        if (position.piece_at(square) or "1").isupper() == position.white_to_move
        and position.piece_at(square)
    ]


def as_it_stands(game: Game) -> tuple[object, ...]:
    """What a refusal might have changed, the board below the values included."""
    board = game.position.board
    return game, board.fen(), len(board.move_stack), game.position.legal_moves


class AnySequence(RuleBasedStateMachine):
    """Players who mostly play, and everybody else who may ask anything at any time."""

    @initialize(table=tables)
    def sit_down(self, table: Table) -> None:
        self.game = nothing_arranged()
        self.history: list[Event] = []
        self.now = 0
        self.ask(ArrangeGame(by=Role.WHITE, at_ms=0, table=table))
        self.ask(StartGame(by=Role.WHITE, at_ms=0))
        if table.customs.arrivals == "recorded":
            self.ask(Arrive(by=Role.WHITE, at_ms=0))
            self.ask(Arrive(by=Role.BLACK, at_ms=0))

    def ask(self, command: Command) -> None:
        before = as_it_stands(self.game)
        ruling = decide(self.game, command)
        if not isinstance(ruling, tuple):
            assert isinstance(ruling, get_args(Refusal))
            assert as_it_stands(self.game) == before
            assert decide(self.game, command) == ruling
            assert not self.history or ruling.because.edition == self.game.table.edition
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
        names = ("MoveCompleted", "TimeAdded", "ClocksSet", "GameArranged", "PeriodBegun")
        if type(event).__name__ not in names:
            assert self.left_ms(event.at_ms) <= left_before
        if isinstance(event, TimeAdded):
            assert self.left_ms(event.at_ms) == left_before + event.ms

    @rule(data=st.data(), turn=st.sampled_from(OFTEN), wait_ms=waits)
    def take_a_turn(self, data: st.DataObject, turn: str, wait_ms: int) -> None:
        if self.game.is_over:
            return
        self.now += wait_ms
        legal = self.game.position.legal_moves
        if not legal:
            # An illegal move that nobody tells of may leave its opponent none of their own.
            self.ask(ClaimIllegalMove(by=self.game.mover, at_ms=self.now))
            return
        uci = data.draw(st.sampled_from(legal))
        if self.game.last_move:
            repeated = self.game.last_move
            self.ask(RepeatMove(by=self.game.mover, at_ms=self.now, uci=repeated))
        TURNS[turn](self, uci, data)

    def plainly(self, uci: str, _data: st.DataObject) -> None:
        self.play(uci)

    def illegally(self, _uci: str, data: st.DataObject) -> None:
        own = own_squares(self.game)
        free = [square for square in ALL_SQUARES if square not in own]
        self.play(data.draw(st.sampled_from(own)) + data.draw(st.sampled_from(free)))
        self.ask(ClaimIllegalMove(by=self.game.mover, at_ms=self.now))

    def with_a_slip(self, uci: str, data: st.DataObject) -> None:
        self.play(uci, slip=data.draw(st.sampled_from(self.game.position.legal_moves)))

    def with_a_claim(self, uci: str, data: st.DataObject) -> None:
        kind, mover = data.draw(FIELDS["kind"]), self.game.mover
        self.ask(ClaimDraw(by=mover, at_ms=self.now, kind=kind, uci=uci))
        self.play(uci)

    def with_a_touch(self, uci: str, _data: st.DataObject) -> None:
        mover = self.game.mover
        self.ask(TouchPieces(by=mover, at_ms=self.now, squares=(uci[:2],)))
        self.play(uci)

    def with_a_piece_set_down(self, uci: str, data: st.DataObject) -> None:
        by, is_let_go = self.game.mover, data.draw(st.booleans())
        part = uci[:4] if is_let_go else uci
        down = SetPieceDown(by=by, at_ms=self.now, uci=part, is_let_go=is_let_go)
        self.ask(down)
        self.play(data.draw(st.sampled_from(self.game.position.legal_moves or (uci,))))
        self.play(uci)

    def with_an_objection(self, uci: str, data: st.DataObject) -> None:
        """The opponent objects, and the arbiter finds out and lets the clocks run."""
        self.play(uci)
        by, now = self.game.mover, self.now
        before = self.game.position.rewound(max(0, len(self.game.position.moves) - 1))
        other = data.draw(st.sampled_from(before.legal_moves or ("e2e4",)))
        if data.draw(st.booleans()):
            self.ask(ObjectToTouch(by=by, at_ms=now, squares=(other[:2],)))
        else:
            self.ask(ObjectToRelease(by=by, at_ms=now, uci=other))
        upheld = data.draw(st.booleans())
        self.ask(RuleOnObjection(by=Role.ARBITER, at_ms=now, is_upheld=upheld))
        self.ask(StartClocks(by=Role.ARBITER, at_ms=now))

    def asking_for_the_time(self, uci: str, data: st.DataObject) -> None:
        by, now, about = self.game.mover, self.now, data.draw(FIELDS["about"])
        aide = Role.ASSISTANT_WHITE if by is Role.WHITE else Role.ASSISTANT_BLACK
        self.ask(AskInformation(by=by, at_ms=now, about=about))
        self.ask(Inform(by=aide, at_ms=now, about=about))
        self.play(uci)

    def leaving_a_pawn(self, uci: str, _data: st.DataObject) -> None:
        legal = self.game.position.legal_moves
        pawns = [move[:4] for move in legal if len(move) > len(move[:4])]
        self.play(pawns[0] if pawns else uci)
        self.ask(ClaimIllegalMove(by=Role.ARBITER, at_ms=self.now))

    def pressing_first(self, uci: str, _data: st.DataObject) -> None:
        self.ask(PressClock(by=self.game.mover, at_ms=self.now))
        self.play(uci)

    def with_an_answer(self, uci: str, data: st.DataObject) -> None:
        """The opponent does not wait for the press; then it comes, or the next move does."""
        by, now = self.game.mover, self.now
        opponent = Role.BLACK if by is Role.WHITE else Role.WHITE
        # The announcement itself may end the game, and then the move is made already.
        after = self.game.position.played(uci)
        self.ask(AnnounceMove(by=by, at_ms=now, uci=uci))
        self.ask(ExecuteMove(by=by, at_ms=now))
        replies = after.legal_moves or ("e7e5",)
        reply = data.draw(st.sampled_from(replies))
        self.ask(AnnounceMove(by=opponent, at_ms=now, uci=reply))
        self.now += 1_000
        if data.draw(st.booleans()):
            self.ask(PressClock(by=by, at_ms=self.now))
            self.ask(PressClock(by=opponent, at_ms=self.now))
        elif after.is_legal(reply):
            following = after.played(reply).legal_moves or ("e2e4",)
            self.play(data.draw(st.sampled_from(following)))

    def asking_for_an_increment(self, uci: str, data: st.DataObject) -> None:
        """Short of time; the opponent will not draw, and the arbiter answers."""
        by = self.game.mover
        opponent = Role.BLACK if by is Role.WHITE else Role.WHITE
        left_ms = self.game.clock.left_ms(white=by is Role.WHITE, at_ms=self.now)
        self.now += max(0, left_ms - QUICKPLAY_LEFT_MS)
        is_granted = data.draw(st.booleans())
        self.ask(RequestIncrement(by=by, at_ms=self.now))
        self.ask(DeclineDraw(by=opponent, at_ms=self.now))
        ruling = RuleOnIncrement(by=Role.ARBITER, at_ms=self.now, is_granted=is_granted)
        self.ask(ruling)
        self.play(uci)

    def with_two_hands(self, uci: str, _data: st.DataObject) -> None:
        self.play(uci)
        self.ask(ReportTwoHands(by=Role.ARBITER, at_ms=self.now))

    def without_writing(self, uci: str, data: st.DataObject) -> None:
        """Perhaps so late that nobody need write, up to a time control."""
        if data.draw(st.booleans()):
            self.now = max(self.now, SHORT_OF_TIME_MS * (1 + (not self.game.white_to_move)))
        self.play(uci, writes=False)
        sources = data.draw(st.permutations(get_args(Source)))
        for by, source in product((Role.WHITE, Role.BLACK), sources):
            self.ask(CompleteScore(by=by, at_ms=self.now, source=source))
        self.ask(ReconstructGame(by=Role.ARBITER, at_ms=self.now))
        self.ask(BeginNextPeriod(by=Role.ARBITER, at_ms=self.now))
        self.ask(StartClocks(by=Role.ARBITER, at_ms=self.now))

    def adjourning(self, uci: str, data: st.DataObject) -> None:
        here = data.draw(st.tuples(st.booleans(), st.booleans()))
        self.adjourn_and_resume(uci, here=here)

    def play(self, uci: str, *, slip: str | None = None, writes: bool = True) -> None:
        by = self.game.mover
        if writes:
            for writer in (Role.WHITE, Role.BLACK):
                self.ask(RecordMove(by=writer, at_ms=self.now))
        if slip is not None:
            self.ask(AnnounceMove(by=by, at_ms=self.now, uci=slip))
        self.ask(AnnounceMove(by=by, at_ms=self.now, uci=uci))
        self.ask(ExecuteMove(by=by, at_ms=self.now))
        self.ask(PressClock(by=by, at_ms=self.now))

    def adjourn_and_resume(self, uci: str, *, here: tuple[bool, bool]) -> None:
        by, now = self.game.mover, self.now
        self.ask(AskToSeal(by=Role.ARBITER, at_ms=now, resumption="later"))
        self.ask(SealMove(by=by, at_ms=now, text=uci))
        self.ask(StopClocks(by=by, at_ms=now))
        resumed = Resume(by=Role.ARBITER, at_ms=now, white_here=here[0], black_here=here[1])
        self.ask(resumed)
        self.ask(Arrive(by=Role.WHITE, at_ms=now))
        self.ask(Arrive(by=Role.BLACK, at_ms=now))
        self.ask(OpenEnvelope(by=Role.ARBITER, at_ms=now, uci=uci))

    @rule(wait_ms=waits, by_mover=st.booleans())
    def start_again(self, wait_ms: int, by_mover: bool) -> None:
        self.now += wait_ms
        self.ask(StartClocks(by=self.game.mover if by_mover else Role.ARBITER, at_ms=self.now))

    @rule(kind=st.sampled_from(ENDING[:3]), data=st.data(), by=roles)
    def give_up(self, kind: type[Command], data: st.DataObject, by: Role) -> None:
        if len(self.history) > MANY:
            self.ask_anything(data, kind, by, 0)

    @rule(white=FIELDS["result"], black=FIELDS["result"], ruled=FIELDS["result"])
    def sign(self, white: Result, black: Result, ruled: Result) -> None:
        if not self.game.is_over and len(self.history) < MANY:
            return
        self.ask(SignScore(by=Role.WHITE, at_ms=self.now, result=white))
        self.ask(SignScore(by=Role.BLACK, at_ms=self.now, result=black))
        self.ask(RuleOnResult(by=Role.ARBITER, at_ms=self.now, result=ruled))

    @rule(data=st.data(), kind=st.sampled_from(FREE), by=roles, wait_ms=waits)
    def ask_anything(
        self, data: st.DataObject, kind: type[Command], by: Role, wait_ms: int
    ) -> None:
        self.now += wait_ms
        if by is Role.SPECTATOR and not self.game.is_over:
            by = self.game.mover
        names = [name for name in kind.__dataclass_fields__ if name in FIELDS]
        values = {name: data.draw(FIELDS[name]) for name in names}
        if kind in WHYS:
            values["why"] = data.draw(WHYS[kind])
        self.ask(kind(by=by, at_ms=self.now, **values))

    @invariant()
    def replaying_gives_the_same_game(self) -> None:
        assert replay(self.history) == self.game

    @invariant()
    def at_most_one_clock_runs(self) -> None:
        clock, later = self.game.clock, self.now + 1_000
        running = [
            white
            for white in (True, False)
            if clock.left_ms(white=white, at_ms=later) < clock.left_ms(white=white, at_ms=self.now)
        ]
        assert len(running) <= 1

    @invariant()
    def the_clock_and_the_board_agree_whose_move_it_is(self) -> None:
        # Who is late to answer a sealed move pays before it is made on the board.
        if isinstance(self.game.phase, InPlay):
            assert self.game.clock.white_to_move == self.game.position.white_to_move

    @invariant()
    def every_ruling_says_where_it_stands_in_this_edition(self) -> None:
        for event in self.history:
            because = getattr(event, "because", None)
            assert because is None or because.edition == self.game.table.edition

    @invariant()
    def nobody_has_written_what_was_not_on_the_board(self) -> None:
        on_the_board = len(self.game.position.moves) + (self.game.turn.announcement is not None)
        scores = self.game.scores
        assert max(len(scores.white.moves), len(scores.black.moves)) <= on_the_board

    @invariant()
    def an_ended_game_stands_still(self) -> None:
        endings = [event for event in self.history if isinstance(event, GameEnded)]
        assert len(endings) == int(self.game.is_over)
        assert not (self.game.is_over and self.game.clock.is_running)


TURNS: dict[str, Callable[[AnySequence, str, st.DataObject], None]] = {
    "plain": AnySequence.plainly,
    "illegal": AnySequence.illegally,
    "slip": AnySequence.with_a_slip,
    "claim": AnySequence.with_a_claim,
    "touch": AnySequence.with_a_touch,
    "set-down": AnySequence.with_a_piece_set_down,
    "objection": AnySequence.with_an_objection,
    "information": AnySequence.asking_for_the_time,
    "pawn": AnySequence.leaving_a_pawn,
    "empty-press": AnySequence.pressing_first,
    "two-hands": AnySequence.with_two_hands,
    "answer": AnySequence.with_an_answer,
    "increment": AnySequence.asking_for_an_increment,
    "unwritten": AnySequence.without_writing,
    "adjourn": AnySequence.adjourning,
}

FEW = settings(
    max_examples=80,
    stateful_step_count=40,
    derandomize=True,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)


@pytest.mark.parametrize(
    "wanted", [FEW, pytest.param(settings(FEW, max_examples=enough(160)), marks=pytest.mark.slow)]
)
def test_no_sequence_of_commands_breaks_a_game(wanted: settings) -> None:
    run_state_machine_as_test(AnySequence, settings=wanted)
