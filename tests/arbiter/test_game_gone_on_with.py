"""A game that came to the table with moves already made: they are its history, not its play."""

from collections.abc import Callable, Iterable

import pytest

from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.agreements import ProposeTakeback
from voice_chess.game.commands import Command
from voice_chess.game.draws import ClaimDraw
from voice_chess.game.evolve import evolve
from voice_chess.game.game_end import GameEnded
from voice_chess.game.irregularities import GoBack
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.refusals import BadField, NothingToTakeBack
from voice_chess.game.setup import ArrangeGame
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import Customs, Role, Setup, Table
from voice_chess.laws.position import Position
from voice_chess.records.score_keeping import scoresheet_of

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK = Role.WHITE, Role.BLACK
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")
"""Back where they came from: the first position once more."""


def table(*moves: str) -> Table:
    return Table(
        control=TimeControl.parsed("5+3"),
        edition="2023",
        setup=Setup(moves=moves),
        customs=Customs(takebacks=True),
    )


def made(first_by: Role, *ucis: str) -> list[Command]:
    """Each announced and pressed a second after the one before."""
    sides = (first_by, BLACK if first_by is WHITE else WHITE)
    found: list[Command] = []
    for index, uci in enumerate(ucis):
        by, at_ms = sides[index % 2], 1_000 * (index + 1)
        found += [AnnounceMove(by=by, at_ms=at_ms, uci=uci), PressClock(by=by, at_ms=at_ms)]
    return found


def test_play_goes_on_from_the_position_with_its_number_and_its_mover(play: Play) -> None:
    game = play(table("e2e4", "e7e5", "g1f3"), made(BLACK, "b8c6"))

    assert game.position.moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert (game.position.fullmove_number, game.white_to_move) == (3, True)
    assert game.moves_here == 1


def test_a_repetition_counts_what_stood_before(play: Play) -> None:
    game = play(table(*KNIGHTS), made(WHITE, *KNIGHTS[:3]))  # the fourth is claimed with
    claim = ClaimDraw(by=BLACK, at_ms=9_000, kind="repetition", uci="f6g8")
    ruling = decide(game, claim)

    assert isinstance(ruling, tuple)
    assert any(isinstance(event, GameEnded) for event in ruling)


def test_moves_of_the_history_are_not_taken_back_by_agreement(play: Play) -> None:
    game = play(table("e2e4", "e7e5"), [])

    refusal = decide(game, ProposeTakeback(by=BLACK, at_ms=1_000))
    assert isinstance(refusal, NothingToTakeBack)


@pytest.mark.parametrize(("kept", "is_refused"), [(1, True), (2, False)])
def test_an_arbiter_goes_back_to_where_the_game_came_from_and_no_further(
    play: Play, kept: int, *, is_refused: bool
) -> None:
    game = play(table("e2e4", "e7e5"), made(WHITE, "g1f3"))
    ruling = decide(game, GoBack(by=Role.ARBITER, at_ms=5_000, moves_kept=kept))

    assert isinstance(ruling, BadField) == is_refused


def test_a_time_control_counts_the_moves_that_are_made_here(play: Play) -> None:
    game = play(table("e2e4", "e7e5"), made(WHITE, "g1f3", "b8c6"))
    back = decide(game, GoBack(by=Role.ARBITER, at_ms=5_000, moves_kept=3))
    assert isinstance(back, tuple)
    (restored,) = back
    after = evolve(game, restored)

    assert (game.clock.sides.of(white=True).moves, game.clock.sides.of(white=False).moves) == (1, 1)
    assert (after.clock.sides.of(white=True).moves, after.clock.sides.of(white=False).moves) == (
        1,
        0,
    )


def test_a_history_that_the_laws_do_not_know_is_refused_with_its_field() -> None:
    command = ArrangeGame(by=Role.ARBITER, at_ms=0, table=table("e2e5"))
    refusal = decide(nothing_arranged(), command)

    assert isinstance(refusal, BadField)
    assert (refusal.field, refusal.problem) == ("setup", "illegal-move")


def test_the_scoresheet_holds_the_whole_game() -> None:
    arranged = decide(nothing_arranged(), ArrangeGame(by=WHITE, at_ms=0, table=table("e2e4")))
    assert isinstance(arranged, tuple)
    sheet = scoresheet_of(arranged)

    assert sheet.moves == ("e2e4",)
    assert sheet.terms.start_fen == Position.start().fen
