"""What arbiters do on their page, as it reaches the game and the players."""

import json
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.english import ENGLISH, TEXT, english, minutes, says, text
from tests.web.browser.cable import cabled
from tests.web.browser.events import enter, round_begun
from tests.web.browser.house import (
    ANNA,
    VIKTOR,
    House,
    Seats,
    agrees,
    entered,
    person,
    seated,
    types,
)
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.session.dialogue import conversation
from voice_chess.session.dialogue.hearing_advice import HearingAdvice
from voice_chess.web.live import desks

pytestmark = pytest.mark.slow
GRAVE = ("end-game", "set-clocks")
"""What an arbiter is asked about once more."""
NEW_TIME = english("ClocksSet", white="…", black="").partition("…")[0].strip()


def ended(result: str, **points: str) -> str:
    """By a penalty, in words."""
    return english(
        "GameEnded:points" if points else "GameEnded",
        result=ENGLISH.phrase(f"result:{result}"),
        reason=ENGLISH.phrase("end:penalty"),
        **{side: ENGLISH.phrase(f"points:{count}") for side, count in points.items()},
    )


@pytest.fixture
def pages(context: BrowserContext, house: House) -> Seats:
    return seated(context, house, edition="2009")


def rules(arbiter: Page, name: str, **fields: str) -> dict[str, Any]:
    """Fill in one of their forms and send it; the ruling as it leaves the page."""
    form = arbiter.locator(f"form[data-ruling={name}]")
    for field, value in fields.items():
        control = form.locator(f"[name={field}]")
        is_choice = control.evaluate("(control) => control.localName === 'select'")
        control.select_option(value) if is_choice else control.fill(value)
    arbiter.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          window.sent = [];
          WebSocket.prototype.send = function (text) {
            window.sent.push(text);
            return send.call(this, text);
          };
        }"""
    )
    form.get_by_role("button").click()
    found: dict[str, Any] = json.loads(arbiter.evaluate("window.sent.at(-1)"))["ruling"]
    if name in GRAVE:
        agrees(arbiter)
    return found


def test_what_waits_for_him_stands_first(context: BrowserContext, house: House) -> None:
    first = house.arrange(white=VIKTOR, black=ANNA, arbiter="new", language="en")
    arbiter = entered(context, first["arbiter"])
    seat = arbiter.url.rpartition("/")[2]
    second = house.arrange(
        white={**VIKTOR, "name": "Otto"}, black=ANNA, arbiter=seat, language="en"
    )
    blacks = {}
    for name, links in (("Viktor", first), ("Otto", second)):
        entered(context, links["white"])
        blacks[name] = entered(context, links["black"])
        expect(blacks[name].locator("#clock-white")).to_have_class("clock running")
    titles = arbiter.locator("#games .card h3")
    expect(titles).to_have_count(2)
    name = next(name for name in blacks if name in titles.last.inner_text())

    blacks[name].locator("#line-text").fill("arbiter")
    blacks[name].locator("#line-text").press("Enter")
    blacks[name].get_by_role("button", name=TEXT["do:yes"], exact=True).click()

    expect(titles.first).to_contain_text(name)
    expect(arbiter.locator(".card").first).to_have_class("card waiting")
    expect(arbiter.locator("#alert")).to_contain_text(name)


def test_what_comes_from_all_boards_together_is_told_once(
    context: BrowserContext, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = house.arrange(white=VIKTOR, black=ANNA, arbiter="new", language="en")
    arbiter = entered(context, first["arbiter"])
    seat = arbiter.url.rpartition("/")[2]
    second = house.arrange(white=VIKTOR, black=ANNA, arbiter=seat, language="en")
    for links in (first, second):
        entered(context, links["white"])
        black = entered(context, links["black"])
        expect(black.locator("#clock-white")).to_have_class("clock running")
    expect(arbiter.locator("#games .card h3")).to_have_count(2)

    monkeypatch.setattr(SystemTime, "slept_ms", lambda _: 3_600_000)

    told = text("at-boards", count="2", said=english("MachineSlept"))
    expect(arbiter.locator("#said li").filter(has_text=told)).to_have_count(1)
    expect(black.locator("#said")).to_contain_text(english("MachineSlept"))
    assert arbiter.locator("#said").inner_text().count(english("MachineSlept")) == 1


@pytest.mark.parametrize(
    ("edition", "hidden"),
    [("2005", {"two-hands", "increment", "appeal"}), ("2009", {"two-hands", "increment"})],
)
def test_rulings_that_an_edition_does_not_know_are_not_offered(
    context: BrowserContext, house: House, edition: str, hidden: set[str]
) -> None:
    links = house.arrange(white=VIKTOR, black=ANNA, arbiter="new", language="en", edition=edition)
    arbiter = entered(context, links["arbiter"])
    for name in ("two-hands", "increment", "appeal", "warn", "illegal-move"):
        ruling = arbiter.locator(f"[data-rule={name}], [data-ruling={name}]")
        expect(ruling).to_be_visible(visible=name not in hidden)
        expect(arbiter.locator(f"#keys-{name}")).to_be_visible(visible=name not in hidden)


def test_a_reason_stays_until_its_ruling_is_accepted(pages: Seats) -> None:
    arbiter = pages["arbiter"]
    reason = arbiter.locator("#reason")
    types(pages["white"], "e4")
    expect(pages["black"].locator("#moves .move")).to_have_count(1)

    reason.fill("The clock stood still")
    rules(arbiter, "go-back", moves_kept="9")
    expect(arbiter.locator("#reply")).to_be_visible()
    expect(reason).to_have_value("The clock stood still")

    rules(arbiter, "go-back", moves_kept="0")
    expect(pages["white"].locator("#said")).to_contain_text("The clock stood still")
    expect(reason).to_have_value("")


@pytest.mark.law("no-appeal")
def test_2009_12_10_an_appeal_stays_marked_until_it_is_decided_by_its_form(pages: Seats) -> None:
    arbiter, white = pages["arbiter"], pages["white"]
    rules(arbiter, "warn", colour="white")
    expect(white.locator("#said")).to_contain_text(english("PlayerWarned", "white"))

    types(white, "appeal")
    agrees(white)
    mark = arbiter.locator(".card .waits")
    expect(mark).to_have_text(TEXT["waits:appeal"])
    expect(arbiter.locator("#alert")).to_contain_text(TEXT["waits:appeal"])

    assert rules(arbiter, "appeal", is_upheld="no") == {"ruling": "appeal", "is_upheld": False}
    outcome = english("AppealRejected", side="…", article="…").rpartition("…")[2]
    for player in (white, pages["black"]):
        expect(player.locator("#said")).to_contain_text(outcome)
    expect(mark).to_be_empty()


def test_who_has_answered_about_a_typed_order_stands_at_the_line(pages: Seats) -> None:
    arbiter = pages["arbiter"]
    types(arbiter, "ruling draw")
    yes = arbiter.locator("#wanted [data-ask=yes]")
    expect(yes).to_be_visible()
    no = arbiter.locator("#wanted [data-ask=no]")
    no.press("Enter")

    expect(yes).to_be_hidden()
    expect(arbiter.locator("#line-text")).to_be_focused()


def test_one_button_leads_from_board_to_board_that_needs_somebody(
    context: BrowserContext, house: House
) -> None:
    """A call stands before a lost line. Its key is pressed where Orca listens."""
    names = ("Viktor", "Otto", "Emil")
    links = [house.arrange(white=VIKTOR, black=ANNA, arbiter="new", language="en")]
    arbiter = entered(context, links[0]["arbiter"])
    seat = arbiter.url.rpartition("/")[2]
    links += (
        house.arrange(white={**VIKTOR, "name": name}, black=ANNA, arbiter=seat, language="en")
        for name in names[1:]
    )
    blacks = {}
    for name, ways in zip(names, links, strict=True):
        entered(context, ways["white"])
        blacks[name] = entered(context, ways["black"])
        expect(blacks[name].locator("#clock-white")).to_have_class("clock running")
    expect(arbiter.locator("#games-wait")).to_have_text(TEXT["games-wait-none"])
    following = arbiter.get_by_role("button", name=TEXT["next-need"])
    following.press("Enter")
    expect(arbiter.locator("#alert")).to_contain_text(TEXT["next-need-none"])

    blacks["Otto"].close()
    expect(arbiter.locator("#games-wait")).to_have_text(text("games-wait", count=1))
    types(blacks["Emil"], "arbiter")
    agrees(blacks["Emil"])
    expect(arbiter.locator("#games-wait")).to_have_text(text("games-wait", count=2))

    for name, need in (("Emil", TEXT["waits:called"]), ("Otto", TEXT["event-needs:absent"])):
        following.press("Enter")
        expect(arbiter.locator("#games button:focus")).to_contain_text(name)
        expect(arbiter.locator("#ruling-game")).to_contain_text(name)
        expect(arbiter.locator("#alert")).to_contain_text(need)
    titles = arbiter.locator("#games .card h3")
    assert [name for title in titles.all_inner_texts() for name in names if name in title] == [
        *("Emil", "Otto", "Viktor"),
    ]


def test_the_access_key_is_found_on_a_cyrillic_keyboard_too(pages: Seats) -> None:
    """Chromium knows only the letter that the key has there, and Firefox takes it with Shift."""
    arbiter = pages["arbiter"]
    key = {"key": "\N{CYRILLIC SMALL LETTER EN}", "code": "KeyN", "altKey": True, "bubbles": True}
    expect(arbiter.locator("#games .card")).to_have_count(1)
    arbiter.dispatch_event("#reason", "keydown", {**key, "shiftKey": True})
    expect(arbiter.locator("#next-need")).not_to_be_focused()

    arbiter.dispatch_event("#reason", "keydown", key)

    expect(arbiter.locator("#alert")).to_contain_text(TEXT["next-need-none"])
    expect(arbiter.locator("#next-need")).to_be_focused()


def test_enter_on_the_board_that_is_chosen_leads_to_the_line(
    context: BrowserContext, house: House, pages: Seats
) -> None:
    arbiter, otto, _ = with_another(context, house, pages)
    board = arbiter.get_by_role("button", name="Otto")
    board.press("Enter")
    expect(board).to_be_focused()

    arbiter.keyboard.press("Enter")
    expect(arbiter.locator("#line-text")).to_be_focused()
    arbiter.keyboard.type("stop")
    arbiter.keyboard.press("Enter")

    expect(otto.locator("#clock-white")).not_to_have_class("clock running")
    expect(pages["white"].locator("#clock-white")).to_have_class("clock running")


@pytest.mark.parametrize("is_resumed", [False, True])
def test_who_is_away_while_a_move_is_sealed_or_the_game_resumed_is_missing(
    context: BrowserContext, pages: Seats, is_resumed: bool
) -> None:
    arbiter, white = pages["arbiter"], pages["white"]
    mark = arbiter.locator(".card .waits")
    arbiter.locator("#passphrase-text").fill("linden")
    arbiter.locator("#passphrase button").click()
    expect(arbiter.locator("#reply")).to_contain_text(ENGLISH.phrase("envelope:key"))
    rules(arbiter, "ask-to-seal", resumption="tomorrow")
    if is_resumed:
        types(white, "e4")
        types(white, "press")
        expect(arbiter.locator(".card")).to_contain_text(TEXT["phase:adjourned"])
        expect(mark).to_be_empty()
        rules(arbiter, "resume")
    pages["black"].close()

    expect(mark).to_have_text(TEXT["event-needs:absent"])
    entered(context, pages.links["black"])
    expect(mark).to_be_empty()


@pytest.mark.law("replier-absent", "sealer-absent")
def test_the_form_that_resumes_a_game_has_those_ticked_who_are_seen_until_it_is_changed(
    context: BrowserContext, pages: Seats
) -> None:
    """Both were ticked whoever was there: the envelope could be opened without the replier."""
    arbiter, white = pages["arbiter"], pages["white"]
    boxes = [arbiter.locator(f"[name={colour}_here]") for colour in ("white", "black")]
    arbiter.locator("#passphrase-text").fill("linden")
    arbiter.locator("#passphrase button").click()
    expect(arbiter.locator("#reply")).to_contain_text(ENGLISH.phrase("envelope:key"))
    rules(arbiter, "ask-to-seal", resumption="tomorrow")
    types(white, "e4")
    types(white, "press")
    expect(arbiter.locator(".card")).to_contain_text(TEXT["phase:adjourned"])
    for box in boxes:
        expect(box).to_be_checked()

    pages["black"].close()
    expect(boxes[1]).not_to_be_checked()
    expect(boxes[0]).to_be_checked()
    boxes[0].uncheck()
    entered(context, pages.links["black"])
    expect(boxes[1]).to_be_checked()

    ruling = rules(arbiter, "resume")
    assert (ruling["white_here"], ruling["black_here"]) == (False, True)
    expect(arbiter.locator("#said")).to_contain_text(english("GameResumed:white"))


def test_time_is_given_for_what_it_is_given_for(pages: Seats) -> None:
    """The article in the journal follows from the cause."""
    ruling = rules(pages["arbiter"], "add-time", ms="3:00", colour="black", why="disturbance")

    assert ruling == {
        "ruling": "add-time",
        "colour": "black",
        "ms": 180_000,
        "why": "disturbance",
    }
    for role in ("white", "black"):
        expect(pages[role].locator("#said")).to_contain_text(
            english("TimeAdded", "black", time=minutes(3))
        )


def test_clocks_are_put_right_for_a_cause(pages: Seats) -> None:
    ruling = rules(
        pages["arbiter"], "set-clocks", white_ms="10:00", black_ms="9:30", why="restored"
    )

    assert ruling["why"] == "restored"
    assert "moves" not in ruling
    expect(pages["white"].locator("#said")).to_contain_text(NEW_TIME)


def test_both_move_counters_are_put_right_with_the_clocks(pages: Seats) -> None:
    times = {"white_ms": "10:00", "black_ms": "9:30"}
    ruling = rules(pages["arbiter"], "set-clocks", **times, white_counter="12", black_counter="0")

    assert ruling["moves"] == [12, 0]
    assert set(ruling) == {"ruling", "white_ms", "black_ms", "why", "moves"}
    expect(pages["white"].locator("#said")).to_contain_text(NEW_TIME)


def test_one_move_counter_alone_is_not_put_right(pages: Seats) -> None:
    form = pages["arbiter"].locator("form[data-ruling=set-clocks]")
    white, black = form.locator("[name=white_counter]"), form.locator("[name=black_counter]")
    is_missing = "(control) => control.validity.valueMissing"
    white.fill("12")

    assert black.evaluate(is_missing)

    white.fill("")

    assert not black.evaluate(is_missing)


def test_an_expulsion_is_told_to_both_and_leaves_the_game(pages: Seats) -> None:
    ruling = rules(pages["arbiter"], "expel", colour="black")

    assert ruling == {"ruling": "expel", "colour": "black"}
    pages["arbiter"].get_by_role("button", name=TEXT["do:yes"], exact=True).click()
    for role in ("white", "black"):
        expect(pages[role].locator("#said")).to_contain_text(english("PlayerExpelled", "black"))
        expect(pages[role].locator("#clock-white")).to_have_class("clock running")


def test_other_points_than_the_result_gives_are_told_to_both(pages: Seats) -> None:
    ruling = rules(
        pages["arbiter"], "end-game", result="1/2-1/2", reason="penalty", half_points="0:1"
    )

    assert ruling["half_points"] == [0, 1]
    for role in ("white", "black"):
        said = ended("draw", white="none", black="half")
        expect(pages[role].locator("#turn")).to_have_text(said)
        expect(pages[role].locator("#said")).to_contain_text(said)


def test_points_are_those_of_the_result_where_nothing_else_is_said(pages: Seats) -> None:
    ruling = rules(pages["arbiter"], "end-game", result="1-0", reason="penalty")

    assert "half_points" not in ruling
    expect(pages["white"].locator("#turn")).to_have_text(ended("white-wins"))


def test_a_question_about_a_ruling_is_next_under_the_keys(pages: Seats) -> None:
    """The focus goes to its first button, and back to the form once it is answered."""
    arbiter = pages["arbiter"]
    end = arbiter.locator("form[data-ruling=end-game]").get_by_role("button")
    end.focus()
    arbiter.keyboard.press("Enter")

    expect(arbiter.locator("#reply")).to_contain_text(english("confirm:order", what="").strip())
    expect(arbiter.locator("[data-ask=yes]")).to_be_focused()

    arbiter.keyboard.press("Tab")
    arbiter.keyboard.press("Enter")

    expect(end).to_be_focused()
    expect(pages["white"].locator("#clock-white")).to_have_class("clock running")


def test_a_question_keeps_its_answers_when_a_player_offers_a_draw_meanwhile(pages: Seats) -> None:
    arbiter = pages["arbiter"]
    arbiter.locator("form[data-ruling=end-game]").get_by_role("button").press("Enter")
    yes = arbiter.locator("[data-ask=yes]")
    expect(yes).to_be_visible()
    question = arbiter.locator("#reply").inner_text()

    types(pages["white"], says("offer-draw"))
    expect(arbiter.locator("#said")).to_contain_text(english("DrawOffered", "white"))

    expect(arbiter.locator("#reply")).to_have_text(question)
    expect(yes).to_be_visible()
    yes.click()
    expect(pages["white"].locator("#turn")).to_contain_text(ENGLISH.phrase("result:white-wins"))


def asked_to_end(arbiter: Page, name: str) -> None:
    """Choose this player's game, and try to end it, so that the page asks once more."""
    arbiter.get_by_role("button", name=name).press("Enter")
    arbiter.locator("form[data-ruling=end-game]").get_by_role("button").press("Enter")
    expect(arbiter.locator("[data-ask=yes]")).to_be_focused()


