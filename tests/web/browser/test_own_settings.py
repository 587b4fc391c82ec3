"""What a page owes each person: marks to feel, words marked by language, the assistants' duties."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests import german
from tests.english import NUMBERS, TEXT, english, in_words, says
from tests.web.browser.axe import faults
from tests.web.browser.house import ENGLISH, House, entered, person, unfold
from voice_chess.languages.language import known_languages, load_language

pytestmark = pytest.mark.slow

NATO = load_language("en").files["nato"]
FEELS = """
window.felt = [];
navigator.vibrate = (pattern) => { window.felt.push(pattern); return true; };
"""
# The page's own clocks with its own settings, at times that no server has a say in.
FELT_PAST = """
async (minutes) => {
  const { Clocks } = await import("/static/clocks.js");
  const { Settings } = await import("/static/settings.js");
  window.felt = [];
  const clocks = new Clocks({ nowMs: 0 }, "white", new Settings("white", false));
  for (const left of minutes.flatMap((each) => [each * 60_000 + 1_000, each * 60_000 - 1_000])) {
    clocks.show({ white: {}, black: {}, clock: { white_ms: left, black_ms: 0, runs: null } });
  }
  return window.felt;
}
"""
KEEPS_STATUS = """
window.told = [];
new MutationObserver(() => window.told.push(document.querySelector("#status").textContent))
  .observe(document.querySelector("#status"), { childList: true, subtree: true });
"""
TYPES_TOO_MUCH = """
document.querySelector("#line-text").value = "e4 ".repeat(1_000);
document.querySelector("#line").requestSubmit();
"""
LIGHTS = """
window.lit = 0;
navigator.wakeLock.request = async () => {
  const lock = new EventTarget();
  window.lit += 1;
  lock.release = async () => {
    window.lit -= 1;
    lock.dispatchEvent(new Event("release"));
  };
  return lock;
};
"""
TWO_EARPHONES = """
window.devices = ["left", "right"];
window.heardOn = [];
navigator.mediaDevices.enumerateDevices = async () => window.devices
  .map((name) => ({ kind: "audiooutput", deviceId: name, label: `${name} ear` }));
