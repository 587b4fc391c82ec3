"""Everyday sentences of several languages in many voices, which models learn as unknown speech."""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

import numpy as np

from voice_chess.acoustics.augment import resampled
from voice_chess.acoustics.corpus import Utterance, garbage
from voice_chess.acoustics.engines.engine import Audio, EngineVoice
from voice_chess.acoustics.engines.espeak_library import VoiceSettings, the_library
from voice_chess.acoustics.engines.readers import ReadingManner, natural_readers, read_aloud
from voice_chess.sound.chance import Rng, happens, one_of

VARIANTS = ("", "+m3", "+m7", "+f2", "+f4", "+klatt2", "+Annie", "+paul")
SYNTHETIC_READINGS = 6
"""How many variants of eSpeak NG read a sentence."""

NATURAL_READINGS = 3
"""How often natural voices of its language, if there are any, read a sentence."""


@cache
def everyday_sentences() -> dict[str, list[str]]:
    """Return the sentences, by language."""
    text = (files(__package__) / "everyday_speech.toml").read_text("utf-8")
    table: dict[str, list[str]] = tomllib.loads(text)["sentences"]
    return table


def chatter(rng: Rng) -> list[Utterance]:
    """Return all sentences by all engines here, whole or cut off; see `chatter_by_engine`."""
    return [utterance for said in chatter_by_engine(rng).values() for utterance in said]


def chatter_by_engine(rng: Rng) -> dict[str, list[Utterance]]:
    """Return, by engine, each sentence in several voices and rates; a quarter in natural voices."""
    said: dict[str, list[Utterance]] = {}
    natural = natural_readers()
    for language, sentences in everyday_sentences().items():
        readers = [voice for voice in natural if _speaks(voice, language)]
        for sentence in sentences:
            for engine, audio in _readings(sentence, language, readers, rng):
                said.setdefault(engine, []).append(_overheard(audio, rng))
    return said


def a_sentence(rng: Rng) -> Utterance:
    """Return a random sentence by a random variant of eSpeak NG, whole or cut off."""
    language = one_of(rng, sorted(everyday_sentences()))
    sentence = one_of(rng, everyday_sentences()[language])
    return _overheard(_by_espeak(sentence, f"{language}{one_of(rng, VARIANTS)}", rng), rng)


def _speaks(voice: EngineVoice, language: str) -> bool:
    return voice.language.split("-")[0] == language.split("-", maxsplit=1)[0]


def _readings(
    sentence: str, language: str, readers: Sequence[EngineVoice], rng: Rng
) -> Iterator[tuple[str, Audio]]:
    for variant in rng.permutation(np.array(VARIANTS))[:SYNTHETIC_READINGS]:
        yield "espeak", _by_espeak(sentence, f"{language}{variant}", rng)
    order = rng.permutation(len(readers))
    for turn in range(NATURAL_READINGS if readers else 0):
        voice = readers[order[turn % len(order)]]
        manner = ReadingManner(
            rate=float(rng.uniform(0.8, 1.4)), pitch=float(rng.uniform(0.8, 1.3))
        )
        yield voice.engine, read_aloud(sentence, voice, manner)


def _by_espeak(sentence: str, voice: str, rng: Rng) -> Audio:
    library = the_library()
    settings = VoiceSettings(
        voice=voice,
        rate=int(rng.integers(120, 230)),
        pitch=int(rng.integers(25, 75)),
        range=int(rng.integers(20, 80)),
    )
    samples, _ = library.read(sentence, settings)
    return Audio(samples=samples, sample_rate=library.sample_rate, timing=None)


def _overheard(audio: Audio, rng: Rng) -> Utterance:
    """Return sound as garbage at 16 kHz, sometimes cut off."""
    sound = resampled(audio.samples.astype(np.float32), audio.sample_rate)
    if happens(rng, 0.3):
        sound = sound[: int(len(sound) * rng.uniform(0.3, 0.9))]
    return garbage(np.clip(sound, -32768, 32767).astype(np.int16))
