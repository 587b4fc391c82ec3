"""Makes a small vocabulary, and network outputs as for clear speech."""

import numpy as np

from voice_chess.decoding.network import Matrix
from voice_chess.decoding.vocabulary import Vocabulary

WORDS = ("springer", "bauer", "felix", "hektor", "drei", "vier", "schach", "remis", "äh", "blume")
STATES = 3
SILENCE, GARBAGE = 0, 1
VOCABULARY = Vocabulary(
    silence=SILENCE,
    garbage=(GARBAGE,) * 5,
    words={
        word: tuple(range(2 + STATES * n, 2 + STATES * (n + 1))) for n, word in enumerate(WORDS)
    },
    phones={"a:": (2 + STATES * len(WORDS),)},
)
PDFS = 3 + STATES * len(WORDS)
CLEAR = 6.0
"""The output of the spoken state, in nats; all others have its negative."""


def spoken(*parts: str | int, clear: float = CLEAR, each: int = 2) -> Matrix:
    """Return outputs for words and, as numbers, frames of silence; a state lasts `each` frames."""
    states: list[int] = []
    for part in parts:
        if isinstance(part, int):
            states += [SILENCE] * part
        else:
            states += [s for word in part.split() for s in np.repeat(VOCABULARY.words[word], each)]
    outputs = np.full((len(states), PDFS), -clear, np.float32)
    outputs[np.arange(len(states)), states] = clear
    return outputs
