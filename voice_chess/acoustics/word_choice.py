"""A loss that teaches a network to distinguish words: which of our words fits a span best.

Training of states frame by frame treats the burst of 30 ms that distinguishes a "g" from an "e"
like any other frame. Here each word of the code that lies completely in an example is scored
against all others over its span, as the decoder will do, and the network learns to prefer the right
one. This is training by maximum mutual information (Bahl and others, 1986) on single words, whose
spans are known from the labels.
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
"""The share of a log likelihood that counts, because a network is too sure of single frames."""

LONGEST = 40
"""The most outputs in a span, 1.2 s: longer words are drawn out."""

MOST_SPANS = 220
"""The most spans of one batch that are judged."""

MOST_STATES = 14
"""Words with more states are left out, because they are not confused with others."""

_IMPOSSIBLE = -1e5


class Span(NamedTuple):
    """A word of the code in one row of a batch, from its first output up to `end`, exclusive."""

    row: int
    begin: int
    end: int
    word: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WordChoice:
    """The words to distinguish. Rows of `pdfs` are padded after `lengths` states."""

    pdfs: torch.Tensor
    lengths: torch.Tensor
    log_priors: torch.Tensor
    word_of: npt.NDArray[np.int64]
    """The number of each pdf's word; -1 if it belongs to none of the words."""
    state_of: npt.NDArray[np.int64]

    @classmethod
    def among(cls, words: Sequence[str], inventory: Inventory, log_priors: Vector) -> Self:
        """Return the choice among these words; `log_priors` are those of all the model's states."""
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
        """Return the cross-entropy of the right words; 0 if no word is complete in the batch.

        `scores` (batch, outputs, pdfs) are before the softmax; `labels` are (batch, outputs).
        """
        spans = list(self.spans(labels.cpu().numpy()))[:MOST_SPANS]
        if not spans:
            return scores.new_zeros(())
        likelihoods = torch.log_softmax(scores, -1) - self.log_priors.to(scores.device)
        right = torch.tensor([span.word for span in spans], device=scores.device)
        return nn.functional.cross_entropy(SHARPNESS * self._fits(likelihoods, spans), right)

    def spans(self, labels: npt.NDArray[np.int64]) -> Iterator[Span]:
        """Yield words that begin and end within a row and are long enough for all their states."""
        for row, (words, states) in enumerate(
            zip(self.word_of[labels], self.state_of[labels], strict=True)
        ):
            is_other = (words[1:] != words[:-1]) | (states[1:] < states[:-1])
            for begin, end in pairwise(int(cut) + 1 for cut in np.flatnonzero(is_other)):
                word = int(words[begin])
                if word >= 0 and int(self.lengths[word]) <= end - begin <= LONGEST:
                    yield Span(row, begin, end, word)

    def _fits(self, likelihoods: torch.Tensor, spans: Sequence[Span]) -> torch.Tensor:
        """Return log likelihoods (spans, words) of the best path through each word's states."""
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
    """Return a loss for each single output and for the right one of these words over its span."""
    short = [word for word in words if len(inventory.word_pdfs(word)) <= MOST_STATES]
    return frames_told_and(WordChoice.among(short, inventory, log_priors).loss, smoothing)
