"""Of all that may be said, what was said: summed up rightly, and preferred."""

import numpy as np
import pytest

TRAIN = "training needs: pip install -e '.[train]'"
torch = pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("kaldi_native_fbank", reason=TRAIN)
pytest.importorskip("scipy", reason=TRAIN)

from collections.abc import Iterator

from torch import Tensor

from voice_chess.acoustics.phones import GARBAGE_PDF, SILENCE_PDF, Inventory
from voice_chess.acoustics.word_loop import HOPELESS, SHARPNESS, WordLoop, utterances_told
from voice_chess.decoding.graph import Prices
from voice_chess.decoding.vocabulary import Vocabulary

CPU = torch.device("cpu")
TINY = Vocabulary(silence=0, garbage=(1, 1), words={"ab": (2, 3), "c": (4,)}, phones={"p": (5,)})
PDFS = 6


def loop_of(vocabulary: Vocabulary, pdfs: int) -> WordLoop:
    return WordLoop.of(vocabulary, np.full(pdfs, -np.log(pdfs), np.float32), CPU)


def ways(
    answers: int, units: list[tuple[tuple[int, ...], float]]
) -> Iterator[tuple[list[int], float]]:
    """The states and the price of every way to fill this many answers, one by one."""
    if not answers:
        yield [], 0.0
        return
    for rest, price in ways(answers - 1, units):
        yield [SILENCE_PDF, *rest], price
    for states, own in units:
        for size in range(len(states), answers + 1):
            for rest, price in ways(answers - size, units):
                for durations in splits(size, len(states)):
                    said = [s for s, n in zip(states, durations, strict=True) for _ in range(n)]
                    yield [*said, *rest], own + price


def splits(size: int, parts: int) -> Iterator[list[int]]:
    if parts == 1:
        yield [size]
        return
    for first in range(1, size - parts + 2):
        for rest in splits(size - first, parts - 1):
            yield [first, *rest]


def test_the_sum_is_that_of_all_ways_one_by_one() -> None:
    answers, price = 5, Prices()
    units = [
        *((states, price.word) for states in TINY.words.values()),
        *((states, price.phone) for states in TINY.phones.values()),
        (TINY.garbage, price.garbage),
    ]
    generator = torch.Generator().manual_seed(2)
    told = SHARPNESS * 4 * torch.randn(1, answers, PDFS, generator=generator)
    each = [
        sum(float(told[0, time, pdf]) for time, pdf in enumerate(said)) - SHARPNESS * cost
        for said, cost in ways(answers, units)
    ]
    loop = loop_of(TINY, PDFS)

    found = loop.log_sums(told[..., loop.pdf_of], told[..., [SILENCE_PDF]])

    assert len(each) > 500
    assert float(found[0]) == pytest.approx(np.logaddexp.reduce(each), abs=1e-4)


def row(*parts: tuple[int, int]) -> Tensor:
    """Labels: this many answers of each state."""
    labels: Tensor = torch.cat([torch.full((count,), pdf) for pdf, count in parts])[None]
    return labels


def said(inventory: Inventory, *words: str, each: int = 6) -> Tensor:
    states = [(pdf, each) for word in words for pdf in inventory.word_pdfs(word)]
    return row((SILENCE_PDF, 6), *states, (SILENCE_PDF, 6))


def scores_for(labels: Tensor, pdfs: int, sure: float = 12.0) -> Tensor:
    """A network that says what the labels say."""
    scores: Tensor = sure * torch.nn.functional.one_hot(labels, pdfs).float()
    return scores


def test_a_right_utterance_loses_less_than_one_with_a_wrong_word(inventory: Inventory) -> None:
    pdfs = inventory.pdf_count
    loop = loop_of(inventory.vocabulary, pdfs)
    labels = said(inventory, "ja", "acht")
    wrong = labels.clone()
    for right, other in zip(
        inventory.word_pdfs("acht"), inventory.word_pdfs("reihe"), strict=False
    ):
        wrong[labels == right] = other

    lost, more = (
        float(loop.loss(scores_for(each, pdfs, sure=40.0), labels)) for each in (labels, wrong)
    )

    assert lost < 0.1
    assert more > 1


def test_the_right_word_is_pulled_up_and_its_rival_down(inventory: Inventory) -> None:
    pdfs = inventory.pdf_count
    loop = loop_of(inventory.vocabulary, pdfs)
    labels = said(inventory, "acht")
    scores = torch.zeros(1, labels.shape[1], pdfs, requires_grad=True)

    loop.loss(scores, labels).backward()  # type: ignore[no-untyped-call]  # PyTorch left it without types

    pull = scores.grad[0, 6:-6].sum(0)
    assert sum(pull[pdf] for pdf in inventory.word_pdfs("acht")) < 0
    assert sum(pull[pdf] for pdf in inventory.word_pdfs("drei")) > 0


def test_a_word_may_come_a_little_before_its_label_and_no_earlier(inventory: Inventory) -> None:
    pdfs = inventory.pdf_count
    loop = loop_of(inventory.vocabulary, pdfs)
    labels = said(inventory, "acht")
    lost = [
        float(loop.loss(scores_for(labels.roll(-shift, 1), pdfs), labels)) for shift in (0, 4, 6)
    ]

    assert lost[1] == pytest.approx(lost[0], abs=0.05)
    assert lost[2] > lost[0] + 1


def test_what_is_too_short_to_be_said_counts_for_nothing(inventory: Inventory) -> None:
    pdfs = inventory.pdf_count
    loop = loop_of(inventory.vocabulary, pdfs)
    broken = row((inventory.word_pdfs("acht")[0], 1))
    labels = said(inventory, "acht")
    scores = torch.randn(1, labels.shape[1], pdfs, generator=torch.Generator().manual_seed(1))

    assert float(loop.loss(scores[:, :1], broken)) == 0
    assert float(loop.loss(scores, labels)) > 0


def test_a_hopeless_utterance_counts_little(inventory: Inventory) -> None:
    pdfs = inventory.pdf_count
    loop = loop_of(inventory.vocabulary, pdfs)
    labels = said(inventory, "acht")
    wrong = labels.clone()
    wrong[labels != SILENCE_PDF] = GARBAGE_PDF
    scores = scores_for(wrong, pdfs, sure=400.0).requires_grad_()

    loss = loop.loss(scores, labels)
    loss.backward()  # type: ignore[no-untyped-call]  # PyTorch left it without types

    assert float(loss.detach()) == pytest.approx(HOPELESS)
    assert scores.grad is not None
    assert float(scores.grad.abs().max()) < 1e-6


def test_answers_are_to_be_right_for_themselves_as_well(inventory: Inventory) -> None:
    pdfs = inventory.pdf_count
    loop = loop_of(inventory.vocabulary, pdfs)
    labels = said(inventory, "acht")
    scores = torch.randn(1, labels.shape[1], pdfs, generator=torch.Generator().manual_seed(1))
    frames = torch.nn.functional.cross_entropy(scores[0], labels[0])

    told = utterances_told(loop, smoothing=0.0)(scores, labels)

    assert float(told) == pytest.approx(float(frames + loop.loss(scores, labels)))
