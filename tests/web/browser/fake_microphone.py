"""Runs browsers with a simulated microphone, into which a person can speak recordings."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
import soundfile
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests.web.browser.house import FLAGS, UNSEEN, person
from voice_chess.adapters.audio_io import sound_files
from voice_chess.sound.resampler import Samples, as_float, resampled
from voice_chess.sound.sampling import SAMPLE_RATE

RATE = 48_000
"""The sampling rate of Chromium's microphone that plays a file, in Hz."""

_WITH_A_MICROPHONE = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")

SILENCES_S = (0.6, 0.0, 0.4)
"""Silences before, between and after the recordings."""

_MIXER = """
if (navigator.mediaDevices) {
  const sounding = [];
  window.AudioContext = class extends AudioContext {
    constructor(wishes) {
      super(wishes);
      sounding.push(this);
    }
  };
  window.stopMicrophone = async ({ isForGood }) => {
    const last = sounding.at(-1);
    if (isForGood) last.resume = async () => {};
    await last.suspend();
  };
  window.isMicrophoneStopped = () => sounding.at(-1).state === "suspended";
  let context = null;
  let mouth = null;
  let spoken = Promise.resolve();
  navigator.mediaDevices.getUserMedia = async () => {
    context ??= new AudioContext();
    mouth ??= context.createMediaStreamDestination();
    const stream = mouth.stream.clone();
    window.unplugMicrophone = () => stream.getAudioTracks()[0].dispatchEvent(new Event("ended"));
    return stream;
  };
  const begun = async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const source = context.createBufferSource();
    source.buffer = await context.decodeAudioData(bytes.buffer);
    source.connect(mouth);
    const ended = new Promise((done) => { source.onended = done; });
    source.start();
    return { at: context.currentTime, ended };
  };
  const reached = async (at, seconds) => {
    while (context.currentTime - at < seconds) {
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  window.speak = ([encoded, untilS]) => {
    const speaking = spoken.then(() => begun(encoded));
    spoken = speaking.then(({ ended }) => ended);
    return untilS === null ? spoken : speaking.then(({ at }) => reached(at, untilS));
  };
}
"""
"""Replaces the page's microphone by a mixer, into which speech is put. Its time is counted in the
mixer's samples: on a busy machine people speak slowly, but no sound is cut off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """A person who speaks at a page of their own browser context."""

    context: BrowserContext

    def say(self, page: Page, *recordings: Path, pause_s: float = 0.1) -> None:
        """Say recordings without a break, and return at the end; the microphone must be open."""
        before_s, _, after_s = SILENCES_S
        page.evaluate("speak", [_encoded(recordings, (before_s, pause_s, after_s)), None])

    def begin_to_say(self, page: Page, recording: Path, until_ms: int) -> None:
        """Say a recording, but return after `until_ms` of it; the speech goes on to its end."""
        until_s = SILENCES_S[0] + until_ms / 1_000
        page.evaluate("speak", [_encoded([recording], SILENCES_S), until_s])


@contextmanager
def speaker(playwright: Playwright, program: str) -> Iterator[Speaker]:
    """Provide a person with a browser and a voice until the block ends."""
    browser = playwright.chromium.launch(
        executable_path=program, args=[*FLAGS, *UNSEEN, *_WITH_A_MICROPHONE]
    )
    context = person(browser, permissions=["microphone"])
    context.add_init_script(_MIXER)
    yield Speaker(context=context)
    browser.close()


def hearing_browser(playwright: Playwright, program: str, file: Path) -> Browser:
    """Launch a browser whose microphone plays a file when it is opened, and then silence."""
    from_file = f"--use-file-for-fake-audio-capture={file}%noloop"
    return playwright.chromium.launch(
        executable_path=program, args=[*FLAGS, *UNSEEN, *_WITH_A_MICROPHONE, from_file]
    )


def write_speech(
    file: Path | BytesIO, recordings: Sequence[Path], silences_s: tuple[float, float, float]
) -> None:
    """Write silence, the recordings with pauses between them, and silence, as WAV."""
    before, between, after = (np.zeros(int(seconds * RATE)) for seconds in silences_s)
    said = [part for recording in recordings for part in (between, _samples(recording))]
    sound = np.concatenate([before, *said[1:], after])
    soundfile.write(file, sound, RATE, subtype="PCM_16", format="WAV")


def _encoded(recordings: Sequence[Path], silences_s: tuple[float, float, float]) -> str:
    written = BytesIO()
    write_speech(written, recordings, silences_s)
    return b64encode(written.getvalue()).decode("ascii")


def _samples(recording: Path) -> Samples:
    samples = as_float(sound_files.read(recording))
    return resampled(samples, SAMPLE_RATE, RATE)
