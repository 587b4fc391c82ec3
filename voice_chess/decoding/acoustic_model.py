"""A model folder's networks, or its head on another model's trunk: from features to scores."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from voice_chess.decoding.cepstra import Matrix
from voice_chess.decoding.head_file import grafted, has_head
from voice_chess.decoding.kaldi_file import read_network
from voice_chess.decoding.network import STRIDE, Network, Stage
from voice_chess.decoding.vocabulary import Vocabulary

NETWORKS = "am"
STATES = "graph/states.txt"
"""The file with the states of words; models of others have none."""
CONFIDENCE = "conf/confidence.toml"
"""The file of the `Confidence`, which is fitted on recordings once the network is trained."""
CHECKSUMS = "checksums.json"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StreamState:
    """The progress of a stream of features through every network."""

    stages: tuple[Stage, ...]
    waiting: tuple[Matrix, ...]
    """For each network, outputs that others, which look farther ahead, have not given yet."""
    last_row: Matrix
    taken: int
    """Number of input frames so far."""
    given: int
    """Number of outputs so far."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AcousticModel:
    """Networks whose log likelihoods are averaged, and the words that their states form."""

    networks: tuple[Network, ...]
    vocabulary: Vocabulary

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read a model folder. Raises `DamagedNetwork`, ValueError and OSError."""
        if has_head(folder):
            networks: tuple[Network, ...] = (grafted(folder),)
        else:
            paths = sorted((folder / NETWORKS).glob("*.mdl"))
            networks = tuple(map(read_network, paths))
        return cls(
            networks=networks,
            vocabulary=Vocabulary.read(folder / STATES),
        )

    def begun(self, first_row: Matrix) -> StreamState:
        """Return the state before the first frame of features, which pads the start."""
        stages = tuple(network.begun(first_row) for network in self.networks)
        nothing = np.zeros((0, len(self.networks[0].log_priors)), np.float32)
        return StreamState(
            stages=stages,
            waiting=(nothing,) * len(stages),
            last_row=first_row,
            taken=0,
            given=0,
        )

    def advanced(self, before: StreamState, rows: Matrix) -> tuple[StreamState, Matrix]:
        """Return the state after more frames, and the outputs that all networks have now given."""
        passed = [
            network.advanced(stage, rows)
            for network, stage in zip(self.networks, before.stages, strict=True)
        ]
        waiting = [
            np.concatenate([old, new]) for old, (_, new) in zip(before.waiting, passed, strict=True)
        ]
        ready = min(map(len, waiting))
        after = StreamState(
            stages=tuple(stage for stage, _ in passed),
            waiting=tuple(outputs[ready:] for outputs in waiting),
            last_row=rows[-1] if len(rows) else before.last_row,
            taken=before.taken + len(rows),
            given=before.given + ready,
        )
        return after, _mean([outputs[:ready] for outputs in waiting])

    def finished(self, before: StreamState) -> Matrix:
        """Return the outputs that are still due if the sound ends here."""
        owed = before.taken // STRIDE - before.given
        outputs = [
            np.concatenate([waiting, network.finished(stage, before.last_row)])[:owed]
            for network, stage, waiting in zip(
                self.networks, before.stages, before.waiting, strict=True
            )
        ]
        return _mean(outputs)


def _mean(outputs: list[Matrix]) -> Matrix:
    """Return the mean of the networks' outputs, all with the same weight."""
    return outputs[0] if len(outputs) == 1 else np.mean(outputs, axis=0, dtype=np.float32)
