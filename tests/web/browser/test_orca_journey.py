"""From the front door, by a typed sentence and a game, to its review: by what Orca tells alone."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.english import ENGLISH, TEXT, says
from tests.web.browser.house import FLAGS, PATIENCE_MS, House
from tests.web.browser.orca_session import LISTENS_S, Orca, missing, orca_listening, wait_for
from voice_chess.adapters.engines.engine_pool import EnginePool
from voice_chess.laws.position import Position
from voice_chess.speech.generation.styles import USUAL
from voice_chess.speech.generation.wording import move_words

ABSENT = missing()
WISH = "play the computer, five plus three, with white"
MOST_TABS = 40
KEY = "tab"
MODE = "Focus mode"
CHANGES_MODE = "Insert+a"
LETS_TYPE_S = 10

pytestmark = [
    pytest.mark.slow,
    pytest.mark.alone,
    pytest.mark.orca,
    pytest.mark.skipif(bool(ABSENT), reason=f"Orca is not heard: no {', '.join(ABSENT)}"),
    pytest.mark.skipif(not EnginePool().are_there(), reason="no engine is installed"),
]

ON_THE_HEADING = """() => {
  const { x, y, width, height } = document.querySelector("h1").getBoundingClientRect();
  const above = window.outerHeight - window.innerHeight;
  return [window.screenX + x + width / 2, window.screenY + above + y + height / 2];
}"""


@dataclass
class Visitor:
    """Somebody at a keyboard, with the screen reader and one page."""

    orca: Orca
    page: Page

    def tabs_to(self, *wanted: str) -> str:
        """From control to control until Orca says all that is wanted."""
        for _ in range(MOST_TABS):
            told = self._tab()
            if all(part.casefold() in told.casefold() for part in wanted):
                return told
        message = f"no Tab led to {wanted}"
        raise AssertionError(message)

    def _tab(self) -> str:
        """One key, and what it leads to: Orca names the key itself at once, and that later."""
        heard: list[str] = []

        def is_told() -> bool:
            heard.extend(self.orca.rest())
            return any(words != KEY for words in heard)

        self.orca.press("Tab")
        wait_for(is_told, LISTENS_S, lambda: "Tab led nowhere")
        return " ".join(heard)

    def begins_at_the_top(self) -> None:
        """Orca may be reading the whole page by now; Control silences it.

        Where it reads it takes the focus along, and the next Tab goes on from there.
        """
        self.orca.press("Control_L")
        self.orca.rest()
        self.orca.press("ctrl+Home")

    def tabs_into(self, *field: str) -> None:
        """To a field, until keys are typed there; where they were already, Orca does not say so.

        Now and then it doesn't let them be typed, either; its key for that tells which it is.
        """
        told = self.tabs_to(*field, "entry")
        ends = time.monotonic() + LETS_TYPE_S
        while MODE not in told and time.monotonic() < ends:
            told = " ".join(self.orca.rest())
        while MODE not in told:
            self.orca.press(CHANGES_MODE)
            told = self.orca.hear("mode")

    def sends(self, words: str) -> None:
        self.orca.type(words)
        self.orca.press("Return")


@pytest.fixture
def visitor(
    playwright: Playwright, chromium: str, house: House, tmp_path: Path
) -> Iterator[Visitor]:
    with orca_listening(tmp_path / "desktop") as orca:
        window = playwright.chromium.launch(
            executable_path=chromium,
            headless=False,
            args=[*FLAGS, "--force-renderer-accessibility", "--start-maximized"],
            env=dict(orca.environment),
        )
        context = window.new_context(no_viewport=True, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(f"{house.address}/?lang=en")
        expect(page.locator("#wish [type=submit]")).to_be_enabled()
        yield Visitor(orca, page)
        window.close()
    if kept := os.environ.get("ORCA_TRANSCRIPT"):
        Path(kept).write_text(orca.told(), encoding="utf-8")


def test_the_way_from_the_front_door_to_the_review_is_told_by_orca(visitor: Visitor) -> None:
    _begins_by_a_sentence(visitor)
    _plays_and_resigns(visitor)
    _goes_through_the_game(visitor)


def _begins_by_a_sentence(visitor: Visitor) -> None:
    orca, page = visitor.orca, visitor.page
    orca.click(*page.evaluate(ON_THE_HEADING))
    orca.rest()
    orca.press("ctrl+Home")
    orca.hear(TEXT["site"])
    visitor.tabs_into(TEXT["wish"], TEXT["wish-how"])
    visitor.sends(WISH)
    page.wait_for_url("**/seats/*")
    orca.hear("White to move")


def _plays_and_resigns(visitor: Visitor) -> None:
    orca, page = visitor.orca, visitor.page
    visitor.begins_at_the_top()
    visitor.tabs_into(TEXT["line"])
    visitor.sends("e4")
    orca.hear(move_words("e2e4", Position.start(), ENGLISH, USUAL))
    expect(page.locator("#moves .move")).to_have_count(2)
    visitor.sends(says("last-move"))
    reply = page.locator("#reply")
    expect(reply).to_contain_text(TEXT["side:black"])
    orca.hear(reply.inner_text())
    visitor.sends(says("resign"))
    orca.hear(ENGLISH.phrase("confirm:resign"))
    visitor.sends("yes")
    orca.hear(ENGLISH.phrase("end:resignation"))


def _goes_through_the_game(visitor: Visitor) -> None:
    orca, page = visitor.orca, visitor.page
    visitor.tabs_to(TEXT["review-game"], "link")
    orca.press("Return")
    page.wait_for_url("**/review*")
    orca.hear(page.locator("h1").inner_text())
    visitor.begins_at_the_top()
    visitor.tabs_to(TEXT["step:first"], "button")
    orca.press("Return")
    orca.hear(ENGLISH.review["start"])
    visitor.tabs_to(TEXT["step:next"], "button")
    orca.press("Return")
    orca.hear(move_words("e2e4", Position.start(), ENGLISH, USUAL))
