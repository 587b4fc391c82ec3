"""The peer is given what it needs to be compared fairly."""

import re
from pathlib import Path

import numpy as np
import pytest

pocketsphinx = pytest.importorskip("pocketsphinx", reason="needs: pip install -e '.[test]'")

from tests.benchmarks.peer_pocketsphinx import (
    Peer,
    dictionary,
    dictionary_text,
    grammar_text,
    noise_of,
    outcome_of,
)
from voice_chess.acoustics.lexicon import load_lexicon
from voice_chess.acoustics.manifest import Row
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.speech.understanding.grammar import phrases_for
from voice_chess.speech.understanding.scoring import Accepted, NothingFits

GERMAN = load_language("de")
START = Position.start()


@pytest.fixture(scope="module")
def peer(tmp_path_factory: pytest.TempPathFactory) -> Peer:
    return Peer(load_lexicon(), tmp_path_factory.mktemp("peer"))


def known_phones() -> set[str]:
    path = Path(pocketsphinx.get_model_path("en-us/cmudict-en-us.dict"))
    return {phone for line in path.read_text("utf-8").splitlines() for phone in line.split()[1:]}


def row(uci: str, words: str) -> Row:
    return Row(file=Path("x"), voice="x", fen=START.fen, uci=uci, words=tuple(words.split()))


def said(text: str) -> np.ndarray:
    sound = sound_of(text, Delivery(voice="de", words_per_minute=140))
    return np.concatenate([np.zeros(8_000), 16_000 * sound, np.zeros(8_000)]).astype(np.float32)


def test_every_word_is_written_in_phones_that_the_model_has() -> None:
    entries = dictionary(load_lexicon())

    assert set(entries) == {word for word in entries if word.isascii()}
    assert {p for ways in entries.values() for way in ways for p in way.split()} <= known_phones()
    assert "T S V AY" in entries["zwei"]


def test_further_pronunciations_are_numbered() -> None:
    text = dictionary_text({"zwei": ["T S V AY", "T S W AY"], "a": ["AA"]})

    assert text.splitlines() == ["zwei T S V AY", "zwei(2) T S W AY", "a AA"]


def test_the_grammar_holds_every_phrase_of_the_position() -> None:
    phrases = phrases_for(START, GERMAN)
    alternatives = re.split(
        r"\s*\|\s*", grammar_text(phrases).partition("<move> = ")[2].strip(" ;\n")
    )

    assert len(alternatives) == len(phrases)
    assert "springer felix drei" in alternatives


def test_it_hears_a_plain_announcement(peer: Peer) -> None:
    found = outcome_of(peer, row("e2e4", "eva zwei eva vier"), said("Eva zwei Eva vier"), GERMAN)

    assert isinstance(found.verdict, Accepted)
    assert found.is_right
    assert found.word_errors == 0


def test_silence_is_no_move(peer: Peer) -> None:
    found = outcome_of(peer, row("b1c3", "springer cesar drei"), np.zeros(16_000), GERMAN)

    assert isinstance(found.verdict, NothingFits)


def test_noise_is_the_same_as_for_our_own_recogniser() -> None:
    sound = np.sin(np.arange(16_000) / 5).astype(np.float32) * 3_000
    made = [
        noise_of("pink", 10, []).on(sound, np.random.default_rng([0, 7]), "x") for _ in range(2)
    ]

    assert np.array_equal(made[0], made[1])
    assert made[0][:5_000].std() > 0
