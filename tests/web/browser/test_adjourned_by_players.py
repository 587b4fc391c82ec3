"""Two players without an arbiter adjourn their game and resume it, with what their pages offer."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.english import ENGLISH, TEXT, english, says
from tests.web.browser.house import House, agrees, seated, types, unfold

pytestmark = pytest.mark.slow


def entrust(page: Page, passphrase: str) -> None:
    page.locator("#passphrase-text").fill(passphrase)
    page.locator("#passphrase button").click()
    expect(page.locator("#reply")).to_contain_text(ENGLISH.phrase("envelope:key"))


def test_two_players_adjourn_and_resume_their_game(context: BrowserContext, house: House) -> None:
    pages = seated(context, house, arbiter="none")
    white, black = pages["white"], pages["black"]
    for page, passphrase in ((white, "linden"), (black, "oak")):
        unfold(page)
        entrust(page, passphrase)

    white.get_by_role("button", name=TEXT["do:adjourn"], exact=True).first.click()
    agrees(white)
    types(white, f"{says('seal')} e4")
    types(white, says("press"))
    expect(black.locator("#said")).to_contain_text(english("GameAdjourned"))

    black.locator("#command-continue").click()
    expect(white.locator("#said")).to_contain_text(english("GameResumed"))
    for page, passphrase in ((white, "linden"), (black, "oak")):
        entrust(page, passphrase)
    black.locator("#command-open-envelope").click()

    expect(black.locator("#clock-black")).to_have_class("clock running")