def with_another(context: BrowserContext, house: House, pages: Seats) -> tuple[Page, Page, Page]:
    """Give the arbiter a second game, Otto's; return their page, and Otto's and his opponent's."""
    seat = pages["arbiter"].url.rpartition("/")[2]
    links = house.arrange(
        white={**VIKTOR, "name": "Otto"}, black=ANNA, arbiter=seat, language="en", edition="2009"
    )
    players = entered(context, links["white"]), entered(context, links["black"])
    expect(pages["arbiter"].locator("#games .card h3")).to_have_count(2)
    return pages["arbiter"], *players


def test_what_happens_at_another_board_leaves_a_question_open(
    context: BrowserContext, house: House, pages: Seats
) -> None:
    arbiter, otto, other = with_another(context, house, pages)
    asked_to_end(arbiter, "Viktor")
    question = arbiter.locator("#reply").inner_text()

    types(otto, "e4")
    expect(other.locator("#moves .move")).to_have_count(1)
    expect(arbiter.locator(".card", has_text="Otto")).to_contain_text("e4")

    expect(arbiter.locator("[data-ask=yes]")).to_be_focused()
    expect(arbiter.locator("#reply")).to_have_text(question)
    arbiter.keyboard.press("Enter")
    expect(pages["white"].locator("#turn")).to_contain_text(ENGLISH.phrase("result:white-wins"))


