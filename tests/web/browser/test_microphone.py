"""A microphone in a browser: what it hears reaches the server, and a move that is said is made."""

import math
from pathlib import Path

import numpy as np
import pytest
import soundfile
from playwright.sync_api import Browser, Playwright, expect

from tests.web.browser.conftest import MODELS
from tests.web.browser.house import FLAGS, House, opened, person

pytestmark = pytest.mark.slow

DEMO = Path(__file__).parents[3] / "audio" / "demo"
RATE = 48_000
SILENCE_S = (20.0, 2.0)
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
    playwright: Playwright, chromium: str, house: House, tmp_path: Path
) -> None:
    if not (MODELS / "fide-de").is_dir():
        pytest.skip(f"no acoustic model in {MODELS / 'fide-de'}")
    spoken = _microphone_file(DEMO / "01-white.flac", tmp_path / "said.wav")
    links = house.arrange(customs={"press": "auto"})
    hearing = playwright.chromium.launch(
        executable_path=chromium,
        args=[
            *FLAGS,
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-audio-capture={spoken}%noloop",
        ],
    )
    context = person(hearing, permissions=["microphone"])
    white, black = opened(context, links["white"]), opened(context, links["black"])
    expect(white.locator("#turn")).to_contain_text("Weiß am Zug")
    button = white.get_by_role("button", name="Mikrofon offen lassen")
    button.click()

    expect(button).to_have_attribute("aria-pressed", "true")
    expect(white.locator("#microphone-state")).to_contain_text("Der Server hört zu")
    expect(black.locator("#moves")).to_contain_text("e4", timeout=120_000)

    button.click()
    expect(white.locator("#microphone-state")).to_have_text("Mikrofon aus.")
    assert white.locator("#microphone-lost").is_hidden()
    hearing.close()


def _microphone_file(source: Path, target: Path) -> Path:
    """Silence, the announcement, silence, at the rate that Chromium's microphone of a file has."""
    samples, rate = soundfile.read(source, dtype="float32")
    length = int(len(samples) * RATE / rate)
    louder = np.interp(np.arange(length) * rate / RATE, np.arange(len(samples)), samples)
    before, after = (np.zeros(int(seconds * RATE)) for seconds in SILENCE_S)
    soundfile.write(target, np.concatenate([before, louder, after]), RATE, subtype="PCM_16")
    return target
