"""Chatter is speech of many voices and languages that holds no announcement."""

import re

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from voice_chess.acoustics import everyday_speech as chatting
from voice_chess.acoustics.engines.espeak import EspeakEngine
from voice_chess.acoustics.engines.readers import ReadingManner, natural_readers, read_aloud
from voice_chess.acoustics.everyday_speech import chatter, chatter_by_engine, everyday_sentences
from voice_chess.acoustics.lexicon import load_lexicon
from voice_chess.acoustics.phones import GARBAGE_PDF

MOVE_WORDS = frozenset(
    {
        *(
            "anna",
            "a",
            "bella",
            "b",
            "cesar",
            "c",
            "david",
            "d",
            "eva",
            "e",
            "felix",
            "f",
            "gustav",
        ),
        *("g", "hektor", "h", "eins", "zwei", "zwo", "drei", "vier", "fünf", "sechs", "sieben"),
        *("acht", "könig", "dame", "turm", "läufer", "springer", "pferd", "bauer", "bauern"),
        *("schlägt", "nimmt", "mal", "nach", "auf", "schach", "matt", "schachmatt", "kurze"),
        *("lange", "rochade"),
    }
)


def german() -> list[list[str]]:
    return [re.findall(r"\w+", sentence.lower()) for sentence in everyday_sentences()["de"]]


def test_no_german_sentence_has_two_words_of_a_move() -> None:
    for words in german():
        assert sum(word in MOVE_WORDS for word in words) <= 1, " ".join(words)


def test_no_german_sentence_is_mostly_made_of_words_of_the_code() -> None:
    heard = load_lexicon().heard
    for words in german():
        assert sum(word in heard for word in words) <= 0.7 * len(words), " ".join(words)


def test_no_sentence_is_said_twice() -> None:
    for language, sentences in everyday_sentences().items():
        assert len(set(sentences)) == len(sentences), language


@pytest.fixture
def two_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    if (reason := EspeakEngine().missing()) is not None:
        pytest.skip(reason)
    few = {language: everyday_sentences()[language][:2] for language in ("de", "ru", "en")}
    monkeypatch.setattr(chatting, "everyday_sentences", lambda: few)


@pytest.mark.usefixtures("two_languages")
def test_chatter_is_garbage_from_the_first_sample_to_the_last() -> None:
    for said in chatter(np.random.default_rng(1)):
        assert said.words == ()
        assert said.segments is not None
        assert [(s.pdf, s.end) for s in said.segments] == [(GARBAGE_PDF, len(said.samples))]
        assert np.abs(said.samples.astype(np.int32)).max() > 500


@pytest.mark.usefixtures("two_languages")
def test_about_a_quarter_is_read_by_natural_voices_of_the_language() -> None:
    if not natural_readers():
        pytest.skip("no natural engine is installed (apt install flite, libttspico-utils, rhvoice)")
    said = chatter_by_engine(np.random.default_rng(1))
    natural = sum(len(some) for engine, some in said.items() if engine != "espeak")
    assert 0.1 < natural / sum(map(len, said.values())) < 0.4


def test_every_natural_engine_reads_plain_text_faster_when_asked_to() -> None:
    readers = {voice.engine: voice for voice in natural_readers()}
    if not readers:
        pytest.skip("no natural engine is installed (apt install flite, libttspico-utils, rhvoice)")
    for voice in readers.values():
        text = everyday_sentences()[voice.language.split("-")[0]][0]
        slow, fast = (read_aloud(text, voice, ReadingManner(rate=rate)) for rate in (0.8, 1.4))
        assert len(slow.samples) > 1.2 * len(fast.samples), voice.id
