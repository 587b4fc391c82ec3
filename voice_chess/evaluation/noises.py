"""Makes the noises that `evaluate` can add, by name or from a file."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from voice_chess.acoustics.manifest import Row
from voice_chess.compose.recordings import Recording
from voice_chess.compose.voices import sound_by
from voice_chess.plain_error import PlainError
from voice_chess.sound import noise_mixing
from voice_chess.sound.noise_mixing import Disturbance, Others
from voice_chess.sound.sampling import Waveform

STEADY = {"white": 0.0, "pink": 1.0}
HUM = "hum"
VOICES = {"babble": noise_mixing.babble, "hall": noise_mixing.hall}
ENOUGH_VOICES = 4
VARIANTS = ("", "+m3", "+m7", "+f2", "+f4", "+f5")
"""Voices of eSpeak NG that make up a hall if a manifest has too few of its own."""


class UnknownNoise(PlainError, LookupError):
    """There is no noise and no file of this name; the message lists the known noises."""


def noise_of(name: str, snr_db: float, rows: Sequence[Row], language: str) -> Disturbance:
    """Return the noise of this name, or of the recording in this file. Raises `UnknownNoise`."""
    if name in STEADY:
        noise = noise_mixing.steady(STEADY[name])
    elif name == HUM:
        noise = noise_mixing.hum
    elif name in VOICES:
        noise = VOICES[name](_others(rows, language))
    elif Path(name).is_file():
        noise = noise_mixing.recorded(Recording(Path(name)).samples())
    else:
        known = ", ".join((*STEADY, HUM, *VOICES))
        message = f"There is no noise {name}; there are {known}, or give a sound file."
        raise UnknownNoise(message)
    return Disturbance(name=name, snr_db=snr_db, noise=noise)


def _others(rows: Sequence[Row], language: str) -> Others:
    """Return the manifest's own voices and, if they are few, synthetic ones as well."""
    voices: defaultdict[str, list[Waveform]] = defaultdict(list)
    for row in rows:
        voices[row.voice].append(Recording(row.file).samples())
    if len(voices) < ENOUGH_VOICES:
        texts = [" ".join(row.words) for row in rows][:30]
        for variant in VARIANTS:
            voices[f"eSpeak {variant}"] = [_synthetic(text, language + variant) for text in texts]
    return Others(voices=voices)


def _synthetic(text: str, voice: str) -> Waveform:
    return sound_by(voice, text) * np.float32(32768)
