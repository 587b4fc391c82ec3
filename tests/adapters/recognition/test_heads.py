"""Models that are a head on the trunk of another: loaded with it, and of no use on any other."""

import shutil
from pathlib import Path

import pytest

from tests.heard_languages import heard_languages
from voice_chess.adapters.audio_io.sound_sinks import MemorySink
from voice_chess.adapters.recognition.model_files import check_any_model
from voice_chess.adapters.recognition.model_registry import (
    missing_words,
    model_of,
    vocabulary,
)
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.head_file import HEAD, TRUNK, has_head, read_trunk
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.session.listening.recognizer_model import RecognizerModel
from voice_chess.session.ports import DECODERS, RecognizerLost
from voice_chess.settings import Settings
from voice_chess.speech.generation.sentence import sentence
from voice_chess.speech.understanding.grammar import phrases_for

MODELS = Settings.from_environment().models
HEADS = sorted(path for path in MODELS.glob("*") if path.is_dir() and has_head(path))
BEFORE, BEHIND, BLOCK = bytes(9_600), bytes(48_000), 1_280

pytestmark = [pytest.mark.model, pytest.mark.skipif(not HEADS, reason=f"no head in {MODELS}")]

ANNOUNCED = {
    "pl": ("pion ewa dwa ewa cztery", "skoczek gustaw jeden feliks trzy"),
    "en": ("pawn eva two eva four", "knight gustav one felix three"),
    "cs": ("pěšec eva dva eva čtyři", "jezdec gustav jedna felix tři"),
    "it": ("pedone eva due eva quattro", "cavallo gustav uno felix tre"),
    "sr": ("pešak eva dva eva četiri", "skakač gustav jedan feliks tri"),
    "sr-cyrl": ("пешак ева два ева четири", "скакач густав један феликс три"),
}
"""Moves from the first position, in the words of each language that has a head."""

LARGEST = 3_500_000
"""Bytes of a head with all layers of its own."""

COMPLETE = sorted(heard_languages(MODELS))
"""Languages in which everything that the program asks to be said is heard."""

HEARD = sorted(set(COMPLETE) - {"de"})


def head_of(language_id: str) -> Path:
    return model_of(load_language(language_id), MODELS)


def said(words: str, language_id: str) -> bytes:
    """The words as the program speaks them, without the mark of its own voice."""
    sink = MemorySink()
    speaker = Pyttsx3Speaker(sink, delivery_in(language_id), is_marked=False)
    speaker.say(sentence(words, load_language(language_id)).spoken)
    return BEFORE + b"".join(one.samples for one in sink.uttered) + BEHIND


def heard(model: RecognizerModel, sound: bytes, language_id: str) -> str:
    recognizer = model.recognizer()
    phrases = phrases_for(Position.start(), load_language(language_id))
    recognizer.expect(Grammar(phrases=tuple(" ".join(phrase) for phrase in phrases)))
    blocks = [sound[n : n + BLOCK] for n in range(0, len(sound), BLOCK)]
    found = [recognizer.hear(block) for block in blocks] + [recognizer.flush()]
    return " ".join(" ".join(h.hypotheses[0].words) for h in found if h and h.hypotheses)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A head, and beside it a copy of its trunk's folder."""
    trunk = read_trunk(HEADS[0]).path
    there = tmp_path / trunk.parent.parent.name / "am" / trunk.name
    there.parent.mkdir(parents=True)
    shutil.copy(trunk, there)
    return shutil.copytree(HEADS[0], tmp_path / HEADS[0].name)


@pytest.mark.parametrize("folder", HEADS, ids=lambda folder: folder.name)
def test_a_head_is_whole_and_small(folder: Path) -> None:
    check_any_model(folder)

    assert sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) <= LARGEST


@pytest.mark.parametrize("decoder", DECODERS)
def test_whatever_decoder_is_asked_for_the_one_that_can_hears_by_a_head(decoder: str) -> None:
    chosen = next(each for each in DECODERS if each == decoder)

    assert load_model(HEADS[0], chosen).knows("hektor")


@pytest.mark.parametrize("language_id", HEARD)
def test_a_head_knows_every_word_that_its_language_listens_for(language_id: str) -> None:
    model = load_model(head_of(language_id))

    missing = missing_words(model, vocabulary(load_language(language_id)))

    assert missing == (), "train its head on them (docs/training.md), or say it in words it knows"


@pytest.mark.parametrize("language_id", HEARD)
def test_what_our_own_speaker_announces_is_heard(language_id: str) -> None:
    model = load_model(head_of(language_id))

    for words in ANNOUNCED[language_id]:
        assert heard(model, said(words, language_id), language_id) == words


def lost(folder: Path) -> str:
    with pytest.raises(RecognizerLost) as reason:
        load_model(folder)
    (told,) = str(reason.value).splitlines()
    return told


def test_a_head_loads_beside_its_trunk_wherever_both_are(copied: Path) -> None:
    assert load_model(copied).knows("hektor")


def test_another_trunk_is_one_sentence(copied: Path) -> None:
    trunk = read_trunk(copied).path
    data = bytearray(trunk.read_bytes())
    data[len(data) // 2] ^= 1
    trunk.write_bytes(bytes(data))

    assert "was made on another" in lost(copied)


def test_a_missing_trunk_is_one_sentence(copied: Path) -> None:
    trunk = read_trunk(copied).path
    trunk.unlink()

    assert str(trunk) in lost(copied)


@pytest.mark.parametrize("name", [HEAD, TRUNK])
def test_a_changed_file_of_the_head_is_named(copied: Path, name: str) -> None:
    data = bytearray((copied / name).read_bytes())
    data[len(data) // 2] ^= 1
    (copied / name).write_bytes(bytes(data))

    assert name in lost(copied)


@pytest.mark.parametrize("language_id", COMPLETE)
def test_every_command_and_every_step_of_a_review_can_be_said_aloud(language_id: str) -> None:
    language = load_language(language_id)
    model = load_model(model_of(language, MODELS))
    unheard = [
        name
        for name, forms in (*language.words.items(), *language.review_words.items())
        if not any(all(map(model.knows, form.split())) for form in forms)
    ]

    assert unheard == []


@pytest.mark.parametrize("language_id", COMPLETE)
def test_a_command_is_named_by_words_that_are_heard(language_id: str) -> None:
    """As "Sagen Sie weiter" names one; `typed` forms are never said."""
    language = load_language(language_id)
    model = load_model(model_of(language, MODELS))
    named = {name: language.say(name) for name in language.words}

    assert [n for n, said in named.items() if not all(map(model.knows, said.split()))] == []
