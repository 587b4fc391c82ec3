"""Engines lent for one move each: used again, replaced when they fail, weaker by level."""

import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.adapters.engines import uci_script
from tests.adapters.engines.uci_script import told, written
from voice_chess.adapters.engines.engine_pool import EnginePool
from voice_chess.by_color import ByColor
from voice_chess.laws.chess960 import starting_position
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation, Mate, Pawns
from voice_chess.session.engine_levels import LEVELS, Level
from voice_chess.session.ports import OpponentLost, TimeLeft

LEFT = TimeLeft(
    left_ms=ByColor(white=60_000, black=30_000), increment_ms=ByColor(white=1_000, black=2_000)
)
SKILLED = 'print("option name Skill Level type spin default 20 min 0 max 20")'
START = Position.start()
PATIENCE_S = 10.0
GAMES = 12
ENOUGH = GAMES * 0.6
MOST_PLIES = 160
QUICK = TimeLeft(left_ms=ByColor(white=300, black=300), increment_ms=ByColor(white=0, black=0))
"""Ten milliseconds for each move, the least that an engine is given."""


@pytest.fixture
def pools() -> Iterator[list[EnginePool]]:
    pools: list[EnginePool] = []
    yield pools
    for pool in pools:
        pool.close()


def pool_of(pools: list[EnginePool], path: Path | None, seed: int = 0) -> EnginePool:
    pools.append(EnginePool(str(path) if path else None, chance=random.Random(seed)))
    return pools[-1]


def test_an_engine_is_started_once_and_lent_again(tmp_path: Path, pools: list[EnginePool]) -> None:
    pool = pool_of(pools, written(tmp_path))

    assert pool.name() == "Tiny"
    assert pool.move(START, LEFT, Level()).uci == "a2a3"
    assert pool.move(START.played("e2e4"), LEFT, Level()).uci == "a7a5"
    assert told(tmp_path).count("uci") == 1


def test_a_level_is_told_as_skill_depth_and_time(tmp_path: Path, pools: list[EnginePool]) -> None:
    pool = pool_of(pools, written(tmp_path, options=SKILLED))
    pool.move(START, LEFT, Level(skill=3, depth=5, think_ms=400))

    assert "setoption name Skill Level value 3" in told(tmp_path)
    assert "go depth 5 movetime 400" in told(tmp_path)


def test_the_next_game_is_not_played_at_the_level_of_the_one_before(
    tmp_path: Path, pools: list[EnginePool]
) -> None:
    pool = pool_of(pools, written(tmp_path, options=SKILLED))
    pool.move(START, LEFT, LEVELS["easy"])
    pool.move(START, LEFT, LEVELS["strongest"])

    levels = [line for line in told(tmp_path) if "Skill Level" in line]
    assert [line.rpartition(" ")[2] for line in levels] == ["0", "20"]


def test_it_never_thinks_itself_out_of_its_time(tmp_path: Path, pools: list[EnginePool]) -> None:
    pool = pool_of(pools, written(tmp_path))
    hurried = TimeLeft(left_ms=ByColor(white=600, black=0), increment_ms=ByColor(white=0, black=0))
    pool.move(START, hurried, Level())
    pool.move(START.played("e2e4"), hurried, Level())

    assert "go movetime 20" in told(tmp_path)
    assert "go movetime 10" in told(tmp_path)


def test_one_that_was_killed_while_nobody_asked_is_replaced_unnoticed(
    tmp_path: Path, pools: list[EnginePool]
) -> None:
    noting = "open(sys.argv[0] + '.pid', 'w').write(str(__import__('os').getpid())); "
    pool = pool_of(pools, written(tmp_path, go=noting + uci_script.FIRST_MOVE))
    pool.move(START, LEFT, Level())
    pid = int((tmp_path / "tiny-engine.pid").read_text("utf-8"))
    os.kill(pid, signal.SIGKILL)
    until = time.monotonic() + PATIENCE_S

    while Path(f"/proc/{pid}/cmdline").exists() and time.monotonic() < until:
        time.sleep(0.01)

    assert pool.move(START, LEFT, Level()).uci == "a2a3"


def test_one_that_fails_is_told_and_the_next_move_asked_of_another(
    tmp_path: Path, pools: list[EnginePool]
) -> None:
    once = f"""mark = {str(tmp_path / "failed")!r}
        if not __import__("os").path.exists(mark):
            open(mark, "w").close()
            sys.exit(3)
        {uci_script.FIRST_MOVE}"""
    pool = pool_of(pools, written(tmp_path, go=once))

    with pytest.raises(OpponentLost, match="Tiny"):
        pool.move(START, LEFT, Level())
    assert pool.move(START, LEFT, Level()).uci == "a2a3"


