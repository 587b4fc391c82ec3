"""A loss on whole utterances: it compares what was said with everything that may be said.

The decoder lets words of the code, plain sounds and garbage follow each other in any order. This
loss sums the likelihoods of all such paths through an utterance, and separately of the paths that
agree with the labels at about the labelled times. The network learns to make the two sums equal.
This is maximum mutual information without lattices (Povey and others, 2016). Unlike `word_choice`
it needs no spans, so words that are split, joined or inserted by noise count as errors too.
"""

from dataclasses import dataclass
from typing import Self

import torch
from torch import nn

from voice_chess.acoustics.train import Aim, frames_told_and
from voice_chess.decoding.graph import Prices
from voice_chess.decoding.network import Vector
from voice_chess.decoding.vocabulary import Vocabulary

SHARPNESS = 0.25
"""The share of log likelihoods and prices that counts: a network is too sure of single frames."""

TOLERANCE = 4
"""The number of outputs by which a unit may begin before its label or end after it."""

HOPELESS = 6.0
"""Nats per unit at which the loss is bounded: if it is so high, the labels may be wrong."""

_IMPOSSIBLE = -1e30
_LEAST_POSSIBLE = -1e20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WordLoop:
    """Units (words, plain sounds and garbage) as runs of states, with silence after them."""

    silence: int
    pdf_of: torch.Tensor
    """The pdf of each state; the next three are by state as well."""
    unit_of: torch.Tensor
    is_first: torch.Tensor
    price_of: torch.Tensor
    last: torch.Tensor
    """The last state of each unit."""
    unit_of_pdf: torch.Tensor
    """The unit of each pdf; silence has the number after the last unit."""
    log_priors: torch.Tensor

    @classmethod
    def of(cls, vocabulary: Vocabulary, log_priors: Vector, on: torch.device) -> Self:
        """Return the loop of a vocabulary; `log_priors` are those of all the model's states."""
        words, phones = vocabulary.words.values(), vocabulary.phones.values()
        units = [*words, *phones, vocabulary.garbage]
        price = Prices()
        prices = [price.word] * len(words) + [price.phone] * len(phones) + [price.garbage]
        sizes = torch.tensor([len(unit) for unit in units])
        last = sizes.cumsum(0) - 1
        unit_of = torch.arange(len(units)).repeat_interleave(sizes)
        pdf_of = torch.tensor([pdf for unit in units for pdf in unit])
        is_first = torch.zeros(len(pdf_of), dtype=torch.bool)
        is_first[last - sizes + 1] = True
        unit_of_pdf = torch.full((len(log_priors),), len(units))
        unit_of_pdf[pdf_of] = unit_of
        return cls(
            silence=vocabulary.silence,
            pdf_of=pdf_of.to(on),
            unit_of=unit_of.to(on),
            is_first=is_first.to(on),
            price_of=(SHARPNESS * torch.tensor(prices)[unit_of]).to(on),
            last=last.to(on),
            unit_of_pdf=unit_of_pdf.to(on),
            log_priors=torch.from_numpy(log_priors).float().to(on),
        )

    def loss(self, scores: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        """Return, per unit, how much less likely the labelled paths are than all paths, in nats.

        `scores` (batch, outputs, pdfs) are before the softmax; `labels` are (batch, outputs). An
        utterance that is too short for its labels does not count.
        """
        likelihoods = SHARPNESS * (torch.log_softmax(scores, -1) - self.log_priors)
        spoken, silent = likelihoods[..., self.pdf_of], likelihoods[..., self.silence, None]
        said = self.unit_of_pdf[labels]
        is_near = self._near(said)
        as_labelled = torch.where(is_near[..., self.unit_of], spoken, _IMPOSSIBLE)
        paused = torch.where(is_near[..., -1:], silent, _IMPOSSIBLE)
        both = self.log_sums(torch.cat([spoken, as_labelled]), torch.cat([silent, paused]))
        anything, right = both.chunk(2)
        is_possible = right > _LEAST_POSSIBLE
        begins = (said[:, 1:] != said[:, :-1]) & (said[:, 1:] != len(self.last))
        units = 1 + begins.sum(1)
        lost = torch.where(is_possible, anything - right, 0.0).clamp(min=0) / units
        counted = torch.where(is_possible, units, 0)
        bounded = HOPELESS * torch.tanh(lost / HOPELESS)
        return (bounded * counted).sum() / counted.sum().clamp(min=1)

    def log_sums(self, spoken: torch.Tensor, silent: torch.Tensor) -> torch.Tensor:
        """Return the log of the summed likelihoods of all paths, for each row.

        `spoken` (batch, outputs, states) and `silent` (batch, outputs, 1) are scaled.
        """
        nothing = spoken.new_full((len(spoken), 1), _IMPOSSIBLE)
        inside = nothing.expand(-1, spoken.shape[2])
        between = spoken.new_zeros((len(spoken), 1))
        for states, pause in zip(spoken.unbind(1), silent.unbind(1), strict=True):
            moved = torch.cat([nothing, inside[:, :-1]], 1)
            entered = torch.where(self.is_first, between - self.price_of, moved)
            inside = torch.logaddexp(inside, entered) + states
            ended = torch.logsumexp(inside[:, self.last], 1, keepdim=True)
            between = torch.logaddexp(between + pause, ended)
        return between[:, 0]

    def _near(self, said: torch.Tensor) -> torch.Tensor:
        """Return whether a label near each output names a unit (batch, outputs, units, silence)."""
        size = said.shape[1]
        wide = nn.functional.pad(said.float(), (TOLERANCE, TOLERANCE), mode="replicate").long()
        shape = (*said.shape, len(self.last) + 1)
        is_near = torch.zeros(shape, dtype=torch.bool, device=said.device)
        for shift in range(2 * TOLERANCE + 1):
            is_near.scatter_(2, wide[:, shift : shift + size, None], value=True)
        return is_near


def utterances_told(loop: WordLoop, smoothing: float) -> Aim:
    """Return a loss for each single output and for the whole utterance among all paths."""
    return frames_told_and(loop.loss, smoothing)
