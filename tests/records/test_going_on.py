"""From which start a recorded game goes on: with its moves where they can be made again."""

import pytest

from voice_chess.game.table import Setup
from voice_chess.laws.position import Position
from voice_chess.records.going_on import ply_named, setup_after
from voice_chess.records.scoresheet import Header, Noted, Scoresheet, Terms

OPENING = ("e2e4", "e7e5", "g1f3")


def sheet(*moves: Noted) -> Scoresheet:
    return Scoresheet.of_moves(moves, header=Header(), terms=Terms())


def legal(*ucis: str) -> tuple[Noted, ...]:
    return tuple(Noted(uci=uci) for uci in ucis)


def test_the_moves_up_to_there_are_the_history() -> None:
    assert setup_after(sheet(*legal(*OPENING)), 2) == Setup(moves=OPENING[:2])


def test_behind_an_illegal_move_that_stood_there_is_the_position_alone() -> None:
    stood = Noted(uci="e4e6", stood=True)
    setup = setup_after(sheet(*legal("e2e4", "a7a6"), stood), 3)

    assert setup.moves == ()
    assert Position.from_fen(setup.fen).piece_at("e6") == "P"


def test_before_an_illegal_move_the_history_is_whole() -> None:
    stood = Noted(uci="e4e6", stood=True)
    assert setup_after(sheet(*legal("e2e4", "a7a6"), stood), 2).moves == ("e2e4", "a7a6")


@pytest.mark.parametrize(
    ("text", "ply"), [("1", 1), ("1...", 2), ("2.", 3), ("2...", None), ("two", None), ("", None)]
)
def test_a_number_names_whites_move_and_with_dots_blacks(text: str, ply: int | None) -> None:
    assert ply_named(text, sheet(*legal(*OPENING))) == ply