AudioContext.prototype.setSinkId = async function (device) {
  const isThere = device === "" || window.devices.includes(device);
  if (!isThere) throw new DOMException("", "NotFoundError");
  window.heardOn.push(device);
};
"""
COUNTS_PLAYED = """
window.played = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  window.played += 1;
  start.apply(this, when);
};
"""
PUT_BACK = """
window.devices = ["left", "right"];
navigator.mediaDevices.dispatchEvent(new Event("devicechange"));
"""
PULLED_OUT = """
window.devices = ["left"];
navigator.mediaDevices.dispatchEvent(new Event("devicechange"));
"""
COUNTS_CUT = """
window.sentences = 0;
window.cut = 0;
for (const [name, count] of [["start", "sentences"], ["stop", "cut"]]) {
  const before = AudioBufferSourceNode.prototype[name];
  AudioBufferSourceNode.prototype[name] = function (...when) {
    // Signals are shorter.
    if (this.buffer.duration > 1) window[count] += 1;
    before.apply(this, when);
  };
}
"""
ANOTHER_PLUGGED_IN = """
window.devices = ["left", "right", "third"];
navigator.mediaDevices.dispatchEvent(new Event("devicechange"));
"""
OPENED_WHILE_DEVICES_CHANGE = """
async (part) => {
  window.devices = [];
  new MutationObserver(() => getComputedStyle(part.querySelector("form")).display)
    .observe(part.querySelector("#set-earphone"), { childList: true });
  part.open = true;
  part.dispatchEvent(new Event("toggle"));
  await new Promise((resolve) => setTimeout(resolve, 300));
}
"""
ONE, TWO = [250], [250, 150, 250]
PAUSE = 500


def test_the_own_clock_is_felt_as_on_the_tactile_dial(browser: Browser, house: House) -> None:
    """Two pulses at each quarter of an hour, one at every other five minutes; only if wanted."""
    context = person(browser)
    context.add_init_script(FEELS)
    white = _seated(house, browser, white_in=context, time="40+0")[0]
    minutes = range(35, 5, -5)

    assert white.evaluate(FELT_PAST, [*minutes]) == []

    white.get_by_role("checkbox", name=TEXT["settings-vibrates"]).check()

    assert white.evaluate(FELT_PAST, [*minutes]) == [ONE, TWO, ONE, ONE, TWO, ONE]


@pytest.mark.parametrize(
    ("minutes", "felt"), [([10, 10.4, 10], 1), ([10, 11.5, 10], 2), ([10, 10.4, 5], 2)]
)
def test_a_mark_is_felt_once_though_increments_lift_the_time_above_it(
    browser: Browser, house: House, minutes: list[float], felt: int
) -> None:
    context = person(browser)
    context.add_init_script(FEELS)
    white = _seated(house, browser, white_in=context)[0]
    assert white.evaluate(FELT_PAST, minutes) == []

    white.get_by_role("checkbox", name=TEXT["settings-vibrates"]).check()

    assert white.evaluate(FELT_PAST, minutes) == [ONE] * felt


def test_the_own_time_is_felt_on_request(browser: Browser, house: House) -> None:
    """A quarter of an hour and two times five minutes, one after the other."""
    context = person(browser)
    context.add_init_script(FEELS)
    context.clock.install()
    white = _seated(house, browser, white_in=context, time="26+0")[0]
    white.get_by_role("button", name=TEXT["do:feel"]).click()

    assert white.evaluate("window.felt") == [[*TWO, PAUSE, *ONE, PAUSE, *ONE]]


def test_an_emptied_rate_is_told_at_its_field(browser: Browser, house: House) -> None:
    white = _seated(house, browser)[0]
    rate = white.locator("#set-rate")
    rate.fill("")
    rate.press("Tab")

    expect(rate).to_be_focused()
    assert rate.evaluate("field => field.validity.valueMissing")


def test_the_opponents_moves_are_dictated_to_the_hands(browser: Browser, house: House) -> None:
    """Chosen in the settings, which keep it; the next step comes after a word."""
    links = house.arrange(white=ENGLISH, black=ENGLISH)
    white, black = (
        entered(person(browser), links["white"]),
        entered(person(browser), links["black"]),
    )
    expect(white.locator("#clock-white")).to_have_class("clock running")
    unfold(black)
    black.get_by_label(TEXT["settings-dictation"]).select_option("paced")
    _types(white, "e4")
    expect(black.locator("body")).to_contain_text(
        english("step:Lift", piece=in_words("P"), square=in_words("e2"))
    )
    _types(black, "continue")
    expect(black.locator("body")).to_contain_text(
        english("step:Insert", piece=in_words("P"), square=in_words("e4"))
    )
    black.reload()

    expect(black.get_by_label(TEXT["settings-dictation"])).to_have_value("paced")


def test_the_opponents_moves_are_felt_as_morse(browser: Browser, house: House) -> None:
    """e2e4: one dot; two dots, three dashes; one dot; four dots, a dash. A unit is 100 ms."""
    context = person(browser)
    context.add_init_script(FEELS)
    links = house.arrange(white=ENGLISH, black=ENGLISH)
    white, black = entered(person(browser), links["white"]), entered(context, links["black"])
    expect(white.locator("#clock-white")).to_have_class("clock running")
    unfold(black)
    black.get_by_role("checkbox", name=TEXT["settings-morse"]).check()
    _types(white, "e4")
    expect(black.locator("#moves .move")).to_have_count(1)
    e, two, four = [100], [100, 100, 100, 100, 300, 100, 300, 100, 300], [100, 100] * 4 + [300]

    assert black.evaluate("window.felt") == [[*e, 300, *two, 300, *e, 300, *four]]

    _types(black, "e5")
    expect(white.locator("#moves .move")).to_have_count(2)

    assert len(black.evaluate("window.felt")) == 1


def test_own_typed_moves_are_not_read_back_to_who_wants_no_words_of_them(
    browser: Browser, house: House
) -> None:
    white, black = _seated(house, browser, black=ENGLISH)
    white.get_by_role("checkbox", name=TEXT["settings-own-moves"]).uncheck()
    white.evaluate(KEEPS_STATUS)
    _types(white, "e4")
    expect(black.locator("#moves .move")).to_have_count(1)
    _types(black, "e5")
    expect(white.locator("#status")).to_contain_text(NUMBERS[5])

    assert NUMBERS[4] not in " ".join(white.evaluate("window.told"))
    expect(white.locator("#said")).to_contain_text(NUMBERS[4])


def test_a_line_that_failed_silences_no_later_move_made_elsewhere(
    browser: Browser, house: House
) -> None:
    """Only moves typed here go without words, not those that an assistant or a voice makes."""
    white, _ = _seated(house, browser, black=ENGLISH)
    white.get_by_role("checkbox", name=TEXT["settings-own-moves"]).uncheck()
    white.evaluate(TYPES_TOO_MUCH)
    expect(white.locator("#reply")).to_have_text(TEXT["problem:malformed"])
    elsewhere = white.context.new_page()
    elsewhere.goto(white.url)
    expect(elsewhere.locator("#connection")).to_have_text(TEXT["connection:open"])
    white.evaluate(KEEPS_STATUS)
    _types(elsewhere, "e4")

    expect(white.locator("#status")).to_contain_text(NUMBERS[4])


def test_a_screen_reader_is_given_moves_in_a_style_of_its_own(
    browser: Browser, house: House
) -> None:
    white, black = _seated(house, browser, black=ENGLISH)
    white.get_by_label(TEXT["settings-reader-moves"]).select_option("san")
    white.evaluate(KEEPS_STATUS)
    _types(white, "Nf3")
    _types(black, "Nc6")
    expect(white.locator("#status")).to_contain_text("Nc6")
    expect(white.locator("#moves .unseen")).to_have_text(["Nf3", "Nc6"])

    assert in_words("c") not in " ".join(white.evaluate("window.told"))

    white.get_by_label(TEXT["settings-reader-moves"]).select_option("nato")

    expect(white.locator("#moves .unseen")).to_have_text(
        [f"{in_words('N')} {NATO[5]} {NUMBERS[3]}", f"{in_words('N')} {NATO[2]} {NUMBERS[6]}"]
    )
    white.reload()
    unfold(white)
    expect(white.get_by_label(TEXT["settings-reader-moves"])).to_have_value("nato")


def test_a_braille_line_has_moves_in_a_style_of_its_own_beside_the_servers_voice(
    browser: Browser, house: House
) -> None:
    white, black = _seated(house, browser, white={**ENGLISH, "is_blind": True}, black=ENGLISH)
    move, square = white.locator("#moves .step"), white.locator("[data-square=f3]")
    braille = white.get_by_label(TEXT["settings-braille"])
    _types(white, "Nf3")
    expect(move).to_have_count(1)
    assert move.get_attribute("aria-braillelabel") is None
    braille.select_option("san")

    expect(move).to_have_attribute("aria-braillelabel", "Nf3")
    expect(square).to_have_attribute("aria-braillelabel", "Nf3")
    expect(white.locator("[data-square=e5]")).to_have_attribute("aria-braillelabel", "e5")
    _types(black, "Nc6")
    expect(white.locator("#status")).to_contain_text("Nc6")
    expect(white.locator("[data-square=c6]")).to_have_attribute("aria-braillelabel", "nc6")
    assert faults(white, "White: moves in short for a braille line") == []

    braille.select_option("letters")
    expect(move.first).to_have_attribute("aria-braillelabel", "knight F three")
    braille.select_option("same")
    expect(move.first).not_to_have_attribute("aria-braillelabel", "knight F three")
    assert square.get_attribute("aria-braillelabel") is None


def test_what_was_chosen_before_styles_were_apart_is_brought_over(
    browser: Browser, house: House
) -> None:
    link = house.arrange(white=ENGLISH, black=ENGLISH)["white"]
    context = person(browser)
    white = entered(context, link)
    white.evaluate(
        "localStorage.setItem(`voice-chess-${document.body.dataset.seat}`,"
        " JSON.stringify({ readerMoves: 'written', braille: true }))"
    )
    white.reload()
    unfold(white)

    for label in ("settings-reader-moves", "settings-braille"):
        expect(white.get_by_label(TEXT[label])).to_have_value("san")


def test_the_board_alone_fills_the_screen_and_can_be_played_on(
    browser: Browser, house: House
) -> None:
    white, _ = _seated(house, browser)
    white.get_by_role("button", name=TEXT["do:board-only"]).click()
    white.wait_for_function("() => document.fullscreenElement?.className === 'board-part'")
    side, screen = white.evaluate(
        "[document.querySelector('#board').offsetWidth, Math.min(innerWidth, innerHeight)]"
    )

    assert side > 0.9 * screen
    assert white.evaluate("document.activeElement.closest('#board') !== null")

    white.locator("[data-square=e2]").click()
    white.locator("[data-square=e4]").click()

    expect(white.locator("#moves .move")).to_have_count(1)


def test_each_page_is_heard_on_its_own_earphone_and_tells_when_that_is_gone(
    browser: Browser, house: House
) -> None:
    context = person(browser)
    context.add_init_script(TWO_EARPHONES)
    white, _ = _seated(house, browser, white_in=context)
    chosen = white.get_by_label(TEXT["settings-earphone"])
    chosen.select_option(label="right ear")
    white.wait_for_function("() => window.heardOn.at(-1) === 'right'")

    white.reload()
    white.wait_for_function("() => window.heardOn.at(-1) === 'right'")
    white.evaluate(PULLED_OUT)

    expect(white.locator("#alert")).to_contain_text(TEXT["earphone-lost"])
    assert white.evaluate("window.heardOn.at(-1)") == ""


def test_what_is_being_said_goes_on_when_some_other_device_comes(
    browser: Browser, house: House
) -> None:
    context = person(browser)
    context.add_init_script(TWO_EARPHONES + COUNTS_CUT)
    white, _ = _seated(house, browser, white_in=context)
    unfold(white)
    chosen = white.get_by_label(TEXT["settings-earphone"])
    chosen.select_option(label="right ear")
    white.get_by_role("radio", name=TEXT["output-server"]).check()
    _types(white, "position")
    white.wait_for_function("() => window.sentences > window.cut")
    cut = white.evaluate("window.cut")
    white.evaluate(ANOTHER_PLUGGED_IN)

    expect(chosen.locator("option")).to_have_text(
        [TEXT["earphone-usual"], "left ear", "right ear", "third ear"]
    )
    assert white.evaluate("window.cut") == cut


def test_of_two_seats_in_a_browser_none_is_heard_on_the_others_loudspeaker(
    browser: Browser, house: House
) -> None:
    """What is for one ear is read by the screen reader, until another device is chosen."""
    context = person(browser)
    context.add_init_script(TWO_EARPHONES + COUNTS_PLAYED)
    links = house.arrange(white=ENGLISH, black=ENGLISH)
    white, black = entered(context, links["white"]), entered(context, links["black"])
    expect(white.locator("#clock-white")).to_have_class("clock running")
    unfold(white)
    chosen = white.get_by_label(TEXT["settings-earphone"])
    chosen.select_option(label="right ear")
    white.get_by_role("radio", name=TEXT["output-server"]).check()
    _types(white, says("whose-turn"))
    white.wait_for_function("() => window.played > 0 && window.heardOn.at(-1) === 'right'")
    white.evaluate(PULLED_OUT)

    expect(white.locator("#alert")).to_contain_text(TEXT["earphone-apart"])
    expect(chosen.locator("option:checked")).to_have_text(TEXT["earphone-gone"])

    before = white.evaluate("window.played")
    white.evaluate(KEEPS_STATUS)
    _types(white, "clock")
    white.wait_for_function("() => window.told.join(' ').includes('minutes')")

    assert white.evaluate("window.played") == before
    assert "" not in white.evaluate("window.heardOn.slice(window.heardOn.indexOf('right'))")

    white.evaluate(PUT_BACK)
    white.wait_for_function("() => window.heardOn.length > 0 && window.heardOn.at(-1) === 'right'")
    _types(white, "clock")
    white.wait_for_function(f"() => window.played > {before}")

    white.evaluate(PULLED_OUT)
    expect(chosen.locator("option:checked")).to_have_text(TEXT["earphone-gone"])
    before = white.evaluate("window.played")
    chosen.select_option(label=TEXT["earphone-usual"])
    white.wait_for_function("() => window.heardOn.at(-1) === ''")
    _types(white, says("whose-turn"))
    white.wait_for_function(f"() => window.played > {before}")
    black.close()


def test_a_page_whose_earphone_is_gone_falls_silent_when_another_seat_is_opened_beside_it(
    browser: Browser, house: House
) -> None:
    context = person(browser)
    context.add_init_script(TWO_EARPHONES)
    links = house.arrange(white=ENGLISH, black=ENGLISH)
    white = entered(context, links["white"])
    unfold(white)
    white.get_by_label(TEXT["settings-earphone"]).select_option(label="right ear")
    white.wait_for_function("() => window.heardOn.at(-1) === 'right'")
    white.evaluate(PULLED_OUT)
    expect(white.locator("#alert")).to_contain_text(TEXT["earphone-lost"])
    entered(context, links["black"])

    gone = white.get_by_label(TEXT["settings-earphone"]).locator("option:checked")
    expect(gone).to_have_text(TEXT["earphone-gone"])


def test_the_settings_open_whatever_is_asked_of_them_meanwhile(
    browser: Browser, house: House
) -> None:
    """Chromium left them folded: devices were listed anew, and something asked for a style."""
    context = person(browser)
    context.add_init_script(TWO_EARPHONES)
    white = entered(context, house.arrange(white=ENGLISH, black=ENGLISH)["white"])
    part = white.locator("details", has_text=TEXT["settings-open"]).last
    part.evaluate(OPENED_WHILE_DEVICES_CHANGE)

    expect(white.locator("#set-earphone option")).to_have_count(1)
    assert white.get_by_label(TEXT["settings-letters"]).is_visible()


def test_each_player_chooses_when_their_time_is_told(browser: Browser, house: House) -> None:
    white, _ = _seated(house, browser, white=ENGLISH, time="2+0")
    wanted = white.get_by_label(TEXT["settings-warnings"])
    wanted.fill("5:00 soon")
    wanted.press("Tab")

    assert wanted.evaluate("field => field.validationMessage") == TEXT["warnings-wrong"]
    told = f"{TEXT['warnings-how']} {TEXT['warnings-wrong']}"
    expect(wanted).to_have_accessible_description(told)

    wanted.fill("1:57, 0:30")
    wanted.press("Tab")

    expect(wanted).to_have_accessible_description(TEXT["warnings-how"])

    white.get_by_label(TEXT["settings-counts"]).check()

    expect(white.locator("#said")).to_contain_text("fifty-seven seconds left")

    margin = white.get_by_label(TEXT["settings-behind"])
    margin.fill("a little")
    margin.press("Tab")

    assert margin.evaluate("field => field.validationMessage") == TEXT["behind-wrong"]
    told = f"{TEXT['behind-how']} {TEXT['behind-wrong']}"
    expect(margin).to_have_accessible_description(told)

    margin.fill("0:40")
    margin.press("Tab")

    white.reload()
    unfold(white)

    expect(wanted).to_have_value("1:57 0:30")
    expect(margin).to_have_value("0:40")
    expect(white.get_by_label(TEXT["settings-counts"])).to_be_checked()


def test_the_screen_stays_lit_while_a_game_is_on(browser: Browser, house: House) -> None:
    context = person(browser)
    context.add_init_script(LIGHTS)
    white, _ = _seated(house, browser, white_in=context)
    white.wait_for_function("() => window.lit === 1")

    _types(white, says("resign"))
    white.locator("#wanted [data-ask=yes]").click()

    white.wait_for_function("() => window.lit === 0")


def test_the_voice_is_chosen_by_name_and_kept(browser: Browser, house: House) -> None:
    white, _ = _seated(house, browser)
    voice = white.get_by_role("combobox", name=TEXT["settings-voice"], exact=True)

    expect(voice).to_have_value("standard")

    voice.select_option(label=TEXT["voice:deep"])
    white.get_by_role("radio", name=TEXT["output-server"]).check()
    with white.expect_response(lambda answer: answer.url.endswith(".wav")) as spoken:
        _types(white, says("whose-turn"))

    assert spoken.value.ok

    white.reload()
    unfold(white)

    expect(white.get_by_role("combobox", name=TEXT["settings-voice"], exact=True)).to_have_value(
        "deep"
    )


def test_words_in_the_language_of_the_announcements_are_marked_so(
    browser: Browser, house: House
) -> None:
    """A screen reader would read German with a Serbian voice."""
    white, _ = _seated(
        house,
        browser,
        white={"interface": "sr-cyrl", "language": "de"},
        customs={"press": "command"},
    )
    foreign = white.locator("#turn [lang=de]")
    to_move = load_language("sr-cyrl").interface["to-move"].format(side="").strip(" .")

    assert white.locator("html").get_attribute("lang") == "sr-Cyrl"
    expect(white.locator("#turn")).to_contain_text(to_move)
    expect(foreign).to_have_count(0)

    _types(white, "Sf3")

    expect(foreign).to_have_text("Sf3")

    _types(white, german.says("resign"))
    white.locator("#wanted [data-ask=yes]").click()

    expect(foreign).to_contain_text(german.GERMAN.phrase("result:black-wins"))
    assert white.locator("#turn").text_content() == foreign.text_content()

    white.locator("#review a").click()
    examples = white.locator("#line-how [lang=de]")
    expect(examples).to_contain_text(german.GERMAN.review_words["instead"][0])


@pytest.mark.parametrize(
    ("white", "black", "duties"),
    [
        ("blind", "sighted", (6, None)),
        ("sighted", "blind", (2, None)),
        ("blind", "blind", (6, 6)),
        ("sighted", "sighted", (1, 1)),
    ],
)
def test_everybody_sees_what_the_laws_let_an_assistant_do(
    browser: Browser, house: House, white: str, black: str, duties: tuple[int | None, ...]
) -> None:
    """A sighted player's assistant has two duties, as long as the blind one has no assistant.

    Otherwise they press and write for a player who can't.
    """
    links = house.arrange(
        white={**ENGLISH, "is_blind": white == "blind", "has_assistant": True},
        black={**ENGLISH, "is_blind": black == "blind", "has_assistant": duties[1] is not None},
        arbiter="new",
        language="en",
    )
    context = person(browser)
    for role in ("white", "black", "assistant-white", "arbiter", "spectator"):
        page = entered(context, links[role])
        expect(page.get_by_role("heading", name=TEXT["duties"])).to_be_visible()

        assert [_duties(page.locator(f"#duties-{side}")) for side in ("white", "black")] == [
            *duties
        ]


@pytest.mark.parametrize("language", known_languages())
def test_the_duties_are_told_in_the_language_of_the_page(
    browser: Browser, house: House, language: str
) -> None:
    text = load_language(language).interface
    links = house.arrange(
        white={**ENGLISH, "is_blind": True, "has_assistant": True}, black={"interface": language}
    )
    page = entered(person(browser), links["black"])

    expect(page.locator("#duties-white li").filter(visible=True)).to_have_text(
        [text[f"duty:{number}"] for number in range(1, 7)]
    )


def _duties(part: Locator) -> int | None:
    """How many duties are shown; None where the player has no assistant."""
    if part.is_hidden():
        return None
    duties = part.locator("li").filter(visible=True).all_text_contents()
    is_helper = duties == [TEXT["duty:3"]]
    assert part.get_by_text(TEXT["duties-unable"]).is_visible() == is_helper
    return len(duties)


def _seated(
    house: House, browser: Browser, *, white_in: BrowserContext | None = None, **wanted: object
) -> tuple[Page, Page]:
    """White's page, unfolded, and Black's; the game has begun."""
    links = house.arrange(**{"white": ENGLISH, **wanted})
    white = entered(white_in or person(browser), links["white"])
    black = entered(person(browser), links["black"])
    expect(white.locator("#clock-white")).to_have_class("clock running")
    unfold(white)
    return white, black


def _types(page: Page, words: str) -> None:
    page.locator("#line-text").fill(words)
    page.locator("#line-text").press("Enter")


def test_whoever_chooses_the_language_of_the_page_stands_at_that_choice_again(
    context: BrowserContext, house: House
) -> None:
    """The page is loaded anew; arrow keys in the choice go through languages one by one."""
    links = house.arrange(white=ENGLISH, black=ENGLISH, language="en")
    for role in ("white", "spectator"):
        page = entered(context, links[role])
        unfold(page)
        choice = page.locator("#set-interface")
        expect(choice).to_have_value("en")
        choice.focus()
        choice.select_option("it")

        expect(page.locator("html")).to_have_attribute("lang", "it")
        expect(choice).to_be_focused()
        expect(choice).to_have_value("it")
        page.reload()
        expect(choice).to_have_value("it")
        expect(choice).not_to_be_focused()


def test_examples_of_what_can_be_typed_are_in_the_language_that_is_understood(
    context: BrowserContext, house: House
) -> None:
    links = house.arrange(white={"interface": "en", "language": "de"})
    page = entered(context, links["white"])
    examples = page.locator("#line-how")
    expect(examples).to_have_text(german.PAGE["line-how"])
    expect(examples).to_have_attribute("lang", "de")

    unfold(page)
    page.locator("#set-language").select_option("en")

    expect(examples).to_have_text(TEXT["line-how"])
    expect(examples).not_to_have_attribute("lang", "de")
