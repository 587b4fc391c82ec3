"""A measurement of sharing servers that is over at once reports every way."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


CHOSEN = ("--games", "2", "--moves", "4", "--times", "1")


def _measured(*chosen: str) -> str:
    # A process of its own: other tests may have left a loop running in this one.
    measured = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.sharing", *CHOSEN, *chosen],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert measured.returncode == 0, measured.stderr
    return measured.stdout


@pytest.mark.slow
@pytest.mark.usefixtures("database_url")
def test_one_server_and_what_is_passed_on_are_each_measured() -> None:
    measured = _measured("--spectators", "1", "--ways", "one", "passed-on")

    for told in ("one server", "the other's games"):
        assert f"{told}: moves journaled a second" in measured
    assert "its own games" not in measured


@pytest.mark.slow
@pytest.mark.usefixtures("database_url")
def test_one_way_can_be_measured_without_the_others_and_without_spectators() -> None:
    measured = _measured("--spectators", "0", "--ways", "own")

    assert "two servers, each its own games: moves journaled a second" in measured
    assert "two servers, each its own games: from a move to each of 4 sockets" in measured
    assert "one server" not in measured
    assert "the other's games" not in measured