def test_a_question_is_answered_for_its_board_wherever_the_arbiter_has_gone(
    context: BrowserContext, house: House, pages: Seats
) -> None:
    arbiter, otto, _ = with_another(context, house, pages)
    asked_to_end(arbiter, "Viktor")

    arbiter.get_by_role("button", name="Otto").press("Enter")
    arbiter.locator("[data-rule=stop-clocks]").press("Enter")
    expect(otto.locator("#clock-white")).not_to_have_class("clock running")
    expect(arbiter.locator(".card", has_text="Otto")).to_have_class("card waiting")
    agrees(arbiter)

    expect(pages["white"].locator("#turn")).to_contain_text(ENGLISH.phrase("result:white-wins"))
    expect(otto.locator("#turn")).not_to_contain_text(ENGLISH.phrase("result:white-wins"))


def test_each_of_two_arbiters_at_one_seat_has_questions_of_their_own(
    context: BrowserContext, house: House, pages: Seats
) -> None:
    arbiter, otto, _ = with_another(context, house, pages)
    deputy = context.new_page()
    deputy.goto(arbiter.url)
    asked_to_end(deputy, "Otto")
    asked_to_end(arbiter, "Viktor")
    question = deputy.locator("#reply").inner_text()

    arbiter.locator("[data-ask=no]").click()
    expect(arbiter.locator("#reply")).to_have_text(ENGLISH.phrase("Cancelled:order"))

    expect(deputy.locator("#reply")).to_have_text(question)
    expect(deputy.locator("[data-ask=yes]")).to_be_focused()
    agrees(deputy)
    expect(otto.locator("#turn")).to_contain_text(ENGLISH.phrase("result:white-wins"))
    expect(pages["white"].locator("#clock-white")).to_have_class("clock running")
    expect(arbiter.locator("#said")).to_contain_text(ENGLISH.phrase("Cancelled:order"))


