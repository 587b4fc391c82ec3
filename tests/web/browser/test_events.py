"""An event on its pages: made, entered, paired, started, settled; players come to their boards."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.english import NUMBERS, TEXT, english, opening, text
from tests.web.browser.axe import faults_in_every_look
from tests.web.browser.events import (
    begin,
    come,
    enter,
    enter_list,
    follow,
    make,
    pair,
    round_begun,
    start,
)
from tests.web.browser.house import WITHOUT_NOTIFYING, House, complaints, listened
from tests.wording import Wording
from voice_chess.event.competition import BoardResult

pytestmark = pytest.mark.slow


POLISH = Wording("pl")
KEEP_SAID = """() => {
  window.said = "";
  const keep = ([{ target }]) => { window.said += target.textContent.trim(); };
  new MutationObserver(keep).observe(document.querySelector("#status"), { childList: true });
}"""
"""Keeps every message of the polite region, one after the other."""
RESULTS = [TEXT[f"event-result:{each.value}"] for each in BoardResult]
PAIRED = english("pairing", round=NUMBERS[1], board="…", side="", name="").partition(" …")[0]


def test_an_event_from_its_making_to_its_standings(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    make(organiser, house)
    codes = enter_list(organiser)
    player = come(context, house, codes[0])
    expect(player.locator("#pairing")).to_have_text(english("pairing:none"))

    pair(organiser)
    expect(player.locator("#pairing")).to_contain_text(PAIRED)
    start(organiser)
    expect(player.locator("#game-title")).to_be_visible()
    assert "/seats/" in player.url
    player.locator("#alert").evaluate("each => each.replaceChildren()")
    player.get_by_role("button", name=TEXT["event-your-board"]).click()
    expect(player.locator("#alert")).to_contain_text(PAIRED)

    for board in (1, 2):
        organiser.get_by_role("button", name=text("event-settle", board=board)).click()
        expect(organiser.locator("#result")).to_be_focused()
        organiser.locator("#result").select_option("1-0")
        organiser.locator("#reason").fill("seen by all")
        organiser.keyboard.press("Enter")
        row = organiser.locator("#boards li").filter(
            has_text=opening("event-board-line", board=board)
        )
        expect(row).to_contain_text(f"{TEXT['event-result:1-0']}. (seen by all)")
    expect(organiser.locator("#where")).to_have_text(text("event-round-over", round=1, rounds=7))
    points = organiser.locator("#standings tbody tr").first.locator("td").nth(2)
    expect(points).to_have_text("1")

    player.get_by_role("link", name=TEXT["event-back"]).click()
    expect(player.locator("#pairing")).to_contain_text(PAIRED)
    assert complaints(organiser) == []


@pytest.mark.law("early-draw-ban")
def test_where_the_players_agree_on_no_draw_alone_everybody_can_read_it(
    organiser: Page, house: House
) -> None:
    organiser.goto(f"{house.address}/organiser/events/page?lang=en")
    organiser.get_by_label(TEXT["event-name"]).fill("Spring Open")
    organiser.get_by_label(TEXT["no-draw-before"]).fill("30")
    organiser.get_by_role("button", name=TEXT["event-new"]).click()
    expect(organiser.locator("#links-title")).to_be_focused()
    desk = follow(organiser)
    event = desk.partition("?")[0].replace("/organiser", "")

    organiser.goto(f"{event}?lang=en")
    expect(organiser.get_by_text(f"{TEXT['no-draw-before']} 30")).to_be_visible()

    organiser.goto(desk)
    organiser.get_by_text(TEXT["event-terms"], exact=True).click()
    expect(organiser.get_by_label(TEXT["no-draw-before"])).to_have_value("30")
    organiser.get_by_label(TEXT["no-agreed-draws"]).check()
    with organiser.expect_response(lambda answer: "/terms" in answer.url):
        organiser.get_by_role("button", name=TEXT["event-terms-go"]).click()
    organiser.goto(f"{event}?lang=en")
    expect(organiser.get_by_text(TEXT["no-agreed-draws"])).to_be_visible()
    assert complaints(organiser) == []


def test_terms_that_cannot_be_are_told_at_their_fields_even_at_boxes_to_check(
    organiser: Page, house: House
) -> None:
    """At a box without an id of its own nothing was shown or said."""
    make(organiser, house)
    enter_list(organiser)
    pair(organiser)
    expect(organiser.locator("#boards li")).not_to_have_count(0)
    organiser.get_by_text(TEXT["event-terms"], exact=True).click()
    change = organiser.get_by_role("button", name=TEXT["event-terms-go"])

    organiser.get_by_label(TEXT["event-rated"], exact=True).check()
    change.click()
    expect(organiser.locator("#rated-problem")).to_have_text(TEXT["event-refused:begun"])
    expect(organiser.get_by_label(TEXT["event-rated"], exact=True)).to_be_focused()
    organiser.get_by_label(TEXT["event-rated"], exact=True).uncheck()

    organiser.locator("#edition").select_option("2005")
    organiser.get_by_label(TEXT["no-agreed-draws"]).check()
    change.click()
    expect(organiser.locator("#no-agreed-draws-problem")).to_have_text(TEXT["problem:no-ban"])
    organiser.get_by_label(TEXT["no-draw-before"]).fill("30")
    change.click()
    expect(organiser.locator("#no-draw-problem")).to_have_text(TEXT["problem:no-ban"])
    assert complaints(organiser) == []


def test_whoever_waits_for_a_pairing_hears_that_it_goes_on(organiser: Page, house: House) -> None:
    """A pairing that takes long, and a clock that need not be waited for."""
    make(organiser, house)
    enter_list(organiser)
    address = organiser.url.partition("?")[0]
    organiser.clock.install()
    state = organiser.request.get(f"{address}/state").json()
    organiser.route("**/state", lambda route: route.fulfill(json={**state, "paired_for_s": 10}))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    organiser.route("**/pairing*", hold)

    pair(organiser)
    organiser.clock.run_for(10_500)

    organiser.clock.run_for(1_000)
    expect(organiser.locator("#status")).to_contain_text(text("event-pairing-for", seconds=10))
    cancel = organiser.get_by_role("button", name=TEXT["event-pair-cancel"])
    with organiser.expect_request(lambda request: request.method == "DELETE"):
        cancel.click()
    held[-1].fulfill(status=204)
    held[0].fulfill(json=state)
    expect(cancel).to_be_hidden()


def test_everybody_reads_when_a_round_begins_by_the_clock_of_their_own_place(
    organiser: Page, house: House, browser: Browser
) -> None:
    make(organiser, house)
    codes = enter_list(organiser)
    pair(organiser)
    organiser.get_by_label(TEXT["starts"]).select_option("at")
    organiser.get_by_label(TEXT["starts-at"]).fill("2099-07-01T15:00")
    at = organiser.evaluate("Date.parse(document.getElementById('at').value)")
    start(organiser)
    expect(organiser.locator("#where")).to_contain_text("Wednesday, July 1, 2099 at 3:00")

    elsewhere = browser.new_context(timezone_id="Pacific/Auckland", locale="en")
    elsewhere.add_init_script(WITHOUT_NOTIFYING)
    player = come(elsewhere, house, codes[0])
    player.locator("#go").click()
    player.wait_for_url("**/seats/**")
    form = "{ dateStyle: 'full', timeStyle: 'short', timeZone: 'Pacific/Auckland' }"
    shown = player.evaluate(f"(at) => new Intl.DateTimeFormat('en', {form}).format(at)", at)
    told = text("begins-at", when=shown)
    expect(player.locator("#turn")).to_have_text(told)
    expect(player.locator("#status")).to_contain_text(told)
    elsewhere.close()


def test_whoever_comes_while_a_round_is_in_pairing_sees_it_and_can_cancel_it(
    organiser: Page, house: House
) -> None:
    """As after the page was left, or when another arbiter has asked for it."""
    make(organiser, house)
    enter_list(organiser)
    address = organiser.url.partition("?")[0]
    state = organiser.request.get(f"{address}/state").json()
    organiser.clock.install()
    organiser.route("**/state", lambda route: route.fulfill(json={**state, "paired_for_s": 10}))
    organiser.reload()

    told = text("event-pairing-for", seconds=10)
    expect(organiser.locator("#where")).to_contain_text(told)
    expect(organiser.locator("#status")).to_contain_text(told)
    expect(organiser.get_by_role("button", name=text("event-pair", round=1))).to_be_disabled()
    cancel = organiser.get_by_role("button", name=TEXT["event-pair-cancel"])
    cancel.focus()
    with organiser.expect_request(lambda request: request.method == "DELETE"):
        organiser.keyboard.press("Enter")
    organiser.unroute("**/state")
    organiser.clock.run_for(6_000)

    expect(cancel).to_be_hidden()
    expect(organiser.locator("#steps-title")).to_be_focused()
    expect(organiser.get_by_role("button", name=text("event-pair", round=1))).to_be_enabled()
    expect(organiser.locator("#where")).not_to_contain_text(told)


def test_whoever_takes_a_step_by_keyboard_comes_to_the_next_one(
    organiser: Page, house: House
) -> None:
    """A button that is shut under whoever stands on it, leaves them nowhere."""
    make(organiser, house)
    enter_list(organiser)

    organiser.locator("#pair").focus()
    organiser.keyboard.press("Enter")
    expect(organiser.locator("#start")).to_be_focused()
    organiser.keyboard.press("Enter")

    expect(organiser.locator("#steps-title")).to_be_focused()
    expect(organiser.locator("#where")).to_have_text(text("event-round-on", round=1, rounds=7))


def test_each_change_that_is_undone_is_named(organiser: Page, house: House) -> None:
    """Of two changes undone one after the other, the same word said nothing of the second."""
    make(organiser, house)
    enter_list(organiser)
    for number in ("4", "3"):
        organiser.locator("#who").fill(number)
        organiser.get_by_role("button", name=TEXT["event-withdraw"], exact=True).press("Enter")
        expect(organiser.locator("#players li").nth(int(number) - 1)).to_contain_text(
            TEXT["event-away"]
        )
    expect(organiser.locator("#status")).to_contain_text("Cleo")
    organiser.evaluate(KEEP_SAID)

    said = []
    for change in ("player-withdrew", "player-withdrew", "players-entered"):
        organiser.locator("#undo").press("Enter")
        said.append(text("event-undone-what", what=TEXT[f"event-change:{change}"]))
        organiser.wait_for_function("told => window.said.endsWith(told)", arg=said[-1])
        organiser.evaluate("window.said += '; '")

    assert organiser.evaluate("window.said") == "".join(f"{each}; " for each in said)


def test_whoever_stands_on_a_button_that_goes_is_led_elsewhere(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    """An event with a result can't be deleted, and who has a result needs no way to a board."""
    make(organiser, house)
    codes = enter_list(organiser)
    pair(organiser)
    start(organiser)
    expect(organiser.locator("#where")).to_have_text(text("event-round-on", round=1, rounds=7))
    player = come(context, house, codes[0])
    expect(player.locator("#go")).to_be_focused()
    deputy = opened_too(organiser)
    deputy.locator("#event-delete").focus()

    settle(organiser, 1, "1-0")

    expect(deputy.locator("#event-delete")).to_be_hidden()
    expect(deputy.locator("#steps-title")).to_be_focused()
    expect(player.locator("#go")).to_be_hidden()
    expect(player.locator("#again")).to_be_focused()


