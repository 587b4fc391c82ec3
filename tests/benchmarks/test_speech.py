"""The benchmark of hearing and speaking measures what it reports."""

import random
import time

import pytest

from tests.benchmarks import speech
from tests.benchmarks.speech import HARD_SOUNDS, MANY_MOVES, MODEL, busy_positions, cpu_ms

NEEDS_MODEL = pytest.mark.skipif(not MODEL.is_dir(), reason=f"no model in {MODEL}")


def test_positions_have_many_moves_and_none_comes_twice() -> None:
    drawn = busy_positions(random.Random(1))
    positions = [next(drawn) for _ in range(12)]

    assert all(len(position.legal_moves) >= MANY_MOVES for position in positions)
    assert len({position.fen for position in positions}) == len(positions)


def test_only_computing_counts() -> None:
    waiting_ms = cpu_ms(lambda: time.sleep(0.2))

    assert waiting_ms < cpu_ms(lambda: sum(range(5_000_000)))


@pytest.mark.slow
@pytest.mark.model
@NEEDS_MODEL
def test_every_figure_is_told_on_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert speech.main(["--rounds", "1"]) == 0

    lines = capsys.readouterr().out.splitlines()
    values = [float(line.rpartition(": ")[2].split()[0]) for line in lines]
    assert len(lines) == 6 + len(HARD_SOUNDS)
    assert all(value > 0 for value in values)
