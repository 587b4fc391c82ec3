"""One run of each real fault: nothing that was told as kept is lost, and nothing is kept twice."""

from pathlib import Path
from random import Random

import pytest

from tests.postgres_server import PostgresServer
from tests.real_faults import FAULTS, Outcome


@pytest.mark.slow
@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_what_was_told_as_kept_is_kept_once(
    fault: str, own_postgres: PostgresServer, tmp_path: Path
) -> None:
    found = FAULTS[fault](own_postgres, tmp_path, Random(0))

    assert found.wrong == ()
    assert len(found.told) > 40


@pytest.mark.parametrize(
    ("told", "kept", "wrong"),
    [
        ((0, 1, 2), (0, 1, 2, 3), ()),
        ((0, 1, 2), (0, 2), ("1 acknowledged events lost",)),
        ((0, 1), (0, 1, 1), ("1 events kept twice",)),
        ((0, 1, 2), (0, 2, 1), ("out of order",)),
    ],
    ids=["kept", "lost", "twice", "out of order"],
)
def test_what_is_wrong_is_found(
    told: tuple[int, ...], kept: tuple[int, ...], wrong: tuple[str, ...]
) -> None:
    assert Outcome(told=told, kept=kept).wrong == wrong
