"""Seats as their pages show them: two tabs of one, and one whose link is revoked."""

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.english import MINUTES, TEXT, english, opening, says
from tests.german import PAGE
from tests.web.browser.boards import await_board, click_move
from tests.web.browser.conftest import MODELS
from tests.web.browser.fake_microphone import speaker
from tests.web.browser.house import (
    ANNA,
    ENGLISH,
    VIKTOR,
    House,
    agrees,
    opened,
    person,
    types,
)
from voice_chess.laws.position import Position

pytestmark = pytest.mark.slow

CLOSED = TEXT["ended:revoked"]


def test_two_tabs_of_a_seat_show_and_do_the_same(browser: Browser, house: House) -> None:
    links = house.arrange(white=ENGLISH, black=ENGLISH)
    whites = person(browser)
    one, other = (opened(whites, links["white"]) for _ in range(2))
    black = opened(person(browser), links["black"])
    position = Position.start()
    for page, uci in ((one, "e2e4"), (black, "e7e5"), (other, "g1f3")):
        click_move(page, uci)
        position = position.played(uci)
        await_board(position, one, other, black)
    one.get_by_role("button", name=TEXT["do:whose-turn"], exact=True).click()

    for page in (one, other):
        expect(page.locator("#reply")).to_contain_text(english("whose-turn", "black"))
        expect(page.locator("#moves .move")).to_have_count(3)

    one.close()
    other.get_by_role("button", name=TEXT["do:clock"], exact=True).click()
    expect(other.locator("#reply")).to_contain_text(MINUTES)
    expect(black.locator("#clock-white .here")).to_be_visible()

    other.close()
    expect(black.locator("#clock-white .here")).to_be_hidden()
    expect(black.locator("#clock-white .away")).to_be_visible()


def test_the_title_of_a_seat_begins_with_its_players(browser: Browser, house: House) -> None:
    """So that tabs and windows of several games are told apart by their first word."""
    links = house.arrange(white=VIKTOR, black=ENGLISH)
    page = opened(person(browser), links["white"])

    expect(page).to_have_title(
        f"Viktor \N{EN DASH} {TEXT['side:black']} \N{EN DASH} {TEXT['role:white']}"
        f" \N{EN DASH} {TEXT['site']}"
    )


ASLEEP_MS = 8_000
FALL_ASLEEP = f"""() => {{
  const running = performance.now.bind(performance);
  const since = running();
  performance.now = () => Math.max(since, running() - {ASLEEP_MS});
}}"""
"""The page's own clock stands still meanwhile, as that of a computer that sleeps."""


def test_a_page_whose_computer_has_slept_shows_the_right_time_with_the_next_message(
    browser: Browser, house: House
) -> None:
    links = house.arrange(white=VIKTOR, black=ANNA, language="en")
    white, black = (opened(person(browser), links[role]) for role in ("white", "black"))
    expect(white.locator("#clock-white")).to_have_class("clock running")
    white.evaluate(FALL_ASLEEP)
    white.wait_for_timeout(ASLEEP_MS)
    assert behind_s(white, black) > 2

    types(black, "draw")

    expect(white.locator("#said")).to_contain_text(english("DrawOffered", "black"))
    # The message brings the clock itself as well, which only then must not stand still again.
    white.wait_for_timeout(ASLEEP_MS / 2)
    assert abs(behind_s(white, black)) <= 2


def behind_s(one: Page, other: Page) -> int:
    """How much more of White's time the first page shows than the second, in seconds."""
    (first, second) = (
        [int(part) for part in page.locator("#clock-white .digits").inner_text().split(":")]
        for page in (one, other)
    )
    return first[0] * 60 + first[1] - second[0] * 60 - second[1]


def test_a_piece_chosen_in_one_tab_is_let_go_when_the_other_moves(
    browser: Browser, house: House
) -> None:
    links = house.arrange(white=ENGLISH, black=ENGLISH)
    whites = person(browser)
    one, other = (opened(whites, links["white"]) for _ in range(2))
    opened(person(browser), links["black"])
    chosen = other.locator("[data-square=d2]")
    other.locator("[data-square=d2].movable").click()
    expect(chosen).to_have_attribute("aria-selected", "true")
    click_move(one, "e2e4")
    await_board(Position.start().played("e2e4"), one, other)

    expect(chosen).to_have_attribute("aria-selected", "false")


@pytest.mark.model
@pytest.mark.skipif(not (MODELS / "fide-de").is_dir(), reason="no acoustic model of ours")
def test_the_tab_that_opens_its_microphone_last_is_heard(
    playwright: Playwright, headless: str, house: House
) -> None:
    links = house.arrange()
    with speaker(playwright, headless) as viktor:
        one, other = (opened(viktor.context, links["white"]) for _ in range(2))
        for page in (one, other):
            page.get_by_role("button", name=PAGE["microphone-open"]).click()
            expect(page.locator("#microphone-state")).to_have_text(PAGE["microphone:listening"])

        expect(one.locator("#microphone-state")).to_contain_text(PAGE["microphone:elsewhere"])
        expect(one.locator("#alert")).to_contain_text(PAGE["microphone:elsewhere"])
        expect(one.get_by_role("button", name=PAGE["microphone-open"])).to_have_attribute(
            "aria-pressed", "false"
        )


