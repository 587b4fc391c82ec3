"""Every pair and every colour of every round is that of bbpPairings."""

from pathlib import Path

import pytest

from tests.event.vectors import ABSENT, QUICK_SIZE, VECTORS, differences, size_of, vectors

pytestmark = pytest.mark.skipif(not VECTORS.is_dir(), reason=ABSENT)
SMALL = [path for path in vectors() if size_of(path) <= QUICK_SIZE]
LARGE = [path for path in vectors() if size_of(path) > QUICK_SIZE]


def name_of(path: Path) -> str:
    return path.stem


def test_there_are_tournaments_to_compare_with() -> None:
    assert len(SMALL) >= 5
    assert len(LARGE) >= 20


@pytest.mark.parametrize("path", SMALL, ids=name_of)
def test_a_small_tournament_is_paired_as_by_bbp_pairings(path: Path) -> None:
    assert differences(path) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", LARGE, ids=name_of)
def test_a_large_tournament_is_paired_as_by_bbp_pairings(path: Path) -> None:
    assert differences(path) == []
