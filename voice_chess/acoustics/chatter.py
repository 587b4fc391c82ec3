"""Everyday sentences of several languages, read by eSpeak NG, to be learnt as unknown speech."""

import tomllib
from importlib.resources import files

import numpy as np

from voice_chess.acoustics.augment import resampled
from voice_chess.acoustics.chance import Rng, happens
from voice_chess.acoustics.corpus import Utterance, garbage
from voice_chess.acoustics.engines.espeak_library import Settings, the_library

VARIANTS = ("", "+m3", "+m7", "+f2", "+f4", "+klatt2", "+Annie", "+paul")


def everyday_sentences() -> dict[str, list[str]]:
    """Sentences by language."""
    text = (files(__package__) / "chatter.toml").read_text("utf-8")
    table: dict[str, list[str]] = tomllib.loads(text)["sentences"]
    return table


def chatter(rng: Rng) -> list[Utterance]:
    """Every sentence by every kind of voice, whole or cut off."""
    library = the_library()
    said = []
    for language, sentences in everyday_sentences().items():
        for sentence in sentences:
            for variant in VARIANTS:
                settings = Settings(
                    voice=language + variant,
                    rate=int(rng.integers(120, 230)),
                    pitch=int(rng.integers(25, 75)),
                    range=int(rng.integers(20, 80)),
                )
                samples, _ = library.read(sentence, settings)
                sound = resampled(samples.astype(np.float32), library.sample_rate)
                if happens(rng, 0.3):
                    sound = sound[: int(len(sound) * rng.uniform(0.3, 0.9))]
                said.append(garbage(np.clip(sound, -32768, 32767).astype(np.int16)))
    return said
