"""Engines tell where their words lie, and stay silent politely where they are not installed."""

import random
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from voice_chess.acoustics.engines.engine import Audio, Engine, Spoken, Timed, joined, trimmed
from voice_chess.acoustics.engines.espeak import EspeakEngine
from voice_chess.acoustics.engines.festival import FestivalProcess
from voice_chess.acoustics.engines.flite import FliteProcess
from voice_chess.acoustics.engines.pico import Pico
from voice_chess.acoustics.engines.rhvoice import Rhvoice
from voice_chess.adapters.synthesis.espeak import installed

ENGINES: tuple[Engine, ...] = (EspeakEngine(), FestivalProcess(), FliteProcess(), Pico(), Rhvoice())
WORDS = ("d a: m @", "ts E: z a r", "f i: r", "S l E: k t")
GAPS_MS = (0, 150, 0)


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def engine(request: pytest.FixtureRequest) -> Engine:
    asked: Engine = request.param
    if (reason := asked.missing()) is not None:
        pytest.skip(reason)
    return asked


def requests(engine: Engine, count: int) -> list[Spoken]:
    found = engine.voices()  # a machine may have a single one of Festival's
    voices = random.Random(1).sample(found, min(count, len(found)))
    return [Spoken(words=WORDS, voice=voice, gaps_ms=GAPS_MS, seed=3) for voice in voices]


def test_each_request_gives_one_sound_that_can_be_heard(engine: Engine) -> None:
    asked = requests(engine, 3)
    sounds = list(engine.speak(asked))
    assert len(sounds) == len(asked)
    for sound in sounds:
        assert 0.5 < len(sound.samples) / sound.sample_rate < 6
        assert np.abs(sound.samples.astype(np.int32)).max() > 1_000


def test_words_follow_each_other_within_the_sound(engine: Engine) -> None:
    for sound in engine.speak(requests(engine, 3)):
        if sound.timing is None:
            assert engine.name in {"pico", "rhvoice"}
            continue
        assert len(sound.timing) == len(WORDS)
        assert all(word.start < word.end for word in sound.timing)
        assert all(one.end <= other.start + 1e-6 for one, other in pairwise(sound.timing))
        assert sound.timing[-1].end <= len(sound.samples) / sound.sample_rate + 1e-6


def test_phones_fill_their_word(engine: Engine) -> None:
    for word, written in _timed_words(engine):
        assert word.phone_ends is not None
        assert len(word.phone_ends) == len(written.split())
        assert list(word.phone_ends) == sorted(word.phone_ends)
        assert word.phone_ends[0] >= word.start
        assert word.phone_ends[-1] == pytest.approx(word.end)


def _timed_words(engine: Engine) -> Iterator[tuple[Timed, str]]:
    for sound in engine.speak(requests(engine, 3)):
        yield from zip(sound.timing or (), WORDS, strict=sound.timing is not None)


def test_the_gap_asked_for_is_silent() -> None:
    if (reason := EspeakEngine().missing()) is not None:
        pytest.skip(reason)
    (sound,) = EspeakEngine().speak(requests(EspeakEngine(), 1))
    assert sound.timing is not None
    before, after = sound.timing[1].end, sound.timing[2].start
    assert after - before >= 0.15
    silence = sound.samples[int(before * sound.sample_rate) + 441 :]
    assert np.abs(silence[: int(0.1 * sound.sample_rate)].astype(np.int32)).max() < 1_000


def test_espeak_knows_every_phone_of_the_german_digits() -> None:
    if (reason := EspeakEngine().missing()) is not None:
        pytest.skip(reason)
    german = [voice for voice in EspeakEngine().voices() if voice.language == "de"]
    digits = ("aI n s", "ts v aI", "d r aI", "f i: r", "f Y n f", "z E k s", "z i: b @ n", "a x t")
    (sound,) = EspeakEngine().speak([Spoken(words=digits, voice=german[0])])
    assert sound.phone_ends is not None
    assert all(ends is not None for ends in sound.phone_ends)


def test_espeak_tells_its_phonemes_though_the_speaker_started_meanwhile() -> None:
    if (reason := EspeakEngine().missing()) is not None:
        pytest.skip(reason)
    installed()
    (sound,) = EspeakEngine().speak(requests(EspeakEngine(), 1))
    assert sound.timing is not None


@pytest.mark.parametrize("engine_type", [FestivalProcess, FliteProcess, Pico])
def test_a_machine_without_the_engine_has_no_voices_and_a_reason(
    engine_type: type[Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    absent = engine_type()
    assert absent.voices() == []
    assert "not installed" in (absent.missing() or "")


def word_ends(audio: Audio) -> tuple[float, ...]:
    return tuple(word.end for word in audio.timing or ())


def test_the_silence_around_a_sound_is_cut_and_its_times_move_along() -> None:
    samples = np.zeros(1_000, np.int16)
    samples[500:700] = 9_000
    word = Timed(start=0.5, end=0.7, phone_ends=(0.6, 0.7))
    cut = trimmed(Audio(samples=samples, sample_rate=1_000, timing=(word,)))
    assert len(cut.samples) == 239
    assert word_ends(cut) == pytest.approx((0.22,), abs=0.002)


def test_clauses_are_joined_by_exactly_the_gap() -> None:
    clause = Audio(
        samples=np.ones(100, np.int16),
        sample_rate=1_000,
        timing=(Timed(start=0.0, end=0.1),),
    )
    both = joined([clause, clause], [250])
    assert len(both.samples) == 450
    assert word_ends(both) == pytest.approx((0.1, 0.45))
    assert not both.samples[100:350].any()
