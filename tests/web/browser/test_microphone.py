"""A microphone in a browser: what it hears reaches the server, and a move that is said is made."""

import math
import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.german import NUMBERS, PAGE, by_ear, german, in_words, says
from tests.web.browser.boards import await_board
from tests.web.browser.conftest import MODELS
from tests.web.browser.fake_microphone import hearing_browser, speaker, write_speech
from tests.web.browser.house import House, opened, person, types
from tests.wording import Wording
from voice_chess.adapters.audio_io.sound_sinks import SoundFileSink
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.laws.position import Position

pytestmark = pytest.mark.slow

DEMO = Path(__file__).parents[3] / "audio" / "demo"
AFTER_E4 = Position.start().played("e2e4")
AFTER_E5 = AFTER_E4.played("e7e5")
HELD_MS = 600
"""Longer than a key that is pressed briefly."""
LOST_AFTER_MS = 6_000
"""Longer than a microphone may be without any sound."""
BACK_TO_THE_FIRST = by_ear("go-to-move 1")
SILENCES_S = (6.0, 0.0, 2.0)
"""The file begins when the microphone is opened. The first time that is long before the server
hears, for the model is read; so nothing is said that time."""

RESAMPLED = """
async (rate) => {
  const context = new OfflineAudioContext(1, rate, rate);
  await context.audioWorklet.addModule("/static/microphone-worklet.js");
  const tone = new OscillatorNode(context, { frequency: 440 });
  const node = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 1 });
  const blocks = [];
  node.port.onmessage = (event) => blocks.push([...new Int16Array(event.data)]);
  tone.connect(node).connect(context.destination);
  tone.start();
  await context.startRendering();
  while (blocks.flat().length < 14000) await new Promise((done) => setTimeout(done, 20));
  return blocks.flat();
}
"""


@pytest.mark.parametrize("rate", [16_000, 44_100, 48_000])
def test_any_rate_of_a_microphone_becomes_16_khz(browser: Browser, house: House, rate: int) -> None:
    page = person(browser).new_page()
    page.goto(house.address)
    samples = np.array(page.evaluate(RESAMPLED, rate), dtype=float)[1_000:14_000] / 32_767

    time = np.arange(len(samples)) / 16_000
    waves = np.stack([f(2 * math.pi * 440 * time) for f in (np.sin, np.cos)], axis=1)
    parts, *_ = np.linalg.lstsq(waves, samples, rcond=None)
    rest = samples - waves @ parts

    assert len(samples) == 13_000
    assert np.hypot(*parts) == pytest.approx(1.0, abs=0.02)
    assert np.sqrt(np.mean(rest**2)) < 0.01


@pytest.mark.model
def test_a_move_that_is_said_is_played(
    playwright: Playwright, headless: str, house: House, tmp_path: Path
) -> None:
    if not (MODELS / "fide-de").is_dir():
        pytest.skip(f"no acoustic model in {MODELS / 'fide-de'}")
    file = tmp_path / "microphone.wav"
    write_speech(file, [], SILENCES_S)
    links = house.arrange(customs={"press": "auto"})
    hearing = hearing_browser(playwright, headless, file)
    context = person(hearing, permissions=["microphone"])
    white, black = opened(context, links["white"]), opened(context, links["black"])
    to_move = PAGE["to-move"].format(side=PAGE["side:white"])
    expect(white.locator("#turn")).to_contain_text(to_move)
    _press_microphone(white, is_to_be_open=True)
    _press_microphone(white, is_to_be_open=False)
    write_speech(file, [DEMO / "01-white.flac"], SILENCES_S)
    _press_microphone(white, is_to_be_open=True)

    expect(black.locator("#moves")).to_contain_text("e4", timeout=120_000)

    _press_microphone(white, is_to_be_open=False)
    assert white.locator("#microphone-lost").is_hidden()
    hearing.close()


@pytest.mark.model
@pytest.mark.parametrize("how", ["unplugMicrophone()", "stopMicrophone({ isForGood: true })"])
def test_a_microphone_that_is_pulled_out_or_stopped_is_told_of_to_both_sides(
    playwright: Playwright, headless: str, house: House, how: str
) -> None:
    if not (MODELS / "fide-de").is_dir():
        pytest.skip(f"no acoustic model in {MODELS / 'fide-de'}")
    links = house.arrange()
    sent: list[str] = []
    with speaker(playwright, headless) as somebody:
        somebody.context.on("page", lambda page: _read(page, sent))
        page = opened(somebody.context, links["white"])
        _press_microphone(page, is_to_be_open=True)
        page.evaluate(how)

        expect(page.locator("#microphone-state")).to_have_text(PAGE["microphone:lost"])
    (told,) = [text for text in sent if '"is_open":false' in text]
    assert '"is_lost":true' in told


def test_each_try_to_open_a_microphone_in_vain_is_told(
    context: BrowserContext, house: House
) -> None:
    page = opened(context, house.arrange()["white"])
    told = page.locator("#alert")
    words = re.compile(f"{PAGE['microphone:denied']}|{PAGE['microphone:missing']}")
    for _ in range(2):
        page.locator("#microphone-open").press("Enter")
        expect(told).to_have_text(words)
        page.evaluate("document.getElementById('alert').replaceChildren()")


@pytest.mark.model
def test_letting_go_of_the_key_does_not_hide_why_there_is_no_microphone(
    context: BrowserContext, house: House
) -> None:
    page = opened(context, house.arrange()["white"])
    page.locator("#microphone-hold").focus()
    page.keyboard.down("Space")
    reason = re.compile(f"{PAGE['microphone:denied']}|{PAGE['microphone:missing']}")
    expect(page.locator("#microphone-state")).to_have_text(reason)
    page.wait_for_timeout(HELD_MS)
    page.keyboard.up("Space")

    page.locator("#line-text").focus()
    page.wait_for_timeout(HELD_MS)
    expect(page.locator("#microphone-state")).to_have_text(reason)


