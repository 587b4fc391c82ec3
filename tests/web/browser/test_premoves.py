"""Premoves in a browser: switched on, made on the board, shown, cancelled by the button, played."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.boards import click_move
from tests.web.browser.house import House, complaints, opened, person, types
from voice_chess.languages.language import load_language

pytestmark = pytest.mark.slow

TEXT = load_language("en").interface


@pytest.fixture
def players(browser: Browser, house: House) -> Iterator[tuple[Page, Page]]:
    contexts = [person(browser), person(browser)]
    english = {"language": "en", "interface": "en"}
    links = house.arrange(white=english, black=english)
    white, black = (
        opened(one, links[side]) for one, side in zip(contexts, ("white", "black"), strict=True)
    )
    yield white, black
    for context in contexts:
        context.close()


def test_a_premove_on_the_board_is_shown_cancelled_and_played(players: tuple[Page, Page]) -> None:
    white, black = players
    cancel = black.get_by_role("button", name=TEXT["do:cancel-premove"], exact=True)
    black.get_by_text(TEXT["settings-open"]).click()
    black.get_by_label(TEXT["settings-premoves"]).check()
    expect(black.locator("#board .movable")).not_to_have_count(0)
    click_move(black, "g8f6")
    expect(black.locator("#turn")).to_contain_text("Premove: Nf6.")
    expect(black.locator("#said")).to_contain_text("Then: knight Felix six.")
    cancel.click()
    expect(black.locator("#turn")).not_to_contain_text("Premove")
    expect(cancel).to_be_hidden()

    click_move(black, "e7e5")
    types(white, "e4")

    expect(white.locator("#moves .move")).to_have_count(2)
    expect(black.locator("#turn")).not_to_contain_text("Premove")
    for page in players:
        assert complaints(page) == []
