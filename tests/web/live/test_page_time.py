"""A page's clock after its computer has slept: every message about a game sets it right."""

import shutil
import subprocess
from pathlib import Path

import pytest

import voice_chess
from tests.web.stage import Stage

STATIC = Path(voice_chess.__file__).parent / "web" / "static"
ABOUT_A_GAME = {"game", "happened", "said", "signal", "people"}
SLEEP = """
import { ServerTime, leftMs } from "./game.js";
let own = 1_000;
globalThis.performance = { now: () => own };
const time = new ServerTime();
const clock = { white_ms: 900_000, runs: "white", at_ms: 50_000 };
time.set(50_000);
own += 2_000;
const awake = leftMs(clock, "white", time.nowMs);
time.hear(50_000 + 3_600_000 / 60 + 2_000);  // a minute of sleep, which its own clock has not seen
const woken = leftMs(clock, "white", time.nowMs);
time.hear(51_000);  // one that was long on its way
console.log(awake, woken, leftMs(clock, "white", time.nowMs));
"""


def test_every_message_about_a_game_tells_the_servers_time(stage: Stage) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.event("game-started")
        white.move("e2e4", 0)
        white.ask(type="ask", name="clock")
        about = [m for m in white.came if m["type"] in ABOUT_A_GAME]
    times = [m["now_ms"] for m in about]

    assert {m["type"] for m in about} >= {"game", "happened", "said", "people"}
    assert times == sorted(times)


def test_a_page_whose_own_clock_stood_still_shows_the_right_time_again(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("NOT TESTED: no node here to run the page's modules")
    for name in ("game.js", "placement.js"):
        shutil.copy(STATIC / name, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "sleep.js").write_text(SLEEP)
    ran = subprocess.run(
        [node, str(tmp_path / "sleep.js")], capture_output=True, text=True, check=True
    )

    assert ran.stdout.split() == ["898000", "838000", "838000"]
