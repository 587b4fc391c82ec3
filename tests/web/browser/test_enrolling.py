"""A player reads words at their page, by keyboard and ear, and the server learns their voice."""

from collections.abc import Callable
from pathlib import Path

import pytest
import soundfile
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.cli.test_enrol import RATE, spoken
from tests.english import TEXT, text
from tests.web.browser.conftest import MODELS
from tests.web.browser.fake_microphone import Speaker, speaker
from tests.web.browser.house import ENGLISH, House, housed, opened, person
from voice_chess.adapters.recognition.voice_files import FOLDER, read
from voice_chess.decoding.voice_fit import FEWEST
from voice_chess.languages.language import load_language
from voice_chess.session.listening.reading_aloud import prompts

pytestmark = [
    pytest.mark.slow,
    pytest.mark.model,
    pytest.mark.skipif(not (MODELS / "fide-de").is_dir(), reason=f"no model in {MODELS}"),
]

GERMAN = load_language("de")
WANTED = [" ".join(prompt.words) for prompt in prompts(GERMAN)]
VIKTOR = {**ENGLISH, "name": "Viktor", "language": "de"}
DENIES = """
navigator.mediaDevices.getUserMedia = async () => {
  throw new DOMException("", "NotAllowedError");
};
"""
MOST = 3 * FEWEST
"""Words asked for; a busy machine's microphone has gaps, and some are asked for again."""


def presses(page: Page, name: str) -> None:
    """By the keyboard alone."""
    button = page.get_by_role("button", name=name)
    button.focus()
    button.press("Enter")


def waits_until_it_learns(page: Page, data: Path) -> None:
    """A page that is left before its server has heard the wish has wished nothing."""
    (path,) = (data / FOLDER).iterdir()
    while not read(data, path.stem).learns:
        page.wait_for_timeout(50)


def unfolded(page: Page) -> None:
    page.locator("#own-voice summary").press("Enter")


def reads(page: Page, person: Speaker, said: Callable[[str], Path]) -> None:
    """Repeats what is asked for, one word behind the other, and leaves the second out."""
    number, word = page.locator("#reading-number"), page.locator("#reading-word")
    for count in range(MOST):
        expect(page.locator("#reading")).to_have_attribute("data-state", "listening")
        asked, at = (word.text_content() or "").lower().rstrip("."), number.text_content() or ""
        if count == 1:
            presses(page, TEXT["own-voice-skip"])
        else:
            person.say(page, said(next(each for each in WANTED[::-1] if asked.endswith(each))))
        expect(page.locator("#reading")).to_have_attribute("data-state", "saying")
        if at == text("own-voice-word", number=FEWEST + 2, of=len(WANTED)):
            return


def test_a_voice_is_read_by_keyboard_kept_for_the_next_game_and_deleted(
    playwright: Playwright, headless: str, tmp_path: Path
) -> None:
    def said(words: str) -> Path:
        path = tmp_path / f"{words}.wav"
        soundfile.write(path, spoken(words), RATE)
        return path

    data = tmp_path / "data"
    with housed(playwright, data, MODELS) as house, speaker(playwright, headless) as viktor:
        page = opened(viktor.context, house.arrange(white=VIKTOR)["white"])
        state = page.locator("#own-voice-state")
        unfolded(page)
        expect(state).to_have_text(TEXT["own-voice:none"])
        presses(page, TEXT["own-voice-begin"])
        reads(page, viktor, said)
        presses(page, TEXT["own-voice-begin"])

        expect(page.locator("#reading")).to_be_hidden()
        expect(page.locator("#own-voice-kept")).to_be_visible()
        kept = state.text_content()
        assert kept in {
            text(f"own-voice:{came}", count=count)
            for came in ("own", "same")
            for count in range(FEWEST, MOST)
        }

        page.get_by_role("checkbox", name=TEXT["own-voice-learns"]).press("Space")
        waits_until_it_learns(page, data)
        page.reload()
        expect(state).to_have_text(kept or "")
        expect(page.locator("#own-voice-learns")).to_be_checked()

        following = opened(viktor.context, house.arrange(white=VIKTOR)["white"])
        unfolded(following)
        expect(following.locator("#own-voice-state")).to_have_text(kept or "")
        stranger = opened(viktor.context, house.arrange(white={**VIKTOR, "name": "Ida"})["white"])
        unfolded(stranger)
        expect(stranger.locator("#own-voice-state")).to_have_text(TEXT["own-voice:none"])

        presses(following, TEXT["own-voice-delete"])
        expect(following.locator("#own-voice-state")).to_have_text(TEXT["own-voice:none"])
        begins = following.get_by_role("button", name=TEXT["own-voice-begin"], exact=True)
        expect(begins).to_be_focused()
        assert not list((data / FOLDER).iterdir())


def test_a_game_that_begins_puts_the_reading_aside_and_a_page_loaded_anew_takes_it_up(
    playwright: Playwright, browser: Browser, headless: str, tmp_path: Path
) -> None:
    with housed(playwright, tmp_path, MODELS) as house, speaker(playwright, headless) as viktor:
        links = house.arrange(white=VIKTOR)
        page = opened(viktor.context, links["white"])
        microphone = page.locator("#microphone-state")
        presses(page, TEXT["microphone-open"])
        expect(microphone).to_have_attribute("data-state", "listening")
        unfolded(page)
        presses(page, TEXT["own-voice-begin"])
        expect(page.locator("#reading")).to_have_attribute("data-state", "listening")
        presses(page, TEXT["own-voice-skip"])
        expect(page.locator("#reading-number")).to_have_text(
            text("own-voice-word", number=2, of=len(WANTED))
        )

        opened(person(browser), links["black"])
        expect(page.locator("#own-voice-state")).to_have_text(TEXT["own-voice:begun"])
        expect(page.locator("#reading")).to_be_hidden()
        expect(page.locator("#said")).to_contain_text(GERMAN.phrase("enrol:aside"))
        expect(microphone).to_have_attribute("data-state", "listening")

        page.reload()
        unfolded(page)
        expect(page.locator("#own-voice-state")).to_have_text(TEXT["own-voice:begun"])
        presses(page, TEXT["own-voice-begin"])
        expect(page.locator("#reading-number")).to_have_text(
            text("own-voice-word", number=2, of=len(WANTED))
        )


def test_without_a_microphone_no_reading_was_interrupted(
    context: BrowserContext, house: House
) -> None:
    """The reason stands beside the button and at the microphone, and is announced once."""
    context.add_init_script(DENIES)
    page = opened(context, house.arrange(white=VIKTOR)["white"])
    unfolded(page)
    expect(page.locator("#own-voice-state")).to_have_text(TEXT["own-voice:none"])
    presses(page, TEXT["own-voice-begin"])

    for told in ("#own-voice-state", "#microphone-state", "#alert"):
        expect(page.locator(told)).to_have_text(TEXT["microphone:denied"])
    begins = page.get_by_role("button", name=TEXT["own-voice-begin"], exact=True)
    expect(begins).to_have_attribute("aria-pressed", "false")
    expect(begins).to_be_focused()