def test_whoever_cancels_the_pairing_they_asked_for_is_led_back_to_the_steps(
    organiser: Page, house: House
) -> None:
    make(organiser, house)
    enter_list(organiser)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    organiser.route("**/pairing*", hold)
    pair(organiser)
    cancel = organiser.get_by_role("button", name=TEXT["event-pair-cancel"])

    with organiser.expect_request(lambda request: request.method == "DELETE"):
        cancel.press("Enter")
    held[-1].fulfill(status=204)
    held[0].fulfill(status=422, json={"code": "event-refused", "detail": "Cancelled."})

    expect(cancel).to_be_hidden()
    expect(organiser.locator("#steps-title")).to_be_focused()


def test_who_stands_on_a_button_of_a_list_is_not_thrown_off_by_what_others_change(
    organiser: Page, house: House
) -> None:
    """Of two players with the same name, the second keeps the focus, too."""
    make(organiser, house)
    organiser.get_by_label(TEXT["event-list-text"]).fill(
        "name;birth\nAnna;1990\nBert;\nAnna;2001\nDora;\n"
    )
    organiser.get_by_role("button", name=TEXT["event-list"]).click()
    expect(organiser.locator("#links-title")).to_be_focused()
    deputy = opened_too(organiser)
    items = deputy.locator("#players li")
    expect(items).to_have_count(4)
    second = items.nth(2).get_by_role("button", name=text("event-correct", name="Anna"))
    second.focus()

    organiser.locator("#who").fill("4")
    organiser.get_by_role("button", name=TEXT["event-withdraw"]).press("Enter")
    expect(items.last).to_contain_text(TEXT["event-away"])
    expect(second).to_be_focused()

    pair(organiser)
    deputy.get_by_role("button", name=text("event-settle", board=1)).focus()
    organiser.locator("#undo").press("Enter")
    expect(deputy.locator("#boards li")).to_have_count(0)
    expect(deputy.locator("#boards-title")).to_be_focused()
    assert complaints(deputy) == []


