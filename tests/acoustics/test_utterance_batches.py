"""Utterances lie in their windows where their labels say, and are drawn as often as wanted."""

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from pathlib import Path

from voice_chess.acoustics import corpus, utterance_batches
from voice_chess.acoustics.augment import PHASES
from voice_chess.acoustics.build import Build
from voice_chess.acoustics.corpus import Segment, Utterance
from voice_chess.acoustics.examples import labels_of
from voice_chess.acoustics.network import LEFT, RIGHT
from voice_chess.acoustics.phones import GARBAGE_PDF, SILENCE_PDF
from voice_chess.acoustics.train import CHUNK, Recipe
from voice_chess.acoustics.utterance_batches import (
    LEAST_ROWS,
    LONGEST,
    PEOPLE,
    SPEEDS,
    WINDOWS,
    DrySpeech,
    UtteranceBatches,
    strangers,
)
from voice_chess.decoding.cepstra import HOP, frame_count
from voice_chess.decoding.network import OUTPUT_SAMPLES, STRIDE

CPU = torch.device("cpu")
RECIPE = Recipe(steps=1, batch=8)
EACH = 2_400
VOICE, PERSON = 7, 9
rng = np.random.default_rng(3)


def utterance(pdf: int, states: int = 5) -> Utterance:
    """Silence, then some states, each louder than the one before."""
    parts = [rng.standard_normal(EACH) * 100 * n for n in range(states + 1)]
    segments = [Segment(pdf=SILENCE_PDF, end=EACH)]
    segments += [Segment(pdf=pdf + n, end=EACH * (n + 2)) for n in range(states)]
    samples = np.concatenate(parts).astype(np.int16)
    return Utterance(samples=samples, words=(), segments=tuple(segments))


@pytest.fixture(scope="module")
def speech() -> DrySpeech:
    voices = [[utterance(VOICE, states) for states in (2, 5, 12, 20)] for _ in range(4)]
    return DrySpeech(voices=voices, people=[utterance(PERSON + 30)])


@pytest.fixture(scope="module")
def batches(speech: DrySpeech) -> UtteranceBatches:
    return UtteranceBatches(speech, strangers(3, np.random.default_rng(1)), RECIPE, CPU)


def test_a_batch_has_features_for_all_its_answers(batches: UtteranceBatches) -> None:
    features, labels = batches.draw()
    count, answers = labels.shape

    assert answers in WINDOWS
    assert count == max(LEAST_ROWS, RECIPE.batch * CHUNK // answers)
    assert features.shape[:2] == (count, LEFT + STRIDE * answers + RIGHT)
    assert bool(torch.isfinite(features).all())


@pytest.mark.parametrize("down", [SPEEDS[0], PHASES, SPEEDS[-1]])
def test_labels_of_a_window_are_those_of_an_example(batches: UtteranceBatches, down: int) -> None:
    lead, row, answers = 3, 1, 80
    _, labels = batches.windows(np.array([row]), np.array([lead]), down, answers)

    moved = [
        Segment(pdf=s.pdf, end=round(s.end * PHASES / down))
        for s in batches.utterances[row].segments or ()
    ]
    expected = labels_of(moved, STRIDE * (answers - lead))
    assert labels[0, :lead].tolist() == [SILENCE_PDF] * lead
    assert labels[0, lead:].tolist() == expected.tolist()
    assert {VOICE, VOICE + 4} <= set(labels[0].tolist())


@pytest.mark.parametrize("down", [SPEEDS[0], PHASES, SPEEDS[-1]])
def test_sound_lies_where_its_labels_say(batches: UtteranceBatches, down: int) -> None:
    answers = 80
    rows, leads = np.array([1, 2]), np.array([0, 5])
    sounds, labels = batches.windows(rows, leads, down, answers)

    assert frame_count(sounds.shape[1]) == LEFT + STRIDE * answers + RIGHT
    heard = sounds[:, LEFT * HOP :][:, : answers * OUTPUT_SAMPLES]
    levels = heard.reshape(2, answers, OUTPUT_SAMPLES).std(2)
    for row in range(2):
        of = [float(levels[row][labels[row] == VOICE + n].median()) for n in range(5)]
        assert of == pytest.approx([100 * (n + 1) for n in range(5)], rel=0.2)
        assert float(levels[row][labels[row] == SILENCE_PDF].median()) < 50


def test_every_utterance_that_is_drawn_is_whole(batches: UtteranceBatches) -> None:
    for _ in range(30):
        speed, answers, rows = batches.chosen()
        _, labels = batches.windows(rows, np.zeros_like(rows), SPEEDS[speed], answers)

        for row, heard in zip(rows, labels.numpy(), strict=True):
            segments = batches.utterances[row].segments or ()
            spoken = [s.pdf for s in segments if s.pdf != SILENCE_PDF]
            assert heard[heard != SILENCE_PDF][-1] == spoken[-1]


def test_people_have_their_share_of_the_time(batches: UtteranceBatches, speech: DrySpeech) -> None:
    total = people = 0.0
    for _ in range(600):
        _, answers, rows = batches.chosen()
        sizes = [len(batches.utterances[row].samples) for row in rows]
        is_person = rows >= len(batches.utterances) - len(speech.people)
        weight = 1 / len(rows) / answers  # a batch is as many answers, but here for the least rows
        total += weight * sum(sizes)
        people += weight * np.dot(is_person, sizes)

    assert people / total == pytest.approx(PEOPLE, abs=0.05)


def test_now_and_then_nobody_speaks(
    batches: UtteranceBatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(utterance_batches, "NOBODY", 0.5)

    _, labels = batches.heard()
    silent = int((labels == SILENCE_PDF).all(1).sum())

    assert 0 < silent < len(labels)


def test_sounds_that_nobody_said_are_garbage_where_they_sound() -> None:
    for each in strangers(10, np.random.default_rng(2)):
        assert each.segments is not None
        assert {s.pdf for s in each.segments} <= {SILENCE_PDF, GARBAGE_PDF}
        begin, powers = 0, {SILENCE_PDF: [0.0], GARBAGE_PDF: [0.0]}
        for segment in each.segments:
            powers[segment.pdf].append(float(each.samples[begin : segment.end].std()))
            begin = segment.end
        assert max(powers[GARBAGE_PDF]) > max(powers[SILENCE_PDF])
        assert len(each.samples) - begin < 320


def test_a_folders_speech_is_that_of_its_voices_and_people(tmp_path: Path) -> None:
    build = Build(tmp_path)
    timeless = Utterance(samples=np.ones(99, np.int16), words=(), segments=None)
    long = corpus.garbage(np.ones(LONGEST + 1, np.int16))
    corpus.save(tmp_path / "dry/espeak-a.npz", [utterance(VOICE), long])
    corpus.save(tmp_path / "dry/natural-b.npz", [timeless])
    corpus.save(tmp_path / "aligned/natural-b.npz", [utterance(VOICE), utterance(VOICE)])
    corpus.save(tmp_path / "people/people-c.npz", [utterance(PERSON)])

    found = DrySpeech.of(build)

    assert sorted(len(kept) for kept in found.voices) == [1, 2]
    assert len(found.people) == 1


def test_other_boards_are_voices_with_pauses_and_no_people(speech: DrySpeech) -> None:
    talk = speech.talk(np.random.default_rng(1))

    said = sum(len(u.samples) for kept in speech.voices for u in kept)
    assert said < len(talk) < 2 * said + 16 * 24_000
    first = speech.voices[0][0].samples
    assert np.array_equal(talk[: len(first)], first)
    person = speech.people[0].samples[EACH:].tobytes()
    assert person not in talk.tobytes()
