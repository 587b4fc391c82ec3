"""A game that is over is gone through by what is said into the page's microphone."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect
from playwright.sync_api import TimeoutError as PageTimeout

from tests.german import NUMBERS, PAGE, REVIEW, by_ear, german, in_words
from tests.review.games import SCHOLARS_MATE
from tests.web.browser.axe import faults
from tests.web.browser.conftest import MODELS
from tests.web.browser.fake_microphone import Speaker, speaker
from tests.web.browser.house import House, opened
from voice_chess.adapters.audio_io.sound_sinks import SoundFileSink
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in

pytestmark = [pytest.mark.slow, pytest.mark.model]

MOST_TIMES_SAID = 3
UNDERSTOOD_WITHIN_MS = 20_000


def under_review(visitor: Speaker, house: House) -> Page:
    brought = house.api.post(
        "/import", data={"pgn": SCHOLARS_MATE}, headers={"origin": house.address}
    )
    return opened(visitor.context, f"{house.address}{brought.json()['path']}?lang=de")


def says(visitor: Speaker, page: Page, folder: Path, words: str, awaited: tuple[str, str]) -> None:
    """Once more, where a busy machine has lost some of it; what is `awaited` then stands there."""
    place, told = awaited
    said = folder / f"{words}.wav"
    Pyttsx3Speaker(SoundFileSink(said), delivery_in("de"), is_marked=False).say(words)
    for times in range(1, MOST_TIMES_SAID + 1):
        visitor.say(page, said)
        try:
            page.locator(place, has_text=told).wait_for(timeout=UNDERSTOOD_WITHIN_MS)
        except PageTimeout:
            assert times < MOST_TIMES_SAID, f"{words} was not understood"
        else:
            return


def test_what_is_said_leads_through_the_game_asks_and_tries_moves(
    playwright: Playwright, headless: str, house: House, tmp_path: Path
) -> None:
    if not (MODELS / "fide-de").is_dir():
        pytest.skip(f"no acoustic model in {MODELS / 'fide-de'}")
    with speaker(playwright, headless) as visitor:
        page = under_review(visitor, house)
        opens = page.get_by_role("button", name=PAGE["microphone-open"])
        opens.press("Enter")
        expect(page.locator("#microphone-state")).to_have_text(PAGE["microphone:listening"])
        assert faults(page, "review that listens") == []
        stands_there = german("what-is-on", square=in_words("c4"), piece=german("B:white"))

        for words, awaited in (
            (f"{REVIEW['go']} {NUMBERS[2]}.", ("#shown", "2. Lc4")),
            (f"{by_ear('what-is-on c4')}?", ("#reply", stands_there)),
            (f"{by_ear('Ng8f6')}.", ("#shown", "2 … Sf6")),
            (f"{REVIEW['back']}.", ("#shown", "2. Lc4")),
        ):
            says(visitor, page, tmp_path, words, awaited)

        opens.press("Enter")
        expect(page.locator("#microphone-state")).to_have_text(PAGE["microphone:off"])
        expect(opens).to_have_attribute("aria-pressed", "false")
