"""What a page weighs, when it is first painted, and how soon it answers a key or a click.

A real server and Chromium on this machine, one page at a time; times are the browser's own, by its
performance entries. Sound is left out of the weight: it is fetched by whoever wants to hear it.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.browser.boards import click_move
from tests.web.browser.house import ENGLISH, FLAGS, House, housed, opened, person, types
from voice_chess.settings import Settings

KILOBYTE = 1_000
ROUNDS = 5
SOUND = (".wav", ".zip")
KEYS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft") * 5
MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6")

# Browsers round these to 8 ms, and leave out what takes less than 16 unless it is asked for.
OBSERVED = """
window.inputs = [];
new PerformanceObserver((found) => {
  for (const { name, duration } of found.getEntries()) inputs.push([name, duration]);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""
PAINTED = "performance.getEntriesByName('first-contentful-paint').map((paint) => paint.startTime)"
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))"


@dataclass
class Load:
    """What a page fetched until it was quiet, in bytes as they were sent."""

    sent: dict[str, int] = field(default_factory=dict)
    first_paint_ms: float = 0.0

    @property
    def weight(self) -> int:
        return sum(count for path, count in self.sent.items() if not path.endswith(SOUND))


def loaded(browser: Browser, address: str, awaited: str) -> Load:
    """The page at this address, in a browser that has kept nothing."""
    context = person(browser)
    page, load = context.new_page(), Load()
    paths: dict[str, str] = {}
    asking = context.new_cdp_session(page)
    asking.send("Network.enable")

    def begun(request: Mapping[str, Any]) -> None:
        paths[request["requestId"]] = request["request"]["url"].partition("?")[0]

    def ended(request: Mapping[str, Any]) -> None:
        path = paths.get(request["requestId"], "")
        load.sent[path] = load.sent.get(path, 0) + int(request["encodedDataLength"])

    asking.on("Network.requestWillBeSent", begun)
    asking.on("Network.loadingFinished", ended)
    page.goto(address)
    page.locator(awaited).first.wait_for()
    page.wait_for_load_state("networkidle")
    (load.first_paint_ms,) = page.evaluate(PAINTED)
    context.close()
    return load


def inputs(browser: Browser, house: House) -> tuple[list[float], list[float]]:
    """How long keys on the board, and clicks on it, took to the next frame; 16 ms is the least."""
    links = house.arrange(white=ENGLISH, black=ENGLISH)
    context = person(browser)
    context.add_init_script(OBSERVED)
    white, black = (opened(context, links[role]) for role in ("white", "black"))
    expect(black.locator("#turn")).to_contain_text("to move")
    white.bring_to_front()
    white.locator("[data-square=e1]").focus()
    for key in KEYS:
        white.keyboard.press(key)
        white.evaluate(NEXT_FRAME)
    for ply, uci in enumerate(MOVES):
        if ply % 2:
            types(black, uci)
        else:
            click_move(white, uci)
        expect(white.locator("#moves .move")).to_have_count(ply + 1)
    white.evaluate(NEXT_FRAME)
    took = [_durations(white, kind) for kind in ("keydown", "click")]
    context.close()
    return took[0], took[1]


def _durations(page: Page, kind: str) -> list[float]:
    """Those that took less than 16 ms are not told; `KEYS` and clicks tell how many there were."""
    found: list[float] = page.evaluate(
        "(kind) => inputs.filter(([name]) => name === kind).map(([, took]) => took)", kind
    )
    return found


def rows(browser: Browser, house: House) -> Iterator[tuple[str, str]]:
    """What was measured, in words."""
    link = house.arrange(white=ENGLISH, black=ENGLISH)["white"]
    pages = (
        ("front page", f"{house.address}/?lang=en", "main"),
        ("player's page", link, "#board img"),
    )
    for name, address, awaited in pages:
        loads = [loaded(browser, address, awaited) for _ in range(ROUNDS)]
        paints = [load.first_paint_ms for load in loads]
        weight = median(load.weight for load in loads) / KILOBYTE
        yield f"{name}, weight", f"{weight:.0f} KB in {len(loads[0].sent)} files"
        yield f"{name}, first paint", f"{median(paints):.0f} ms, at most {max(paints):.0f} ms"
    keys, clicks = inputs(browser, house)
    yield "key on the board to the next frame", _told(keys, len(KEYS))
    yield "click on the board to the next frame", _told(clicks, len(MOVES))


def _told(took: list[float], count: int) -> str:
    longest = f"at most {max(took):.0f} ms" if took else "none as long as 16 ms"
    return f"{longest}; {len(took)} of {count} took 16 ms or more"


@contextmanager
def chromium_and_house(browser: str) -> Iterator[tuple[Browser, House]]:
    """Both, as the tests of the pages have them."""
    with (
        tempfile.TemporaryDirectory() as data,
        sync_playwright() as playwright,
        housed(playwright, Path(data), Settings.from_environment().models) as house,
        playwright.chromium.launch(executable_path=browser, args=[*FLAGS]) as chromium,
    ):
        yield chromium, house


def main() -> int:
    """Print the table; 2 where Chromium is not installed."""
    where = shutil.which("chromium")
    if where is None:
        sys.stderr.write("chromium is not installed\n")
        return 2
    with chromium_and_house(where) as (chromium, house):
        sys.stdout.write("| What | Found |\n|---|---|\n")
        for what, found in rows(chromium, house):
            sys.stdout.write(f"| {what} | {found} |\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
