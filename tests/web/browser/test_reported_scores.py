"""A sighted player reports each move that they have written; the organiser arranges it so."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.english import TEXT, english
from tests.web.browser.events import begin, follow
from tests.web.browser.house import House, Seats, complaints, opened, person, types, unfold

pytestmark = pytest.mark.slow


def arranged(page: Page) -> dict[str, str]:
    """Arrange a game on the organiser's page, and return the links by role."""
    unfold(page)
    page.locator("#time").fill("90+30")
    for colour, name in (("white", "Viktor"), ("black", "Anna")):
        page.locator(f"#{colour}-name").fill(name)
    page.locator("[name=white-blind]").check()
    page.get_by_label(TEXT["custom:recording"]).select_option("reported")
    page.get_by_role("button", name=TEXT["new-go"]).click()
    expect(page.locator("#recording-problem")).to_have_text(TEXT["problem:no-sheet"])
    expect(page.locator("#recording")).to_be_focused()

    page.locator("#black-score").select_option(label=TEXT["score:paper"])
    page.get_by_role("button", name=TEXT["new-go"]).click()
    expect(page.locator("#links-title")).to_be_focused()
    links = page.locator("#links .link a").evaluate_all("all => all.map((each) => each.href)")
    return dict(zip(("white", "black"), links, strict=False))


def button(page: Page) -> Locator:
    return page.locator("#wanted").get_by_role("button", name=TEXT["do:written"])


@pytest.mark.law("record-moves", "blind-score")
def test_a_sighted_player_reports_each_move_and_a_blind_one_need_not(
    browser: Browser, organiser: Page, house: House
) -> None:
    organiser.goto(f"{house.address}/organiser?lang=en")
    links = arranged(organiser)
    white, black = (opened(person(browser), f"{links[role]}") for role in ("white", "black"))
    for page in (white, black):
        unfold(page)
        row = page.locator("#customs dt", has_text=TEXT["custom:recording"])
        expect(row.locator("+ dd")).to_have_text(TEXT["custom:recording:reported"])
    expect(button(black)).to_be_hidden()

    types(white, "e4")
    types(black, "e5")
    types(white, "Nf3")
    expect(button(black)).to_be_visible()
    expect(button(white)).to_be_hidden()
    types(black, "Nc6")
    expect(black.locator("#reply")).to_have_text(english("NotYetRecorded:move"))
    expect(black.locator("#moves .move")).to_have_count(3)

    button(black).press("Enter")
    expect(black.locator("#reply")).to_have_text(english("MoveRecorded", "black"))
    expect(button(black)).to_be_hidden()
    expect(black.locator("#line-text")).to_be_focused()
    types(black, "Nc6")
    expect(white.locator("#moves .move")).to_have_count(4)
    expect(button(black)).to_be_visible()
    assert white.locator("#said").get_by_text(english("MoveRecorded", "black")).count() == 0
    assert complaints(white) == complaints(black) == []


def test_where_the_program_keeps_the_scores_no_scoresheet_is_to_be_completed(begun: Seats) -> None:
    white = begun["white"]
    unfold(white)

    expect(white.locator("#declare [data-declaration=score-signed]")).to_be_visible()
    expect(white.locator("[data-declaration=score-completed]")).to_be_hidden()


@pytest.mark.law("record-moves")
def test_an_event_settles_it_and_everybody_can_read_it(organiser: Page, house: House) -> None:
    begin(organiser, house)
    desk = follow(organiser)
    event = desk.partition("?")[0].replace("/organiser", "")
    organiser.goto(f"{event}?lang=en")
    expect(organiser.get_by_role("heading", level=1)).to_have_text("Spring Open")
    expect(organiser.get_by_text(TEXT["event-reports"])).to_have_count(0)

    organiser.goto(desk)
    organiser.get_by_text(TEXT["event-terms"], exact=True).click()
    organiser.get_by_label(TEXT["event-reports"]).check()
    with organiser.expect_response(lambda answer: "/terms" in answer.url):
        organiser.get_by_role("button", name=TEXT["event-terms-go"]).click()
    organiser.goto(f"{event}?lang=en")
    expect(organiser.get_by_text(TEXT["event-reports"])).to_be_visible()

    organiser.goto(desk)
    expect(organiser.locator("[name=reports]")).to_be_checked()
