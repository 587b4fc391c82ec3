"""Premoves in a browser: switched on, made on the board, shown, cancelled by the button, played."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.english import TEXT, english, in_words, opening, text
from tests.web.browser.boards import click_move
from tests.web.browser.house import House, complaints, opened, person, types

pytestmark = pytest.mark.slow


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
    expect(black.locator("#turn")).to_contain_text(text("premove", move="Nf6"))
    expect(black.locator("#said")).to_contain_text(english("premove", move=in_words("Nf6")))
    cancel.click()
    expect(black.locator("#turn")).not_to_contain_text(opening("premove"))
    expect(cancel).to_be_hidden()

    click_move(black, "e7e5")
    types(white, "e4")

    expect(white.locator("#moves .move")).to_have_count(2)
    expect(black.locator("#turn")).not_to_contain_text(opening("premove"))
    for page in players:
        assert complaints(page) == []
