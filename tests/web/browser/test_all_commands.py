"""Commands and declarations by their buttons, with and without fields, and by keyboard alone."""

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests import german
from tests.english import ENGLISH, MINUTES, NUMBERS, TEXT, english, in_words, stands, text
from tests.web.browser.axe import SMALL, faults, faults_in_every_look
from tests.web.browser.house import ANNA, VIKTOR, House, complaints, entered, seated, types

pytestmark = pytest.mark.slow

WHITES = english("last-move", "white", move=in_words("Pe2, e4"))
BLACKS = english("last-move", "black", move=in_words("Pe7, e5"))
FIRST, SECOND = (english("move-number", number=NUMBERS[number]) for number in (1, 2))
CLAIM = english("confirm:claim", claim=ENGLISH.phrase("claim:fifty")).removesuffix("?")
ANSWERS = [
    ("own-clock", {}, MINUTES),
    ("opponent-clock", {}, MINUTES),
    ("move-number", {}, SECOND),
    ("go-to-move", {"n": "1", "w": "black"}, f"{FIRST} {BLACKS}"),
    ("go-to-now", {}, BLACKS),
    ("captured", {}, english("captured", "black", list=ENGLISH.phrase("none"))),
    ("last-moves", {}, WHITES),
    ("last-moves", {"r": "1"}, BLACKS),
    ("read-game", {}, f"{FIRST} {WHITES} {BLACKS}"),
    ("read-game", {"n": "1", "w": "black"}, f"{FIRST} {BLACKS}"),
    ("what-is-on", {"fr": " E4 "}, stands("e4", "P:white")),
    (
        "where-is-their",
        {"p": "Q"},
        english("where-is", "black", piece=in_words("Q"), squares=in_words("d8")),
    ),
    ("attackers", {"fr": "e5"}, english("list", list=ENGLISH.phrase("none"))),
    ("scan-file", {"f": "e"}, f"{in_words('e1')} {ENGLISH.phrase('K:white')}"),
    ("legal-moves", {"p": "B"}, in_words("Ba6")),
    ("legal-moves", {"p": "", "fr": "e1"}, english("legal-moves", list=in_words("Ke2"))),
    ("claim", {"k": "fifty", "M": "g1f3"}, CLAIM),
    ("no", {}, english("Cancelled:claim")),
    (
        "object-to-touch",
        {"s": " d7, E7 "},
        english("confirm:object-to-touch", squares=in_words("d7, e7")),
    ),
    ("no", {}, english("Cancelled:object-to-touch")),
    (
        "object-to-release",
        {"d": "D7 d5"},
        english("confirm:object-to-release", squares=in_words("d7, d5")),
    ),
    ("no", {}, english("Cancelled:object-to-release")),
    ("take-back-together", {"n": "1", "w": "black"}, english("NoIllegalMove:any")),
    ("sign", {}, english("GameNotOver")),
    ("verbosity:short", {}, ENGLISH.written("verbosity:short")),
    ("seal", {}, english("NotUnderstood")),
]
"""Commands in turn, what is filled in beside them, and what is answered after 1. e4 e5."""

PLACES = """part => [...part.querySelectorAll("button, input, select")].map((control) => {
  const { left, right, height } = control.getBoundingClientRect();
  return [left, right, height];
})"""


@pytest.fixture
def white(own_desk: BrowserContext, house: House) -> Page:
    """White's page after 1. e4 e5, with all commands and declarations unfolded."""
    links = house.arrange(white=VIKTOR, black=ANNA)
    white, black = (entered(own_desk, links[role]) for role in ("white", "black"))
    begins(white, black)
    return white


def begins(white: Page, black: Page) -> None:
    expect(black.locator("#clock-white")).to_have_class("clock running")
    types(white, "e4")
    expect(black.locator("#moves .move")).to_have_count(1)
    types(black, "e5")
    expect(white.locator("#moves .move")).to_have_count(2)
    unfolds(white, "commands", "declare")


def unfolds(page: Page, *parts: str) -> None:
    for part in parts:
        page.locator(f"#{part} > summary").press("Enter")


def button(page: Page, name: str) -> Locator:
    return page.locator(f"[id='command-{name}']")


