"""Teaches a network to hear whole utterances: of all that may be said, what was said.

The decoder lets words of the code, plain sounds and garbage follow each other in any order. Here
the likelihood of all such ways through an utterance is summed up, and beside it that of the ways
that pass what the labels name, when they name it; the network learns to make the two alike. That
is maximum mutual information without lattices (Povey and others, 2016). Unlike `word_choice` it
knows no spans, so words that are split, joined or heard in noise between others count as well.
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
"""Of a log likelihood and of a price so much counts: a network is too sure of single frames."""

TOLERANCE = 4
"""Answers by which a unit may come before its label or last beyond it."""

HOPELESS = 6.0
"""Nats a unit, near which a loss hardly grows: labels of what is lost so may be wrong."""

_IMPOSSIBLE = -1e30
_LEAST_POSSIBLE = -1e20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WordLoop:
    """Units, which are words, plain sounds and garbage, as runs of states; behind them silence."""

    silence: int
    pdf_of: torch.Tensor
    """By state, as the next three."""
    unit_of: torch.Tensor
    is_first: torch.Tensor
    price_of: torch.Tensor
    last: torch.Tensor
    """The last state of each unit."""
    unit_of_pdf: torch.Tensor
    """The silence has the number behind the last."""
    log_priors: torch.Tensor

    @classmethod
    def of(cls, vocabulary: Vocabulary, log_priors: Vector, on: torch.device) -> Self:
        """The loop of a vocabulary; `log_priors` of all states, as the model will have them."""
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
        """How much less likely what was said is than all that may be said, for each unit of it.

        `scores` (batch, answers, pdfs) before the softmax, `labels` (batch, answers). What can't
        be said as the labels tell it, because it is too short, doesn't count.
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
        """Logs of the summed likelihoods of all ways, by row.

        `spoken` (batch, answers, states) and `silent` (batch, answers, 1) are scaled.
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
        """True for the units (batch, answers, units and silence) that a label so near names."""
        size = said.shape[1]
        wide = nn.functional.pad(said.float(), (TOLERANCE, TOLERANCE), mode="replicate").long()
        shape = (*said.shape, len(self.last) + 1)
        is_near = torch.zeros(shape, dtype=torch.bool, device=said.device)
        for shift in range(2 * TOLERANCE + 1):
            is_near.scatter_(2, wide[:, shift : shift + size, None], value=True)
        return is_near


def utterances_told(loop: WordLoop, smoothing: float) -> Aim:
    """Every answer right for itself, and the whole utterance among all that may be said."""
    return frames_told_and(loop.loss, smoothing)
