"""Finds when each state was spoken, by Viterbi on the words, for engines that report no times."""

import numpy as np
import numpy.typing as npt
import torch

from voice_chess.acoustics.corpus import Segment, Utterance, states_of
from voice_chess.acoustics.features import mfcc
from voice_chess.acoustics.network import Network, padded
from voice_chess.acoustics.phones import SILENCE_PDF, Inventory
from voice_chess.decoding.alignment import best_path
from voice_chess.decoding.network import OUTPUT_SAMPLES
from voice_chess.sound.loudness import TARGET, near_level

Scores = npt.NDArray[np.float32]


def scores_of(network: Network, samples: npt.NDArray[np.float32], log_priors: Scores) -> Scores:
    """Return log likelihoods (frames / 3, pdfs), as Kaldi does, of samples in 16-bit range."""
    with torch.no_grad():
        answers = network(torch.from_numpy(padded(mfcc(samples)))[None])[0]
    likelihoods: Scores = torch.log_softmax(answers, -1).numpy() - log_priors
    return likelihoods


def realigned(
    network: Network, inventory: Inventory, utterance: Utterance, log_priors: Scores
) -> tuple[Utterance, float]:
    """Return the utterance with segments from the best path, and the path's mean score a frame.

    An utterance too short for its states is returned unchanged, with a score of minus infinity.
    """
    samples = utterance.samples.astype(np.float32)
    samples *= TARGET / (near_level(samples) + 1e-9)
    pdfs, optional = _states(inventory, utterance)
    if len(samples) < OUTPUT_SAMPLES * len(pdfs):
        return utterance, -np.inf
    path, score = best_path(scores_of(network, samples, log_priors), pdfs, optional)
    segments: list[Segment] = []
    for frame, state in enumerate(path):
        end = (frame + 1) * OUTPUT_SAMPLES
        if segments and state == path[frame - 1]:
            segments[-1] = Segment(pdf=int(pdfs[state]), end=end)
        else:
            segments.append(Segment(pdf=int(pdfs[state]), end=end))
    new = Utterance(samples=utterance.samples, words=utterance.words, segments=tuple(segments))
    return new, score


def _states(
    inventory: Inventory, utterance: Utterance
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Return all states in order, with flags for those that may be skipped: silence."""
    pdfs, optional = [SILENCE_PDF], [True]
    for said in utterance.words:
        for phone in states_of(inventory, said):
            pdfs += phone
            optional += [False] * len(phone)
        pdfs.append(SILENCE_PDF)
        optional.append(True)
    return np.array(pdfs), np.array(optional)
