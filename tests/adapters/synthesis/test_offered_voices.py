"""The voices to choose from: in every language all of them sound, and none like another."""

import io
import wave
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt
import pytest

from voice_chess.adapters.synthesis.pyttsx3_speaker import VARIANTS, PageVoices
from voice_chess.languages.language import known_languages, load_language, spoken_languages
from voice_chess.laws.position import Position
from voice_chess.session.voice_preferences import VOICE_NAMES, VoiceName, VoicePreferences
from voice_chess.speech.generation.wording import move_words

Levels = npt.NDArray[np.float64]
NAMES: tuple[VoiceName, ...] = VOICE_NAMES
FRAME = 1_024
FULL = 32_768
QUIET, LOUD = 0.03, 0.3
"""Root mean square of a sentence; the standard voice has 0.08 to 0.1."""


@cache
def said(language_id: str, voice: VoiceName, time: int = 1) -> Levels:  # noqa: ARG001 - part of the key of the cache
    """Two moves in the language's own words, as a page gets them."""
    language = load_language(language_id)
    moves = (move_words(uci, Position.start(), language) for uci in ("g1f3", "e2e4"))
    wav = PageVoices().wav(". ".join(moves), VoicePreferences(language=language, voice=voice))
    with wave.open(io.BytesIO(wav)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    return samples.astype(float) / FULL


def colour(sound: Levels) -> Levels:
    """How loud it is from low to high, in decibels about its own mean."""
    starts = range(0, len(sound) - FRAME, FRAME // 2)
    frames = np.array([sound[start : start + FRAME] * np.hanning(FRAME) for start in starts])
    power = (np.abs(np.fft.rfft(frames)) ** 2).mean(axis=0)
    edges = np.geomspace(4, FRAME // 2, 40).astype(int)
    bands = [power[low : high + 1].sum() for low, high in pairwise(edges)]
    levels = 10 * np.log10(np.array(bands) + 1e-9)
    about_its_mean: Levels = levels - levels.mean()
    return about_its_mean


def apart(one: Levels, other: Levels) -> float:
    return float(np.abs(colour(one) - colour(other)).mean())


def test_every_voice_has_its_variant_and_the_standard_one_none() -> None:
    assert set(VARIANTS) == set(NAMES)
    assert VARIANTS["standard"] == ""
    assert len(set(VARIANTS.values())) == len(NAMES)


@pytest.mark.parametrize("language", spoken_languages())
@pytest.mark.parametrize("voice", NAMES)
def test_says_it_all_neither_too_softly_nor_overdriven(language: str, voice: VoiceName) -> None:
    sound, standard = said(language, voice), said(language, "standard")

    assert len(sound) == pytest.approx(len(standard), rel=0.15)
    assert QUIET < np.sqrt((sound**2).mean()) < LOUD
    assert np.mean(np.abs(sound) >= 1 - 2 / FULL) < 1e-4


@pytest.mark.parametrize("language", spoken_languages())
def test_no_voice_sounds_like_another(language: str) -> None:
    """A variant that the library does not know is the standard voice, without a word."""
    same = max(apart(said(language, voice), said(language, voice, 2)) for voice in NAMES)
    others = {
        pair: apart(said(language, pair[0]), said(language, pair[1]))
        for pair in combinations(NAMES, 2)
    }

    assert {pair for pair, found in others.items() if found < max(2.0, 5 * same)} == set()


@pytest.mark.parametrize("language", known_languages())
def test_every_voice_has_a_name_of_its_own_on_the_page(language: str) -> None:
    text = load_language(language).interface
    names = [text[f"voice:{voice}"] for voice in NAMES]

    assert len(set(names)) == len(NAMES)
