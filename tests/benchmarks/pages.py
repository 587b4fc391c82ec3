"""Measures a page's weight, when it is painted and ready, and how soon it responds to input.

A real server and Chromium run on this machine, one page at a time. Times are the browser's own,
from its performance entries. Sound does not count as weight: only those who want to hear it fetch
it. A visit is a browser's first or second, on this machine or over a connection with a long delay.
"""

import shutil
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.benchmarks.far_line import far_line
from tests.web.browser.boards import click_move
from tests.web.browser.house import ENGLISH, FLAGS, House, housed, opened, person, types
from voice_chess.settings import Settings

KILOBYTE = 1_000
ROUNDS = 5
SOUND = (".wav", ".zip")
FAR_MS = 60
"""The delay there and back, as over a telephone network or from abroad."""

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
    """Everything that a page fetched until it was quiet, in bytes on the wire."""

    sent: dict[str, int] = field(default_factory=dict)
    first_paint_ms: float = 0.0
    ready_ms: float = 0.0
    """The time at which the content that its script shows was there."""

    @property
    def weight(self) -> int:
        return sum(count for path, count in self.sent.items() if not path.endswith(SOUND))


def loaded(browser: Browser, address: str, awaited: str) -> Load:
    """Load the page at this address in a browser with an empty cache."""
    first, _ = visited(browser, address, awaited)
    return first


def visited(browser: Browser, address: str, awaited: str) -> tuple[Load, Load]:
    """Let a fresh browser visit this address twice, and return both loads."""
    context = person(browser)
    loads = Load(), Load()
    for load in loads:
        page = context.new_page()
        _listen(page, load)
        page.goto(address)
        page.locator(awaited).first.wait_for()
        load.ready_ms = page.evaluate("performance.now()")
        page.wait_for_load_state("networkidle")
        (load.first_paint_ms,) = page.evaluate(PAINTED)
        page.close()
    context.close()
    return loads


def _listen(page: Page, load: Load) -> None:
    """Note everything that the page fetches; what it has cached costs nothing and is left out."""
    asking = page.context.new_cdp_session(page)
    paths: dict[str, str] = {}
    asking.send("Network.enable")

    def begun(request: Mapping[str, Any]) -> None:
        paths[request["requestId"]] = request["request"]["url"].partition("?")[0]

    def ended(request: Mapping[str, Any]) -> None:
        path = paths.get(request["requestId"], "")
        sent = int(request["encodedDataLength"])
        if sent > 0:
            load.sent[path] = load.sent.get(path, 0) + sent

    asking.on("Network.requestWillBeSent", begun)
    asking.on("Network.loadingFinished", ended)


def inputs(browser: Browser, house: House) -> tuple[list[float], list[float]]:
    """Return the times from keys and clicks on the board to the next frame, in ms, 16 at least."""
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
    """Return the durations of this kind, in ms; inputs that took less than 16 ms are missing."""
    found: list[float] = page.evaluate(
        "(kind) => inputs.filter(([name]) => name === kind).map(([, took]) => took)", kind
    )
    return found


def rows(browser: Browser, house: House) -> Iterator[tuple[str, str]]:
    """Yield each measurement and its result, in words."""
    link = house.arrange(white=ENGLISH, black=ENGLISH)["white"]
    pages = (
        ("front page", f"{house.address}/?lang=en", "main"),
        ("player's page", link, "#board img"),
    )
    port = urlsplit(house.address).port
    assert port
    with far_line(port, FAR_MS) as far:
        for name, address, awaited in pages:
            for line, way in (("", address), (f", {FAR_MS} ms away", _by(far, address))):
                visits = [visited(browser, way, awaited) for _ in range(ROUNDS)]
                for which, loads in zip(
                    ("first", "second"), zip(*visits, strict=True), strict=True
                ):
                    yield f"{name}{line}, {which} visit", _told_of(loads)
    keys, clicks = inputs(browser, house)
    yield "key on the board to the next frame", _told(keys, len(KEYS))
    yield "click on the board to the next frame", _told(clicks, len(MOVES))


def _by(port: int, address: str) -> str:
    return urlunsplit(urlsplit(address)._replace(netloc=f"127.0.0.1:{port}"))


def _told_of(loads: Sequence[Load]) -> str:
    weight = median(load.weight for load in loads) / KILOBYTE
    paint, ready = (
        median(times)
        for times in zip(*((load.first_paint_ms, load.ready_ms) for load in loads), strict=True)
    )
    files = median(len(load.sent) for load in loads)
    return f"{weight:.0f} KB in {files} files; first paint {paint:.0f} ms, ready {ready:.0f} ms"


def _told(took: list[float], count: int) -> str:
    longest = f"at most {max(took):.0f} ms" if took else "none as long as 16 ms"
    return f"{longest}; {len(took)} of {count} took 16 ms or more"


@contextmanager
def chromium_and_house(browser: str) -> Iterator[tuple[Browser, House]]:
    """Yield the browser and the server, set up as in the tests of the pages."""
    with (
        tempfile.TemporaryDirectory() as data,
        sync_playwright() as playwright,
        housed(playwright, Path(data), Settings.from_environment().models) as house,
        playwright.chromium.launch(executable_path=browser, args=[*FLAGS]) as chromium,
    ):
        yield chromium, house


def main() -> int:
    """Print the table; return 2 if Chromium is not installed."""
    ArgumentParser(prog="python -m tests.benchmarks.pages", description=__doc__).parse_args()
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
