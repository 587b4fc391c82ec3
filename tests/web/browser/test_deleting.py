"""The organiser deletes a game at their page, by keys, and is told before what goes."""

import secrets

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.english import TEXT, text
from tests.web.browser import events
from tests.web.browser.axe import faults_as_it_is
from tests.web.browser.house import House, entered

pytestmark = pytest.mark.slow


@pytest.fixture
def game(house: House) -> str:
    """The name of a game that was never begun; no other has it."""
    name = f"Zora {secrets.token_hex(4)}"
    house.arrange(white={"name": name}, black={"name": "Yvo"})
    return f"{name} – Yvo"


@pytest.fixture
def organiser(context: BrowserContext, house: House, game: str) -> Page:
    """Has pressed "Delete" at this game."""
    page = entered(context, f"{house.address}/enter#{house.token}")
    page.goto(f"{house.address}/organiser?lang=en")
    page.get_by_role("button", name=told("delete-of", game), exact=True).press("Enter")
    expect(page.get_by_role("dialog", name=told("delete-question", game))).to_be_visible()
    return page


def told(key: str, game: str) -> str:
    return text(key, game=game)


@pytest.mark.firefox
def test_a_game_is_deleted_by_keys_once_that_is_meant(organiser: Page, game: str) -> None:
    dialog = organiser.get_by_role("dialog")
    expect(dialog).to_have_accessible_description(TEXT["delete-what"])
    expect(dialog.get_by_role("button", name=TEXT["cancel"])).to_be_focused()
    organiser.keyboard.press("Tab")
    organiser.keyboard.press("Enter")

    was_told = organiser.locator("[aria-live=polite]").filter(has_text=told("deleted", game))
    expect(was_told).to_have_count(1)
    expect(organiser.locator("#games > .card").filter(has_text=game)).to_have_count(0)
    expect(organiser.get_by_role("button", name=TEXT["refresh"])).to_be_focused()


@pytest.mark.firefox
def test_a_game_is_deleted_by_a_typed_command_once_that_is_meant(
    context: BrowserContext, house: House, game: str
) -> None:
    page = entered(context, f"{house.address}/enter#{house.token}")
    page.goto(f"{house.address}/organiser?lang=en")
    line = page.get_by_label(TEXT["delete-line"])
    name, other = game.split(" – ")
    second = f"{name} II"
    house.arrange(white={"name": second}, black={"name": "Xaver"})
    page.get_by_role("button", name=TEXT["refresh"]).click()
    expect(page.locator("#games > .card").filter(has_text=second)).to_have_count(1)
    for wrong, problem in {
        game: "not-deleting",
        TEXT["delete-words"]: "not-deleting",
        f"{TEXT['delete-words']} nobody": "delete-none",
        f"{TEXT['delete-words']} {name}": "delete-several",
    }.items():
        line.fill(wrong)
        line.press("Enter")
        described = f"{TEXT['delete-how']} {TEXT[f'problem:{problem}']}"
        expect(line).to_have_accessible_description(described)
    line.fill(f"{TEXT['delete-words'].title()} {name.upper()} {other}")
    line.press("Enter")
    expect(page.get_by_role("dialog", name=told("delete-question", game))).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.locator("#games > .card").filter(has_text=game)).to_have_count(0)


def test_escape_keeps_the_game(organiser: Page, game: str) -> None:
    assert faults_as_it_is(organiser, "Organiser: a game is to be deleted") == []

    organiser.keyboard.press("Escape")

    expect(organiser.get_by_role("dialog")).to_have_count(0)
    button = organiser.get_by_role("button", name=told("delete-of", game), exact=True)
    expect(button).to_be_focused()
    organiser.reload()
    expect(button).to_be_visible()


@pytest.mark.firefox
def test_an_event_is_deleted_at_its_page_once_that_is_meant(
    context: BrowserContext, house: House
) -> None:
    page = entered(context, f"{house.address}/enter#{house.token}")
    address = events.make(page, house)
    deletion = page.get_by_role("button", name=TEXT["event-delete"], exact=True)
    question = text("event-delete-question", event="Spring Open")

    deletion.press("Enter")
    dialog = page.get_by_role("dialog", name=question)
    expect(dialog).to_have_accessible_description(TEXT["event-delete-what"])
    assert faults_as_it_is(page, "Organiser: an event is to be deleted") == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(deletion).to_be_focused()
    deletion.press("Enter")
    expect(dialog.get_by_role("button", name=TEXT["cancel"])).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    page.wait_for_url("**/organiser/events/page?lang=en")
    told = text("event-deleted", event="Spring Open")
    expect(page.locator("[aria-live=polite]").filter(has_text=told)).to_have_count(1)
    assert page.request.get(f"{address.partition('?')[0]}/state").status == 404
