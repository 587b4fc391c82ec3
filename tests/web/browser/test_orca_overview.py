"""Twenty boards run by keyboard alone, as the real screen reader Orca tells them to the arbiter."""

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect
from websockets.exceptions import ConnectionClosed

from tests.english import TEXT, text
from tests.stage.page import Page as Seat
from tests.web.browser.house import FLAGS, opened
from tests.web.browser.orca_session import Orca, missing, orca_listening
from tests.web.events.event_stage import EventStage, made
from tests.web.server.process import RealSocket, ServerVenue, serving

ABSENT = missing()
BOARDS = 20

pytestmark = [
    pytest.mark.slow,
    pytest.mark.alone,
    pytest.mark.orca,
    pytest.mark.skipif(bool(ABSENT), reason=f"Orca is not heard: no {', '.join(ABSENT)}"),
]


@dataclass
class Hall:
    """An arbiter before the screen reader, and forty players by wire."""

    orca: Orca
    page: Page
    event: EventStage
    seats: dict[int, Seat] = field(default_factory=dict)
    left: dict[int, ExitStack] = field(default_factory=dict)

    def board(self, number: int) -> tuple[int, int]:
        (found,) = (
            each for each in self.event.state()["rounds"][-1]["boards"] if each["board"] == number
        )
        return found["white"], found["black"]

    def title(self, number: int) -> str:
        white, black = self.board(number)
        return f"Player {white} (White) \N{EN DASH} Player {black} (Black)"


@pytest.fixture
def hall(playwright: Playwright, chromium: str, tmp_path: Path) -> Iterator[Hall]:
    with (
        serving(tmp_path / "server") as venue,
        ExitStack() as everybody,
        orca_listening(tmp_path / "desktop") as orca,
    ):
        assert isinstance(venue, ServerVenue)
        names = (f"Player {number}" for number in range(1, 2 * BOARDS + 1))
        event = made(venue, *names)
        event.done("/pairing")
        event.done("/start", {"beginning": {"starts": "together"}})
        window = playwright.chromium.launch(
            executable_path=chromium,
            headless=False,
            args=[*FLAGS, "--force-renderer-accessibility", "--start-maximized"],
            env=dict(orca.environment),
        )
        context = window.new_context(no_viewport=True, reduced_motion="reduce")
        page = opened(context, f"{venue.server.address}{event.arbiter['path']}")
        page.goto(f"{page.url.partition('?')[0]}?lang=en")
        found = Hall(orca=orca, page=page, event=event)
        for number, link in sorted(event.links.items()):
            found.left[number] = everybody.enter_context(ExitStack())
            seat = found.left[number].enter_context(event.at_board(link))
            found.seats[number] = seat
            threading.Thread(target=_take_all, args=(seat,), daemon=True).start()
        yield found
        window.close()
    if kept := os.environ.get("ORCA_TRANSCRIPT"):
        Path(kept).write_text(orca.told(), encoding="utf-8")


ON_THE_TITLE = """() => {
  const { x, y } = document.querySelector("h1").getBoundingClientRect();
  const above = window.outerHeight - window.innerHeight;
  return [Math.round(window.screenX + x + 5), Math.round(window.screenY + above + y + 5)];
}"""
"""Where on the screen there is nothing to press; only a click gives a browser the keyboard."""


def _take_all(seat: Seat) -> None:
    """Whoever does not take what comes does not hear the beat, either, and is gone."""
    assert isinstance(seat.socket, RealSocket)
    with suppress(ConnectionClosed):
        for _ in seat.socket.connection:
            pass


def test_an_arbiter_goes_from_board_to_board_by_one_key(hall: Hall) -> None:
    orca, page = hall.orca, hall.page
    page.get_by_role("button", name=TEXT["event-to-boards"]).click()
    expect(page.locator("#games .card")).to_have_count(BOARDS)
    expect(page.locator("#games-wait")).to_have_text(TEXT["games-wait-none"])
    orca.click(*page.evaluate(ON_THE_TITLE))
    orca.rest()

    orca.press("alt+n")
    orca.hear(TEXT["next-need-none"])

    orca.note("The players of board 7 lose their line; board 12 calls the arbiter")
    for number in hall.board(7):
        hall.left[number].close()
    _, caller = hall.board(12)
    hall.seats[caller].send(type="ask", name="arbiter")
    hall.seats[caller].send(type="ask", name="yes")
    orca.hear(hall.title(12), TEXT["waits:called"])
    expect(page.locator("#games-wait")).to_have_text(text("games-wait", count=2))

    orca.press("alt+n")
    orca.hear(hall.title(12), TEXT["waits:called"])
    orca.press("alt+n")
    orca.hear(hall.title(7), TEXT["event-needs:absent"])
    orca.press("alt+n")
    orca.hear(hall.title(12), TEXT["waits:called"])

    _rules(hall)
    orca.press("alt+n")
    orca.hear(hall.title(7), TEXT["event-needs:absent"])


def _rules(hall: Hall) -> None:
    """The clocks go on: chosen with the board, so that the ruling is for it."""
    orca, page = hall.orca, hall.page
    page.locator("[data-rule=start-clocks]").focus()
    orca.hear(TEXT["rule:start-clocks"])
    orca.press("space")
    expect(page.locator("#games-wait")).to_have_text(text("games-wait", count=1))
    orca.rest()
