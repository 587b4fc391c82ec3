"""Teaches a network to tell words apart: of all our words, which one fills this span best.

Learning states frame by frame treats a burst of 30 ms that tells a "g" from an "e" like any other
frame. Here each word of the code that lies whole in an example is scored against all others over
its span, as the decoder will score it, and the network learns to prefer the right one. That is
training by maximum mutual information (Bahl and others, 1986) on single words, whose spans are
known from the labels.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from voice_chess.acoustics.phones import Inventory
from voice_chess.acoustics.train import Aim, frames_told_and
from voice_chess.decoding.network import Vector

SHARPNESS = 0.3
"""Of a log likelihood so much counts: a network is too sure of single frames."""

LONGEST = 40
"""Answers in a span, 1.2 s: what lasts longer is drawn out."""

MOST_SPANS = 220
"""Judged of one batch."""

MOST_STATES = 14
"""Longer words are taken for nothing else."""

_IMPOSSIBLE = -1e5


class Span(NamedTuple):
    """A word of the code from its first answer to behind its last, in one row of a batch."""

    row: int
    begin: int
    end: int
    word: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WordChoice:
    """The words that are told apart. Rows of `pdfs` are filled up behind `lengths` states."""

    pdfs: torch.Tensor
    lengths: torch.Tensor
    log_priors: torch.Tensor
    word_of: npt.NDArray[np.int64]
    """By pdf; -1 for what belongs to none of the words."""
    state_of: npt.NDArray[np.int64]

    @classmethod
    def among(cls, words: Sequence[str], inventory: Inventory, log_priors: Vector) -> Self:
        """Choices among these words; `log_priors` of all states, as the model will have them."""
        ways = [inventory.word_pdfs(word) for word in words]
        longest = max(map(len, ways))
        word_of = np.full(inventory.pdf_count, -1)
        state_of = np.zeros(inventory.pdf_count, np.int64)
        for number, way in enumerate(ways):
            word_of[list(way)] = number
            state_of[list(way)] = range(len(way))
        return cls(
            pdfs=torch.tensor([way + way[-1:] * (longest - len(way)) for way in ways]),
            lengths=torch.tensor([len(way) for way in ways]),
            log_priors=torch.from_numpy(log_priors).float(),
            word_of=word_of,
            state_of=state_of,
        )

    def loss(self, scores: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        """Cross-entropy of the right word; nought where no word lies whole in the batch.

        `scores` (batch, answers, pdfs) before the softmax, `labels` (batch, answers).
        """
        spans = list(self.spans(labels.cpu().numpy()))[:MOST_SPANS]
        if not spans:
            return scores.new_zeros(())
        likelihoods = torch.log_softmax(scores, -1) - self.log_priors.to(scores.device)
        right = torch.tensor([span.word for span in spans], device=scores.device)
        return nn.functional.cross_entropy(SHARPNESS * self._fits(likelihoods, spans), right)

    def spans(self, labels: npt.NDArray[np.int64]) -> Iterator[Span]:
        """Words that begin and end within a row and pass through all their states in time."""
        for row, (words, states) in enumerate(
            zip(self.word_of[labels], self.state_of[labels], strict=True)
        ):
            is_other = (words[1:] != words[:-1]) | (states[1:] < states[:-1])
            for begin, end in pairwise(int(cut) + 1 for cut in np.flatnonzero(is_other)):
                word = int(words[begin])
                if word >= 0 and int(self.lengths[word]) <= end - begin <= LONGEST:
                    yield Span(row, begin, end, word)

    def _fits(self, likelihoods: torch.Tensor, spans: Sequence[Span]) -> torch.Tensor:
        """Log likelihoods (spans, words) of the best way through each word's states."""
        on = likelihoods.device
        rows, begins, ends = (
            torch.tensor([span[part] for span in spans], device=on) for part in range(3)
        )
        sizes = ends - begins
        times = torch.arange(int(sizes.max()), device=on)
        at = torch.minimum(begins[:, None] + times, ends[:, None] - 1)
        count, states = self.pdfs.shape
        emitted = likelihoods[rows[:, None], at][:, :, self.pdfs.reshape(-1).to(on)]
        emitted = emitted.reshape(len(spans), len(times), count, states)
        last = (self.lengths.to(on) - 1)[None, :, None].expand(len(spans), count, 1)
        barred = emitted.new_full((len(spans), count, states), _IMPOSSIBLE)
        best = torch.cat([emitted[:, 0, :, :1], barred[..., 1:]], -1)
        found = best.gather(-1, last)[..., 0]
        for time in range(1, len(times)):
            moved = torch.cat([barred[..., :1], best[..., :-1]], -1)
            best = torch.maximum(best, moved) + emitted[:, time]
            is_on = (sizes > time)[:, None]
            found = torch.where(is_on, best.gather(-1, last)[..., 0], found)
        return found


def words_told_apart(
    words: Sequence[str], inventory: Inventory, log_priors: Vector, smoothing: float
) -> Aim:
    """Every answer right for itself, and of these words the right one over its span."""
    short = [word for word in words if len(inventory.word_pdfs(word)) <= MOST_STATES]
    return frames_told_and(WordChoice.among(short, inventory, log_priors).loss, smoothing)
