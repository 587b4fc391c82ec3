"""Speech for pages: a sound file for each sentence, as its listener wants it."""

import io
import wave
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from voice_chess.adapters.synthesis.pyttsx3_speaker import PageVoices
from voice_chess.languages.language import load_language
from voice_chess.session.voice_preferences import VoicePreferences

GERMAN = VoicePreferences(language=load_language("de"))
WORDS = "Springer Gustav eins, Felix drei."


def samples(preferences: VoicePreferences, words: str = WORDS) -> memoryview:
    with wave.open(io.BytesIO(PageVoices().wav(words, preferences))) as spoken:
        assert (spoken.getframerate(), spoken.getnchannels(), spoken.getsampwidth()) == (
            16_000,
            1,
            2,
        )
        return memoryview(spoken.readframes(spoken.getnframes())).cast("h")


def loudest(sound: memoryview) -> int:
    return max(map(abs, sound))


def test_each_listener_is_spoken_to_as_fast_as_they_want() -> None:
    slow = samples(replace(GERMAN, words_per_minute=125))
    fast = samples(replace(GERMAN, words_per_minute=280))

    assert len(slow) > 1.8 * len(fast)


def test_each_listener_is_spoken_to_as_loud_as_they_want() -> None:
    soft = samples(replace(GERMAN, volume_percent=25))
    loud = samples(replace(GERMAN, volume_percent=100))

    assert loudest(loud) > 3 * loudest(soft) > 0


def test_each_listener_is_spoken_to_in_their_language() -> None:
    english = VoicePreferences(language=load_language("en"))

    assert bytes(samples(GERMAN, "Remis")) != bytes(samples(english, "Remis"))


def test_sentences_asked_for_at_once_do_not_mix() -> None:
    voices, wanted = PageVoices(), [GERMAN, replace(GERMAN, words_per_minute=280)] * 2
    alone = [len(voices.wav(WORDS, preferences)) for preferences in wanted]

    with ThreadPoolExecutor(len(wanted)) as pool:
        together = [
            len(wav) for wav in pool.map(lambda preferences: voices.wav(WORDS, preferences), wanted)
        ]

    assert together == pytest.approx(alone, rel=0.01)
