"""The voices of RHVoice speak the code in their own spelling, and read their own language."""

import numpy as np
import pytest

from voice_chess.acoustics.engines import rhvoice
from voice_chess.acoustics.engines.engine import EngineVoice, Spoken
from voice_chess.acoustics.engines.rhvoice import Rhvoice, spelt
from voice_chess.acoustics.engines.rhvoice_library import the_library
from voice_chess.acoustics.lexicon import load_lexicon
from voice_chess.acoustics.respelling import respelled

FORBIDDEN = {
    *("Arina", "Artemiy", "Evgeniy-Eng", "Evgeniy-Rus", "Lyubov", "Magda", "Marianna", "Mikhail"),
    *("Natan", "Pavel", "Suze", "Tatiana", "Victoria", "Vitaliy", "Volodymyr", "Yuriy"),
    *("Hana", "Kiko", "Talgat"),
}


@pytest.fixture
def engine() -> Rhvoice:
    if (reason := Rhvoice().missing()) is not None:
        pytest.skip(reason)
    return Rhvoice()


def one_voice_per_spelling(engine: Rhvoice) -> list[EngineVoice]:
    return list({voice.system: voice for voice in engine.voices()}.values())


@pytest.mark.parametrize(
    ("system", "word", "spelling"),
    [
        ("rhvoice-ru", "ts v aI", "цва\u0301й"),
        ("rhvoice-uk", "g e:", "ґе\u0301"),
        ("rhvoice-ky", "f Y n f", "фүнф"),
        ("rhvoice-eo", "S p r I N 3", "ŝpringer"),
        ("rhvoice-pt", "l a N @", "lánguê"),
        ("rhvoice-pt", "g r o: s @", "gróssê"),
    ],
)
def test_a_word_is_written_as_its_readers_would_say_it(
    system: str, word: str, spelling: str
) -> None:
    assert spelt(word, respelled(word, system), system) == spelling


@pytest.mark.slow
def test_no_word_of_the_code_is_read_letter_by_letter(engine: Rhvoice) -> None:
    words = sorted({" ".join(way) for ways in load_lexicon().heard.values() for way in ways[:1]})
    for voice in one_voice_per_spelling(engine):
        asked = [Spoken(words=(word,), voice=voice) for word in words]
        for word, sound in zip(words, engine.speak(asked), strict=True):
            seconds = len(sound.samples) / sound.sample_rate
            phones = len(word.split())
            assert 0.1 < seconds < 0.5 + 0.14 * phones, (voice.id, word, seconds)


def test_a_word_alone_lies_between_the_margins_and_others_wait_for_alignment(
    engine: Rhvoice,
) -> None:
    voice = engine.voices()[0]
    alone, more = engine.speak(
        [
            Spoken(words=("d a: m @",), voice=voice),
            Spoken(words=("d a: m @", "d r aI"), voice=voice),
        ]
    )
    assert alone.timing is not None
    assert 0 < alone.timing[0].start < alone.timing[0].end
    assert alone.timing[0].end < len(alone.samples) / alone.sample_rate
    assert more.timing is None


def test_rate_and_pitch_are_heard(engine: Rhvoice) -> None:
    voice = engine.voices()[0].id
    slow, fast = (
        the_library().read("мама мыла раму.", voice, rate=rate).samples for rate in (0.8, 1.4)
    )
    assert len(slow) > 1.4 * len(fast)
    low, high = (
        the_library().read("мама мыла раму.", voice, pitch=pitch).samples for pitch in (0.7, 1.4)
    )
    assert _fundamental(high) > 1.5 * _fundamental(low)


def _fundamental(samples: np.ndarray) -> float:
    """The median of what repeats 60 to 400 times a second, in Hz."""
    frames = samples[: len(samples) // 960 * 960].reshape(-1, 960).astype(np.float32)
    loud = frames[frames.std(axis=1) > 0.3 * frames.std(axis=1).max()]
    spectra = np.abs(np.fft.rfft(loud * np.hanning(960), 4096)) ** 2
    alike = np.fft.irfft(spectra)[:, 60:400]
    return float(np.median(24_000 / (60 + alike.argmax(axis=1))))


def test_nobody_speaks_whose_licence_forbids_derived_or_commercial_use(engine: Rhvoice) -> None:
    speaking = {voice.id for voice in engine.readers()}
    assert speaking
    assert not speaking & FORBIDDEN


def test_who_cannot_read_the_code_still_reads_a_language_of_their_own(engine: Rhvoice) -> None:
    readers = {voice.id for voice in engine.readers()}
    assert {voice.id for voice in engine.voices()} < readers
    assert all(voice.language == "en" for voice in engine.readers() if not voice.system)


def test_a_machine_without_the_library_has_no_voices_and_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_library() -> None:
        message = "libRHVoice is not installed"
        raise OSError(message)

    monkeypatch.setattr(rhvoice, "the_library", no_library)
    assert Rhvoice().voices() == []
    assert "not installed" in (Rhvoice().missing() or "")
