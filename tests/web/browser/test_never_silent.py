"""What a page shows of refusals, questions, sounds, and of an opponent who has left."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.english import ENGLISH, TEXT, english, in_words, says
from tests.web.browser.boards import await_board, click_move
from tests.web.browser.house import ANNA, VIKTOR, House, agrees, opened, types
from voice_chess.laws.position import Position

pytestmark = pytest.mark.slow

FOOLS = ("f3", "e5", "g4")


@pytest.fixture
def pages(context: BrowserContext, house: House) -> tuple[Page, Page]:
    """White's and Black's of a game that has begun."""
    links = house.arrange(white=VIKTOR, black=ANNA, language="en")
    white, black = opened(context, links["white"]), opened(context, links["black"])
    expect(white.locator("#clock-white .runs")).to_be_visible()
    return white, black


def test_a_refusal_begins_with_its_reason_and_goes_when_a_good_move_is_made(
    pages: tuple[Page, Page],
) -> None:
    white, _ = pages
    reply = white.locator("#reply")
    types(white, "Ke3")

    expect(reply).to_have_text(
        english("NotALegalMove", move=in_words("Ke3"), reason=ENGLISH.phrase("CannotMoveThatWay"))
    )

    types(white, "e4")
    expect(white.locator("#clock-black .runs")).to_be_visible()
    expect(reply).to_be_hidden()
    expect(white.locator("#signal")).to_be_hidden()


def test_that_the_clock_is_stopped_is_not_shown_once_it_runs(pages: tuple[Page, Page]) -> None:
    white, black = pages
    types(white, says("arbiter"))
    agrees(white)
    expect(black.locator("#wanted [data-ask=continue]")).to_be_visible()
    types(white, "e4")
    reply = white.locator("#reply")
    expect(reply).to_have_text(english("ClocksAreStopped"))

    black.locator("#wanted [data-ask=continue]").click()
    expect(white.locator("#clock-white .runs")).to_be_visible()
    expect(reply).to_be_hidden()


def test_a_mate_on_the_board_is_asked_about_where_its_player_sees_it(
    pages: tuple[Page, Page],
) -> None:
    white, black = pages
    for move, (page, other) in zip(FOOLS, (pages, pages[::-1], pages), strict=True):
        types(page, move)
        own = "black" if page is white else "white"
        expect(other.locator(f"#clock-{own} .runs")).to_be_visible()
    click_move(black, "d8h4")
    yes, reply = black.locator("#wanted [data-ask=yes]"), black.locator("#reply")
    expect(yes).to_be_in_viewport()
    question = reply.text_content()
    expect(reply).to_be_in_viewport()
    expect(black.locator("#signal")).to_have_text(TEXT["signal:listening"])
    white.close()
    left = ENGLISH.phrase("left:opponent")

    expect(black.locator("#said li").first).to_have_text(left)
    expect(reply).to_have_text(question or "")

    yes.click()
    expect(black.locator("#turn")).to_contain_text(ENGLISH.phrase("result:black-wins"))
    expect(reply).to_be_hidden()


def test_who_wants_time_to_correct_a_move_is_offered_to_take_it_back(
    pages: tuple[Page, Page],
) -> None:
    white, _ = pages
    white.get_by_text(TEXT["settings-open"]).click()
    white.get_by_label(TEXT["settings-correction"]).select_option("10000")
    types(white, says("whose-turn"))
    expect(white.locator("#reply")).to_be_visible()
    click_move(white, "e2e4")

    expect(white.locator("#wanted [data-when=announced][data-ask=take-back]")).to_be_visible()
    white.locator("#wanted [data-when=announced][data-ask=take-back]").click()
    types(white, "d4")
    expect(white.locator("#clock-black .runs")).to_be_visible()
    await_board(Position.start().played("d2d4"), white)
    white.reload()
    white.get_by_text(TEXT["settings-open"]).click()
    expect(white.get_by_label(TEXT["settings-correction"])).to_have_value("10000")
