"""The benchmark of moves plays whole games and counts what it says."""

import asyncio
from argparse import Namespace
from pathlib import Path

import pytest

from tests.benchmarks.moves import profiled, without_wire


@pytest.mark.parametrize("typed", [False, True])
def test_every_socket_hears_every_move_of_the_games_without_a_wire(
    tmp_path: Path, *, typed: bool
) -> None:
    chosen = Namespace(games=2, moves=6, spectators=1, rate=0, typed=typed)

    found = {row.what: row.found for row in asyncio.run(without_wire(tmp_path, chosen))}

    assert float(found["processor time a move"].removesuffix(" ms")) > 0
    assert "from a move to each of 6 sockets" in found


def test_a_profile_sees_what_is_written(tmp_path: Path) -> None:
    chosen = Namespace(games=1, moves=4, spectators=0, rate=0, typed=False)

    stats = asyncio.run(profiled(tmp_path, chosen))

    calls = {name: count for (_, _, name), (count, *_) in stats.stats.items()}  # type: ignore[attr-defined] # pstats has no types for it
    assert calls["deliver"] >= 4
    assert calls["append"] >= 4
