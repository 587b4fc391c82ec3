"""Finds when each state was spoken, for voices whose engine does not tell: Viterbi on the words."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch

from voice_chess.acoustics.corpus import Segment, Utterance, states_of
from voice_chess.acoustics.features import SAMPLE_RATE, mfcc
from voice_chess.acoustics.network import STRIDE, Network, padded
from voice_chess.acoustics.phones import SILENCE_PDF, Inventory
from voice_chess.session.loudness import TARGET, near_level

STEP = STRIDE * SAMPLE_RATE // 100
Scores = npt.NDArray[np.float32]


def scores_of(network: Network, samples: npt.NDArray[np.float32], log_priors: Scores) -> Scores:
    """Log likelihoods (frames / 3, pdfs) of 16-bit-range samples, as Kaldi computes them."""
    with torch.no_grad():
        answers = network(torch.from_numpy(padded(mfcc(samples)))[None])[0]
    likelihoods: Scores = torch.log_softmax(answers, -1).numpy() - log_priors
    return likelihoods


def realigned(
    network: Network, inventory: Inventory, utterance: Utterance, log_priors: Scores
) -> tuple[Utterance, float]:
    """The utterance with segments from the best path, and the path's mean score a frame."""
    samples = utterance.samples.astype(np.float32)
    samples *= TARGET / (near_level(samples) + 1e-9)
    pdfs, optional = _states(inventory, utterance)
    if len(samples) < STEP * len(pdfs):
        return utterance, -np.inf
    path, score = best_path(scores_of(network, samples, log_priors), pdfs, optional)
    segments: list[Segment] = []
    for frame, state in enumerate(path):
        end = (frame + 1) * STEP
        if segments and state == path[frame - 1]:
            segments[-1] = Segment(pdf=int(pdfs[state]), end=end)
        else:
            segments.append(Segment(pdf=int(pdfs[state]), end=end))
    new = Utterance(samples=utterance.samples, words=utterance.words, segments=tuple(segments))
    return new, score


def _states(
    inventory: Inventory, utterance: Utterance
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """All states in order with optional silence around every word."""
    pdfs, optional = [SILENCE_PDF], [True]
    for said in utterance.words:
        for phone in states_of(inventory, said):
            pdfs += phone
            optional += [False] * len(phone)
        pdfs.append(SILENCE_PDF)
        optional.append(True)
    return np.array(pdfs), np.array(optional)


def best_path(
    scores: Scores, pdfs: npt.NDArray[np.int64], optional: npt.NDArray[np.bool_]
) -> tuple[Sequence[int], float]:
    """State numbers frame by frame; each state at least a frame, silence may be skipped."""
    states = len(pdfs)
    skippable = np.zeros(states, bool)
    skippable[2:] = optional[1:-1]
    best = np.full(states, -1e30, np.float32)
    best[:2] = scores[0, pdfs[:2]]
    back = np.zeros((len(scores), states), np.int8)
    for frame in range(1, len(scores)):
        moves = np.stack(
            [
                best,
                np.concatenate([[-1e30], best[:-1]]),
                np.where(skippable, np.concatenate([[-1e30, -1e30], best[:-2]]), -1e30),
            ]
        )
        back[frame] = moves.argmax(0)
        best = moves[back[frame], np.arange(states)] + scores[frame, pdfs]
    state = states - 1 if best[-1] > best[-2] else states - 2
    score = float(best[state]) / len(scores)
    path = []
    for frame in range(len(scores) - 1, -1, -1):
        path.append(state)
        state -= int(back[frame, state])
    return path[::-1], score
