"""What a speech program of the machine must do to lend its voices."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from voice_chess.session.ports import SpeakerLost

Samples = npt.NDArray[np.int16]

USUAL_RATE = 175
"""Words a minute at which a voice speaks as it was made."""
SHORTEST = 0.3
"""The least part of its own length to which these programs press a sentence without losing it."""
_LEVEL = 0.09
"""Root mean square of full scale: eSpeak NG's sentences have 0.08 to 0.1."""
_PEAK = 0.95
_FULL = 32_768


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledVoice:
    """A voice found on this machine.

    `name` is what a listener chooses it by, the program's name before a colon; `language` the id
    of the one language that it speaks; `called` the program's own name for it.
    """

    name: str
    language: str
    called: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpokenSound:
    """A sentence as sound: one channel of 16-bit samples, so many a second."""

    samples: Samples
    sample_rate: int


class VoiceEngine(Protocol):
    """One speech program. Used by one thread at a time."""

    def voices(self) -> tuple[InstalledVoice, ...]:
        """Return those that speak a language of the game; none where it isn't installed."""

    def spoken(self, text: str, voice: InstalledVoice, words_per_minute: int) -> SpokenSound:
        """Return the whole sentence. Raises `SpeakerLost`."""

    def close(self) -> None:
        """End what was started; a later sentence starts it anew."""


def stretch_of(words_per_minute: int) -> float:
    """How long a sentence becomes, of its length at the usual rate."""
    return max(SHORTEST, USUAL_RATE / words_per_minute)


def as_loud_as_espeak(sound: SpokenSound) -> npt.NDArray[np.float32]:
    """Return its samples in parts of full scale, as loud as the standard voice, not overdriven."""
    samples = sound.samples.astype(np.float32) / np.float32(_FULL)
    peak = float(np.abs(samples).max(initial=0.0))
    if not peak:
        return samples
    gain = min(_LEVEL / float(np.sqrt(np.mean(samples**2))), _PEAK / peak)
    louder: npt.NDArray[np.float32] = samples * np.float32(gain)
    return louder


def read(path: Path, program: str, complaint: str = "") -> SpokenSound:
    """Read a sound file of any kind; the first channel counts.

    Raises `SpeakerLost`, with what the program complained of, if it did.
    """
    import soundfile  # native library: only who speaks so needs it

    try:
        samples, sample_rate = soundfile.read(path, dtype="int16", always_2d=True)
    except (OSError, soundfile.SoundFileError) as error:
        msg = f"{program} wrote no sound that can be read: {complaint or error}"
        raise SpeakerLost(msg) from error
    return SpokenSound(samples=samples[:, 0], sample_rate=sample_rate)