def test_an_arbiter_finds_their_question_again_after_a_reload_beside_another_arbiter(
    context: BrowserContext, pages: Seats
) -> None:
    arbiter = pages["arbiter"]
    deputy = context.new_page()
    deputy.goto(arbiter.url)
    asked_to_end(deputy, "Viktor")
    question = deputy.locator("#reply").inner_text()

    deputy.reload()

    expect(deputy.locator("#reply")).to_have_text(question)
    expect(arbiter.locator("[data-ask=yes]")).to_be_hidden()
    agrees(deputy)
    expect(pages["white"].locator("#turn")).to_contain_text(ENGLISH.phrase("result:white-wins"))


def test_a_tab_that_an_arbiter_duplicates_has_questions_of_its_own(
    context: BrowserContext, pages: Seats
) -> None:
    """It brings what the first tab noted; so does a page that opens another of the same address."""
    arbiter = pages["arbiter"]
    with context.expect_page() as opening:
        arbiter.evaluate("window.open(location.href)")
    second = opening.value
    expect(second.locator("#connection")).to_have_text(TEXT["connection:open"])

    asked_to_end(second, "Viktor")
    expect(arbiter.locator("[data-ask=yes]")).to_be_hidden()
    second.reload()
    expect(second.locator("[data-ask=yes]")).to_be_visible()
    agrees(second)

    expect(pages["white"].locator("#turn")).to_contain_text(ENGLISH.phrase("result:white-wins"))
    assert arbiter.locator("#reply").get_attribute("data-kind") != "question"


