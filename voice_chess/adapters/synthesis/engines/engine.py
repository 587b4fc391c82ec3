"""The interface of a speech program that lends its voices, and helpers for their sound."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from voice_chess.session.ports import SpeechLost

Samples = npt.NDArray[np.int16]

OWN_RATE = 175
"""About how fast these programs speak of their own accord, in words a minute."""
SPEAKS_WITHIN_S = 5
"""How long a sentence may take: a minute of speech takes half a second, even of a busy machine. The
listener waits in silence meanwhile, and another voice is ready."""
SHORTEST = 0.3
"""The least part of its length to which these programs can compress a sentence whole."""
_LEVEL = 0.09
"""Root mean square as a part of full scale; eSpeak NG's sentences have 0.08 to 0.1."""
_PEAK = 0.95
_FULL = 32_768


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledVoice:
    """A voice found on this machine.

    `name` is the name that a listener chooses, with the program's name before a colon; `language`
    is the id of its one language; `called` is the program's own name for it.
    """

    name: str
    language: str
    called: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpokenSound:
    """A sentence as sound: one channel of 16-bit samples, at `sample_rate` Hz."""

    samples: Samples
    sample_rate: int


class VoiceEngine(Protocol):
    """One speech program, used by one thread at a time."""

    def voices(self) -> tuple[InstalledVoice, ...]:
        """Return the voices that speak a language of the game; none if it isn't installed."""

    def spoken(self, text: str, voice: InstalledVoice, words_per_minute: int) -> SpokenSound:
        """Return the whole sentence as sound. Raises `SpeechLost`."""

    def close(self) -> None:
        """End what was started; a later sentence starts it again."""


def stretch_of(words_per_minute: int) -> float:
    """Return how long a sentence becomes, relative to its length at the program's own rate."""
    return max(SHORTEST, OWN_RATE / words_per_minute)


def as_loud_as_espeak(sound: SpokenSound) -> npt.NDArray[np.float32]:
    """Return the samples as floats up to 1, as loud as the standard voice, without clipping."""
    samples = sound.samples.astype(np.float32) / np.float32(_FULL)
    peak = float(np.abs(samples).max(initial=0.0))
    if not peak:
        return samples
    gain = min(_LEVEL / float(np.sqrt(np.mean(samples**2))), _PEAK / peak)
    louder: npt.NDArray[np.float32] = samples * np.float32(gain)
    return louder


def read(path: Path, program: str, complaint: str = "") -> SpokenSound:
    """Read the first channel of a sound file of any kind.

    Raises `SpeechLost`, with the program's complaint if there is one.
    """
    import soundfile  # native library, needed only for these voices

    try:
        samples, sample_rate = soundfile.read(path, dtype="int16", always_2d=True)
    except (OSError, soundfile.SoundFileError) as error:
        msg = f"{program} wrote no sound that can be read: {complaint or error}"
        raise SpeechLost(msg) from error
    return SpokenSound(samples=samples[:, 0], sample_rate=sample_rate)
