"""A feeling board beside a game: touches of the mover, moves executed, boards that lag behind."""

from dataclasses import replace

import chess
import pytest

from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.evolve import evolve
from voice_chess.game.moves import AnnounceMove, ExecuteMove, PressClock
from voice_chess.game.refusals import NotYetExecuted, TouchedPieceMustMove
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import Customs, Role, Setup, Table
from voice_chess.game.touch import Adjust, TouchPieces
from voice_chess.session.boards.board_watch import BoardWatch
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import BoardScan, Felt, Lifted, Placed

START = PegBoard.from_fen(chess.STARTING_FEN)


class Play:
    """A game with reported hands, White's board feeling itself."""

    def __init__(self, fen: str = chess.STARTING_FEN, *, chess960: bool = False) -> None:
        self.game: Game = nothing_arranged()
        self.at_ms = 0
        table = Table(
            control=TimeControl.parsed("15+10"),
            setup=Setup(fen=fen, chess960=chess960),
            customs=Customs(execution="reported"),
        )
        self.do(ArrangeGame(by=Role.ARBITER, at_ms=0, table=table))
        self.do(StartGame(by=Role.ARBITER, at_ms=0))
        self.watch = BoardWatch(white=True)
        self.feel(BoardScan(board=PegBoard.from_fen(fen)))

    def do(self, command: Command) -> object:
        ruling = decide(self.game, command)
        if isinstance(ruling, tuple):
            for event in ruling:
                self.game = evolve(self.game, event)
        return ruling

    def feel(self, *happenings: Felt) -> list[Command]:
        """What White's board makes of these; every touch is reported to the game."""
        found: list[Command] = []
        for happening in happenings:
            self.at_ms += 500
            touch = self.watch.touch(happening, self.game, self.at_ms)
            self.watch = self.watch.felt(happening, self.game)
            execution = self.watch.execution(self.game, self.at_ms)
            for command in (touch, execution):
                if command is not None:
                    found.append(command)
                    self.do(command)
        return found

    def say(self, uci: str) -> object:
        self.at_ms += 500
        return self.do(AnnounceMove(by=self._mover, at_ms=self.at_ms, uci=uci))

    def press(self) -> object:
        self.at_ms += 500
        ruling = self.do(PressClock(by=self._mover, at_ms=self.at_ms))
        self.watch = self.watch.compared(self.game)
        return ruling

    def black_plays(self, uci: str) -> None:
        self.say(uci)
        self.do(ExecuteMove(by=Role.BLACK, at_ms=self.at_ms))
        self.press()

    @property
    def _mover(self) -> Role:
        return Role.WHITE if self.game.white_to_move else Role.BLACK


@pytest.mark.law("blind-touch")
def test_a_lift_by_the_mover_is_a_touch_and_binds_him() -> None:
    play = Play()

    (touch,) = play.feel(Lifted(square="g1", piece="N"))

    assert touch == TouchPieces(by=Role.WHITE, at_ms=play.at_ms, squares=("g1",))
    assert isinstance(play.say("e2e4"), TouchedPieceMustMove)


@pytest.mark.law("blind-touch")
def test_a_piece_put_back_stays_touched() -> None:
    play = Play()
    play.feel(Lifted(square="g1", piece="N"), Placed(square="g1", piece="N"))

    assert play.game.turn.touched == ("g1",)
    assert play.feel(Lifted(square="g1", piece="N")) == []


@pytest.mark.law("blind-execution")
def test_a_move_is_executed_when_it_stands_on_the_board_and_was_announced() -> None:
    play = Play()
    play.say("g1f3")

    assert isinstance(play.press(), NotYetExecuted)
    *_, execution = play.feel(Lifted(square="g1", piece="N"), Placed(square="f3", piece="N"))
    assert isinstance(execution, ExecuteMove)
    assert isinstance(play.press(), tuple)


@pytest.mark.law("blind-execution")
def test_a_move_made_before_it_was_announced_is_executed_by_the_announcement() -> None:
    play = Play()
    play.feel(Lifted(square="g1", piece="N"), Placed(square="f3", piece="N"))

    assert play.watch.execution(play.game, play.at_ms) is None
    play.say("g1f3")
    assert play.watch.execution(play.game, play.at_ms) == ExecuteMove(
        by=Role.WHITE, at_ms=play.at_ms
    )


