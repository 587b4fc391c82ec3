"""A soak that is over at once: games are played, resigned and left, and a line tells of them."""

import re

import pytest

from tests.benchmarks.soak import main


@pytest.mark.slow
def test_each_lot_of_games_is_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ("--minutes", "0.01", "--games", "2", "--moves", "4", "--rate", "20", "--rests", "0")

    assert main(chosen) == 0

    *_, line = capsys.readouterr().out.splitlines()
    cells = line.strip("| ").split(" | ")
    assert cells[1] == "8"
    assert re.fullmatch(r"[\d.]+ MB", cells[5])
    assert int(cells[6]) > 10
