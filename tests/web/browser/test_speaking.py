"""What a page says: once, the same thing again too, in the right tongue, never unasked."""

import json
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.english import MINUTES, NUMBERS, REVIEW, TEXT, english, in_words, opening, says, text
from tests.german import PAGE
from tests.web.browser.cable import cabled
from tests.web.browser.house import ANNA, VIKTOR, House, opened, person, types
from tests.web.browser.test_review import finished, reviewed

pytestmark = pytest.mark.slow

WATCH = """
window.heard = [];
for (const id of ["status", "alert"]) {
  const region = document.getElementById(id);
  new MutationObserver(() => {
    if (region.textContent !== "") window.heard.push([id, region.textContent]);
    document.body.dataset.heard = window.heard.length;
  }).observe(region, { childList: true });
}
"""
BEGUN, ALL = "the game has begun", "that was all"
WATCH_SPEECH = """
for (const name of ["start", "stop"]) {
  const real = AudioBufferSourceNode.prototype[name];
  AudioBufferSourceNode.prototype[name] = function (...args) {
    if (this.buffer.duration > 3) document.body.dataset.speech = name;
    return real.apply(this, args);
  };
}
null;  // what a script ends with is called where it can be
"""
COUNT_SPEECH = """
const real = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...args) {
  document.body.dataset.spoken = Number(document.body.dataset.spoken ?? 0) + 1;
  return real.apply(this, args);
};
null;
"""
COME_TO_FRONT = """
document.dispatchEvent(new Event("visibilitychange"));
dispatchEvent(new Event("focus"));
"""
OF_ITS_OWN = "import(new URL('./{}.js', document.querySelector('script[type=module]').src))"
TELL_MARK = f"(mark) => {OF_ITS_OWN.format('live')}.then(({{ announce }}) => announce(mark))"
TAKE_LOUDSPEAKER = f"{OF_ITS_OWN.format('audio')}.then(({{ output }}) => output.context.suspend())"
PLAY_BEHIND = f"{OF_ITS_OWN.format('audio')}.then(({{ play }}) => play('/sounds/listening.wav'))"


def settle(page: Page, mark: str) -> None:
    """Wait until the regions have held all that was to be said: the mark comes behind it."""
    page.evaluate(TELL_MARK, mark)
    expect(page.locator("#status")).to_contain_text(mark)


def heard(page: Page) -> list[tuple[str, str]]:
    """Regions and what they held, to the end."""
    settle(page, ALL)
    found: list[tuple[str, str]] = page.evaluate("window.heard")
    told = [(region, text.replace(f"{ALL} ", "")) for region, text in found]
    return [(region, text) for region, text in told if text.strip()]


def arrived(context: BrowserContext, link: str) -> Page:
    """A seat's page that has told whose seat it is; its game begins only when the other comes."""
    page = opened(context, link)
    expect(page.locator("#status")).to_contain_text(opening("own-seat"))
    return page


def watch(page: Page) -> None:
    """Watch the regions once the game's beginning is told."""
    page.locator("#said li").first.wait_for(state="attached")
    settle(page, BEGUN)
    page.evaluate(WATCH)


def sat(browser: Browser, house: House, *, is_blind: bool = False) -> tuple[Page, Page]:
    """White and Black, with the game begun and White's regions watched."""
    links = house.arrange(white={"interface": "en", "language": "en", "is_blind": is_blind})
    context = person(browser)
    page, other = arrived(context, links["white"]), opened(context, links["black"])
    expect(page.locator("#turn")).to_contain_text(text("to-move", side=TEXT["side:white"]))
    watch(page)
    return page, other