def test_a_seat_that_is_closed_says_so_and_opens_no_more(browser: Browser, house: House) -> None:
    links = house.arrange(
        white={**ENGLISH, "name": "Ida"}, black={**ENGLISH, "name": "Uwe"}, language="en"
    )
    white = opened(person(browser), links["white"])
    black = opened(person(browser), links["black"])
    click_move(white, "e2e4")
    await_board(Position.start().played("e2e4"), white, black)
    organiser = opened(person(browser), f"{house.address}/enter#{house.token}")
    seat = organiser.locator("#games .card").filter(has_text="Ida").locator("li").first
    seat.get_by_role("button", name=opening("revoke-of")).click()

    expect(seat).to_contain_text(TEXT["seat-shut"])
    for place in ("#connection", "#alert"):
        expect(white.locator(place)).to_contain_text(CLOSED)
    expect(black.locator("#clock-white .here")).to_be_hidden()

    white.evaluate("document.getElementById('alert').replaceChildren()")
    types(white, "clock")
    expect(white.locator("#alert")).to_contain_text(CLOSED)

    white.reload()
    expect(white.locator("body")).to_contain_text(TEXT["problem:not-entered"])
    again = opens_nothing(browser, links["white"])
    expect(again.locator("#enter-problem")).to_contain_text(TEXT["problem:bad-link"])

    seat.get_by_role("button", name=opening("renew-of")).click()
    renewed = organiser.locator("#links .link a").get_attribute("href") or ""
    white = opened(person(browser), renewed)
    click_move(black, "e7e5")
    await_board(Position.start().played("e2e4").played("e7e5"), white, black)


def opens_nothing(browser: Browser, link: str) -> Page:
    """A page that a link should have led away from."""
    page = person(browser).new_page()
    page.goto(link)
    return page


def test_leaving_a_game_that_goes_on_is_asked_about_with_what_is_lost(
    browser: Browser, house: House
) -> None:
    links = house.arrange(white=VIKTOR, black=ANNA)
    white, black = (opened(person(browser), links[side]) for side in ("white", "black"))
    expect(white.locator("#clock-white .runs")).to_be_visible()
    leaves = white.locator("#leave")
    leaves.press("Enter")
    expect(white.get_by_role("dialog", name=TEXT["leave"])).to_contain_text(TEXT["leave-what"])
    white.keyboard.press("Escape")
    expect(leaves).to_be_focused()
    leaves.press("Enter")
    white.keyboard.press("Enter")
    expect(leaves).to_be_focused()
    types(white, "e4")
    expect(white.locator("#clock-black .runs")).to_be_visible()

    leaves.press("Enter")
    white.get_by_role("dialog").get_by_role("button", name=TEXT["leave"]).press("Enter")
    expect(white).to_have_url(f"{house.address}/")

    types(black, says("resign"))
    agrees(black)
    expect(black.locator("#acts")).to_be_hidden()
    black.locator("#leave").press("Enter")
    expect(black).to_have_url(f"{house.address}/")


def test_everybody_sees_which_player_is_blind(browser: Browser, house: House) -> None:
    links = house.arrange(white={**VIKTOR, "is_blind": True}, black=ANNA, language="en")
    for role in ("white", "black", "spectator"):
        page = opened(person(browser), links[role])

        expect(page.locator("#clock-white")).to_contain_text(TEXT["is-blind"])
        expect(page.locator("#clock-black .blind")).to_be_hidden()


@pytest.mark.law("spectators-silent")
def test_a_spectator_tells_the_arbiter_alone(browser: Browser, house: House) -> None:
    links = house.arrange(white=ENGLISH, black=ENGLISH, arbiter="new", language="en")
    white, arbiter, spectator = (
        opened(person(browser), links[role]) for role in ("white", "arbiter", "spectator")
    )
    field = spectator.get_by_label(TEXT["observation"])
    field.fill("White has touched the king")
    spectator.get_by_role("button", name=TEXT["declare:tell-arbiter"]).click()

    expect(spectator.locator("#reply")).to_have_text(english("spectator:told"))
    expect(field).to_have_value("")
    expect(arbiter.locator("#reply")).to_contain_text("White has touched the king")
    expect(white.locator("body")).not_to_contain_text("touched the king")


@pytest.mark.law("spectators-silent")
@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param({"arbiter": "new", "edition": "2005"}, id="2005:13.7.a"),
        pytest.param({}, id="2009:13.7.a without an arbiter"),
    ],
)
def test_a_spectator_who_may_not_tell_has_no_field_for_it(
    browser: Browser, house: House, wanted: dict[str, str]
) -> None:
    links = house.arrange(white=ENGLISH, black=ENGLISH, language="en", **wanted)
    spectator = opened(person(browser), links["spectator"])

    expect(spectator.locator("#board [data-square=e2]")).to_be_visible()
    expect(spectator.get_by_label(TEXT["observation"])).to_be_hidden()
