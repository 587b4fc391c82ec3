"""The large set: moves joined from the words that people recorded sound like these moves."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scipy", reason="training needs: pip install -e '.[train]'")

from tests.benchmarks import large_set
from tests.benchmarks.announcements import AROUND
from tests.benchmarks.said_by_espeak import recorded
from tests.benchmarks.speech import MODEL
from voice_chess.acoustics.manifest import read_manifest
from voice_chess.adapters.recognition.exact_recognizer import ExactModel, load_exact_model
from voice_chess.evaluation.recordings import TAIL
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.listening.one_recording import listen
from voice_chess.speech.understanding.interpret import MoveMeaning
from voice_chess.speech.understanding.scoring import NORMAL, Accepted

GERMAN = load_language("de")
START = Position.start()
RECORDED = (("e2e4", "eva zwei eva vier"), ("g1f3", "springer felix drei"))
OTHER = "f2f4"
"""Its words are in both recordings."""

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no model in {MODEL}"),
]


@pytest.fixture(scope="module")
def model() -> ExactModel:
    return load_exact_model(MODEL)


@pytest.fixture(scope="module")
def takes(model: ExactModel, tmp_path_factory: pytest.TempPathFactory) -> large_set.Takes:
    folder = tmp_path_factory.mktemp("person")
    recorded(folder, RECORDED)
    return large_set.words_of(folder, model.acoustic, GERMAN)


def test_every_word_of_a_persons_announcements_is_cut_out(takes: large_set.Takes) -> None:
    said = [word for _, words in RECORDED for word in words.split()]

    assert {word: len(found) for word, found in takes.items()} == {
        word: said.count(word) for word in said
    }
    assert all(0.1 < len(each) / 16_000 < 1.2 for found in takes.values() for each in found)


def test_a_move_joined_from_these_words_is_heard_as_that_move(
    model: ExactModel, takes: large_set.Takes
) -> None:
    found = large_set.joined(START.fen, OTHER, takes, GERMAN, np.random.default_rng(1))
    assert found is not None
    sound = np.pad(found[1], AROUND).astype("<i2").tobytes() + TAIL
    blocks = [sound[at : at + 1_280] for at in range(0, len(sound), 1_280)]

    listened = listen(
        model.recognizer(),
        blocks,
        Expectation(position=START, commands=frozenset()),
        GERMAN,
        NORMAL,
    )

    assert isinstance(listened.verdict, Accepted)
    assert listened.verdict.belief.meaning == MoveMeaning(uci=OTHER)


def test_a_set_that_was_not_finished_lists_what_is_there(
    takes: large_set.Takes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped at the third: two are there, each with its line."""
    said = iter([("person", RECORDED[0][1].split(), next(iter(takes.values()))[0])] * 2)
    monkeypatch.setattr(large_set, "_said", lambda *_: next(said))

    with pytest.raises(StopIteration):
        large_set.made(tmp_path, 5, {}, GERMAN, np.random.default_rng(1))

    rows = read_manifest(tmp_path / "manifest.tsv")
    assert len(rows) == 2
    assert all(row.file.exists() for row in rows)


def test_who_lacks_a_word_of_a_move_does_not_say_it(takes: large_set.Takes) -> None:
    assert large_set.joined(START.fen, "d2d4", takes, GERMAN, np.random.default_rng(1)) is None


def test_the_moves_are_those_of_the_games_and_legal() -> None:
    moves = list(large_set.moves_of(large_set.GAMES))

    assert len(moves) == 600
    assert all(Position.from_fen(fen).is_legal(uci) for fen, uci in moves)
