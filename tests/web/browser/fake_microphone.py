"""A browser whose microphone is a sound file, and somebody who speaks into it when he is asked."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests.web.browser.house import FLAGS, person
from voice_chess.adapters import sound_files
from voice_chess.adapters.resampler import Samples, as_float, resampled

RATE = 48_000
"""That of Chromium's microphone of a file."""

SILENCES_S = (0.6, 0.0, 0.4)
"""Before, between and behind what is said."""

_MIXER = """
if (navigator.mediaDevices) {
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  let context = null;
  let mouth = null;
  navigator.mediaDevices.getUserMedia = async () => {
    context ??= new AudioContext();
    mouth ??= context.createMediaStreamDestination();
    return mouth.stream.clone();
  };
  let spoken = Promise.resolve();
  window.speak = (lastsMs) => {
    spoken = spoken.then(() => speakNow(lastsMs));
    return spoken;
  };
  const speakNow = async (lastsMs) => {
    const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    const stream = await real({ audio: plain });
    const source = context.createMediaStreamSource(stream);
    source.connect(mouth);
    await new Promise((done) => setTimeout(done, lastsMs));
    source.disconnect();
    for (const track of stream.getTracks()) track.stop();
  };
}
"""
"""Chromium begins its file when a microphone is opened, and a page opens its own only once. So the
page's is a mixer that stays open, and what the file gives is put into it when somebody speaks."""


_BEGIN = """
([lastsMs, spentMs]) => {
  speak(lastsMs);
  return new Promise((done) => setTimeout(done, spentMs));
}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """Somebody at a page of his own browser; `context` is that browser's."""

    context: BrowserContext
    file: Path

    def say(self, page: Page, *recordings: Path, pause_s: float = 0.3) -> None:
        """In one breath, to the end; his microphone must be open."""
        before_s, _, after_s = SILENCES_S
        page.evaluate("speak", write_speech(self.file, recordings, (before_s, pause_s, after_s)))

    def begin_to_say(self, page: Page, recording: Path, until_ms: int) -> None:
        """The same, but answers when so much of the recording was said; he talks on to its end."""
        lasts_ms = write_speech(self.file, [recording], SILENCES_S)
        spent_ms = int(SILENCES_S[0] * 1_000) + until_ms
        page.evaluate(_BEGIN, [lasts_ms, spent_ms])


@contextmanager
def speaker(playwright: Playwright, chromium: str, folder: Path) -> Iterator[Speaker]:
    """A person with a browser and a voice."""
    file = folder / "microphone.wav"
    browser = hearing_browser(playwright, chromium, file)
    context = person(browser, permissions=["microphone"])
    context.add_init_script(_MIXER)
    yield Speaker(context=context, file=file)
    browser.close()


def hearing_browser(playwright: Playwright, chromium: str, file: Path) -> Browser:
    """Its microphone gives what is in the file when it is opened, then silence."""
    return playwright.chromium.launch(
        executable_path=chromium,
        args=[
            *FLAGS,
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-audio-capture={file}%noloop",
        ],
    )


def write_speech(
    file: Path, recordings: Sequence[Path], silences_s: tuple[float, float, float]
) -> int:
    """Silence, the recordings with pauses between, silence; answers how many milliseconds."""
    before, between, after = (np.zeros(int(seconds * RATE)) for seconds in silences_s)
    said = [part for recording in recordings for part in (between, _samples(recording))]
    sound = np.concatenate([before, *said[1:], after])
    soundfile.write(file, sound, RATE, subtype="PCM_16")
    return len(sound) * 1_000 // RATE


def _samples(recording: Path) -> Samples:
    samples = as_float(sound_files.read(recording))
    return resampled(samples, sound_files.SAMPLE_RATE, RATE)