def test_who_reads_the_standings_keeps_their_place_when_a_result_comes(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    """A table wider than the window is scrolled by keyboard, and began again at its left end."""
    round_begun(organiser, house)
    event = organiser.url.partition("?")[0].replace("/organiser", "")
    watching = context.new_page()
    watching.set_viewport_size({"width": 320, "height": 600})
    watching.goto(f"{event}?lang=en")
    standings = watching.locator("#standings .wide")
    settle(organiser, 1, "1-0")
    settle(organiser, 2, "1-0")
    expect(standings).to_contain_text(TEXT["event-cell:1"])
    standings.focus()
    watching.keyboard.press("ArrowRight")
    watching.wait_for_function("() => document.activeElement.scrollLeft > 0")

    settle(organiser, 2, "1/2-1/2")

    expect(standings).to_contain_text(TEXT["event-cell:="])
    expect(standings).to_be_focused()
    assert standings.evaluate("each => each.scrollLeft") > 0


def test_no_result_is_set_that_the_arbiter_has_not_chosen_for_this_board(
    organiser: Page, house: House
) -> None:
    """The result of the board before stayed in the form: a forfeit, or a win of White at first."""
    make(organiser, house)
    enter_list(organiser)
    pair(organiser)
    settle(organiser, 1, "+/-")

    organiser.get_by_role("button", name=text("event-settle", board=2)).press("Enter")
    expect(organiser.locator("#result")).to_have_value("")
    organiser.locator("#reason").fill("a test")
    organiser.keyboard.press("Enter")

    expect(organiser.locator("#result")).to_be_focused()
    last = organiser.locator("#boards li").last
    assert all(words not in last.inner_text() for words in RESULTS)
    organiser.keyboard.press("ArrowDown")
    organiser.locator("#reason").press("Enter")
    expect(last).to_contain_text(TEXT["event-result:1-0"])
    assert complaints(organiser) == []


def test_arbiters_and_spectators_hear_how_a_match_has_ended(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    """Its players heard it; elsewhere it only stood above the standings."""
    organiser.goto(f"{house.address}/organiser/events/page?lang=en")
    organiser.get_by_label(TEXT["event-name"]).fill("Spring Open")
    organiser.locator("#system").select_option("match")
    organiser.locator("#rounds").fill("1")
    organiser.get_by_role("button", name=TEXT["event-new"]).click()
    expect(organiser.locator("#links-title")).to_be_focused()
    event = follow(organiser).partition("?")[0].replace("/organiser", "")
    organiser.get_by_label(TEXT["event-list-text"]).fill("name\nAnna\nBert\n")
    organiser.get_by_role("button", name=TEXT["event-list"]).click()
    expect(organiser.locator("#links-title")).to_be_focused()
    pair(organiser)
    expect(organiser.locator("#boards li")).to_have_count(1)
    watching = context.new_page()
    watching.goto(f"{event}?lang=en")
    expect(watching.locator("#boards li")).to_have_count(1)

    settle(organiser, 1, "1-0")

    over = text("event-round-over", round=1, rounds=1)
    winner = organiser.locator("#standings tbody th").first.inner_text()
    for page in (organiser, watching):
        told = f"{over} {text('event-match:won', name=winner)}"
        expect(page.locator("#where")).to_have_text(told)
        expect(page.locator("#status")).to_contain_text(told)


def test_a_result_of_an_earlier_round_is_corrected_by_keyboard(
    organiser: Page, house: House
) -> None:
    make(organiser, house)
    enter_list(organiser)
    pair_round_two(organiser)

    organiser.locator("#of-round").fill("1")
    organiser.locator("#start").press("Enter")
    expect(organiser.locator("#start")).to_be_disabled()
    # News don't change what somebody has begun to fill in.
    expect(organiser.locator("#of-round")).to_have_value("1")
    organiser.locator("#board").press("1")
    names = opening("event-board-line", board=1)
    expect(organiser.locator("#meant")).to_contain_text(names)
    expect(organiser.locator("#meant")).to_contain_text(TEXT["event-result:1/2-1/2"])
    organiser.locator("#result").select_option("0-1")
    organiser.locator("#reason").fill("appeal upheld")
    organiser.keyboard.press("Enter")

    status = organiser.locator("#status")
    expect(status).to_contain_text(f"{text('event-round-head', round=1)}. {names}")
    expect(status).to_contain_text(TEXT["event-result:0-1"])
    expect(organiser.locator("#of-round")).to_have_value("2")
    expect(organiser.locator("#meant")).to_be_empty()
    assert complaints(organiser) == []


def test_a_board_whose_result_is_set_no_longer_waits_for_the_arbiter_at_the_boards(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    code, _ = round_begun(organiser, house)
    arbiter = enter(context, house, code)
    arbiter.get_by_role("button", name=TEXT["event-to-boards"], exact=True).click()
    expect(arbiter.locator("#games-wait")).to_have_text(text("games-wait", count=2))

    organiser.get_by_role("button", name=text("event-settle", board=1)).click()
    organiser.locator("#result").select_option("+/-")
    organiser.locator("#reason").fill("nobody came")
    organiser.keyboard.press("Enter")

    expect(arbiter.locator("#games-wait")).to_have_text(text("games-wait", count=1))
    last = arbiter.locator("#games .card").last
    expect(last).to_contain_text(f"{TEXT['event-field:result']}: {TEXT['event-result:+/-']}.")
    expect(last).to_have_class("card")


@pytest.mark.law("no-appeal")
def test_2018_11_10_an_appeal_of_an_earlier_round_leads_to_its_boards(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    code = begin(organiser, house)
    follow(organiser)
    enter_list(organiser)
    pair_round_two(organiser)
    state = organiser.evaluate("() => fetch(location.pathname + '/state').then((it) => it.json())")
    state["rounds"][0]["boards"][1]["needs"] = "appeal"
    arbiter = context.new_page()
    arbiter.route("**/event/state", lambda route: route.fulfill(json=state))
    arbiter.goto(f"{house.address}/enter?lang=en")
    arbiter.locator("#code").fill(code)
    arbiter.keyboard.press("Enter")

    first = arbiter.locator("#boards li").first
    round_one = text("event-round-head", round=1)
    expect(first).to_contain_text(f"{round_one}. {opening('event-board-line', board=2)}")
    expect(first).to_contain_text(TEXT["waits:appeal"])
    expect(arbiter.locator("#boards li")).to_have_count(3)
    settling = f"{round_one}: {text('event-settle', board=2)}"
    first.get_by_role("button", name=settling).press("Enter")
    expect(arbiter.locator("#of-round")).to_have_value("1")
    with arbiter.expect_request("**/board?round=1"):
        first.get_by_role("button", name=text("event-to-boards-of", round=1)).press("Enter")


@pytest.mark.parametrize(("need", "is_told"), [("boards", True), ("absent", False)])
def test_boards_that_differ_are_told_at_once_on_the_arbiters_page(
    organiser: Page, house: House, need: str, *, is_told: bool
) -> None:
    """Play waits for the arbiter there, too, who may be elsewhere."""
    round_begun(organiser, house)
    state = organiser.evaluate("() => fetch(location.pathname + '/state').then((it) => it.json())")
    first, second = state["rounds"][0]["boards"]
    first["needs"], second["needs"] = need, "called"
    organiser.route("**/state", lambda route: route.fulfill(json=state))

    alert = organiser.locator("#alert")
    expect(alert).to_contain_text(TEXT["waits:called"])
    if is_told:
        expect(alert).to_contain_text(TEXT[f"event-needs:{need}"])
    else:
        expect(alert).not_to_contain_text(TEXT[f"event-needs:{need}"])


def opened_too(organiser: Page) -> Page:
    """Open the desk of the same event once more, as another arbiter has it open."""
    deputy = listened(organiser.context)
    deputy.goto(organiser.url)
    return deputy


def pair_round_two(organiser: Page) -> None:
    """Go through the first round, in which both boards are drawn, to the pairing of the second."""
    organiser.locator("#pair").press("Enter")
    for board in (1, 2):
        settle(organiser, board, "1/2-1/2")
    organiser.locator("#start").press("Enter")
    expect(organiser.locator("#pair")).to_be_enabled()
    organiser.locator("#pair").press("Enter")
    expect(organiser.locator("#of-round")).to_have_value("2")


def settle(organiser: Page, board: int, result: str) -> None:
    organiser.get_by_role("button", name=text("event-settle", board=board)).click()
    organiser.locator("#result").select_option(result)
    organiser.locator("#reason").fill("a test")
    organiser.keyboard.press("Enter")
    expect(organiser.locator("#reason")).to_be_empty()


def test_pages_that_look_for_news_tell_when_they_reach_nobody(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    address = make(organiser, house)
    codes = enter_list(organiser)
    player, watcher = come(context, house, codes[0]), context.new_page()
    event = address.partition("?")[0].rpartition("/")[2]
    watcher.goto(f"{house.address}/events/{event}?lang=en")
    expect(watcher.locator("#standings caption")).to_be_visible()

    for page, asked in ((organiser, "**/state"), (player, "**/now"), (watcher, "**/state")):
        page.route(asked, lambda route: route.abort())
        expect(page.locator("#look-problem")).to_have_text(TEXT["problem:no-server"])
        expect(page.locator("#alert")).to_contain_text(TEXT["problem:no-server"])
        page.unroute(asked)
        expect(page.locator("#alert")).to_contain_text(TEXT["connection:back"])
        expect(page.locator("#look-problem")).to_be_hidden()


def test_a_player_is_corrected_by_keyboard_alone(
    organiser: Page, house: House, tmp_path: Path
) -> None:
    make(organiser, house)
    old = tmp_path / "players.csv"
    old.write_bytes("name;rating\nMüller, Jörg;1900\nBert;1800\n".encode("latin-1"))
    expect(organiser.get_by_role("button", name=TEXT["event-list"])).to_be_enabled()
    organiser.get_by_label(TEXT["event-list-file"]).set_input_files(old)
    expect(organiser.get_by_label(TEXT["event-list-text"])).to_have_value(
        re.compile("Müller, Jörg")
    )
    organiser.get_by_role("button", name=TEXT["event-list"]).click()
    expect(organiser.locator("#links-title")).to_be_focused()

    organiser.get_by_role("button", name=text("event-correct", name="Müller, Jörg")).focus()
    organiser.keyboard.press("Enter")
    expect(organiser.locator("#player-name")).to_be_focused()
    expect(organiser.locator("#player-title")).to_have_text(
        text("event-correct", name="Müller, Jörg")
    )
    organiser.keyboard.press("ControlOrMeta+A")
    organiser.keyboard.type("Müller, Georg")
    organiser.get_by_label(TEXT["event-field:birth"]).fill("31.12.")
    organiser.keyboard.press("Enter")
    expect(organiser.locator("#birth-problem")).to_have_text(
        text("event-refused:birth-wrong", value="31.12.")
    )
    expect(organiser.locator("#birth")).to_be_focused()
    organiser.keyboard.press("ControlOrMeta+A")
    organiser.keyboard.type("1984")
    organiser.keyboard.press("Enter")

    expect(organiser.locator("#players-title")).to_be_focused()
    expect(organiser.locator("#players li").first).to_contain_text("1. Müller, Georg, 1900")
    expect(organiser.locator("#player-title")).to_have_text(TEXT["event-enter"])
    with organiser.expect_download() as report:
        organiser.get_by_role("link", name=TEXT["event-report-26"]).click()
    assert " 1984 " in report.value.path().read_text("utf-8")
    assert complaints(organiser) == []


def test_nobody_is_corrected_in_place_of_who_has_their_number_now(
    organiser: Page, house: House
) -> None:
    make(organiser, house)
    organiser.get_by_label(TEXT["event-list-text"]).fill("name;rating\nAnna;1500\nBert;1900\n")
    organiser.get_by_role("button", name=TEXT["event-list"]).click()
    expect(organiser.locator("#links-title")).to_be_focused()

    organiser.get_by_role("button", name="Correct Anna").click()
    organiser.locator("#rank").click()

    expect(organiser.locator("#players li").first).to_contain_text("1. Bert")
    expect(organiser.locator("#player-title")).to_have_text(TEXT["event-enter"])
    expect(organiser.locator("#player-name")).to_have_value("")


def test_a_list_whose_names_would_be_others_elsewhere_is_not_taken(
    organiser: Page, house: House, tmp_path: Path
) -> None:
    make(organiser, house)
    words = TEXT["event-list-letters"]
    expect(organiser.get_by_role("button", name=TEXT["event-list"])).to_be_enabled()

    for name, encoding in (("Dvořák", "cp1250"), ("Йохан", "cp1251")):
        file = tmp_path / f"{encoding}.csv"
        file.write_bytes(f"name;rating\nBert;1800\n{name};1900\n".encode(encoding))
        organiser.get_by_label(TEXT["event-list-file"]).set_input_files(file)
        expect(organiser.locator("#list-problem")).to_have_text(words.format(line=3))
        expect(organiser.get_by_label(TEXT["event-list-text"])).to_have_value("")

        file.write_text(f"name;rating\n{name};1900\n", "utf-8")
        organiser.get_by_label(TEXT["event-list-file"]).set_input_files(file)
        expect(organiser.get_by_label(TEXT["event-list-text"])).to_have_value(re.compile(name))
        expect(organiser.locator("#list-problem")).to_be_hidden()
    assert complaints(organiser) == []


def test_a_workbook_is_no_list_and_the_organiser_hears_what_to_choose_instead(
    organiser: Page, house: House, tmp_path: Path
) -> None:
    make(organiser, house)
    expect(organiser.get_by_role("button", name=TEXT["event-list"])).to_be_enabled()
    file = tmp_path / "players.xlsx"
    file.write_bytes(b"PK\x03\x04\x14\x00\x06\x00players")

    organiser.get_by_label(TEXT["event-list-file"]).set_input_files(file)

    expect(organiser.locator("#list-problem")).to_have_text(TEXT["event-list-workbook"])
    expect(organiser.get_by_label(TEXT["event-list-text"])).to_have_value("")


def test_the_organiser_names_the_letters_of_a_list(
    organiser: Page, house: House, tmp_path: Path
) -> None:
    make(organiser, house)
    problem, read = organiser.locator("#list-problem"), organiser.locator("#text")
    letters = organiser.get_by_label(TEXT["event-list-encoding"])
    expect(organiser.get_by_role("button", name=TEXT["event-list"])).to_be_enabled()

    for name, encoding in (
        ("Dvořák", "windows-1250"),
        ("Йохан", "windows-1251"),
        ("Ida", "utf-16le"),
    ):
        letters.select_option("")
        file = tmp_path / f"{encoding}.csv"
        file.write_bytes(f"name;rating\n{name};1900\n".encode(encoding))
        organiser.get_by_label(TEXT["event-list-file"]).set_input_files(file)
        expect(problem).to_be_visible()
        letters.select_option(encoding)
        expect(read).to_have_value(f"name;rating\n{name};1900\n")
        expect(problem).to_be_hidden()
    assert complaints(organiser) == []


def test_a_list_that_is_not_in_its_letters_is_not_taken(
    organiser: Page, house: House, tmp_path: Path
) -> None:
    """A sign in place of what can't be read would stand in somebody's name."""
    make(organiser, house)
    words = TEXT["event-list-letters"]
    letters = organiser.get_by_label(TEXT["event-list-encoding"])
    expect(organiser.get_by_role("button", name=TEXT["event-list"])).to_be_enabled()

    for number, (encoding, content) in enumerate(
        (
            ("", "name;rating\nIda;1900\n".encode("utf-16")[:-1]),
            ("utf-16le", "name;rating\nIda;1900\n".encode("utf-16le")[:-1]),
            ("windows-1252", b"name;rating\nIda;1900\nOl\x8df;1800\n"),
            ("windows-1253", b"name;rating\nIda;1900\nOl\xd2f;1800\n"),
        )
    ):
        file = tmp_path / f"{number}.csv"
        file.write_bytes(content)
        letters.select_option(encoding)
        organiser.get_by_label(TEXT["event-list-file"]).set_input_files(file)
        expect(organiser.locator("#list-problem")).to_have_text(
            words.format(line=3 if number > 1 else 2)
        )
        expect(organiser.locator("#text")).to_have_value("")
    assert complaints(organiser) == []


def test_a_form_that_is_sent_again_as_its_answer_was_lost_is_done_once(
    organiser: Page, house: House
) -> None:
    lost: list[str] = []

    def lose(route: Route) -> None:
        """It is done, and whoever asked for it is not told: once for each address."""
        if route.request.method == "POST" and route.request.url not in lost:
            lost.append(route.request.url)
            route.fetch()
            route.abort()
        else:
            route.continue_()

    def count() -> int:
        return len(organiser.request.get(f"{house.address}/organiser/events").json())

    organiser.goto(f"{house.address}/organiser/events/page?lang=en")
    before = count()
    organiser.route(re.compile(r"/(events|players|undoing)\?"), lose)
    organiser.get_by_label(TEXT["event-name"]).fill("Spring Open")
    new = organiser.get_by_role("button", name=TEXT["event-new"])
    new.click()
    expect(organiser.locator("#new-problem")).to_be_visible()
    new.click()
    follow(organiser)
    assert count() == before + 1

    go = organiser.get_by_role("button", name=TEXT["event-enter"], exact=True)
    for name in ("Anna", "Bert"):
        organiser.locator("#player-name").fill(name)
        go.click()
        if name == "Anna":
            expect(organiser.locator("#player-problem")).to_be_visible()
            go.click()
        expect(organiser.locator("#links-title")).to_be_focused()
    expect(organiser.locator("#players li")).to_have_count(2)
    # The page looks each few seconds, and shows then what else could be undone.
    organiser.route("**/state", lambda route: route.abort())
    undo = organiser.locator("#undo")
    undo.click()
    expect(organiser.locator("#steps-problem")).to_be_visible()
    undo.click()

    expect(organiser.locator("#steps-problem")).to_have_text(
        TEXT["event-refused:changed-meanwhile"]
    )
    organiser.unroute("**/state")
    expect(organiser.locator("#players li")).to_have_count(1)


def test_who_leaves_out_what_a_button_needs_comes_to_that_field(
    organiser: Page, house: House
) -> None:
    """Not to a sentence about a player 0 or a round 0, and withdrawing needs neither."""
    make(organiser, house)
    enter_list(organiser)
    form = organiser.locator("#absence")
    form.locator("#who").fill("1")

    for words, field in ((TEXT["event-forbid"], "other"), (TEXT["event-half-bye"], "round")):
        form.get_by_role("button", name=words).press("Enter")
        expect(form.locator(f"#{field}")).to_be_focused()
        expect(form.locator("[data-problem]:visible")).to_have_count(0)

    form.locator("#other").fill("9")
    form.get_by_role("button", name=TEXT["event-forbid"]).press("Enter")
    expect(form.locator("#other-problem")).to_have_text(
        text("event-refused:no-such-player", player=9)
    )
    expect(form.locator("#other")).to_be_focused()

    form.locator("#other").fill("")
    form.get_by_role("button", name=TEXT["event-withdraw"]).press("Enter")
    expect(organiser.locator("#players")).to_contain_text(TEXT["event-away"])


def test_enter_in_a_field_takes_no_step_that_the_field_is_not_for(
    organiser: Page, house: House
) -> None:
    """The browser would press the first button: nobody asked to withdraw, or to pair."""
    make(organiser, house)
    enter_list(organiser)
    sent: list[str] = []
    organiser.on("request", lambda each: sent.append(each.url) if each.method == "POST" else None)
    form = organiser.locator("#absence")

    for field in ("who", "other", "round"):
        form.locator(f"#{field}").fill("1")
        form.locator(f"#{field}").press("Enter")
        expect(form.locator("#absence-problem")).to_have_text(TEXT["event-choose-change"])
        expect(form.locator(f"#{field}")).to_be_focused()
    organiser.locator("#starts").select_option("at")
    organiser.locator("#lateness").fill("15")
    organiser.locator("#lateness").press("Enter")

    expect(organiser.locator("#status")).to_contain_text(text("event-no-round", rounds=7))
    assert sent == []
    organiser.locator("#pair").click()
    expect(organiser.locator("#start")).to_be_enabled()
    organiser.locator("#at").fill("2099-01-31T10:00")
    organiser.locator("#lateness").press("Enter")
    begins = text("event-round-begins", round=1, rounds=7, when="Saturday, January 31, 2099")
    expect(organiser.locator("#where")).to_contain_text(begins.removesuffix("."))
    assert complaints(organiser) == []


def test_no_two_pages_of_an_event_have_the_same_title(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    """Whoever has several open finds each by its title, and all name the program last."""
    make(organiser, house)
    codes = enter_list(organiser)
    desk, titles = organiser.url.partition("?")[0], [come(context, house, codes[0]).title()]
    for address in (
        desk,
        desk.replace("/organiser", ""),
        f"{house.address}/events",
        f"{house.address}/organiser/events/page",
        f"{house.address}/organiser",
    ):
        organiser.goto(f"{address}?lang=en")
        titles.append(organiser.title())

    assert len(set(titles)) == len(titles)
    assert all(title.endswith(f" – {TEXT['site']}") for title in titles)


def test_the_way_from_the_events_to_the_games_keeps_the_language(
    organiser: Page, house: House
) -> None:
    organiser.goto(f"{house.address}/organiser/events/page?lang=pl")
    organiser.get_by_role("link", name=POLISH.text("organiser-title")).click()

    expect(organiser.get_by_role("heading", level=1)).to_have_text(POLISH.text("organiser-title"))
    expect(organiser.locator("html")).to_have_attribute("lang", "pl")


def test_what_is_wrong_is_told_at_the_form(organiser: Page, house: House) -> None:
    make(organiser, house)
    organiser.get_by_label(TEXT["event-list-text"]).fill("name;rating\nAnna;high\n")
    organiser.get_by_role("button", name=TEXT["event-list"]).click()

    expect(organiser.locator("#list-problem")).to_have_text(
        text(
            "event-refused-line",
            line=2,
            field=TEXT["event-field:rating"],
            why=text("event-refused:rating-wrong", value="high"),
        )
    )

    pair(organiser)
    expect(organiser.locator("#steps-problem")).to_contain_text(
        opening("event-refused:too-few-players")
    )


def test_pages_of_an_event_have_no_fault(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    organiser.goto(f"{house.address}/organiser/events/page?lang=de")
    assert faults_in_every_look(organiser, "Events") == []
    address = make(organiser, house)
    codes = enter_list(organiser)
    pair(organiser)
    expect(organiser.locator("#boards li")).to_have_count(2)
    organiser.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    assert faults_in_every_look(organiser, "Running an event") == []

    player = come(context, house, codes[1])
    assert faults_in_every_look(player, "Place at an event") == []

    event = address.rpartition("/")[2].partition("?")[0]
    player.goto(f"{house.address}/events/{event}?lang=pl")
    expect(player.locator("#boards li")).to_have_count(2)
    assert faults_in_every_look(player, "Event") == []
    player.goto(f"{house.address}/events?lang=sr")
    assert faults_in_every_look(player, "List of events") == []
