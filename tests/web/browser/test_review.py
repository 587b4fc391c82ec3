"""A game that is over is looked at again in a browser: by keys, by clicks, by ear."""

import re
import threading
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.english import REVIEW, TEXT, in_words, says, stands, text
from tests.review.games import SCHOLARS_MATE, thought
from tests.web.browser.axe import DESK, faults, faults_in_every_look
from tests.web.browser.boards import click_move
from tests.web.browser.house import (
    PATIENCE_MS,
    House,
    Seats,
    agrees,
    entered,
    opened,
    person,
    seated,
    types,
)
from voice_chess.adapters.engines.engine_pool import EnginePool
from voice_chess.languages.language import known_languages
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation

pytestmark = pytest.mark.slow

MOVES = ("f3", "e5", "g4", "Qh4")
MOST_LETTERS = 48_000
"""The most bytes of a file that the server takes."""
PHONE = (375, 667)
PHONE_ON_ITS_SIDE = (667, 375)
LAPTOP = (1280, 720)

UNDER_THE_BOARD = """
() => [...document.querySelectorAll(".name")].filter((name) => {
  const { left, right, top, bottom } = name.getBoundingClientRect();
  const board = document.getElementById("board").getBoundingClientRect();
  const isBeside = right <= board.left || left >= board.right;
  return !isBeside && top < board.bottom && bottom > board.top;
}).map((name) => name.id)
"""
KEEPS_EARPHONE = """
AudioContext.prototype.setSinkId = async (device) => { window.heardOn = device; };
"""
CHOSEN = """
() => localStorage.setItem(`voice-chess-${document.body.dataset.seat}`, '{"earphone": "right"}')
"""
BROKEN_WORDS = """
() => [...document.querySelectorAll(".controls > button:not([hidden])")].flatMap((button) => {
  const [text] = button.childNodes;
  return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(({ 0: word }) => word);
})
"""


def evaluated(_: EnginePool, position: Position) -> Evaluation:
    """Black is better by a pawn and a half for each of White's moves."""
    made = (len(position.moves) + 1) // 2
    return thought(-150 * made, "e2e4" if position.white_to_move else "d7d5")


