"""What is announced by the browser itself, and by live regions for who wants that."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.english import TEXT
from tests.german import german
from tests.web.browser.house import ANNA, VIKTOR, House, opened, person, types

pytestmark = pytest.mark.slow

WHOSE_TURN = german("whose-turn", "white")
KEEPS_NOTICES = """
window.notices = [];
const real = Element.prototype.ariaNotify;
Element.prototype.ariaNotify = function (words, options) {
  window.notices.push([words, options.priority, this.lang]);
  return real.call(this, words, options);
};
"""
SOME_NOTICE_HAS = "(part) => window.notices.some(([words]) => words.includes(part))"


@pytest.fixture
def white(browser: Browser, house: House) -> Page:
    """White's page, which speaks English and announces German moves."""
    context = person(browser, notifies=True)
    context.add_init_script(KEEPS_NOTICES)
    links = house.arrange(white={**VIKTOR, "language": "de"}, black=ANNA)
    page = opened(context, links["white"])
    opened(context, links["black"])
    expect(page.locator("#clock-white .runs")).to_be_visible()
    return page


def notices(page: Page) -> list[tuple[str, str, str]]:
    return [(words, priority, lang) for words, priority, lang in page.evaluate("window.notices")]


def test_equal_words_are_each_announced_and_no_region_says_them_again(white: Page) -> None:
    for _ in range(2):
        white.get_by_role("button", name=TEXT["do:whose-turn"]).first.click()
    expect(white.locator("#reply")).to_be_visible()
    said = "window.notices.map(([words]) => words).join(' ')"
    white.wait_for_function(f"() => {said}.split('{WHOSE_TURN}').length === 4")

    # What is said on arriving at the seat, in the page's own language, may come behind them.
    replies = [how for words, *how in notices(white) if WHOSE_TURN in words]
    assert replies == [["normal", "de"]] * len(replies)
    expect(white.locator("#status")).to_be_empty()


@pytest.mark.firefox
def test_what_is_announced_goes_where_it_is_heard(white: Page, browser: Browser) -> None:
    """Firefox has notices, which Orca does not read out there."""
    is_unheard = browser.browser_type.name == "firefox"
    types(white, "opponent")
    if is_unheard:
        expect(white.locator("#status")).to_contain_text("Anna")
    else:
        white.wait_for_function(SOME_NOTICE_HAS, arg="Anna (Black)")

    assert (notices(white) == []) is is_unheard


def test_a_refusal_goes_before_and_the_pages_own_words_are_in_its_language(white: Page) -> None:
    types(white, "Ke3")
    white.wait_for_function("() => window.notices.some(([, priority]) => priority === 'high')")
    types(white, "opponent")
    # On her arrival the same words were said, too.
    white.wait_for_function("() => window.notices.at(-1)[0].startsWith('Anna')")

    assert notices(white)[-1] == (f"Anna (Black), {TEXT['is-here']}", "normal", "en")


def test_what_a_region_said_is_not_found_at_the_end_of_the_page_much_later(
    browser: Browser, house: House
) -> None:
    context = person(browser)
    context.clock.install()
    page = opened(context, house.arrange(white=VIKTOR, black=ANNA)["white"])
    types(page, "opponent")
    expect(page.locator("#status")).to_contain_text(TEXT["is-away"])

    page.clock.fast_forward("01:30")
    expect(page.locator("#status")).to_be_empty()


def test_who_wants_regions_has_them(white: Page) -> None:
    white.locator("#settings").evaluate("form => form.closest('details').open = true")
    # What comes by itself: that the game begins, and who sits opposite.
    for words in (
        german("GameStarted", "white").partition(".")[0],
        TEXT["arrived"].rpartition("}")[2],
    ):
        white.wait_for_function(SOME_NOTICE_HAS, arg=words)
    white.get_by_label(TEXT["settings-notifies"]).uncheck()
    before = len(notices(white))
    types(white, "opponent")

    expect(white.locator("#status")).to_contain_text("Anna")
    assert len(notices(white)) == before


def test_what_is_wrong_with_a_field_is_told_once(browser: Browser, house: House) -> None:
    """By the field's description for who is led to it, else by a notice."""
    context = person(browser, notifies=True)
    context.add_init_script(KEEPS_NOTICES)
    page = context.new_page()
    page.goto(f"{house.address}/enter?lang=en")
    wrong, enter = TEXT["problem:bad-link"], page.get_by_role("button", name=TEXT["enter-go"])
    code = page.locator("#code")

    code.fill("no such words")
    enter.click()
    expect(page.locator("#code-problem")).to_have_text(wrong)
    expect(code).to_be_focused()
    page.wait_for_timeout(500)
    assert [words for words, *_ in notices(page)] == []

    code.press("Enter")
    page.wait_for_function(SOME_NOTICE_HAS, arg=wrong)


def test_who_lets_the_page_sound_stands_at_the_line(white: Page) -> None:
    white.locator("#unlock").evaluate("place => { place.hidden = false; }")
    white.locator("#unlock button").focus()

    white.keyboard.press("Enter")

    expect(white.locator("#unlock")).to_be_hidden()
    expect(white.locator("#line-text")).to_be_focused()
