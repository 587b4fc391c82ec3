"""Examples for training: labels lie where the sound is, and disturbed sound stays sound."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

TRAIN = "training needs: pip install -e '.[train]'"
pytest.importorskip("scipy", reason=TRAIN)
pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)

from voice_chess.acoustics import augment
from voice_chess.acoustics.augment import (
    Surroundings,
    augmented,
    gated,
    resampled,
    weak_onset,
)
from voice_chess.acoustics.corpus import Segment, Utterance, garbage, load, save
from voice_chess.acoustics.examples import (
    examples_of,
    labels_of,
    one_example,
    silence_example,
    stranger_example,
)
from voice_chess.acoustics.features import COEFFICIENTS
from voice_chess.acoustics.non_speech import stranger, tune
from voice_chess.acoustics.phones import GARBAGE_PDF, SILENCE_PDF
from voice_chess.acoustics.plan import SaidWord
from voice_chess.decoding.network import STRIDE
from voice_chess.sound.loudness import TARGET, near_level
from voice_chess.sound.sampling import SAMPLE_RATE

STEP = STRIDE * SAMPLE_RATE // 100
TONE_PDF = 7
seeds = st.integers(0, 2**31)


def tone(ms: int, hertz: float = 220.0) -> np.ndarray:
    """Something like a vowel: a tone with overtones."""
    t = np.arange(ms * SAMPLE_RATE // 1000) / SAMPLE_RATE
    waves = sum(np.sin(2 * np.pi * hertz * k * t) / k for k in range(1, 12))
    return np.round(6_000 * np.asarray(waves)).astype(np.int16)


def utterance(ms: int = 600, gap_ms: int = 200) -> Utterance:
    samples = np.concatenate([np.zeros(gap_ms * 16, np.int16), tone(ms)])
    segments = (
        Segment(pdf=SILENCE_PDF, end=gap_ms * 16),
        Segment(pdf=TONE_PDF, end=len(samples)),
    )
    said = (SaidWord(word="a", pronunciation=("a:",)),)
    return Utterance(samples=samples, words=said, segments=segments)


@pytest.fixture(scope="module")
def around() -> Surroundings:
    voices = [[tone(900, hertz).astype(np.float32) for _ in range(2)] for hertz in (110, 180, 260)]
    return Surroundings(talkers=voices)


@given(
    lengths=st.lists(st.integers(STEP, 4_000), min_size=1, max_size=8),
    frames=st.integers(0, 150),
)
def test_a_label_is_the_state_in_the_middle_of_its_first_frame(
    lengths: list[int], frames: int
) -> None:
    segments = [Segment(pdf=n + 2, end=int(end)) for n, end in enumerate(np.cumsum(lengths))]

    labels = labels_of(segments, frames)

    assert len(labels) == frames // STRIDE
    for number, label in enumerate(labels):
        middle = number * STEP + 200
        spoken = [s.pdf for s in segments if s.end > middle]
        assert label == (spoken[0] if spoken else SILENCE_PDF)


@given(lengths=st.lists(st.integers(1, 2_000), min_size=1, max_size=12))
def test_no_state_is_too_short_for_a_label_and_all_come_in_their_order(lengths: list[int]) -> None:
    segments = [Segment(pdf=n + 2, end=int(end)) for n, end in enumerate(np.cumsum(lengths))]

    labels = list(labels_of(segments, 30 * STRIDE * len(lengths)))
    spoken = [label for label in labels if label != SILENCE_PDF]

    assert spoken == sorted(spoken)
    assert set(spoken) == {segment.pdf for segment in segments}


def test_without_segments_all_is_silence() -> None:
    assert list(labels_of([], 30)) == [SILENCE_PDF] * 10


@given(seeds)
@settings(max_examples=15)
def test_labels_follow_the_sound_through_all_changes_of_speed(seed: int) -> None:
    """Nothing but the speaker is to be heard, so loud frames are those that are labelled so."""
    spoken, nobody = utterance(), Surroundings(talkers=[[tone(500).astype(np.float32)]])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "voice_chess.acoustics.examples.augmented", lambda sound, *_: sound.astype(np.float32)
        )
        features, labels = one_example(
            spoken.samples, spoken.segments or (), np.random.default_rng(seed), nobody
        )

    loud = features[::STRIDE, 0] > features[:, 0].max() / 2 + features[:, 0].min() / 2
    assert len(features) == STRIDE * len(labels)
    assert np.count_nonzero(loud != (labels == TONE_PDF)) <= 2


@given(seeds)
@settings(max_examples=25)
def test_augmented_speech_keeps_its_length_its_range_and_the_near_talkers_level(seed: int) -> None:
    voices = [[tone(700, hertz).astype(np.float32)] for hertz in (110, 180)]
    sound = np.concatenate([np.zeros(4_000), tone(900), np.zeros(4_000)]).astype(np.float32)

    made = augmented(sound, np.random.default_rng(seed), Surroundings(talkers=voices))

    assert made.dtype == np.float32
    assert len(made) == len(sound)
    assert np.abs(made).max() <= 32_768
    assert np.array_equal(made, np.round(made))
    assert np.isfinite(made).all()
    assert abs(20 * np.log10(near_level(made) / TARGET)) < 11  # five deviations of 2 dB, clipping


@pytest.mark.parametrize("length", [1, 159, 8_000, 40_001])
def test_every_disturbance_fills_the_length_it_is_asked_for(
    length: int, around: Surroundings
) -> None:
    for seed in range(12):
        rng = np.random.default_rng(seed)
        made = augment.noise(length, rng, around)
        assert made.shape == (length,)
        assert np.isfinite(made).all()


def test_a_noise_has_unit_level(around: Surroundings) -> None:
    for seed in range(12):
        assert augment.noise(16_000, np.random.default_rng(seed), around).std() == pytest.approx(
            1.0, abs=1e-3
        )


def test_less_of_a_disturbance_is_less_of_it(around: Surroundings) -> None:
    """Speech stays near what it was: correlation with the clean sound, on the average of many."""
    sound = tone(1_500).astype(np.float32)

    def likeness(noisy: float) -> float:
        found = [
            np.corrcoef(augmented(sound, np.random.default_rng(n), around, noisy=noisy), sound)
            for n in range(25)
        ]
        return float(np.mean([abs(c[0, 1]) for c in found]))

    assert likeness(0.0) > likeness(1.0)


@pytest.mark.parametrize("seed", range(8))
def test_what_suppresses_noise_leaves_nothing_between_sounds(seed: int) -> None:
    hiss = np.random.default_rng(seed).standard_normal(3 * SAMPLE_RATE // 2).astype(np.float32)
    spoken = tone(500).astype(np.float32)
    sound = 20 * hiss
    sound[: len(spoken)] += spoken
    sound[-len(spoken) :] += spoken

    made = gated(sound, np.abs(sound).max(), np.random.default_rng(seed))

    middle = slice(len(spoken) + SAMPLE_RATE // 7, len(sound) - len(spoken) - SAMPLE_RATE // 50)
    assert not made[middle].any()
    assert np.allclose(made[800 : len(spoken) - 800], sound[800 : len(spoken) - 800], rtol=1e-5)


def test_silence_stays_finite(around: Surroundings) -> None:
    made = augmented(np.zeros(8_000, np.float32), np.random.default_rng(1), around)

    assert np.isfinite(made).all()


@pytest.mark.parametrize(("rate", "factor"), [(22_050, 1.0), (16_000, 1.2), (16_000, 0.85)])
def test_resampling_keeps_to_time_and_pitch(rate: int, factor: float) -> None:
    t = np.arange(rate) / rate
    made = resampled(np.sin(2 * np.pi * 500 * t).astype(np.float32), rate, factor)
    peak = np.abs(np.fft.rfft(made)).argmax() * SAMPLE_RATE / len(made)

    assert len(made) == pytest.approx(SAMPLE_RATE / factor, rel=0.01)
    assert peak == pytest.approx(500 * factor, rel=0.01)


def test_where_nobody_speaks_all_labels_are_silence(around: Surroundings) -> None:
    features, labels = silence_example(np.random.default_rng(4), around)

    assert set(labels) == {SILENCE_PDF}
    assert features.shape == (STRIDE * len(labels), COEFFICIENTS)


def test_all_aligned_utterances_become_examples_and_no_others(around: Surroundings) -> None:
    unaligned = Utterance(samples=tone(500), words=(), segments=None)
    empty = Utterance(samples=np.zeros(0, np.int16), words=(), segments=())
    spoken = [utterance(), unaligned, empty, garbage(tone(400))]

    made = examples_of(spoken, np.random.default_rng(1), around, silence=0.0)

    assert len(made.features) == STRIDE * len(made.labels)
    assert set(made.labels) == {SILENCE_PDF, TONE_PDF, GARBAGE_PDF}
    assert np.isfinite(made.features).all()


def test_nothing_to_learn_from_is_no_failure(around: Surroundings) -> None:
    made = examples_of([], np.random.default_rng(1), around)

    assert (made.features.shape, made.labels.shape) == ((0, COEFFICIENTS), (0,))


def test_the_same_chance_gives_the_same_examples(around: Surroundings) -> None:
    spoken = [utterance(), garbage(tone(400))]
    one, other = (examples_of(spoken, np.random.default_rng(8), around) for _ in range(2))

    assert np.array_equal(one.features, other.features)
    assert np.array_equal(one.labels, other.labels)


def test_speech_is_kept_on_disk_as_it_was(tmp_path: Path) -> None:
    spoken = [
        utterance(),
        garbage(tone(300)),
        Utterance(samples=tone(100), words=(), segments=None),
    ]
    path = tmp_path / "voice.npz"

    save(path, spoken)

    for found, expected in zip(load(path), spoken, strict=True):
        assert np.array_equal(found.samples, expected.samples)
        assert (found.words, found.segments) == (expected.words, expected.segments)
    assert [p.name for p in path.parent.iterdir()] == ["voice.npz"]


@given(seed=seeds)
@settings(max_examples=20)
def test_a_sound_that_nobody_said_is_garbage_and_silence(around: Surroundings, seed: int) -> None:
    features, labels = stranger_example(np.random.default_rng(seed), around)

    assert len(features) == STRIDE * len(labels)
    assert set(labels) <= {SILENCE_PDF, GARBAGE_PDF}
    assert GARBAGE_PDF in labels


@given(seed=seeds)
@settings(max_examples=20)
def test_strangers_last_a_moment_and_are_no_noise_of_nothing(seed: int) -> None:
    sound = stranger(np.random.default_rng(seed))

    assert 0.5 * SAMPLE_RATE < len(sound) <= 4 * SAMPLE_RATE
    assert np.isfinite(sound).all()
    assert sound.std() > 0


def test_a_tune_has_notes() -> None:
    rng = np.random.default_rng(2)
    spectrum = np.abs(np.fft.rfft(tune(3 * SAMPLE_RATE, rng)))

    assert spectrum.max() > 50 * np.median(spectrum)


@given(seed=seeds)
@settings(max_examples=20)
def test_a_weak_onset_softens_the_beginning_and_nothing_else(seed: int) -> None:
    sound = utterance().samples.astype(np.float32)

    weak = weak_onset(sound, np.random.default_rng(seed))

    begin, settled = 200 * 16, 200 * 16 + SAMPLE_RATE // 4
    assert np.array_equal(weak[settled:], sound[settled:])
    assert weak[begin : begin + 160].std() < 0.6 * sound[begin : begin + 160].std()
