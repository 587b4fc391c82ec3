"""Open pages of an event show at once what is new, and without a socket a little later."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.english import NUMBERS, TEXT, english, opening, text
from tests.web.browser.events import come, enter_list, make, pair, start
from tests.web.browser.house import House, complaints, listened

pytestmark = [pytest.mark.slow, pytest.mark.firefox]

NEVER_LOOKS = """
const real = window.setTimeout;
window.setTimeout = (act, ms, ...more) => (ms >= 3000 ? 0 : real(act, ms, ...more));
window.setInterval = () => 0;
"""
"""A script that keeps a page from looking for news by itself."""
PAIRED = english("pairing", round=NUMBERS[1], board="…", side="", name="").partition(" …")[0]


def test_news_reach_players_spectators_and_other_arbiters_without_their_asking(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    desk = make(organiser, house)
    codes = enter_list(organiser)
    context.add_init_script(NEVER_LOOKS)
    player, watching = come(context, house, codes[0]), listened(context)
    deputy = listened(organiser.context)
    deputy.add_init_script(NEVER_LOOKS)
    event = desk.partition("?")[0].rpartition("/")[2]
    watching.goto(f"{house.address}/events/{event}?lang=en")
    deputy.goto(desk)
    for page in (watching, deputy):
        expect(page.locator("#where")).to_have_text(text("event-no-round", rounds=7))

    pair(organiser)
    expect(player.locator("#pairing")).to_contain_text(PAIRED)
    for page in (watching, deputy):
        expect(page.locator("#boards li")).to_have_count(2)
    start(organiser)
    expect(player.locator("#game-title")).to_be_visible()
    on = text("event-round-on", round=1, rounds=7)
    for page in (watching, deputy):
        expect(page.locator("#where")).to_have_text(on)
    organiser.get_by_role("button", name=text("event-settle", board=2)).click()
    organiser.locator("#result").select_option("1-0")
    organiser.locator("#reason").fill("seen by all")
    organiser.keyboard.press("Enter")

    for page in (watching, deputy):
        expect(page.locator("#boards li").last).to_contain_text(TEXT["event-result:1-0"])
    settled = f"{opening('event-board-line', board=2)}"
    expect(deputy.locator("#status")).to_contain_text(settled)
    expect(deputy.locator("#status")).to_contain_text(f"{TEXT['event-result:1-0']}. seen by all")
    organiser.locator("#undo").click()
    undone = text("event-undone-what", what=TEXT["event-change:result-ruled"])
    expect(organiser.locator("#status")).to_contain_text(f"{undone} {settled}")
    expect(deputy.locator("#status")).to_contain_text(f"{TEXT['event-undone']} {settled}")
    for page in (watching, deputy):
        assert complaints(page) == []


@pytest.mark.parametrize("refuse", ["closes", "never opens"])
def test_without_a_socket_the_pairing_comes_all_the_same(
    refuse: str, organiser: Page, context: BrowserContext, house: House
) -> None:
    """As behind a proxy that lets no such socket through."""
    refusing: dict[str, Callable[[WebSocketRoute], None]] = {
        "closes": WebSocketRoute.close,
        "never opens": lambda _: None,
    }
    context.route_web_socket("**/news", refusing[refuse])
    make(organiser, house)
    player = come(context, house, enter_list(organiser)[0])

    pair(organiser)

    expect(player.locator("#pairing")).to_contain_text(PAIRED)
