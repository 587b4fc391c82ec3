"""A measurement of sharing servers that is over at once reports every way."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.usefixtures("database_url")
def test_one_server_two_and_what_is_passed_on_are_each_measured() -> None:
    chosen = ("--games", "2", "--moves", "4", "--spectators", "1", "--times", "1")

    # A process of its own: other tests may have left a loop running in this one.
    measured = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.sharing", *chosen],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert measured.returncode == 0, measured.stderr
    for told in ("one server", "two servers, each its own games", "the other's games"):
        assert f"{told}: moves journaled a second" in measured.stdout
