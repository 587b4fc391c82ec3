"""A player apart whose board feels its pieces, and the clocks that stand meanwhile."""

from dataclasses import replace

import pytest

from tests.stage.apart import Apart
from tests.stage.usual import BLIND, PLAYERS
from voice_chess.game.clocks import StartClocks, StopClocks
from voice_chess.game.table import Customs, Role
from voice_chess.laws.position import ORDINARY_START
from voice_chess.session.listening.inputs import BoardTells
from voice_chess.tactile.guide import made
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import BoardScan

START = PegBoard.from_fen(ORDINARY_START)


def resumed_with_the_move_on_the_board_of(role: Role) -> Apart:
    """White has announced e4; it was made on this player's board while the clocks stood."""
    apart = Apart(replace(BLIND, customs=Customs(execution="reported")), people=PLAYERS)
    apart.attends(BoardTells, role, happenings=(BoardScan(board=START),))
    apart.types("e4", Role.WHITE)
    apart.live.ask(StopClocks(by=Role.WHITE, at_ms=apart.time.now_ms()))
    moved = (BoardScan(board=made(START, "e2e4")),)
    apart.attends(BoardTells, role, happenings=moved)
    apart.fetch()
    apart.live.ask(StartClocks(by=Role.WHITE, at_ms=apart.time.now_ms()))
    return apart


@pytest.mark.law("blind-execution")
def test_what_was_made_on_the_board_while_the_clocks_stood_counts_once_they_run() -> None:
    apart = resumed_with_the_move_on_the_board_of(Role.WHITE)

    announced = apart.game.turn.announcement
    assert announced is not None
    assert announced.is_executed


@pytest.mark.law("blind-execution")
def test_a_move_mirrored_while_the_clocks_stood_is_not_executed_by_that() -> None:
    apart = resumed_with_the_move_on_the_board_of(Role.BLACK)

    announced = apart.game.turn.announcement
    assert announced is not None
    assert not announced.is_executed
    assert apart.replies() == []
