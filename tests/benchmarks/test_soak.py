"""A soak that is over at once: games are played, resigned and left, and a line reports them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_each_lot_of_games_is_told_of() -> None:
    chosen = ("--minutes", "0.01", "--games", "2", "--moves", "4", "--rate", "20", "--rests", "0")

    # A process of its own: other tests may have left a loop running in this one.
    soak = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.soak", *chosen],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert soak.returncode == 0, soak.stderr
    *_, line = soak.stdout.splitlines()
    cells = line.strip("| ").split(" | ")
    assert cells[1] == "8"
    assert re.fullmatch(r"[\d.]+ MB", cells[5])
    assert int(cells[6]) > 10