def install_engine(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(EnginePool, "are_there", lambda _: True)
    patch.setattr(EnginePool, "name", lambda _: "Seer 1")
    patch.setattr(EnginePool, "evaluate", evaluated)


@pytest.fixture
def _engine(monkeypatch: pytest.MonkeyPatch) -> None:
    install_engine(monkeypatch)


def finished(context: BrowserContext, house: House, **wanted: object) -> Seats:
    """Every seat of a game that Black won by mate."""
    pages = seated(context, house, **wanted)
    for ply, words in enumerate(MOVES):
        types(pages["black" if ply % 2 else "white"], words)
        if words == MOVES[-1]:
            agrees(pages["black"])
        expect(pages["white"].locator("#moves .move")).to_have_count(ply + 1)
    expect(pages["white"].locator("#review")).to_be_visible()
    return pages


@pytest.fixture(scope="module")
def over(browser: Browser, house: House) -> Mapping[str, str]:
    """The links of such a game, for all who only look at it."""
    context = person(browser)
    links = finished(context, house).links
    context.close()
    return links


@pytest.fixture(scope="module")
def gone_through(browser: Browser, house: House) -> Mapping[str, str]:
    """The links of another one, through which the engine has gone."""
    context = person(browser, viewport=DESK)
    with pytest.MonkeyPatch.context() as patch:
        install_engine(patch)
        seats = finished(context, house)
        judged(reviewed(seats["white"]))
    context.close()
    return seats.links


def reviewed(page: Page) -> Page:
    """The review that this page leads to."""
    page.bring_to_front()
    page.locator("#review a").click()
    page.wait_for_url("**/review")
    expect(page.locator("#moves .step")).to_have_count(len(MOVES))
    return page


def judged(page: Page) -> Page:
    """The same once the engine has gone through the game."""
    page.locator("#evaluate").click()
    expect(page.locator("#mistakes li")).to_have_count(2)
    expect(page.locator("#progress-bar")).to_be_hidden()
    return page


def mistakes_of(page: Page) -> Page:
    """The same where it went through it before."""
    page = reviewed(page)
    expect(page.locator("#mistakes li")).to_have_count(2)
    return page


@pytest.mark.firefox
@pytest.mark.usefixtures("_engine")
def test_the_way_leads_from_the_seat_to_the_mistakes_and_back(
    desk: BrowserContext, house: House
) -> None:
    page = judged(reviewed(finished(desk, house)["white"]))
    where = page.get_by_role("button", name=REVIEW["where-wrong"])
    expect(where).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#shown")).to_contain_text("1. f3?")
    expect(page.locator("#judged")).to_contain_text(REVIEW["better"].format(move="e4"))
    expect(page.locator("#status")).to_contain_text(REVIEW["better"].format(move=in_words("Pe4")))
    page.keyboard.press("Enter")
    expect(page.locator("#shown")).to_contain_text("2. g4?")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text(REVIEW["no-next-mistake"])
    page.get_by_role("link", name=REVIEW["back-to-seat"]).click()
    expect(page.locator("#review")).to_be_visible()


@pytest.mark.firefox
@pytest.mark.usefixtures("_engine")
def test_arrows_and_letters_lead_through_the_moves_and_pages_over_the_board(
    desk: BrowserContext, gone_through: Mapping[str, str]
) -> None:
    page = mistakes_of(entered(desk, gone_through["white"]))
    page.locator("#moves [tabindex='0']").focus()
    shown = page.locator("#shown")
    for key, wanted in (
        ("f", "1. f3"),
        ("ArrowRight", "1 … e5"),
        ("f", "2. g4"),
        ("Shift+F", "1. f3"),
        ("End", "2 … Qh4#"),
        ("ArrowLeft", "2. g4"),
    ):
        page.keyboard.press(key)
        expect(shown).to_contain_text(wanted)
        expect(page.locator("#moves [aria-current]")).to_be_focused()
    page.locator("[data-square=e4]").focus()
    page.keyboard.press("PageDown")
    expect(shown).to_contain_text("2 … Qh4#")
    page.keyboard.press("a")
    expect(page.locator("#status")).to_contain_text(in_words("Qh4"))


@pytest.mark.firefox
@pytest.mark.usefixtures("_engine")
def test_a_click_on_a_move_a_mistake_or_the_chart_leads_there(
    desk: BrowserContext, gone_through: Mapping[str, str]
) -> None:
    page = mistakes_of(entered(desk, gone_through["white"]))
    shown = page.locator("#shown")
    page.locator("#moves [data-ply='4']").click()
    expect(shown).to_contain_text("Qh4#")
    page.locator("#mistakes button").first.click()
    expect(shown).to_contain_text("1. f3")
    chart = page.locator("#times-chart svg.course")
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": 0.6 * box["width"], "y": 20})
    expect(shown).to_contain_text("2. g4")


@pytest.mark.usefixtures("_engine")
def test_a_typed_line_asks_about_the_position_or_leads_on(
    desk: BrowserContext, over: Mapping[str, str]
) -> None:
    page = reviewed(entered(desk, over["white"]))
    types(page, "2...")
    expect(page.locator("#shown")).to_contain_text("Qh4#")
    types(page, f"{says('what-is-on')} h4")
    expect(page.locator("#reply")).to_have_text(stands("h4", "Q:black"))
    expect(page.locator("#status")).to_contain_text(stands("h4", "Q:black"))


@pytest.mark.usefixtures("_engine")
def test_a_move_of_ones_own_is_tried_on_the_board_and_taken_back(
    desk: BrowserContext, house: House
) -> None:
    page = reviewed(finished(desk, house)["white"])
    shown, e4 = page.locator("#shown"), page.locator("[data-square=e4]")
    types(page, "1...")
    expect(shown).to_contain_text("1 … e5")
    types(page, "e4")
    expect(shown).to_contain_text("2. e4")
    expect(page.locator("#status")).to_contain_text(re.compile(in_words("Pe4"), re.IGNORECASE))
    expect(e4).to_have_accessible_name(re.compile(in_words("P")))
    types(page, f"{says('what-is-on')} e4")
    expect(page.locator("#reply")).to_have_text(stands("e4", "P:white"))
    assert faults(page, "review with a move tried") == []
    types(page, "back")
    expect(shown).to_contain_text("1 … e5")
    expect(e4).not_to_have_accessible_name(re.compile(in_words("P")))


@pytest.mark.firefox
def test_moves_are_tried_on_the_board_by_clicks_by_drawing_and_by_keys(
    desk: BrowserContext, over: Mapping[str, str]
) -> None:
    page = reviewed(entered(desk, over["white"]))
    shown = page.locator("#shown")
    click_move(page, "e2e4")
    expect(shown).to_contain_text("1. e4")
    page.locator("[data-square=d7]").focus()
    for key in ("Enter", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(shown).to_contain_text("1 … d5")
    page.locator("[data-square=e4]").drag_to(page.locator("[data-square=d5]"))
    expect(shown).to_contain_text("2. exd5")
    expect(page.locator("#status")).to_contain_text("takes")
    types(page, "back")
    expect(shown).to_contain_text("1 … d5")


@pytest.mark.firefox
def test_a_pawn_that_is_tried_asks_what_it_becomes(desk: BrowserContext, house: House) -> None:
    pgn = '[SetUp "1"]\n[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n*'
    path = house.api.post("/import", data={"pgn": pgn}, headers={"origin": house.address}).json()
    page = opened(desk, f"{house.address}{path['path']}?lang=en")
    click_move(page, "a7a8")
    page.get_by_role("dialog").get_by_role("button", name="knight").click()

    expect(page.locator("#shown")).to_contain_text(re.compile("1. a8=?N"))


def imported(context: BrowserContext, house: House, pgn: str) -> Page:
    """The review of this game."""
    answer = house.api.post("/import", data={"pgn": pgn}, headers={"origin": house.address})
    page = opened(context, f"{house.address}{answer.json()['path']}?lang=en")
    expect(page.locator("#moves .step")).not_to_have_count(0)
    return page


def test_what_is_written_about_a_move_is_shown_and_said_with_it(
    desk: BrowserContext, house: House
) -> None:
    page = imported(desk, house, "{Friendly} 1. e4 {<b>Best</b> by test} e5 (1... c5) *")
    comment = page.locator("#comment")

    expect(page.get_by_text(REVIEW["variations"].format(count=1))).to_be_visible()
    expect(comment).to_have_text(REVIEW["comment"].format(text="Friendly"))
    page.locator("[data-step=next]").click()
    expect(comment).to_have_text(REVIEW["comment"].format(text="<b>Best</b> by test"))
    expect(page.locator("#status, #alert").filter(has_text="by test")).to_have_count(1)
    page.locator("[data-step=next]").click()
    expect(comment).to_be_hidden()


def test_a_late_reply_takes_nobody_back_and_wipes_out_nothing(
    desk: BrowserContext, house: House
) -> None:
    page = imported(desk, house, SCHOLARS_MATE)

    def late(route: Route) -> None:
        """Step on, and begin the next line, before the reply comes."""
        page.locator("#line-text").fill("Nf3")
        page.locator("[data-step=next]").click()
        route.continue_()

    page.route("**/answers?*", late, times=1)
    with page.expect_response("**/answers?*"):
        types(page, "4")
    expect(page.locator("#shown")).to_contain_text("1. e4")
    expect(page.locator("#line-text")).to_have_value("Nf3")

    page.locator("[data-asks]").last.click()
    expect(page.locator("#reply")).not_to_be_empty()
    expect(page.locator("#shown")).to_contain_text("1. e4")


@pytest.mark.firefox
def test_keys_on_the_moves_work_on_a_keyboard_of_another_script(
    desk: BrowserContext, over: Mapping[str, str]
) -> None:
    page = reviewed(entered(desk, over["white"]))
    moves = page.locator("#moves .step").last
    moves.focus()
    pressed = {"key": "ф", "code": "KeyF", "bubbles": True}
    moves.dispatch_event("keydown", pressed)
    expect(page.locator("#status")).to_contain_text(REVIEW["no-next-mistake"])

    moves.dispatch_event("keydown", {**pressed, "key": "х", "code": "KeyH"})
    expect(page.locator("#reply")).not_to_be_empty()


def test_moves_that_are_tried_without_a_pause_follow_each_other(
    desk: BrowserContext, house: House
) -> None:
    page = imported(desk, house, SCHOLARS_MATE)

    def meanwhile(route: Route) -> None:
        types(page, "d5")
        route.continue_()

    page.route("**/answers?*", meanwhile, times=1)
    types(page, "d4")

    expect(page.locator("#shown")).to_contain_text("1 … d5")


@pytest.mark.usefixtures("_engine")
def test_whoever_asks_for_mistakes_that_another_has_had_found_hears_how_many_there_are(
    desk: BrowserContext, house: House
) -> None:
    page = imported(desk, house, "1. f3 e5 2. g4 Qh4# 0-1")
    other = desk.new_page()
    other.goto(page.url)
    judged(other)
    page.locator("#evaluate").click()

    expect(page.locator("#status")).to_contain_text(REVIEW["judged"])
    expect(page.locator("#status")).to_contain_text(page.locator("#mistakes-summary").inner_text())


@pytest.mark.firefox
def test_while_the_engine_goes_on_the_focus_and_the_readers_place_stay(
    desk: BrowserContext, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_engine(monkeypatch)
    goes_on = threading.Event()

    def halfway(engines: EnginePool, position: Position) -> Evaluation:
        assert len(position.moves) > 1 or goes_on.wait(PATIENCE_MS / 1_000)
        return evaluated(engines, position)

    monkeypatch.setattr(EnginePool, "evaluate", halfway)
    page = imported(desk, house, "1. f3 e5 2. g4 Qh4# 0-1")
    page.locator("#evaluate").click()
    mistake = page.locator("#mistakes [data-to='3']")
    mistake.focus()
    page.evaluate("document.querySelector('#table tbody tr:nth-child(4)').place = 'here'")
    goes_on.set()

    expect(page.locator("#mistakes li")).to_have_count(2)
    expect(mistake).to_be_focused()
    place = "document.querySelector('#table tbody tr:nth-child(4)').place"
    assert page.evaluate(place) == "here"


@pytest.mark.firefox
def test_what_is_asked_in_a_review_has_a_word_a_button_and_a_key(
    desk: BrowserContext, over: Mapping[str, str]
) -> None:
    page = reviewed(entered(desk, over["white"]))
    reply = page.locator("#reply")
    buttons = page.locator("[data-asks]")
    for button in buttons.all():
        word, key = (button.get_attribute(name) or "" for name in ("data-asks", "data-key"))
        expect(button).to_have_accessible_name(re.compile(word, re.IGNORECASE))
        expect(page.locator("#ask-keys")).to_contain_text(f"{key} {button.inner_text()}")
        told = []
        for ask in (
            lambda word=word: types(page, word),
            lambda button=button: button.click(),
            lambda key=key: page.locator("#moves [tabindex='0']").press(key),
        ):
            page.evaluate("document.getElementById('reply').textContent = ''")
            ask()
            expect(reply).not_to_have_text("")
            told.append(reply.inner_text())

        assert len(set(told)) == 1
    assert buttons.count() >= 4


@pytest.mark.firefox
@pytest.mark.usefixtures("_engine")
def test_names_stand_free_and_buttons_hold_their_words(
    desk: BrowserContext, over: Mapping[str, str]
) -> None:
    page = reviewed(entered(desk, over["white"]))
    for width, height in (PHONE, PHONE_ON_ITS_SIDE, LAPTOP):
        page.set_viewport_size({"width": width, "height": height})

        assert page.evaluate(UNDER_THE_BOARD) == [], width
        assert page.evaluate(BROKEN_WORDS) == [], width


@pytest.mark.firefox
@pytest.mark.usefixtures("_engine")
def test_the_board_and_what_leads_on_are_seen_without_scrolling(
    desk: BrowserContext, gone_through: Mapping[str, str]
) -> None:
    page = mistakes_of(entered(desk, gone_through["white"]))
    for width, height in (PHONE, LAPTOP):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        page.locator("[data-mistake=next]").click()
        for seen in ("#board", "[data-step=next]", "[data-mistake=next]", "#shown", "#judged"):
            box = page.locator(seen).bounding_box()

            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height, (seen, width)


@pytest.mark.firefox
@pytest.mark.usefixtures("_engine")
def test_nothing_is_wrong_in_any_look(desk: BrowserContext, house: House) -> None:
    pages = finished(desk, house)

    assert faults(pages["white"], "Player: over, with a way to the review") == []

    page = reviewed(pages["white"])

    assert faults(page, "Review: before the engine") == []

    judged(page).locator("[data-mistake=next]").click()

    assert faults_in_every_look(page, "Review: a mistake") == []


def test_without_an_engine_the_page_says_so_and_works(
    desk: BrowserContext, over: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EnginePool, "are_there", lambda _: False)
    page = reviewed(entered(desk, over["white"]))
    expect(page.get_by_text(REVIEW["no-engine"])).to_be_visible()
    page.get_by_role("button", name=TEXT["step:next"], exact=True).click()
    expect(page.locator("#shown")).to_contain_text("1. f3")
    expect(page.locator("#times-chart svg.course")).to_be_visible()

    assert faults(page, "Review: no engine") == []


@pytest.mark.firefox
@pytest.mark.usefixtures("_engine")
def test_a_review_is_heard_on_the_earphone_of_its_seat(
    own_desk: BrowserContext, over: Mapping[str, str]
) -> None:
    own_desk.add_init_script(KEEPS_EARPHONE)
    page = entered(own_desk, over["white"])
    page.evaluate(CHOSEN)
    reviewed(page)

    page.wait_for_function("() => window.heardOn === 'right'")


@pytest.mark.usefixtures("_engine")
def test_the_arbiter_the_spectator_and_the_organiser_get_there_too(
    desk: BrowserContext, house: House, over: Mapping[str, str]
) -> None:
    for role in ("arbiter", "spectator"):
        reviewed(entered(desk, over[role]))
    organiser = entered(desk, f"{house.address}/enter#{house.token}")
    organiser.locator("#games a").first.click()
    expect(organiser.locator("#moves .step")).to_have_count(len(MOVES))

    assert faults(organiser, "Review: organiser") == []


@pytest.mark.usefixtures("_engine")
def test_every_language_has_the_page(desk: BrowserContext, gone_through: Mapping[str, str]) -> None:
    page = mistakes_of(entered(desk, gone_through["spectator"]))
    address = page.url.partition("?")[0]
    for language in known_languages():
        page.goto(f"{address}?lang={language}")
        expect(page.locator("#mistakes li")).to_have_count(2)

        assert "{" not in page.locator("main").inner_text()
        assert faults(page, f"Review, {language}") == []


@pytest.mark.usefixtures("_engine")
def test_a_file_from_elsewhere_is_reviewed_as_far_as_it_can_be_read(
    desk: BrowserContext, house: House
) -> None:
    page = desk.new_page()
    page.goto(f"{house.address}/?lang=en")
    page.get_by_role("link", name=TEXT["way:import"]).click()
    page.locator("#pgn").fill("}")
    page.get_by_role("button", name=TEXT["review-game"]).click()
    expect(page.locator("#import-problem")).to_contain_text(TEXT["problem:bad-record"])
    damaged = SCHOLARS_MATE.replace("Qxf7#", "Qxf9")
    page.locator("#file").set_input_files(
        {"name": "game.pgn", "mimeType": "text/plain", "buffer": damaged.encode()}
    )
    expect(page.locator("#pgn")).to_have_value(re.compile("Qxf9"))

    told = faults_in_every_look(page, "Import: no game")
    assert [fault for fault in told if "422" not in fault] == []

    page.get_by_role("button", name=TEXT["review-game"]).click()
    expect(page.locator("#left-out")).to_contain_text("Line 7, Qxf9")
    expect(page.locator("#partly-title")).to_be_focused()
    page.get_by_role("link", name=TEXT["review-game"]).click()
    expect(page.locator("#moves .step")).to_have_count(6)

    assert [fault for fault in faults(page, "Review: from a file") if "422" not in fault] == []


@pytest.mark.firefox
def test_of_a_collection_only_what_can_be_read_is_put_into_the_field(
    context: BrowserContext, house: House, tmp_path: Path
) -> None:
    """In a field, three megabytes froze the page for ten seconds."""
    collection = tmp_path / "collection.pgn"
    collection.write_text(SCHOLARS_MATE * 20_000, "utf-8")
    page = context.new_page()
    page.goto(f"{house.address}/import?lang=en")
    expect(page.get_by_role("button", name=TEXT["review-game"])).to_be_enabled()
    page.locator("#file").set_input_files(collection)

    expect(page.locator("#pgn")).not_to_have_value("")
    assert len(page.locator("#pgn").input_value()) <= MOST_LETTERS
    page.get_by_role("button", name=TEXT["review-game"]).click()
    expect(page.locator("#partly-title")).to_have_text(TEXT["import-several"])


@pytest.mark.usefixtures("_engine")
def test_of_several_games_in_a_file_the_first_is_reviewed_and_that_is_told(
    desk: BrowserContext, house: House
) -> None:
    page = desk.new_page()
    page.goto(f"{house.address}/import?lang=en")
    page.locator("#pgn").fill(f"{SCHOLARS_MATE}\n\n1. d4 d5 *\n")

    page.get_by_role("button", name=TEXT["review-game"]).click()
    expect(page.locator("#partly-title")).to_have_text(TEXT["import-several"])
    expect(page.locator("#partly-title")).to_be_focused()
    expect(page.locator("#status")).to_be_empty()
    expect(page.locator("#left-out")).to_be_hidden()
    assert faults_in_every_look(page, "Import: several games") == []

    page.get_by_role("link", name=TEXT["review-game"]).click()
    expect(page.locator("#moves .step")).to_have_count(7)


def test_a_file_that_cannot_be_read_leads_to_no_game_of_the_one_before(
    context: BrowserContext, house: House
) -> None:
    page = context.new_page()
    page.goto(f"{house.address}/import?lang=en")
    way = page.get_by_role("link", name=TEXT["review-game"])
    button = page.get_by_role("button", name=TEXT["review-game"])
    page.locator("#pgn").fill("1. e4 e5 2. Ke3")
    button.click()
    expect(way).to_be_visible()
    expect(page.locator("#status")).to_contain_text("Ke3")

    page.locator("#pgn").fill("no game at all")
    button.click()
    expect(page.locator("#import-problem")).to_be_visible()
    expect(way).to_be_hidden()


def test_of_long_comments_the_clocks_are_read_and_no_line_is_lost(
    desk: BrowserContext, house: House
) -> None:
    """They are more than the server takes at once, and were told as damage."""
    page = desk.new_page()
    page.goto(f"{house.address}/import?lang=en")
    comment = "{ as deep as the sea\n" + "and as wide, " * 1_300 + "[%clk 0:04:30] }"
    moves = " ".join(f"{number}. Nf3 {comment} Nf6 {number + 1}. Ng1 Ng8" for number in (1, 3, 5))
    page.locator("#pgn").fill(f'[White "Ida {{the first}}"]\n[Black "Uwe"]\n\n{moves} Qh9 *\n')

    page.get_by_role("button", name=TEXT["review-game"]).click()
    expect(page.locator("#left-out")).to_contain_text("Line 7, Qh9")
    expect(page.locator("#partly-title")).to_contain_text(TEXT["import-comments"])
    page.get_by_role("link", name=TEXT["review-game"]).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(
        REVIEW["players"].format(white="Ida {the first}", black="Uwe")
    )

    path = page.url.partition("?")[0]
    told = house.api.get(f"{path}/game").json()["moves"]
    assert [move["left_ms"] for move in told if move["san"] == "Nf3"] == [270_000] * 3
    assert len(told) == 12


COMMENT = "The novelty of this game. "
COMMENTED = f"1. e4 e5 {{{COMMENT}}} 2. Nf3 Qh9 *"
LONG_FILES = {
    "games": f'[Event "One"]\n\n{COMMENTED}\n\n' + '[Event "Two"]\n\n1. d4 *\n\n' * 3_000,
    "variations": COMMENTED.replace(
        "2. Nf3", f"(1... c5 {{{'Sharp. ' * 9_000}}} (1... e6)) 2. Nf3"
    ),
}
"""Files too long for the server, by what makes them long."""


@pytest.mark.parametrize("what", LONG_FILES)
def test_a_game_keeps_its_comments_if_what_is_not_read_makes_its_file_long(
    desk: BrowserContext, house: House, what: str
) -> None:
    page = desk.new_page()
    page.goto(f"{house.address}/import?lang=en")
    expect(page.get_by_role("button", name=TEXT["review-game"])).to_be_enabled()
    page.locator("#file").set_input_files(
        {"name": "game.pgn", "mimeType": "text/plain", "buffer": LONG_FILES[what].encode()}
    )
    expect(page.locator("#pgn")).to_have_value(re.compile("Qh9"))

    page.get_by_role("button", name=TEXT["review-game"]).click()
    expect(page.locator("#left-out")).to_contain_text("Qh9")
    expect(page.locator("#partly-title")).not_to_contain_text(TEXT["import-comments"])
    page.get_by_role("link", name=TEXT["review-game"]).click()
    expect(page.locator("#moves .step")).to_have_count(3)

    game = house.api.get(f"{page.url.partition('?')[0]}/game").json()
    assert COMMENT.strip() in game["moves"][1]["comment"]


NAMES = (
    *(("Müller, Jörg", encoding) for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252")),
    ("Dvořák, Jiří", "cp1250"),
    ("Stępień, Łukasz", "iso8859_2"),
    ("Петровић, Ђорђе", "cp1251"),
    ("Lefèvre, Hélène", "cp1252"),
)


@pytest.mark.firefox
def test_the_names_in_a_file_are_read_in_whatever_encoding_it_was_written(
    desk: BrowserContext, house: House
) -> None:
    page = desk.new_page()
    page.goto(f"{house.address}/import?lang=en")
    for name, encoding in NAMES:
        page.locator("#pgn").fill("")
        content = f'[White "{name}"]\n\n1. e4 *\n'.encode(encoding)
        page.locator("#file").set_input_files(
            {"name": "game.pgn", "mimeType": "application/x-chess-pgn", "buffer": content}
        )

        expect(page.locator("#pgn"), encoding).to_have_value(re.compile(f'"{name}"'))


def test_a_game_from_a_file_goes_on_against_a_friend_from_any_move(
    desk: BrowserContext, house: House
) -> None:
    page = desk.new_page()
    page.goto(f"{house.address}/import?lang=en")
    page.locator("#pgn").fill(SCHOLARS_MATE)
    page.get_by_role("button", name=TEXT["review-game"]).click()
    expect(page.locator("#moves .step")).to_have_count(7)
    page.locator("#moves [data-ply='7']").click()
    expect(page.locator("#go-on")).to_be_hidden()
    page.locator("#moves [data-ply='2']").click()
    expect(page.locator("#go-on-from")).to_contain_text("1 … e5")
    page.locator("#go-on").get_by_role("link", name=TEXT["way:friend"]).click()

    expect(page.locator("#goes-on")).to_contain_text(goes_on_after("Pe7"))
    assert faults(page, "Friend: a game that goes on") == []
    page.get_by_label(TEXT["colour:white"], exact=True).check()
    page.get_by_role("button", name=TEXT["begin"]).click()
    page.locator("#take-seat").click()
    expect(page.locator("#moves .move")).to_have_count(2)
    expect(page.locator("#moves .move").first).to_contain_text("e4")


def goes_on_after(begins_with: str) -> str:
    """What is told of a game that goes on after Black's first move."""
    told = text("goes-on", number=1, side=TEXT["side:black"], move="…").partition("…")[0]
    piece, square = in_words(begins_with).split(" ", 1)
    return f"{told}{piece.capitalize()} {square}"


@pytest.mark.usefixtures("_engine")
def test_a_game_goes_on_with_the_best_move_that_was_told(
    desk: BrowserContext, gone_through: Mapping[str, str]
) -> None:
    page = mistakes_of(entered(desk, gone_through["white"]))
    page.locator("#moves [data-ply='1']").click()
    expect(page.locator("#go-on-from")).to_contain_text("1. f3")
    wish = page.get_by_label(text("go-on-best", move="d5"))
    assert "best=" not in (page.locator("#go-on a").first.get_attribute("href") or "")
    wish.check()
    assert faults(page, "Review: the best move may begin a game") == []
    page.locator("#go-on").get_by_role("link", name=TEXT["way:friend"]).click()

    expect(page.locator("#goes-on")).to_contain_text(goes_on_after("Pd7"))
