"""Without an arbiter, whoever objects to a touch can take it back by a button of their page."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.english import TEXT, english, says
from tests.web.browser.house import House, agrees, complaints, seated, types

pytestmark = pytest.mark.slow


@pytest.mark.law("touch-own")
def test_2009_4_3_the_objector_goes_on_by_the_button_that_both_are_told_of(
    context: BrowserContext, house: House
) -> None:
    pages = seated(context, house, arbiter="none", edition="2009")
    white, black = pages["white"], pages["black"]
    types(white, "e4")
    expect(black.locator("#moves .move")).to_have_count(1)
    types(white, f"{says('object-to-touch')} d7")
    agrees(white)

    go_on = black.locator("#wanted").get_by_role("button", name=TEXT["do:continue"])
    go_on.press("Enter")
    expect(black.locator("#reply")).to_have_text(english("RulingAwaited:alone"))

    white.locator("#wanted").get_by_role("button", name=TEXT["do:continue"]).press("Enter")
    expect(black.locator("#said")).to_contain_text(english("ObjectionRejected:withdrawn", "white"))
    expect(go_on).to_be_hidden()
    expect(black.locator("#clock-black")).to_have_class("clock running")
    assert complaints(white) == complaints(black) == []
