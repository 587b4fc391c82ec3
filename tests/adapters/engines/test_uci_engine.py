"""A UCI engine as opponent: a real process that is started, asked, weakened, killed and missed."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.adapters.engines import uci_script
from tests.adapters.engines.uci_script import told, written
from voice_chess.adapters.engines.uci_engine import UciEngine, engine_path
from voice_chess.by_color import ByColor
from voice_chess.laws.chess960 import starting_position
from voice_chess.laws.position import Position
from voice_chess.session.ports import OpponentLost, Strength, TimeLeft

LEFT = TimeLeft(
    left_ms=ByColor(white=60_000, black=30_000), increment_ms=ByColor(white=1_000, black=2_000)
)
PATIENCE_S = 60.0

Starter = Callable[..., UciEngine]


@pytest.fixture
def start() -> Iterator[Starter]:
    """Starts engines and ends them all."""
    engines: list[UciEngine] = []

    def started(path: Path, strength: Strength | None = None) -> UciEngine:
        engines.append(UciEngine.started(path, strength or Strength()))
        return engines[-1]

    yield started
    for engine in engines:
        engine.close()


def test_an_engine_is_asked_for_a_move_in_the_position_with_its_clocks(
    tmp_path: Path, start: Starter
) -> None:
    engine = start(written(tmp_path))

    assert engine.move(Position.start().played("e2e4"), LEFT).uci == "a7a5"
    assert engine.name == "Tiny"
    assert "position startpos moves e2e4" in told(tmp_path)
    assert "go wtime 60000 btime 30000 winc 1000 binc 2000" in told(tmp_path)


def test_a_fixed_time_for_each_move_is_told_to_the_engine(tmp_path: Path, start: Starter) -> None:
    engine = start(written(tmp_path), Strength(move_ms=250))
    engine.move(Position.start(), LEFT)

    assert "go movetime 250" in told(tmp_path)


def test_a_strength_is_set_where_the_engine_knows_strengths(tmp_path: Path, start: Starter) -> None:
    engine = start(written(tmp_path, options=uci_script.STRENGTHS), Strength(elo=1_200))
    engine.move(Position.start(), LEFT)

    assert "setoption name UCI_LimitStrength value true" in told(tmp_path)
    assert "setoption name UCI_Elo value 1200" in told(tmp_path)


def test_a_strength_out_of_range_names_the_range(tmp_path: Path) -> None:
    path = written(tmp_path, options=uci_script.STRENGTHS)

    with pytest.raises(OpponentLost, match="1000 to 2000"):
        UciEngine.started(path, Strength(elo=3_000))


def test_an_engine_without_strengths_says_so(tmp_path: Path) -> None:
    with pytest.raises(OpponentLost, match="Tiny always plays"):
        UciEngine.started(written(tmp_path), Strength(elo=1_200))


def test_an_engine_that_does_not_know_chess960_is_not_asked(tmp_path: Path, start: Starter) -> None:
    engine = start(written(tmp_path))
    start_of_960 = Position.from_fen(Position.start().fen, chess960=True)

    with pytest.raises(OpponentLost, match="Chess960"):
        engine.move(start_of_960, LEFT)


@pytest.mark.parametrize(
    ("judgement", "move_number", "wants_draw"),
    [
        ("cp 0", 21, True),
        ("cp -40", 21, True),
        ("cp -40", 20, False),
        ("cp 1", 21, False),
        ("mate -3", 40, True),
        ("mate 3", 40, False),
    ],
)
def test_it_takes_a_draw_when_it_stands_no_better_after_the_opening(
    judgement: str, move_number: int, wants_draw: bool, tmp_path: Path, start: Starter
) -> None:
    told = f'print("info depth 1 score {judgement}"); '
    engine = start(written(tmp_path, go=told + uci_script.FIRST_MOVE))
    position = Position.from_fen(f"4k3/8/8/8/8/8/4P3/4K3 w - - 0 {move_number}")

    assert engine.move(position, LEFT).wants_draw is wants_draw


def test_an_engine_that_tells_no_judgement_plays_on(tmp_path: Path, start: Starter) -> None:
    engine = start(written(tmp_path))
    position = Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 60")

    assert not engine.move(position, LEFT).wants_draw


@pytest.mark.parametrize(
    "go",
    ["sys.exit(3)", 'print("bestmove e2e5", flush=True)', 'print("bestmove (none)", flush=True)'],
    ids=["dies", "moves illegally", "gives no move"],
)
def test_an_engine_that_does_not_play_is_lost(go: str, tmp_path: Path, start: Starter) -> None:
    engine = start(written(tmp_path, go=go))

    with pytest.raises(OpponentLost, match="Tiny"):
        engine.move(Position.start(), LEFT)


def test_an_engine_that_says_nothing_is_told_to_have_given_no_answer(
    tmp_path: Path, start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = start(written(tmp_path, go="time.sleep(60)"))
    monkeypatch.setattr("chess.engine.SimpleEngine._timeout_for", lambda *_args: 0.01)

    with pytest.raises(OpponentLost, match=r"Tiny has stopped playing \(no answer\)"):
        engine.move(Position.start(), LEFT)


def test_a_killed_engine_is_lost_while_it_thinks(tmp_path: Path, start: Starter) -> None:
    noting = "open(sys.argv[0] + '.pid', 'w').write(str(__import__('os').getpid())); "
    engine = start(written(tmp_path, go=noting + "time.sleep(60)"))
    pid = tmp_path / "tiny-engine.pid"

    def kill() -> None:
        until = time.monotonic() + PATIENCE_S
        while not (pid.exists() and pid.read_text("utf-8")) and time.monotonic() < until:
            time.sleep(0.01)
        os.kill(int(pid.read_text("utf-8")), signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(OpponentLost):
        engine.move(Position.start(), LEFT)
    killer.join()


ASKS: tuple[Callable[[UciEngine], object], ...] = (
    lambda engine: engine.play_as(Strength(skill=3)),
    lambda engine: engine.play_as(Strength(elo=1_500)),
    lambda engine: engine.move(Position.start(), LEFT),
    lambda engine: engine.move(starting_position(0), LEFT),
    lambda engine: engine.evaluation(starting_position(0), move_ms=10, depth=1),
)


@pytest.mark.parametrize("ask", ASKS)
def test_whatever_is_asked_of_an_engine_that_has_ended_it_is_lost(
    ask: Callable[[UciEngine], object], tmp_path: Path, start: Starter
) -> None:
    engine = start(written(tmp_path))
    engine.close()

    with pytest.raises(OpponentLost, match="Tiny has stopped playing"):
        ask(engine)


def test_a_program_that_is_no_engine_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "no-engine"
    path.write_text("#!/bin/sh\nexit 1\n", "utf-8")
    path.chmod(0o755)

    with pytest.raises(OpponentLost, match="no-engine does not answer"):
        UciEngine.started(path, Strength())


def test_without_an_engine_it_tells_where_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_args, **_more: None)

    with pytest.raises(OpponentLost, match="apt install stockfish"):
        engine_path()
    with pytest.raises(OpponentLost, match=r"'lc0'.*name one that is there"):
        engine_path("lc0")


def test_an_engine_is_found_by_its_path(tmp_path: Path) -> None:
    path = written(tmp_path)

    assert engine_path(str(path)) == path


def test_stockfish_plays_a_few_moves(start: Starter) -> None:
    try:
        path = engine_path()
    except OpponentLost as error:
        pytest.skip(str(error))
    engine = start(path, Strength(elo=1_400, move_ms=20))
    position = Position.start()
    for _ in range(6):
        position = position.played(engine.move(position, LEFT).uci)

    assert len(position.moves) == 6
