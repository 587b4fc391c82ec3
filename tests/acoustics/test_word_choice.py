"""A network learns to prefer the right word over a whole span."""

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from torch import Tensor

from voice_chess.acoustics.lexicon import load_lexicon
from voice_chess.acoustics.phones import SILENCE_PDF, Inventory
from voice_chess.acoustics.word_choice import LONGEST, SHARPNESS, Span, WordChoice

INVENTORY = Inventory(load_lexicon())
WORDS = ("e", "g", "springer")
EVEN = np.full(INVENTORY.pdf_count, -np.log(INVENTORY.pdf_count), np.float32)
CHOICE = WordChoice.among(WORDS, INVENTORY, EVEN)


def row(*parts: tuple[int, int]) -> np.ndarray:
    """Labels: this many answers of each state."""
    return np.concatenate([np.full(count, pdf) for pdf, count in parts])


def said(word: str, each: int = 2) -> list[tuple[int, int]]:
    return [(pdf, each) for pdf in INVENTORY.word_pdfs(word)]


STILL = (SILENCE_PDF, 4)


def scores_for(labels: np.ndarray, sure: float = 5.0) -> Tensor:
    """A network that says what the labels say."""
    scores: Tensor = torch.zeros(1, len(labels), INVENTORY.pdf_count)
    scores[0, torch.arange(len(labels)), torch.from_numpy(labels)] = sure
    return scores


def test_words_are_judged_that_lie_whole_in_an_example() -> None:
    labels = row(STILL, *said("g"), STILL, *said("e"))

    assert [WORDS[span.word] for span in CHOICE.spans(labels[None])] == ["g"]


def test_one_word_twice_is_two_words() -> None:
    labels = row(STILL, *said("e"), *said("e"), STILL)

    assert [WORDS[span.word] for span in CHOICE.spans(labels[None])] == ["e", "e"]


def test_what_is_drawn_out_or_too_short_for_its_states_is_not_judged() -> None:
    begun = INVENTORY.word_pdfs("springer")[0]
    drawn = INVENTORY.word_pdfs("e")[0]
    labels = row(STILL, (begun, 1), STILL, (drawn, LONGEST + 1), STILL)

    assert list(CHOICE.spans(labels[None])) == []


def test_who_says_what_was_said_loses_little() -> None:
    labels = row(STILL, *said("g"), STILL, *said("e"), STILL)
    right = scores_for(labels)
    wrong = scores_for(
        row(STILL, *said("e", 3)[:1], *said("e", 3), STILL, *said("e"), STILL)[: len(labels)]
    )
    target = torch.from_numpy(labels)[None]

    assert CHOICE.loss(right, target) < 0.1 < CHOICE.loss(wrong, target)


def test_the_right_word_is_pulled_up_and_its_rival_down() -> None:
    labels = row(STILL, *said("g"), STILL)
    scores = torch.zeros(1, len(labels), INVENTORY.pdf_count, requires_grad=True)
    CHOICE.loss(scores, torch.from_numpy(labels)[None]).backward()  # type: ignore[no-untyped-call]  # PyTorch left it without types
    pull = scores.grad[0, 4 : 4 + 2 * len(INVENTORY.word_pdfs("g"))].sum(0)

    assert sum(pull[pdf] for pdf in INVENTORY.word_pdfs("g")) < 0
    assert sum(pull[pdf] for pdf in INVENTORY.word_pdfs("e")) > 0


def test_where_no_word_of_ours_is_whole_nothing_is_lost() -> None:
    labels = row(STILL, STILL)

    assert CHOICE.loss(scores_for(labels), torch.from_numpy(labels)[None]) == 0


def test_words_are_judged_by_the_best_way_through_all_their_states() -> None:
    labels = row(STILL, *said("g"), STILL)
    scores = torch.randn(
        1, len(labels), INVENTORY.pdf_count, generator=torch.Generator().manual_seed(4)
    )
    (span,) = CHOICE.spans(labels[None])
    likelihoods = torch.log_softmax(scores, -1) - CHOICE.log_priors
    fits = SHARPNESS * np.array([best_way(likelihoods[0].numpy(), word, span) for word in WORDS])
    expected = np.logaddexp.reduce(fits) - fits[WORDS.index("g")]

    assert float(CHOICE.loss(scores, torch.from_numpy(labels)[None])) == pytest.approx(
        expected, abs=1e-3
    )


def best_way(likelihoods: np.ndarray, word: str, span: Span) -> float:
    """By trying every way in turn."""
    begin, end = span.begin, span.end
    states = INVENTORY.word_pdfs(word)
    if len(states) > end - begin:
        return -1e5
    best = np.full(len(states), -np.inf)
    best[0] = likelihoods[begin, states[0]]
    for time in range(begin + 1, end):
        before = np.concatenate([[-np.inf], best[:-1]])
        best = np.maximum(best, before) + likelihoods[time, list(states)]
    return float(best[-1])
