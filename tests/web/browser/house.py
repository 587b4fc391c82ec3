"""Runs a real server in its own thread, and opens real browsers for it."""

import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.sync_api import (
    APIRequestContext,
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    ViewportSize,
    expect,
)

from voice_chess.compose.server import ServerRules, opened_hall, usual_limits, web_server
from voice_chess.web.protection.rate_limits import Buckets

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
HEADLESS = ("chromium-headless-shell", *CHROMIUM)
"""The same, but the headless shell comes first: the same engine without a desktop costs half."""

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=no-user-gesture-required",
)
UNSEEN = ("--in-process-gpu", "--accept-lang=en-US,en")
"""Flags without a desktop: nobody looks at the painting, so it needs no process of its own; and no
desktop sets the languages that the user reads."""
TOGETHER = "--process-per-site"
"""A flag that saves a fifth of the time of a person's second page: all their pages are in one
process, where one that is busy makes the others wait; so it is not for microphones."""

PATIENCE_MS = 180_000
"""A long limit, because other work may be running on this machine."""

MOST_BEGUN = 1_000
"""How many games one file's tests may begin or read at once: all visitors share an address."""

MOST_WAITING = 500
"""How many connections may be idle at once; more than a server's usual 64 from one address."""

WITHOUT_NOTIFYING = "delete Element.prototype.ariaNotify;"
"""A script that sends all announcements to the live regions, where tests can read them."""

ENGLISH = {"interface": "en", "language": "en"}
VIKTOR = {**ENGLISH, "name": "Viktor"}
ANNA = {**ENGLISH, "name": "Anna"}

expect.set_options(timeout=PATIENCE_MS)


@dataclass
class House:
    """A server's address, and its organiser's token and session."""

    address: str
    token: str
    api: APIRequestContext

    def arrange(self, **wanted: object) -> dict[str, str]:
        """Arrange a game, and return the address of each role's link."""
        answer = self.api.post("/organiser/games", data=wanted, headers={"origin": self.address})
        assert answer.status == 201, answer.text()
        links: list[dict[str, str]] = answer.json()["links"]
        return {link["role"]: f"{self.address}{link['path']}" for link in links}


@contextmanager
def served(data: Path, models: Path, rules: ServerRules | None = None) -> Iterator[tuple[str, str]]:
    """Run a server until the block ends; yield its address and its organiser's token."""
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        opened_hall(data, models, rules) as hall,
    ):
        hall.guests.begun = Buckets(MOST_BEGUN, 1.0)
        token = hall.lobby.entrance.organisers_way_in().token
        # Playwright's own requests, unlike a browser's, are not repeated when the server closes an
        # idle connection just as they are sent; so it closes none.
        limits = replace(usual_limits(), request_ms=PATIENCE_MS, waiting_of_place=MOST_WAITING)
        server = web_server(hall, limits=limits)
        server.config.timeout_keep_alive = PATIENCE_MS // 1_000
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.05)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", token
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def housed(
    playwright: Playwright, data: Path, models: Path, rules: ServerRules | None = None
) -> Iterator[House]:
    """Run a server with its organiser signed in."""
    with served(data, models, rules) as (address, token):
        api = playwright.request.new_context(base_url=address)
        answer = api.post("/entries", data={"token": token}, headers={"origin": address})
        assert answer.status == 201, answer.text()
        yield House(address=address, token=token, api=api)
        api.dispose()


def person(
    browser: Browser,
    *,
    viewport: ViewportSize | None = None,
    permissions: Sequence[str] = (),
    notifies: bool = False,
) -> BrowserContext:
    """Return a context with its own cookies, as of another person, and without animations."""
    context = browser.new_context(
        viewport=viewport, permissions=[*permissions], reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    if not notifies:
        context.add_init_script(WITHOUT_NOTIFYING)
    return context


def listened(context: BrowserContext) -> Page:
    """Open an empty page whose script errors are collected for `complaints`."""
    page = context.new_page()
    told = complaints(page)

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            told.append(message.text)

    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("console", on_console)
    return page


def opened(context: BrowserContext, link: str) -> Page:
    """Open the page that a link leads to, and wait until it shows its game."""
    page = listened(context)
    page.goto(link)
    page.wait_for_url(lambda url: "/enter" not in url)
    return _shown(page)


def _shown(page: Page) -> Page:
    if "/seats/" in page.url:
        page.locator("#board img, .card").first.wait_for()
    return page


def entered(context: BrowserContext, link: str) -> Page:
    """Open the page that a link leads to, without the page between that only asks for a cookie.

    That page takes a seventh of the time of both.
    """
    address, _, token = link.partition("/enter#")
    answer = context.request.post(
        f"{address}/entries", data={"token": token}, headers={"origin": address}
    )
    assert answer.status == 201, answer.text()
    page = listened(context)
    page.goto(f"{address}{answer.json()['path']}")
    return _shown(page)


PATHS = {"front door": "/", "a friend": "/friend", "the computer": "/computer"}
"""The ways into a game that need no link."""

_COMPLAINTS: dict[Page, list[str]] = {}


def complaints(page: Page) -> list[str]:
    """Return the errors of the page's scripts so far."""
    return _COMPLAINTS.setdefault(page, [])


@dataclass(frozen=True)
class Seats(Mapping[str, Page]):
    """The pages of all seats of a game by role; each is opened only when it is looked up.

    A page costs a second of a core, and most tests need two; `dict(...)` opens all at once.
    """

    context: BrowserContext
    links: Mapping[str, str]
    _opened: dict[str, Page]

    def __getitem__(self, role: str) -> Page:
        if role not in self._opened:
            self._opened[role] = entered(self.context, self.links[role])
        return self._opened[role]

    def __iter__(self) -> Iterator[str]:
        return iter(self.links)

    def __len__(self) -> int:
        return len(self.links)


def seated(context: BrowserContext, house: House, **wanted: object) -> Seats:
    """Arrange a game in English with an arbiter; open both players' pages, so that it begins."""
    players = {"white": VIKTOR, "black": ANNA}
    links = house.arrange(**{**players, "language": "en", "arbiter": "new", **wanted})
    white, black = (entered(context, links[player]) for player in players)
    expect(black.locator("#said li")).not_to_have_count(0)
    return Seats(context, links, {"white": white, "black": black})


def unfold(page: Page) -> None:
    """Unfold all folded parts of a page."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")


def agrees(page: Page) -> None:
    """Answer the page's question with its "yes" button."""
    page.locator("#wanted [data-ask=yes]").click()


def types(page: Page, words: str) -> None:
    """Type into the line for moves and commands, once the page's script handles it."""
    expect(page.locator("#line [type=submit]")).to_be_enabled()
    page.locator("#line-text").fill(words)
    page.locator("#line-text").press("Enter")