def test_what_was_missed_is_told_before_what_happens_now(browser: Browser, house: House) -> None:
    """After a restart of the server, the clocks were said to be stopped when they already ran."""
    links = house.arrange(white=VIKTOR, black=ANNA)
    context = person(browser)
    held: list[dict[str, object]] = []

    def miss_the_move(line: WebSocketRoute) -> None:
        def hand_on(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "happened" and (held or told["name"] == "move-announced"):
                is_now = told["name"] == "draw-offered"
                held.append({**told, "is_past": not is_now})
                if not is_now:
                    return
                for each in held:
                    line.send(json.dumps(each))
            else:
                line.send(message)

        line.connect_to_server().on_message(hand_on)

    context.route_web_socket("**/socket", miss_the_move)
    page = arrived(context, links["black"])
    other = opened(person(browser), links["white"])
    watch(page)
    types(other, "e4")
    types(other, says("offer-draw"))
    offered = english("DrawOffered", side=TEXT["side:white"])
    expect(page.locator("#said li")).to_contain_text([offered])

    words = " ".join(words for _, words in heard(page))
    assert 0 <= words.find(in_words("e4")) < words.find(offered)


def test_the_last_move_that_was_missed_is_told_before_what_was_missed_after_it(
    browser: Browser, house: House
) -> None:
    """The reply to a draw offer depends on the position, which nobody knows without the move."""
    side = TEXT["side:white"]
    asked = english("TakebackProposed", side=side, number=NUMBERS[1])
    links = house.arrange(white=VIKTOR, black=ANNA, customs={"takebacks": True})
    with cabled(house.address) as cable:
        link = links["black"].replace(house.address, cable.address)
        page, other = arrived(person(browser), link), opened(person(browser), links["white"])
        watch(page)
        cable.pull()
        types(other, "e4")
        types(other, says("offer-draw"))
        types(other, says("propose-takeback"))
        expect(other.locator("#said li")).to_contain_text([asked])
        cable.plug()
        expect(page.locator("#said li")).to_contain_text([asked])

        words = " ".join(words for _, words in heard(page))

    assert 0 <= words.find(in_words("e4")) < words.find(asked)
    assert english("DrawOffered", side=side) not in words


def test_the_clock_is_seen_and_not_heard_until_it_is_asked_for(
    browser: Browser, house: House
) -> None:
    page, _ = sat(browser, house)
    digits = page.locator("#clock-white .digits")
    before = digits.text_content() or ""
    expect(digits).not_to_have_text(before)

    assert heard(page) == []

    page.get_by_role("button", name=TEXT["do:clock"], exact=True).click()
    expect(page.locator("#status")).to_contain_text(MINUTES)


def test_the_same_answer_is_spoken_again(browser: Browser, house: House) -> None:
    page, _ = sat(browser, house)
    for times in ("1", "2"):
        page.get_by_role("button", name=TEXT["do:whose-turn"], exact=True).click()
        expect(page.locator("body")).to_have_attribute("data-heard", times)
    said_in = page.locator("#status span").last.get_attribute("lang")

    texts = [text for _, text in heard(page)]

    assert len(texts) == 2
    assert len(set(texts)) == 2
    assert len({text.strip() for text in texts}) == 1
    assert said_in == "en"


def test_a_refusal_goes_to_the_alert_and_a_move_to_the_status(
    browser: Browser, house: House
) -> None:
    page, other = sat(browser, house)
    page.locator("#line-text").fill("e5")
    page.keyboard.press("Enter")
    expect(page.locator("#alert")).not_to_be_empty()
    page.locator("#line-text").fill("e4")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text(in_words("e4"))
    other.locator("#line-text").fill("e5")
    other.keyboard.press("Enter")

    expect(page.locator("#status")).to_contain_text(in_words("e5"))


def test_whoever_asks_for_silence_is_not_spoken_to(browser: Browser, house: House) -> None:
    page, _ = sat(browser, house)
    page.locator("#settings").evaluate("form => form.closest('details').open = true")
    page.get_by_label(TEXT["output-silent"]).check()
    page.get_by_role("button", name=TEXT["do:clock"], exact=True).click()
    expect(page.locator("#reply")).to_contain_text(MINUTES)

    assert heard(page) == []


def test_a_voice_that_fails_is_replaced_by_the_screen_reader(
    browser: Browser, house: House
) -> None:
    page, _ = sat(browser, house, is_blind=True)
    page.route("**/speech/*.wav", lambda route: route.abort())
    page.get_by_role("button", name=TEXT["do:clock"], exact=True).click()

    expect(page.locator("#status")).to_contain_text(MINUTES)


def test_what_is_spoken_while_the_loudspeaker_goes_is_given_to_the_screen_reader(
    browser: Browser, house: House
) -> None:
    page, _ = sat(browser, house, is_blind=True)
    body = page.locator("body")
    page.evaluate(WATCH_SPEECH)
    page.get_by_role("button", name=TEXT["do:position"], exact=True).click()
    expect(body).to_have_attribute("data-speech", "start")
    page.evaluate(TAKE_LOUDSPEAKER)

    expect(page.locator("#status")).to_contain_text(says("white"))


def test_a_sentence_of_which_no_sound_comes_keeps_no_other_waiting(
    browser: Browser, house: House
) -> None:
    page, _ = sat(browser, house, is_blind=True)
    page.route("**/speech/*.wav", lambda _: None)
    page.get_by_role("button", name=TEXT["do:clock"], exact=True).click()

    expect(page.locator("#status")).to_contain_text(MINUTES)


def test_the_servers_voice_is_not_doubled_by_the_screen_reader(
    browser: Browser, house: House
) -> None:
    page, _ = sat(browser, house, is_blind=True)
    with page.expect_response("**/speech/*.wav") as fetched:
        page.get_by_role("button", name=TEXT["do:clock"], exact=True).click()
    assert fetched.value.ok
    expect(page.locator("#reply")).to_contain_text(MINUTES)
    assert page.evaluate(PLAY_BEHIND), "what waits behind the voice was not played"

    assert heard(page) == []


def test_of_two_pages_of_one_seat_only_the_one_last_in_front_is_heard(
    browser: Browser, house: House
) -> None:
    first, _ = sat(browser, house, is_blind=True)
    context = first.context
    second = context.new_page()
    second.goto(first.url)
    expect(second.locator("#turn")).not_to_be_empty()
    pages = (first, second)
    for page in pages:
        assert page.evaluate(PLAY_BEHIND), "what was said before could not be heard"
        page.evaluate(COUNT_SPEECH)

    types(second, says("clock"))
    expect(second.locator("body")).to_have_attribute("data-spoken", "1")
    expect(first.locator("#reply")).not_to_be_empty()
    assert first.locator("body").get_attribute("data-spoken") is None

    first.evaluate(COME_TO_FRONT)
    types(first, says("clock"))
    expect(first.locator("body")).to_have_attribute("data-spoken", "1")
    assert second.locator("body").get_attribute("data-spoken") == "1"

    first.close()
    types(second, says("clock"))
    expect(second.locator("body")).to_have_attribute("data-spoken", "2")


def test_speech_is_cut_when_stop_is_typed(browser: Browser, house: House) -> None:
    page, _ = sat(browser, house, is_blind=True)
    body = page.locator("body")
    page.evaluate(WATCH_SPEECH)
    page.get_by_role("button", name=TEXT["do:position"], exact=True).click()
    expect(body).to_have_attribute("data-speech", "start")
    types(page, "stop")

    expect(body).to_have_attribute("data-speech", "stop")


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
    page, other = arrived(context, links["white"]), opened(context, links["black"])
    expect(page.locator("#turn")).to_contain_text(text("to-move", side=TEXT["side:white"]))
    watch(page)
    page.evaluate("window.sockets.at(-1).close()")
    expect(page.locator("#connection")).to_contain_text(TEXT["connection:lost"])
    page.locator("#line-text").fill("e4")
    page.keyboard.press("Enter")

    expect(page.locator("#connection")).to_have_text(TEXT["connection:open"])
    expect(other.locator("#moves")).to_contain_text("e4")
    expect(page.locator("#said li").filter(has_text=in_words("e4"))).to_have_count(1)
    told = [text for _, text in heard(page)]
    assert sum(TEXT["connection:lost"] in text for text in told) == 1
    assert sum(TEXT["connection:back"] in text for text in told) == 1
    expect(page.locator("#said li").filter(has_text=in_words("e4"))).to_have_count(1)


def test_what_is_typed_without_a_connection_is_chosen_and_not_sent_twice(
    browser: Browser, house: House
) -> None:
    """They type on: neither do two lines become one, nor does Enter again make a move again."""
    links = house.arrange(white={"interface": "en", "language": "en"})
    with cabled(house.address) as cable:
        page = opened(person(browser), links["white"].replace(house.address, cable.address))
        other = opened(person(browser), links["black"])
        expect(page.locator("#turn")).to_contain_text(text("to-move", side=TEXT["side:white"]))
        cable.pull()
        expect(page.locator("#connection")).to_contain_text(TEXT["connection:lost"])
        page.locator("#line-text").focus()
        page.keyboard.type("e4")
        for _ in range(2):
            page.keyboard.press("Enter")
            expect(page.locator("#alert")).to_contain_text(TEXT["connection:waiting"])
        page.keyboard.type(says("whose-turn"))
        page.keyboard.press("Enter")
        cable.plug()

        expect(other.locator("#moves")).to_contain_text("e4")
        expect(page.locator("#line-text")).to_have_value("")
        expect(page.locator("#reply")).to_contain_text(TEXT["side:black"])
        expect(page.locator("#said")).not_to_contain_text(english("NotYourMove"))


def test_who_wants_it_hears_the_servers_voice_in_the_review_and_nothing_twice(
    own_desk: BrowserContext, house: House
) -> None:
    page = reviewed(finished(own_desk, house)["white"])
    page.get_by_label(REVIEW["read-aloud"]).check()
    with page.expect_response(re.compile(r"/spoken\?ply=4")) as answer:
        page.locator("#moves [data-ply='4']").click()
    assert answer.value.ok
    with page.expect_response(re.compile(r"/spoken\?ply=4&line=what")):
        types(page, f"{says('what-is-on')} h4")
    expect(page.locator("#reply")).to_contain_text(in_words("Q"))
    assert in_words("Q") not in page.locator("#status").inner_text()


def test_who_arrives_is_told_their_seat_whose_turn_and_where_to_type(
    browser: Browser, house: House
) -> None:
    """Once, when they have done nothing yet; a line that comes back tells it no more."""
    links = house.arrange(white=VIKTOR, black={**ANNA, "interface": "de"})
    white = opened(person(browser), links["white"])
    viktor, anna = (
        text("side-named", name=name, side=TEXT[f"side:{side}"])
        for name, side in (("Viktor", "white"), ("Anna", "black"))
    )

    expect(white.locator("#status")).to_contain_text(
        f"{text('own-seat', own=viktor)} {text('arrived', other=anna, turn=TEXT['phase:arranged'])}"
    )
    assert white.evaluate("document.activeElement === document.body")
    white.keyboard.press("Tab")
    expect(white.locator("#line-text")).to_be_focused()

    black = opened(person(browser), links["black"])
    expect(white.locator("#turn")).to_contain_text(opening("to-move", side=""))
    watch(white)
    white.context.set_offline(True)
    expect(white.locator("#connection")).to_have_attribute("data-state", "lost")
    white.context.set_offline(False)
    expect(white.locator("#connection")).to_have_attribute("data-state", "open")

    assert opening("own-seat") not in " ".join(text for _, text in heard(white))

    black.reload()
    own, mover = (
        PAGE["side-named"].format(name=name, side=PAGE[f"side:{side}"])
        for name, side in (("Anna", "black"), ("Viktor", "white"))
    )
    expect(black.locator("#status")).to_contain_text(PAGE["own-seat"].format(own=own))
    expect(black.locator("#status")).to_contain_text(PAGE["to-move"].format(side=mover))