def test_a_slip_is_any_legal_move(tmp_path: Path, pools: list[EnginePool]) -> None:
    pool = pool_of(pools, written(tmp_path))
    found = {pool.move(START, LEFT, Level(slips_percent=100)).uci for _ in range(30)}

    assert found <= set(START.legal_moves)
    assert len(found) > len(START.legal_moves) // 3


def test_where_there_is_no_engine_it_is_said(pools: list[EnginePool]) -> None:
    pool = pool_of(pools, Path("no-such-engine"))

    assert not pool.are_there()
    with pytest.raises(OpponentLost, match="no-such-engine"):
        pool.name()


def test_a_closed_pool_lends_none(tmp_path: Path, pools: list[EnginePool]) -> None:
    pool = pool_of(pools, written(tmp_path))
    pool.close()

    with pytest.raises(OpponentLost):
        pool.name()


@pytest.mark.slow
@pytest.mark.parametrize(("weaker", "stronger"), list(zip(LEVELS, list(LEVELS)[1:], strict=False)))
def test_each_level_beats_the_one_before(
    weaker: str, stronger: str, pools: list[EnginePool]
) -> None:
    pool = pool_of(pools, None, seed=1)
    if not pool.are_there():
        pytest.skip("no engine is installed")

    points = 0.0
    for game in range(GAMES):
        points += _points(pool, weaker, stronger, is_white=bool(game % 2))
        if points > ENOUGH:
            return  # whatever becomes of the other games

    assert points > ENOUGH


def _points(pool: EnginePool, weaker: str, stronger: str, *, is_white: bool) -> float:
    """Of the stronger one; a game that lasts too long is half a point each."""
    position = START
    while position.legal_moves and len(position.moves) < MOST_PLIES:
        name = stronger if position.white_to_move == is_white else weaker
        position = position.played(pool.move(position, QUICK, LEVELS[name]).uci)
    if position.legal_moves or not position.is_check:
        return 0.5
    return float(position.white_to_move != is_white)


THINKS = (
    "best = sorted(move.uci() for move in board.legal_moves)[0]\n"
    '        print("info depth 9 score cp 31 pv", best, flush=True)\n'
    '        print("bestmove", best, flush=True)'
)
MATES = (
    'print("info depth 9 score mate -2 pv g2g4", flush=True)\n'
    '        print("bestmove g2g4", flush=True)'
)


def test_a_position_is_evaluated_as_white_sees_it(tmp_path: Path, pools: list[EnginePool]) -> None:
    pool = pool_of(pools, written(tmp_path, go=THINKS))
    white, black = (pool.evaluate(position) for position in (START, START.played("e2e4")))

    assert white == Evaluation(score=Pawns(hundredths=31), line=("a2a3",), depth=9)
    assert black.score == Pawns(hundredths=-31)
    assert "go depth 18 movetime 300" in told(tmp_path)


def test_a_forced_mate_is_told_by_who_mates(tmp_path: Path, pools: list[EnginePool]) -> None:
    pool = pool_of(pools, written(tmp_path, go=MATES))

    assert pool.evaluate(START).score == Mate(white=False, moves=2)


def test_who_has_played_weakly_evaluates_as_well_as_it_can(
    tmp_path: Path, pools: list[EnginePool]
) -> None:
    pool = pool_of(pools, written(tmp_path, go=THINKS, options=SKILLED))
    pool.move(START, LEFT, LEVELS["beginner"])
    pool.evaluate(START)

    assert [line for line in told(tmp_path) if "Skill Level" in line][-1].endswith("20")


def test_an_engine_that_tells_no_score_is_told_of(tmp_path: Path, pools: list[EnginePool]) -> None:
    pool = pool_of(pools, written(tmp_path))

    with pytest.raises(OpponentLost, match="no evaluation"):
        pool.evaluate(START)


def test_a_position_behind_an_illegal_move_is_evaluated_as_it_stands(
    tmp_path: Path, pools: list[EnginePool]
) -> None:
    pool = pool_of(pools, written(tmp_path, go=THINKS))
    pool.evaluate(START.made("e1e3"))

    assert not [line for line in told(tmp_path) if "e1e3" in line]


def test_a_position_of_chess960_behind_an_illegal_move_keeps_its_castling(
    tmp_path: Path, pools: list[EnginePool]
) -> None:
    knows = 'print("option name UCI_Chess960 type check default false")'
    pool = pool_of(pools, written(tmp_path, go=THINKS, options=knows))

    pool.evaluate(starting_position(0).made("a2a5"))

    (asked,) = (line for line in told(tmp_path) if line.startswith("position"))
    assert asked.split()[4] == "HFhf"