def fill(fields: Locator, values: dict[str, str]) -> None:
    for name, value in values.items():
        control = fields.locator(f"[name={name}]")
        if control.evaluate("control => control.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)


def presses(page: Page, wanted: Locator, told: str) -> None:
    """By the space bar; among what is told then is this."""
    page.evaluate("document.getElementById('said').replaceChildren()")
    wanted.press("Space")
    expect(page.locator("#said li").filter(has_text=told)).not_to_have_count(0)


def test_commands_are_answered_when_their_buttons_are_pressed(white: Page) -> None:
    for name, fields, answer in ANSWERS:
        fill(white.locator(f"form[data-command='{name}']"), fields)
        presses(white, button(white, name), answer)

    assert complaints(white) == []


def test_declarations_reach_the_game(own_desk: BrowserContext, house: House) -> None:
    """Those of a player, of the assistant whom they have asked, and of the arbiter."""
    pages = seated(own_desk, house, white={**VIKTOR, "is_blind": True, "has_assistant": True})
    white, assistant, arbiter = pages["white"], pages["assistant-white"], pages["arbiter"]
    begins(white, pages["black"])
    unfolds(assistant, "declare")
    unfolds(arbiter, "declare")
    for page, name, fields, answer in [
        (white, "take-back-together", {"moves_kept": "1"}, english("NoIllegalMove:any")),
        (white, "score-signed", {"result": "1/2-1/2"}, english("GameNotOver")),
        (white, "ask-information", {"about": "moves"}, english("InformationAsked", "white")),
        (assistant, "inform", {"about": "moves"}, english("MoveCountTold", number=NUMBERS[1])),
        (
            white,
            "object-to-touch",
            {"squares": "d7, E7"},
            english("ObjectionRaised", "white", squares=in_words("d7, e7")),
        ),
        (arbiter, "piece-down", {"uci": "g1f3"}, english("RulingAwaited")),
    ]:
        fill(page.locator(f"form[data-declaration={name}]"), fields)
        presses(page, page.locator(f"#declare-{name}"), answer)

        assert complaints(page) == []
    for role in ("white", "assistant-white", "arbiter"):
        assert faults(pages[role], f"{role}: declarations") == []


def test_a_field_and_its_button_need_only_the_keyboard(white: Page) -> None:
    """Enter in a field asks; a field that must be filled is asked for; Tab leads to the button."""
    square = white.locator("form[data-command='what-is-on'] input")
    white.evaluate("document.getElementById('said').replaceChildren()")
    square.focus()
    white.keyboard.press("Enter")

    assert square.evaluate("field => field.validity.valueMissing")

    white.keyboard.type("d1")
    white.keyboard.press("Enter")

    expect(white.locator("#said li")).to_have_text([stands("d1", "Q:white")])
    expect(white.locator("#status")).to_contain_text(ENGLISH.phrase("Q:white"))

    white.keyboard.press("Tab")

    expect(button(white, "what-is-on")).to_be_focused()
    expect(button(white, "what-is-on")).to_have_accessible_description(
        text("command-key", key=",s")
    )
    capital = f"{text('command-key', key=',L')} ({TEXT['key-capital']})"
    expect(button(white, "last-moves")).to_have_accessible_description(capital)


def test_fields_of_which_only_one_counts_are_not_sent_together(white: Page) -> None:
    form = white.locator("form[data-command='legal-moves']")
    white.evaluate("document.getElementById('said').replaceChildren()")
    fill(form, {"p": "N", "fr": "g1"})
    button(white, "legal-moves").press("Enter")
    square = form.locator("[name=fr]")

    assert square.evaluate("field => field.validationMessage") == TEXT["args-clash"]

    form.locator("[name=p]").select_option("")
    button(white, "legal-moves").press("Enter")

    expect(white.locator("#said li")).to_have_text(
        [english("legal-moves", list=in_words("Nh3, Nf3, Ne2"))]
    )


def test_the_commands_are_called_as_the_announcements_have_them(white: Page) -> None:
    """Also after another language was chosen; whoever was on a button stays there."""
    fill(white.locator("form[data-command='language']"), {"l": "de"})
    presses(white, button(white, "language"), german.german("list", list=german.GERMAN.name))

    expect(button(white, "own-clock")).to_have_text(german.GERMAN.written("own-clock"))
    expect(button(white, "own-clock")).to_have_attribute("lang", "de")
    expect(button(white, "language")).to_be_focused()
    presses(white, button(white, "own-clock"), german.MINUTES)


def test_everything_unfolded_has_no_fault(white: Page) -> None:
    assert faults_in_every_look(white, "Player: all commands") == []


def test_no_field_or_button_stands_out_at_320_px(own_desk: BrowserContext, house: House) -> None:
    """In Polish, whose names of declarations are the longest; all of them are shown."""
    polish = {"interface": "pl", "language": "pl", "score": "paper"}
    links = house.arrange(white=polish, black=ANNA, customs={"recording": "reported"})
    white = entered(own_desk, links["white"])
    white.set_viewport_size(SMALL)
    for part in ("commands", "declare"):
        white.locator(f"#{part} > summary").press("Enter")
        places = white.locator(f"#{part}").evaluate(PLACES)

        assert places
        for left, right, height in places:
            assert left >= 0
            assert right <= SMALL["width"]
            assert height >= 24
