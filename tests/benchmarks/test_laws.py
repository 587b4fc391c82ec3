"""The benchmark of the Laws asks, counts and reports correctly."""

import random
from pathlib import Path

import chess
import pytest

from tests.benchmarks.laws import (
    PLY,
    Answered,
    Known,
    chances_table,
    is_good_enough,
    known,
    long_line,
    main,
    move_times,
    ours,
    the_peers,
)
from voice_chess.laws.mating_chances import MatingChance

QUEEN_AGAINST_KNIGHT = "4k1n1/8/8/8/8/8/8/3QK3 w - - 0 1"
WALL = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"


def test_each_line_asks_for_both_sides() -> None:
    questions = list(known([f"W- {QUEEN_AGAINST_KNIGHT}", ""]))

    assert [(each.white, each.can_mate) for each in questions] == [(True, True), (False, False)]
    assert {each.fen for each in questions} == {QUEEN_AGAINST_KNIGHT}


def test_a_wall_is_no_mate_for_us_and_open_for_the_peer() -> None:
    question = Known(fen=WALL, white=True, can_mate=False)

    assert ours(question).answer is MatingChance.NO
    assert not ours(question).is_searched
    assert the_peers(question).answer is MatingChance.UNDETERMINED
    assert ours(Known(fen=chess.STARTING_FEN, white=True, can_mate=True)).is_searched


@pytest.mark.parametrize(
    ("answer", "can_mate", "is_wrong"),
    [
        (MatingChance.YES, False, True),
        (MatingChance.NO, True, True),
        (MatingChance.YES, True, False),
        (MatingChance.UNDETERMINED, True, False),
    ],
)
def test_only_a_false_answer_is_wrong(answer: MatingChance, can_mate: bool, is_wrong: bool) -> None:
    question = Known(fen=WALL, white=True, can_mate=can_mate)

    assert Answered(known=question, answer=answer, took_ms=1).is_wrong is is_wrong


def test_the_table_tells_one_fact_a_line() -> None:
    question = Known(fen=WALL, white=True, can_mate=True)
    found = [
        Answered(known=question, answer=MatingChance.NO, took_ms=1.0),
        Answered(known=question, answer=MatingChance.UNDETERMINED, took_ms=2_500, is_searched=True),
    ]

    table = chances_table("we", found)

    assert "we, wrong: 1" in table
    assert "we, answered: 1, 50.0 percent" in table
    assert "we, longer than 2000 ms: 1" in table
    assert "we, helpmate search, worst time: 2500.000 ms" in table


@pytest.mark.parametrize(
    ("answer", "took_ms", "open_ones", "is_enough"),
    [
        (MatingChance.YES, 2_000, 3, True),
        (MatingChance.YES, 2_000, 4, False),
        (MatingChance.NO, 1, 0, False),
        (MatingChance.YES, 2_001, 0, False),
    ],
)
def test_the_bar_is_no_wrong_answer_none_too_slow_and_97_in_100(
    answer: MatingChance, took_ms: float, open_ones: int, is_enough: bool
) -> None:
    question = Known(fen=WALL, white=True, can_mate=True)
    left_open = Answered(known=question, answer=MatingChance.UNDETERMINED, took_ms=1)
    given = Answered(known=question, answer=answer, took_ms=took_ms)

    found = [given] * (100 - open_ones) + [left_open] * open_ones

    assert is_good_enough(found) is is_enough


def test_moves_are_timed_late_in_a_whole_game() -> None:
    line = long_line(random.Random(1))

    ours_ms, peers_ms = move_times(line[: PLY + 3])

    assert len(ours_ms) == len(peers_ms) == 3
    assert all(took > 0 for took in ours_ms)


def test_the_command_prints_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "known.txt").write_text(f"-- {WALL}\nW- {QUEEN_AGAINST_KNIGHT}\n")

    assert main(["--vectors", str(tmp_path / "known.txt")]) == 0

    told = capsys.readouterr().out.splitlines()
    assert "voice-chess, wrong: 0" in told
    assert "voice-chess, answered: 4, 100.0 percent" in told
    assert "python-chess, answered no: 1" in told
    assert any(line.startswith("python-chess, a move pushed") for line in told)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "No such file or directory"),
        ("W- no position at all\n", "expected 'w' or 'b' for turn part of fen"),
        ("WB\n", "empty fen"),
    ],
)
def test_vectors_that_cannot_be_read_are_told_in_one_sentence(
    content: str | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "vectors.txt"
    if content is not None:
        path.write_text(content, "utf-8")

    code = main(["--vectors", str(path)])

    errors = capsys.readouterr().err
    assert code == 2
    assert errors.startswith(f"The vectors {path} can't be read: ")
    assert told in errors
    assert errors.count("\n") == 1