@pytest.mark.law("blind-execution")
def test_a_capture_is_executed_only_without_the_captured_piece() -> None:
    play = Play("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    play.say("e5d6")
    first = play.feel(Lifted(square="e5", piece="P"), Placed(square="d6", piece="P"))
    then = play.feel(Lifted(square="d5", piece="p"))

    assert ExecuteMove not in map(type, first)
    assert ExecuteMove in map(type, then)


def test_what_is_lifted_to_make_the_opponents_move_is_no_touch() -> None:
    play = Play()
    play.say("e2e4")
    play.feel(Lifted(square="e2", piece="P"), Placed(square="e4", piece="P"))
    play.press()
    play.black_plays("d7d5")

    assert play.feel(Lifted(square="d7", piece="p"), Placed(square="d5", piece="p")) == []
    (touch,) = play.feel(Lifted(square="e4", piece="P"))
    assert isinstance(touch, TouchPieces)


@pytest.mark.law("adjust")
def test_after_jadoube_the_next_lift_does_not_bind() -> None:
    play = Play()
    play.do(Adjust(by=Role.WHITE, at_ms=play.at_ms))
    play.feel(Lifted(square="a1", piece="R"), Placed(square="a1", piece="R"))

    assert play.game.turn.touched == ()


@pytest.mark.parametrize("moment", ["the opponent's turn", "stopped clocks"])
def test_a_lift_that_nobody_may_move_with_is_no_touch(moment: str) -> None:
    play = Play()
    if moment == "stopped clocks":
        play.do(StopClocks(by=Role.WHITE, at_ms=play.at_ms))
    else:
        play.watch = replace(BoardWatch(white=False), board=START).compared(play.game)

    assert play.feel(Lifted(square="e2", piece="P")) == []


def test_another_move_on_the_board_than_the_announced_one_is_noticed() -> None:
    play = Play()
    play.say("g1f3")
    play.feel(Lifted(square="g1", piece="N"), Placed(square="h3", piece="N"))

    assert play.watch.contradiction(play.game) == "g1h3"
    play.feel(Lifted(square="h3", piece="N"), Placed(square="f3", piece="N"))
    assert play.watch.contradiction(play.game) is None


def test_a_lost_board_tells_nothing_until_everything_is_read_again() -> None:
    play = Play()
    play.watch = play.watch.lost()
    play.say("g1f3")

    assert play.watch.execution(play.game, 0) is None
    assert play.watch.contradiction(play.game) is None
    assert play.watch.differences(play.game) == ()
    again = START.with_piece("g1", None).with_piece("f3", "N")
    assert [type(command) for command in play.feel(BoardScan(board=again))] == [ExecuteMove]


def test_tells_where_the_board_is_behind_the_game() -> None:
    play = Play()
    play.feel(Lifted(square="b1", piece="N"), Placed(square="c3", piece="N"))

    assert [hole.square for hole in play.watch.differences(play.game)] == ["b1", "c3"]


def test_in_chess960_a_rook_may_castle_where_the_king_stays() -> None:
    play = Play("4k3/8/8/8/8/8/8/6KR w H - 0 1", chess960=True)
    play.say("g1h1")
    felt = play.feel(Lifted(square="h1", piece="R"), Placed(square="f1", piece="R"))

    assert [type(command) for command in felt] == [ExecuteMove]
    play.press()
    assert play.game.position.moves == ("g1h1",)


def test_a_rook_that_is_touched_before_the_king_castles_no_more() -> None:
    play = Play("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    play.say("f1g1")
    (touched,) = play.feel(Lifted(square="g1", piece="R"))

    assert isinstance(touched, TouchPieces)
    assert touched.squares == ("g1",)


def test_an_announced_move_that_is_made_is_no_difference() -> None:
    play = Play()
    play.say("g1f3")
    play.feel(Lifted(square="g1", piece="N"), Placed(square="f3", piece="N"))
    play.feel(Lifted(square="h2", piece="P"), Placed(square="h4", piece="P"))

    assert [hole.square for hole in play.watch.differences(play.game)] == ["h2", "h4"]