def test_a_microphone_that_was_only_interrupted_is_woken(
    playwright: Playwright, headless: str, house: House
) -> None:
    if not (MODELS / "fide-de").is_dir():
        pytest.skip(f"no acoustic model in {MODELS / 'fide-de'}")
    links = house.arrange()
    with speaker(playwright, headless) as somebody:
        page = opened(somebody.context, links["white"])
        _press_microphone(page, is_to_be_open=True)
        page.evaluate("stopMicrophone({ isForGood: false })")
        assert page.evaluate("isMicrophoneStopped()")
        page.wait_for_function("() => !isMicrophoneStopped()")
        page.wait_for_timeout(LOST_AFTER_MS)

        expect(page.locator("#microphone-state")).to_have_text(PAGE["microphone:listening"])


@pytest.mark.model
def test_a_microphone_that_was_kept_open_is_open_after_a_reload_and_one_that_was_held_is_not(
    playwright: Playwright, headless: str, house: House
) -> None:
    """Another language of the page reloads it, too: who plays by voice would not see it is off."""
    if not (MODELS / "fide-de").is_dir():
        pytest.skip(f"no acoustic model in {MODELS / 'fide-de'}")
    with speaker(playwright, headless) as somebody:
        page = opened(somebody.context, house.arrange()["white"])
        kept, held = (page.locator(f"#microphone-{how}") for how in ("open", "hold"))
        state = page.locator("#microphone-state")
        _press_microphone(page, is_to_be_open=True)
        page.reload()
        expect(state).to_have_text(PAGE["microphone:listening"])
        expect(page.locator("#status")).to_contain_text(PAGE["microphone:listening"])
        expect(kept).to_have_attribute("aria-pressed", "true")
        _press_microphone(page, is_to_be_open=False)
        held.press("Enter")
        expect(held).to_have_attribute("aria-pressed", "true")
        page.reload()
        expect(page.locator("#connection")).to_have_text(PAGE["connection:open"])

        expect(kept).to_have_attribute("aria-pressed", "false")
        expect(state).to_have_text(PAGE["microphone:off"])


@pytest.mark.model
def test_whoever_asks_for_another_language_by_voice_is_heard_in_it(
    playwright: Playwright, headless: str, house: House, tmp_path: Path
) -> None:
    for language_id in ("de", "en"):
        if not (MODELS / f"fide-{language_id}").is_dir():
            pytest.skip(f"no acoustic model in {MODELS / f'fide-{language_id}'}")
    wish, move = (tmp_path / name for name in ("wish.wav", "move.wav"))
    for said, words, language_id in (
        (wish, says("language language:en"), "de"),
        (move, Wording("en").by_ear("Nf3"), "en"),
    ):
        sink = SoundFileSink(said)
        Pyttsx3Speaker(sink, delivery_in(language_id), is_marked=False).say(words)
    links = house.arrange(customs={"press": "auto"})
    sent: list[str] = []
    with speaker(playwright, headless) as somebody:
        white, black = (opened(somebody.context, links[role]) for role in ("white", "black"))
        _press_microphone(white, is_to_be_open=True)
        _read(white, sent)
        white.reload()
        state = white.locator("#microphone-state")
        expect(state).to_have_attribute("data-state", "listening")
        somebody.say(white, wish)
        while sum('"is_open":true' in text for text in sent) < 2:
            white.wait_for_timeout(100)
        expect(state).to_have_attribute("data-state", "listening")
        somebody.say(white, move)

        await_board(Position.start().played("g1f3"), white, black)


@pytest.mark.model
def test_a_spoken_number_leads_the_own_board_back_to_its_move(
    playwright: Playwright, headless: str, house: House, tmp_path: Path
) -> None:
    if not (MODELS / "fide-de").is_dir():
        pytest.skip(f"no acoustic model in {MODELS / 'fide-de'}")
    said = tmp_path / "said.wav"
    Pyttsx3Speaker(SoundFileSink(said), delivery_in("de"), is_marked=False).say(BACK_TO_THE_FIRST)
    links = house.arrange()
    with speaker(playwright, headless) as somebody:
        white, black = (opened(somebody.context, links[role]) for role in ("white", "black"))
        for page, move, after in ((white, "e4", AFTER_E4), (black, "e5", AFTER_E5)):
            types(page, move)
            await_board(after, white, black)
        _press_microphone(white, is_to_be_open=True)
        somebody.say(white, said)

        await_board(AFTER_E4, white)
        number, move = german("move-number", number=NUMBERS[1]), in_words("Pe2, e4")
        told = f"{number} {german('last-move', 'white', move=move)}"
        expect(white.locator("#reply")).to_have_text(told)
        await_board(AFTER_E5, black)


def _read(page: Page, sent: list[str]) -> None:
    """Every text that goes over its sockets."""

    def keep(message: str | bytes) -> None:
        if isinstance(message, str):
            sent.append(message)

    page.on("websocket", lambda socket: socket.on("framesent", keep))


def _press_microphone(page: Page, *, is_to_be_open: bool) -> None:
    button = page.get_by_role("button", name=PAGE["microphone-open"])
    told = PAGE["microphone:listening" if is_to_be_open else "microphone:off"]
    button.click()
    expect(button).to_have_attribute("aria-pressed", str(is_to_be_open).lower())
    expect(page.locator("#microphone-state")).to_contain_text(told)
