"""The best path through the states of an utterance, on scores made by hand."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from voice_chess.acoustics.align import realigned
from voice_chess.acoustics.corpus import Utterance
from voice_chess.acoustics.network import Network
from voice_chess.acoustics.phones import SILENCE_PDF, Inventory
from voice_chess.acoustics.plan import SaidWord
from voice_chess.decoding.alignment import best_path
from voice_chess.decoding.network import OUTPUT_SAMPLES

SILENCE, A, B, C = 0, 1, 2, 3
PDFS = np.array([SILENCE, A, B, SILENCE, C, SILENCE])
OPTIONAL = np.array([True, False, False, True, False, True])


def scores_for(spoken: str) -> np.ndarray:
    """One frame a letter, s for silence; the state spoken is much more likely than the others."""
    scores = np.full((len(spoken), 4), -10.0, np.float32)
    for frame, letter in enumerate(spoken):
        scores[frame, "sabc".index(letter)] = -0.1
    return scores


def path_of(spoken: str) -> str:
    path, _ = best_path(scores_for(spoken), PDFS, OPTIONAL)
    return "".join("sabc"[PDFS[state]] for state in path)


@pytest.mark.parametrize(
    "spoken", ["ssabbsscss", "abc", "aabbcc", "sabcs", "absc", "aaaaaabc", "sssssabc"]
)
def test_the_path_follows_what_was_spoken(spoken: str) -> None:
    assert path_of(spoken) == spoken


def test_only_silence_may_be_skipped() -> None:
    assert path_of("aaaccc") in {"aabccc", "aaabcc"}


def test_the_score_is_the_mean_of_the_frames() -> None:
    _, score = best_path(scores_for("abc"), PDFS, OPTIONAL)

    assert score == pytest.approx(-0.1)
    _, worse = best_path(scores_for("acb"), PDFS, OPTIONAL)
    assert worse < -3


@given(st.integers(0, 2**31), st.integers(3, 30))
@settings(max_examples=40)
def test_any_path_goes_forward_and_misses_no_word(seed: int, frames: int) -> None:
    scores = np.random.default_rng(seed).normal(-5, 3, (frames, 4)).astype(np.float32)

    path, score = best_path(scores, PDFS, OPTIONAL)

    assert len(path) == frames
    assert all(0 <= after - before <= 2 for before, after in pairwise(path))
    assert {1, 2, 4} <= set(path)
    assert score == pytest.approx(float(scores[range(frames), PDFS[path]].mean()), rel=1e-3)


@given(st.integers(0, 2**31))
@settings(max_examples=20)
def test_no_other_path_is_better(seed: int) -> None:
    """Against all ways to go through five frames."""
    scores = np.random.default_rng(seed).normal(-5, 3, (5, 4)).astype(np.float32)

    def ways(path: tuple[int, ...]) -> list[tuple[int, ...]]:
        if len(path) == len(scores):
            return [path] if path[-1] >= len(PDFS) - 2 else []
        state = path[-1]
        following = [state, state + 1]
        if state + 2 < len(PDFS) and OPTIONAL[state + 1]:
            following.append(state + 2)
        return [way for s in following if s < len(PDFS) for way in ways((*path, s))]

    best = max(
        scores[range(5), PDFS[list(way)]].mean() for begin in (0, 1) for way in ways((begin,))
    )

    assert best_path(scores, PDFS, OPTIONAL)[1] == pytest.approx(float(best), rel=1e-4)


def untrained(inventory: Inventory) -> tuple[Network, np.ndarray]:
    torch.manual_seed(1)
    log_priors = np.full(inventory.pdf_count, -np.log(inventory.pdf_count), np.float32)
    return Network(inventory.pdf_count, width=8).eval(), log_priors


def spoken(inventory: Inventory, seconds: float) -> Utterance:
    chance = np.random.default_rng(2)
    samples = (chance.standard_normal(int(16_000 * seconds)) * 2_000).astype(np.int16)
    words = tuple(
        SaidWord(word=word, pronunciation=inventory.lexicon.heard[word][0])
        for word in ("drei", "acht")
    )
    return Utterance(samples=samples, words=words, segments=None)


def test_an_aligned_utterance_passes_all_its_states_to_its_end(inventory: Inventory) -> None:
    network, log_priors = untrained(inventory)
    utterance = spoken(inventory, 1.5)

    found, score = realigned(network, inventory, utterance, log_priors)

    assert found.segments is not None
    passed = [s.pdf for s in found.segments if s.pdf != SILENCE_PDF]
    assert passed == [*inventory.word_pdfs("drei"), *inventory.word_pdfs("acht")]
    ends = [s.end for s in found.segments]
    assert ends == sorted(set(ends))
    length = len(utterance.samples)
    assert length - 2 * OUTPUT_SAMPLES <= ends[-1] <= length + OUTPUT_SAMPLES
    assert np.isfinite(score)


def test_what_is_too_short_for_its_words_is_left_unaligned(inventory: Inventory) -> None:
    network, log_priors = untrained(inventory)
    utterance = spoken(inventory, 0.2)

    found, score = realigned(network, inventory, utterance, log_priors)

    assert found.segments is None
    assert score == -np.inf
