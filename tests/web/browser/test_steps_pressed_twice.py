"""The steps of an event, pressed twice: each is taken once, and no refusal outlives its reason."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.english import TEXT, opening, text
from tests.web.browser.events import enter_list, make, pair, start
from tests.web.browser.house import House, complaints

pytestmark = pytest.mark.slow

PAIRED = text("event-round-paired", round=1, rounds=7)


@pytest.fixture
def entered(organiser: Page, house: House) -> Page:
    """The page of an event whose four players are entered."""
    make(organiser, house)
    enter_list(organiser)
    return organiser


@pytest.mark.parametrize(
    ("step", "stands"),
    [
        ("pairing", PAIRED),
        ("start", text("event-round-on", round=1, rounds=7)),
        ("undoing", text("event-no-round", rounds=7)),
    ],
)
def test_whoever_presses_a_step_again_before_its_response_hears_of_no_refusal(
    entered: Page, step: str, stands: str
) -> None:
    """The second request was refused as done already, and the refusal stayed."""
    if step != "pairing":
        pair(entered)
        expect(entered.locator("#where")).to_have_text(PAIRED)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    entered.route(f"**/{step}*", hold)
    button = entered.locator(f"[value={step}]")

    with entered.expect_request(f"**/{step}*"):
        button.click()
    button.evaluate("each => each.click()")
    entered.evaluate("new Promise((done) => setTimeout(done, 200))")
    for route in held:
        route.continue_()

    expect(entered.locator("#where")).to_have_text(stands)
    assert len(held) == 1
    assert entered.locator("#steps-problem").is_hidden()
    assert complaints(entered) == []


def test_a_refused_step_is_no_longer_shown_once_the_event_stands_otherwise(entered: Page) -> None:
    """As when another arbiter has started the round in the same moment."""
    pair(entered)
    expect(entered.locator("#start")).to_be_enabled()
    problem = entered.locator("#steps-problem")
    refusal = text("event-refused:started-already", round=1)
    refused = {"code": "event-refused", "detail": refusal, "field": "round"}
    entered.route("**/start*", lambda route: route.fulfill(status=422, json=refused))

    start(entered)
    expect(problem).to_have_text(refusal)
    expect(problem).to_be_visible()

    entered.unroute("**/start*")
    address = entered.url.partition("?")[0]
    begun = entered.request.post(
        f"{address}/start",
        data={"beginning": {"starts": "together"}},
        headers={"origin": address.partition("/organiser")[0]},
    )
    assert begun.ok, begun.text()
    expect(entered.locator("#where")).to_have_text(text("event-round-on", round=1, rounds=7))
    expect(problem).to_be_hidden()


def test_a_refused_step_is_shown_as_long_as_nothing_changes(organiser: Page, house: House) -> None:
    make(organiser, house)
    problem = organiser.locator("#steps-problem")
    pair(organiser)
    expect(problem).to_contain_text(opening("event-refused:too-few-players"))

    with organiser.expect_response("**/state"):
        organiser.evaluate("null")
    expect(problem).to_be_visible()
    enter_list(organiser)
    expect(problem).to_be_hidden()


def test_a_key_held_down_takes_one_step(entered: Page) -> None:
    """After the pairing the focus is on the start, which the same key began at once."""
    entered.locator("#pair").focus()

    entered.keyboard.down("Enter")
    expect(entered.locator("#start")).to_be_focused()
    # A key that is down already repeats.
    entered.keyboard.down("Enter")
    entered.keyboard.down("Enter")
    entered.keyboard.up("Enter")

    entered.evaluate("new Promise((done) => setTimeout(done, 500))")
    expect(entered.locator("#where")).to_have_text(PAIRED)
    entered.keyboard.press("Enter")
    expect(entered.locator("#where")).to_have_text(text("event-round-on", round=1, rounds=7))


def test_a_double_click_undoes_one_change(entered: Page) -> None:
    pair(entered)
    expect(entered.locator("#where")).to_have_text(PAIRED)
    undo = entered.locator("#undo")
    undo.hover()

    for count in (1, 2):
        entered.mouse.down(click_count=count)
        entered.mouse.up(click_count=count)
        entered.evaluate("new Promise((done) => setTimeout(done, 300))")

    expect(undo).to_have_text(text("event-undo", what=TEXT["event-change:players-entered"]))
    expect(entered.locator("#players li")).to_have_count(4)
