"""Finds when each state of known words was spoken: the likeliest path through their states."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from voice_chess.decoding.network import Matrix
from voice_chess.decoding.vocabulary import Vocabulary

Flags = npt.NDArray[np.bool_]
States = npt.NDArray[np.int64]


def states_of(words: Iterable[str], vocabulary: Vocabulary) -> tuple[States, Flags]:
    """Return the states of words in order, and flags for those that may be skipped: silence.

    Silence may stand before and after each word. Raises KeyError for an unknown word.
    """
    states, optional = [vocabulary.silence], [True]
    for word in words:
        spoken = vocabulary.words[word]
        states += [*spoken, vocabulary.silence]
        optional += [False] * len(spoken) + [True]
    return np.array(states), np.array(optional)


def best_path(scores: Matrix, pdfs: States, optional: Flags) -> tuple[Sequence[int], float]:
    """Return the likeliest index into `pdfs` for each frame, and its mean score per frame.

    Each state takes at least one frame; silence may be skipped.
    """
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
