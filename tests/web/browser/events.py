"""Steps of organisers and players on the pages of an event."""

from playwright.sync_api import BrowserContext, Page, expect

from tests.english import TEXT, text
from tests.web.browser.house import House

LIST = "name;rating;blind\nAnna;1900;\nBert;1800;yes\nCleo;1700;\nDora;1600;\n"


def begin(page: Page, house: House) -> str:
    """Create an event, and return the code of its arbiters."""
    page.goto(f"{house.address}/organiser/events/page?lang=en")
    page.get_by_label(TEXT["event-name"]).fill("Spring Open")
    page.get_by_role("button", name=TEXT["event-new"]).click()
    expect(page.locator("#links-title")).to_be_focused()
    return page.locator("#links strong").inner_text()


def make(page: Page, house: House) -> str:
    """Create an event, go to its desk, and return the desk's address."""
    begin(page, house)
    return follow(page)


def follow(page: Page) -> str:
    """Go to the desk of the event just created, and return its address."""
    page.get_by_role("link", name=TEXT["event-go"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spring Open")
    return page.url


def enter_list(page: Page) -> list[str]:
    """Enter four players, and return their codes."""
    page.get_by_label(TEXT["event-list-text"]).fill(LIST)
    page.get_by_role("button", name=TEXT["event-list"]).click()
    expect(page.locator("#links-title")).to_be_focused()
    return page.locator("#links strong").all_inner_texts()


def pair(page: Page) -> None:
    """Have the first round paired."""
    page.get_by_role("button", name=text("event-pair", round=1)).click()


def start(page: Page) -> None:
    """Have the first round started."""
    page.get_by_role("button", name=text("event-start", round=1)).click()


def round_begun(page: Page, house: House) -> tuple[str, list[str]]:
    """Create an event whose first round is in play; return its arbiters' and players' codes."""
    arbiters = begin(page, house)
    follow(page)
    players = enter_list(page)
    pair(page)
    start(page)
    expect(page.locator("#where")).to_have_text(text("event-round-on", round=1, rounds=7))
    return arbiters, players


def enter(context: BrowserContext, house: House, code: str) -> Page:
    """Enter with a code, and return the page that it leads to."""
    page = context.new_page()
    page.goto(f"{house.address}/enter?lang=en")
    page.locator("#code").fill(code)
    page.keyboard.press("Enter")
    return page


def come(context: BrowserContext, house: House, code: str) -> Page:
    """Enter with a player's code, and return their page."""
    page = enter(context, house, code)
    expect(page.locator("#pairing")).not_to_be_empty()
    return page
