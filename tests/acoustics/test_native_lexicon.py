"""Languages whose words eSpeak NG reads: what training needs to know of them comes from data."""

from itertools import pairwise

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
pytest.importorskip("scipy", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)

from voice_chess.acoustics import corpus
from voice_chess.acoustics.engines.engine import Engine
from voice_chess.acoustics.engines.espeak import EspeakEngine, EspeakReader
from voice_chess.acoustics.handing import handed, is_sayable
from voice_chess.acoustics.lexicon import load_lexicon, unstressed
from voice_chess.acoustics.native_lexicon import UnknownTongue, lexicon_of, tongue
from voice_chess.acoustics.phones import Inventory
from voice_chess.acoustics.plan import WITH_PHRASES_BESIDE, Plan, SaidWord
from voice_chess.acoustics.respelling import CONSONANTS, VOWELS
from voice_chess.acoustics.speakers import speakers
from voice_chess.decoding.vocabulary import LEARNT
from voice_chess.languages.language import load_language

NATIVE = ("pl", "en", "cs", "sr", "it")
pytestmark = pytest.mark.skipif(
    EspeakEngine().missing() is not None, reason=str(EspeakEngine().missing())
)


@pytest.mark.parametrize("language_id", NATIVE)
def test_every_word_of_the_language_has_states_and_no_everyday_word_is_one(
    language_id: str,
) -> None:
    lexicon, words = lexicon_of(language_id), load_language(language_id).words
    spoken = {word for forms in words.values() for form in forms for word in form.split()}
    ours = {way for ways in lexicon.heard.values() for way in ways}

    assert set(lexicon.heard) == spoken
    assert all(way for ways in lexicon.heard.values() for way in ways)
    assert not ours & set(lexicon.everyday.values())
    assert len(lexicon.everyday) > 300


@pytest.mark.parametrize("language_id", NATIVE)
def test_every_phone_has_its_nearest_in_the_common_ones(language_id: str) -> None:
    lexicon = lexicon_of(language_id)
    (voice,) = [voice for voice in EspeakEngine().voices() if voice.id == "de+m3"]
    heard = [SaidWord(word=w, pronunciation=way) for w, (way, *_) in lexicon.heard.items()]
    others = [SaidWord(word=None, pronunciation=way) for way in lexicon.everyday.values()]
    common = {phone for each in (*heard, *others) for phone in handed(each, voice, lexicon).split()}

    assert common <= VOWELS | CONSONANTS
    assert sum(not is_sayable(each, voice, lexicon) for each in heard) <= 1


def test_a_reader_is_given_words_as_they_are_spelt_and_letters_by_their_names() -> None:
    lexicon, reader = lexicon_of("pl"), EspeakReader(("pl",)).voices()[0]

    def given(word: str) -> str:
        said = SaidWord(word=word, pronunciation=lexicon.heard[word][0])
        return handed(said, reader, lexicon)

    assert given("wieżę") == "wieżę"
    assert given("h") == "[[x|'a]]"


@pytest.mark.parametrize(("number", "voice"), [(0, "pl+m3"), (-1, "de+m3")])
def test_what_voices_say_is_timed_phone_by_phone(number: int, voice: str) -> None:
    lexicon = lexicon_of("pl")
    inventory = Inventory(lexicon)
    engines: list[Engine] = speakers("pl", [EspeakEngine()])
    (speaker,) = [each for each in engines[number].voices() if each.id == voice]
    plan = Plan(lexicon, load_language("pl"))
    rng = np.random.default_rng(2)

    said = corpus.render(engines[number], speaker, plan, inventory, count=12, rng=rng)

    assert len(said) > 8
    for utterance in said:
        assert utterance.segments is not None
        assert all(one.end <= two.end for one, two in pairwise(utterance.segments))
        wanted = [pdf for word in utterance.words for pdf in pdfs_of(inventory, word)]
        found = [segment.pdf for segment in utterance.segments if segment.pdf]
        assert found == wanted


def pdfs_of(inventory: Inventory, word: SaidWord) -> list[int]:
    return [pdf for phone in corpus.states_of(inventory, word) for pdf in phone]


def test_words_that_sound_alike_are_drilled_together() -> None:
    plan = Plan(lexicon_of("pl"), load_language("pl"))

    alike = {words[0]: set(words[1:]) for words in plan.alike}

    assert {"e"} & alike["f"]
    assert "b" in alike["d"]


def test_the_lexicon_that_was_written_is_the_one_of_its_language() -> None:
    assert lexicon_of("de") == load_lexicon()
    assert not [p for p in load_lexicon().phones if p != unstressed(p)]


def test_a_language_that_the_table_has_not_is_named() -> None:
    with pytest.raises(UnknownTongue, match="sr-cyrl"):
        tongue("sr-cyrl")


@pytest.mark.parametrize("language_id", ["de", "en", "sr"])
def test_words_of_the_front_door_are_said_in_plain_phones_as_they_are_listened_for(
    language_id: str,
) -> None:
    language = load_language(language_id)
    plan = Plan(lexicon_of(language_id), language, WITH_PHRASES_BESIDE)
    rng = np.random.default_rng(8)
    said = [word for _ in range(2_000) for word in plan.beside(rng)]

    plain = {tuple(map(unstressed, word.pronunciation)) for word in said if word.word is None}
    listened_for = {
        way
        for word, way in language.phones.items()
        if len(word) > 1 and not any(part.startswith(LEARNT) for part in way)
    }
    assert len(plain & listened_for) >= 0.95 * len(listened_for)
    assert {word.word for word in said if word.word} <= set(plan.lexicon.heard)


def test_a_fifth_of_the_utterances_can_be_of_what_is_said_beside_games() -> None:
    plan = Plan(lexicon_of("en"), load_language("en"), WITH_PHRASES_BESIDE)
    rng = np.random.default_rng(9)
    others = {plan.lexicon.everyday[word] for word in ("computer", "mistake", "forty")}
    drawn = [plan.draw(rng) for _ in range(2_000)]

    with_others = sum(any(word.pronunciation in others for word in said) for said in drawn)
    assert with_others > 40