def test_an_arbiter_whose_question_another_page_took_over_meanwhile_is_told(
    browser: Browser,
    context: BrowserContext,
    house: House,
    pages: Seats,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(desks, "_KEPT_MS", 0)
    expect(pages["arbiter"].locator("#games .card")).to_have_count(1)
    with cabled(house.address) as cable:
        link = pages.links["arbiter"].replace(house.address, cable.address)
        lost = entered(person(browser), link)
        asked_to_end(lost, "Viktor")
        cable.pull()
        expect(lost.locator("#connection")).to_have_text(TEXT["connection:lost"])
        taking = context.new_page()
        taking.goto(pages["arbiter"].url)
        expect(taking.locator("[data-ask=yes]")).to_be_visible()

        cable.plug()

        expect(lost.locator("#reply")).to_have_text(TEXT["question-elsewhere"])
        expect(lost.locator("[data-ask=yes]")).to_be_hidden()
        agrees(taking)
    expect(pages["white"].locator("#turn")).to_contain_text(ENGLISH.phrase("result:white-wins"))


def test_all_boards_in_play_are_asked_for_the_sealed_move_at_once(
    context: BrowserContext, house: House, pages: Seats
) -> None:
    arbiter, otto, _ = with_another(context, house, pages)
    viktor = pages["white"]
    dialog, form = arbiter.locator("#seal-all"), arbiter.locator("form[data-ruling=ask-to-seal]")
    for player in (viktor, otto):
        expect(player.locator("#clock-white")).to_have_class("clock running")
    form.get_by_label(TEXT["resumption"]).fill("tomorrow, 10:00")
    form.get_by_label(TEXT["passphrase-all"]).check()

    form.get_by_role("button").press("Enter")
    expect(dialog).to_contain_text(text("seal-all-question", count=2))
    dialog.get_by_role("button", name=TEXT["rule:ask-to-seal"]).click()
    expect(arbiter.locator("#status")).to_contain_text(text("seal-all-done", count=0, left=2))
    expect(arbiter.locator("#reply")).to_contain_text(ENGLISH.phrase("envelope:wanted"))

    arbiter.locator("#passphrase-text").fill("a long passphrase")
    arbiter.locator("#passphrase-all").check()
    arbiter.locator("#passphrase").get_by_role("button").click()
    expect(arbiter.locator("#reply")).to_have_text(ENGLISH.phrase("envelope:key-all"))
    form.get_by_role("button").press("Enter")
    dialog.get_by_role("button", name=TEXT["cancel"]).click()
    expect(viktor.locator("#clock-white")).to_have_class("clock running")
    form.get_by_role("button").press("Enter")
    dialog.get_by_role("button", name=TEXT["rule:ask-to-seal"]).click()

    expect(arbiter.locator("#status")).to_contain_text(text("seal-all-done", count=2, left=0))
    for player in (viktor, otto):
        expect(player.locator("#said")).to_contain_text(english("SealingAsked", "white"))


def test_a_board_at_which_nobody_is_understood_needs_them(
    context: BrowserContext, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    hard_to_hear = partial(HearingAdvice, is_hard_to_hear=True)
    monkeypatch.setattr(conversation, "HearingAdvice", hard_to_hear)
    pages = seated(context, house)
    arbiter = pages["arbiter"]
    words = TEXT["event-needs:unclear"]

    expect(arbiter.locator("#games .card .waits")).to_have_text(words)
    expect(arbiter.locator("#games .card")).to_have_class("card waiting")
    arbiter.get_by_role("button", name=TEXT["next-need"]).press("Enter")
    expect(arbiter.locator("#games button:focus")).to_contain_text("Viktor")
    expect(arbiter.locator("#alert")).to_contain_text(words)


def test_the_boards_of_a_round_are_named_by_their_numbers_and_stand_in_their_order(
    organiser: Page, context: BrowserContext, house: House
) -> None:
    code, _ = round_begun(organiser, house)
    arbiter = enter(context, house, code)
    arbiter.get_by_role("button", name=TEXT["event-to-boards"]).click()

    titles = arbiter.locator("#games .card h3")
    expect(titles).to_have_count(2)
    for number, title in enumerate(titles.all_inner_texts(), 1):
        assert title.startswith(text("game-at-board", board=number, game=""))
