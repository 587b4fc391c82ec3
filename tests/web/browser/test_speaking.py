"""What a page says: once, the same thing again too, in the right tongue, never unasked."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.house import House, opened, person

pytestmark = pytest.mark.slow

WATCH = """
window.heard = [];
for (const id of ["status", "alert"]) {
  const region = document.getElementById(id);
  new MutationObserver(() => {
    if (region.textContent !== "") window.heard.push([id, region.textContent]);
  }).observe(region, { childList: true });
}
"""


def heard(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.evaluate("window.heard")
    return found


def sat(browser: Browser, house: House, *, is_blind: bool = False) -> tuple[Page, Page]:
    """White and Black, with the game begun and White's regions watched."""
    links = house.arrange(white={"interface": "en", "language": "en", "is_blind": is_blind})
    context = person(browser)
    page, other = opened(context, links["white"]), opened(context, links["black"])
    expect(page.locator("#turn")).to_contain_text("White to move")
    page.wait_for_timeout(1_500)
    page.evaluate(WATCH)
    return page, other


def test_the_clock_is_seen_and_not_heard_until_it_is_asked_for(
    browser: Browser, house: House
) -> None:
    page, _ = sat(browser, house)
    digits = page.locator("#clock-white .digits")
    before = digits.text_content() or ""
    expect(digits).not_to_have_text(before)

    assert heard(page) == []

    page.get_by_role("button", name="Clock", exact=True).click()
    expect(page.locator("#status")).to_contain_text("minutes")


def test_the_same_answer_is_spoken_again(browser: Browser, house: House) -> None:
    page, _ = sat(browser, house)
    for _ in range(2):
        page.get_by_role("button", name="Whose turn?", exact=True).click()
        page.wait_for_timeout(1_500)

    texts = [text for _, text in heard(page)]

    assert len(texts) == 2
    assert len(set(texts)) == 2
    assert len({text.strip() for text in texts}) == 1
    assert page.locator("#status span").get_attribute("lang") == "en"


def test_a_refusal_goes_to_the_alert_and_a_move_to_the_status(
    browser: Browser, house: House
) -> None:
    page, other = sat(browser, house)
    page.locator("#line-text").fill("e5")
    page.keyboard.press("Enter")
    expect(page.locator("#alert")).not_to_be_empty()
    page.locator("#line-text").fill("e4")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("Eva four")
    other.locator("#line-text").fill("e5")
    other.keyboard.press("Enter")

    expect(page.locator("#status")).to_contain_text("Eva five")


def test_whoever_asks_for_silence_is_not_spoken_to(browser: Browser, house: House) -> None:
    page, _ = sat(browser, house)
    page.locator("#settings").evaluate("form => form.closest('details').open = true")
    page.get_by_label("Nobody, I read myself").check()
    page.get_by_role("button", name="Clock", exact=True).click()
    expect(page.locator("#reply")).to_contain_text("minutes")
    page.wait_for_timeout(1_000)

    assert heard(page) == []


def test_a_voice_that_fails_is_replaced_by_the_screen_reader(
    browser: Browser, house: House
) -> None:
    page, _ = sat(browser, house, is_blind=True)
    page.route("**/speech/*.wav", lambda route: route.abort())
    page.get_by_role("button", name="Clock", exact=True).click()

    expect(page.locator("#status")).to_contain_text("minutes")


def test_the_servers_voice_is_not_doubled_by_the_screen_reader(
    browser: Browser, house: House
) -> None:
    page, _ = sat(browser, house, is_blind=True)
    with page.expect_response("**/speech/*.wav") as fetched:
        page.get_by_role("button", name="Clock", exact=True).click()
    assert fetched.value.ok
    expect(page.locator("#reply")).to_contain_text("minutes")
    page.wait_for_timeout(1_500)

    assert heard(page) == []


def test_a_lost_connection_is_told_once_and_what_was_sent_meanwhile_arrives_once(
    browser: Browser, house: House
) -> None:
    links = house.arrange(white={"interface": "en", "language": "en"})
    context = person(browser)
    context.add_init_script(
        "const Real = WebSocket; window.sockets = [];"
        "window.WebSocket = class extends Real {"
        " constructor(...args) { super(...args); window.sockets.push(this); } };"
    )
    page, other = opened(context, links["white"]), opened(context, links["black"])
    expect(page.locator("#turn")).to_contain_text("White to move")
    page.wait_for_timeout(1_500)
    page.evaluate(WATCH)
    page.evaluate("window.sockets.at(-1).close()")
    expect(page.locator("#connection")).to_contain_text("lost")
    page.locator("#line-text").fill("e4")
    page.keyboard.press("Enter")

    expect(page.locator("#connection")).to_have_text("Connected.")
    expect(other.locator("#moves .move, #turn")).not_to_have_count(0)
    expect(other.locator("#turn")).to_contain_text("e4")
    page.wait_for_timeout(1_000)
    told = [text for _, text in heard(page)]
    assert sum("The connection is lost" in text for text in told) == 1
    assert sum("The connection is back" in text for text in told) == 1
    assert page.locator("#said li").filter(has_text="Eva four").count() == 1
