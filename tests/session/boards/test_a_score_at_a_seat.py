"""A player apart whose board differs, and who writes themselves: their own score is asked for."""

import pytest

from tests.german import NO, NUMBERS, YES, german, in_words, says
from tests.stage.apart import Apart
from tests.stage.usual import PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Occasion, Role, Seat, Table
from voice_chess.session.listening.inputs import BoardTells
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import BoardScan

WRITTEN = german(
    "compare:written", "white", player=says("white"), number=NUMBERS[1], move=in_words("Pe2, e4")
)
PAWN_ON_D4 = [
    *(says("board-differs"), says("none"), says("black"), YES, YES, YES, NO, YES, YES, YES),
    *(NO, says("white piece:P"), NO, says("empty"), YES, YES, YES, YES, YES, YES, YES),
]
"""What White answers, on whose board the pawn went to d4."""


def begun() -> Apart:
    """Both write themselves, and White has played e4."""
    table = Table(
        control=TimeControl.parsed("90"),
        white=Seat(is_blind=True, score_medium="braille"),
        black=Seat(score_medium="longhand"),
        occasion=Occasion(has_arbiter=True),
    )
    apart = Apart(table, people=(*PLAYERS, Role.ARBITER))
    apart.moves("e2e4")
    apart.fetch()
    return apart


def types(apart: Apart, role: Role, line: str) -> list[tuple[str, str]]:
    """Who is told what."""
    apart.types(line, role)
    return [(told.listener, told.text) for told in apart.replies()]


def test_a_player_is_asked_what_they_have_written_and_nobody_else_is() -> None:
    apart = begun()
    told = [types(apart, Role.WHITE, line) for line in (*PAWN_ON_D4, NO, "d4")]

    assert told[-3:-1] == [[("white", WRITTEN)], [("white", german("compare:wrote", "white"))]]
    assert {listener for answers in told[:-1] for listener, _ in answers} == {"white"}


def test_where_the_scores_differ_play_goes_back_once_the_arbiter_says_yes() -> None:
    apart = begun()
    for line in (*PAWN_ON_D4, NO, "d4"):
        types(apart, Role.WHITE, line)
    types(apart, Role.ARBITER, YES)

    assert apart.game.position.moves == ()
    assert apart.game.white_to_move


def test_where_the_player_wrote_the_same_their_board_is_put_right() -> None:
    apart = begun()
    for line in (*PAWN_ON_D4, YES):
        types(apart, Role.WHITE, line)
    told = types(apart, Role.ARBITER, YES)

    assert apart.game.position.moves == ("e2e4",)
    assert ("white", german("step:Lift", piece=in_words("P"), square=in_words("d4"))) in told


def test_the_steps_are_no_part_of_what_was_refused_before() -> None:
    """A page forgets a refusal at the next thing that is right, and forgot the steps with it."""
    apart = begun()
    for line in (*PAWN_ON_D4, YES, YES):
        types(apart, Role.WHITE, line)
    apart.types(YES, Role.ARBITER)
    steps = [told for told in apart.replies() if told.listener == Role.WHITE]

    assert len(steps) == 4
    assert {told.kind for told in steps} == {"answer"}
    assert types(apart, Role.WHITE, says("repeat")) == [("white", told.text) for told in steps]


@pytest.mark.parametrize("role", PLAYERS)
def test_with_a_board_that_feels_its_pieces_too_they_are_asked_for_their_own_score(
    role: Role,
) -> None:
    apart = begun()
    apart.moves("e7e5")
    standing = PegBoard.from_fen(apart.game.position.fen).with_piece("e4", None)
    scan = BoardScan(board=standing.with_piece("d4", "P"))
    apart.attends(BoardTells, role, happenings=(scan,))
    apart.fetch()
    told = types(apart, role, says("board-differs"))
    told += types(apart, role, says("none")) + types(apart, role, says("black"))

    move = in_words("Pe7, e5")
    asked = german("compare:written", "black", player=says(role), number=NUMBERS[1], move=move)
    assert told[-1] == (role, asked)
