"""Times and moves on the pages as their reader writes them."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.web.browser.house import House, agrees, entered, seated, types
from voice_chess.languages.language import known_languages

pytestmark = pytest.mark.slow

S = "\N{CYRILLIC SMALL LETTER ES}"
CONTROLS = ("900+10", "90+0.5", "5400d3", "40/5400+30:1800+30")
WORDED = {
    "de": (
        "15 min + 10 s je Zug",
        "1,5 min + 0,5 s je Zug",
        "90 min, 3 s Aufschub je Zug",
        "40 Züge in 90 min + 30 s je Zug, dann 30 min + 30 s je Zug",
    ),
    "en": (
        "15 min + 10 s per move",
        "1.5 min + 0.5 s per move",
        "90 min, 3 s delay per move",
        "40 moves in 90 min + 30 s per move, then 30 min + 30 s per move",
    ),
    "it": (
        "15 min + 10 s per mossa",
        "1,5 min + 0,5 s per mossa",
        "90 min, 3 s di ritardo per mossa",
        "40 mosse in 90 min + 30 s per mossa, poi 30 min + 30 s per mossa",
    ),
    "pl": (
        "15 min + 10 s na posunięcie",
        "1,5 min + 0,5 s na posunięcie",
        "90 min, 3 s opóźnienia na posunięcie",
        "posunięć: 40 w 90 min + 30 s na posunięcie, potem 30 min + 30 s na posunięcie",
    ),
    "cs": (
        "15 min + 10 s na tah",
        "1,5 min + 0,5 s na tah",
        "90 min, 3 s odkladu na tah",
        "tahů: 40 za 90 min + 30 s na tah, pak 30 min + 30 s na tah",
    ),
    "sr": (
        "15 min + 10 s po potezu",
        "1,5 min + 0,5 s po potezu",
        "90 min, 3 s odlaganja po potezu",
        "poteza: 40 za 90 min + 30 s po potezu, zatim 30 min + 30 s po potezu",
    ),
    "sr-cyrl": (
        f"15 мин + 10 {S} по потезу",
        f"1,5 мин + 0,5 {S} по потезу",
        f"90 мин, 3 {S} одлагања по потезу",
        f"потеза: 40 за 90 мин + 30 {S} по потезу, затим 30 мин + 30 {S} по потезу",
    ),
}


@pytest.mark.parametrize("language", known_languages())
def test_a_time_control_is_told_as_people_say_it(
    context: BrowserContext, house: House, language: str
) -> None:
    page = context.new_page()
    page.goto(f"{house.address}/watch?lang={language}")
    told = page.evaluate(
        """async (controls) => {
          const { controlText } = await import("/static/time-control.js");
          return controls.map(controlText);
        }""",
        CONTROLS,
    )

    assert tuple(told) == WORDED[language]


def test_the_organiser_and_the_players_see_it_so(context: BrowserContext, house: House) -> None:
    links = house.arrange(time="90/40+30/G+30", language="en")
    organiser = entered(context, f"{house.address}/enter#{house.token}")
    organiser.goto(f"{house.address}/organiser?lang=de")
    spectator = entered(context, links["spectator"])

    expect(organiser.locator("#games .card").first).to_contain_text(WORDED["de"][3])
    expect(spectator.locator("#customs")).to_contain_text(WORDED["en"][3])


def test_the_times_have_the_moves_as_their_reader_writes_them(
    context: BrowserContext, house: House
) -> None:
    fen = "4k3/8/8/8/8/8/P7/4K1N1 w - - 0 7"
    german = {"interface": "en", "language": "de"}
    pages = dict(seated(context, house, white=german, black=german, fen=fen))
    types(pages["white"], "Sf3")
    expect(pages["black"].locator("#moves .move")).to_have_count(1)
    types(pages["black"], "Kd7")
    expect(pages["white"].locator("#moves .move")).to_have_count(2)
    pages["arbiter"].locator("form[data-ruling=end-game] button").click()
    agrees(pages["arbiter"])
    white = pages["white"]
    headings = white.locator("#times-table tbody th")

    expect(headings).to_have_count(2)
    assert headings.locator("[aria-hidden]").all_text_contents() == ["Sf3", "Kd7"]
    assert [words.split()[0] for words in headings.all_text_contents()] == ["7.", "7…"]
    expect(white.locator("#times-table .move").first).to_have_attribute("lang", "de")
    picture = white.get_by_role("img", name="half-moves")
    expect(picture).to_have_accessible_name(picture.get_attribute("aria-label") or "")
    assert {"Sf3", "Kd7"} & set((picture.get_attribute("aria-label") or "").split())
    expect(pages["spectator"].locator("#times-table tbody th").first).to_contain_text("Nf3")
