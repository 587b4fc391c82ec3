"""What is said into the microphone of an arbiter's page is ruled at the board they have chosen."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.german import GERMAN, PAGE, YES, german, says
from tests.web.browser.conftest import MODELS
from tests.web.browser.fake_microphone import Speaker, speaker
from tests.web.browser.house import House, opened
from voice_chess.adapters.audio_io.sound_sinks import SoundFileSink
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.game.results import Result
from voice_chess.speech.generation.wording import result_words

VOID = result_words(Result.VOID, GERMAN)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.model,
    pytest.mark.skipif(
        not (MODELS / "fide-de").is_dir(), reason=f"no acoustic model in {MODELS / 'fide-de'}"
    ),
]


def test_what_is_said_is_ruled_at_the_board_that_is_chosen(
    playwright: Playwright, headless: str, house: House, tmp_path: Path
) -> None:
    first = house.arrange(arbiter="new", white={"name": "Viktor"}, black={"name": "Anna"})
    with speaker(playwright, headless) as somebody:
        arbiter = opened(somebody.context, first["arbiter"])
        seat = arbiter.url.rpartition("/")[2]
        second = house.arrange(arbiter=seat, white={"name": "Otto"}, black={"name": "Olga"})
        players = {
            name: opened(somebody.context, links["white"])
            for name, links in (("Viktor", first), ("Otto", second))
        }
        for links in (first, second):
            opened(somebody.context, links["black"])
        for name in ("Otto", "Viktor"):
            arbiter.locator(".card", has_text=name).get_by_role("button").click()
        _open_microphone(arbiter)

        _say(somebody, arbiter, tmp_path, says("warn white"))

        expect(players["Viktor"].locator("#said")).to_contain_text(german("PlayerWarned", "white"))
        arbiter.locator(".card", has_text="Otto").get_by_role("button").click()
        expect(arbiter.locator("#microphone-state")).to_contain_text(PAGE["microphone:listening"])
        _say(somebody, arbiter, tmp_path, says("annul"))
        expect(arbiter.locator("#reply")).to_have_attribute("data-kind", "question")
        expect(players["Otto"].locator("#said")).not_to_contain_text(VOID)
        _say(somebody, arbiter, tmp_path, YES)

        expect(players["Otto"].locator("#said")).to_contain_text(VOID)
        expect(players["Viktor"].locator("#said")).not_to_contain_text(VOID)


def _open_microphone(page: Page) -> None:
    page.get_by_role("button", name=PAGE["microphone-open"]).click()
    expect(page.locator("#microphone-state")).to_contain_text(PAGE["microphone:listening"])


def _say(somebody: Speaker, page: Page, folder: Path, words: str) -> None:
    file = folder / "said.wav"
    Pyttsx3Speaker(SoundFileSink(file), delivery_in("de"), is_marked=False).say(words)
    somebody.say(page, file)
    file.unlink()
