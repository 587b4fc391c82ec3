"""Where somebody went wrong, by what an engine thinks of each position."""

import pytest

from tests.review.games import SCHOLARS_EVALUATIONS, SCHOLARS_MATE, game_of, thought
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation, Mate, Pawns, at_the_end
from voice_chess.review.mistakes import after, before, counts, mistakes_of, verdict_on

GAME = game_of(SCHOLARS_MATE)


@pytest.mark.parametrize(
    ("hundredths", "chances"),
    [(0, 0.0), (100, 0.182), (-100, -0.182), (300, 0.502), (1_000, 0.951)],
)
def test_an_advantage_in_pawns_is_so_great_a_chance(hundredths: int, chances: float) -> None:
    assert thought(hundredths).chances == pytest.approx(chances, abs=0.001)


def test_a_forced_mate_is_certain() -> None:
    mates = [Evaluation(score=Mate(white=white, moves=4)) for white in (True, False)]

    assert [mate.chances for mate in mates] == [1, -1]


@pytest.mark.parametrize(
    ("lost", "verdict"),
    [
        (0.099, None),
        (0.1, "inaccuracy"),
        (0.199, "inaccuracy"),
        (0.2, "mistake"),
        (0.299, "mistake"),
        (0.3, "blunder"),
        (2.0, "blunder"),
        (-1.0, None),
    ],
)
def test_what_a_move_cost_has_a_name(lost: float, verdict: str | None) -> None:
    assert verdict_on(lost) == verdict


def test_every_mistake_is_found_with_what_was_better() -> None:
    found = mistakes_of(GAME, SCHOLARS_EVALUATIONS)

    assert [(mistake.ply, mistake.white, mistake.verdict, mistake.better) for mistake in found] == [
        (5, True, "inaccuracy", "d2d3"),
        (6, False, "blunder", "g7g6"),
    ]


def test_what_one_side_gives_away_the_other_may_give_back() -> None:
    gift = (*SCHOLARS_EVALUATIONS[:4], thought(250, "g1f3"), *SCHOLARS_EVALUATIONS[5:])
    found = [(mistake.ply, mistake.verdict) for mistake in mistakes_of(GAME, gift)]

    assert found[:2] == [(4, "blunder"), (5, "blunder")]


def test_the_engines_own_choice_is_no_mistake_however_it_turned_out() -> None:
    own = (*SCHOLARS_EVALUATIONS[:4], thought(5, "d1h5"), *SCHOLARS_EVALUATIONS[5:])

    assert [mistake.ply for mistake in mistakes_of(GAME, own)] == [6]


def test_a_game_that_is_judged_in_part_has_its_mistakes_so_far() -> None:
    part = (*SCHOLARS_EVALUATIONS[:6], None, None)

    assert [mistake.ply for mistake in mistakes_of(GAME, part)] == [5]


def test_one_goes_from_one_mistake_to_the_next_and_back() -> None:
    found = mistakes_of(GAME, SCHOLARS_EVALUATIONS)
    steps = [after(found, ply) for ply in (0, 5, 6)]
    back = [before(found, ply) for ply in (7, 6, 5)]

    assert [step and step.ply for step in steps] == [5, 6, None]
    assert [step and step.ply for step in back] == [6, 5, None]


def test_each_sides_mistakes_are_counted_by_kind() -> None:
    found = mistakes_of(GAME, SCHOLARS_EVALUATIONS)

    assert counts(found, white=True) == {"blunder": 0, "mistake": 0, "inaccuracy": 1}
    assert counts(found, white=False) == {"blunder": 1, "mistake": 0, "inaccuracy": 0}


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        (
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            Mate(white=True, moves=0),
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Pawns(hundredths=0)),
    ],
)
def test_mate_and_stalemate_need_no_engine(fen: str, score: Mate | Pawns) -> None:
    found = at_the_end(Position.from_fen(fen))

    assert found is not None
    assert found.score == score


def test_a_position_in_which_play_goes_on_needs_one() -> None:
    assert at_the_end(Position.start()) is None
