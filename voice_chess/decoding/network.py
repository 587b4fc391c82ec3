"""A time-delay network, computed layer by layer as its input arrives; nothing is computed twice.

Each layer sees a few frames of its input, at fixed offsets before and after the present one. So an
output needs some frames from the future, and layers keep the last frames of their input.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from voice_chess.sound.sampling import SAMPLES_PER_MS

Matrix = npt.NDArray[np.float32]
Vector = npt.NDArray[np.float32]

STRIDE = 3
"""The number of input frames for each output."""

_FRAME_MS = 10
OUTPUT_MS = STRIDE * _FRAME_MS
OUTPUT_SAMPLES = OUTPUT_MS * SAMPLES_PER_MS

_AT_ONCE = 6_000
"""The number of frames of a long sound that are computed together."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Layer:
    """One affine layer: `weight` is (outputs, inputs for all offsets); offsets in input frames."""

    offsets: tuple[int, ...]
    weight: Matrix
    bias: Vector
    is_rectified: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Held:
    """The inputs that a layer still needs, the frame of the first, and that of its next output."""

    rows: Matrix
    first: int
    due: int


Stage = tuple[Held, ...]
"""A stream's progress, layer by layer; a value, so that computing a tentative end is harmless."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Network:
    """From features to log likelihoods of states: log posteriors minus log priors."""

    layers: tuple[Layer, ...]
    log_priors: Vector

    @property
    def left(self) -> int:
        """The number of frames that an output needs before it."""
        return -sum(min(layer.offsets) for layer in self.layers)

    @property
    def right(self) -> int:
        """The number of frames that an output needs after it."""
        return sum(max(layer.offsets) for layer in self.layers)

    def begun(self, first_row: Vector) -> Stage:
        """Return a stream before its first frame, which is repeated to the left as in training."""
        stage, start, step = [], -self.left, 1
        for number, layer in enumerate(self.layers):
            width = layer.weight.shape[1] // len(layer.offsets)
            rows = np.zeros((0, width), np.float32)
            if number == 0:
                rows = np.repeat(first_row[None, :], self.left, axis=0)
            due = start - min(layer.offsets)
            stride = _stride(self.layers, number)
            if stride != step:
                due += -due % stride
            stage.append(Held(rows=rows, first=start, due=due))
            start, step = due, stride
        return tuple(stage)

    def advanced(self, stage: Stage, rows: Matrix) -> tuple[Stage, Matrix]:
        """Return the stream after more frames, and the outputs that they complete."""
        after, outputs = self._passed(stage, rows)
        return after, _log_likelihoods(outputs, self.log_priors)

    def _passed(self, stage: Stage, rows: Matrix) -> tuple[Stage, Matrix]:
        held = []
        step = 1
        for number, (layer, before) in enumerate(zip(self.layers, stage, strict=True)):
            stride = _stride(self.layers, number)
            after, rows = _through(layer, before, rows, step, stride)
            held.append(after)
            step = stride
        return tuple(held), rows

    def finished(self, stage: Stage, last_row: Vector) -> Matrix:
        """Return the outputs still due if the sound ends here; its last frame is repeated."""
        return self.advanced(stage, np.repeat(last_row[None, :], self.right, axis=0))[1]

    def below(self, layers: int) -> "Network":
        """Return the network of the first layers alone."""
        return replace(self, layers=self.layers[:layers])

    def inner(self, rows: Matrix) -> Matrix:
        """Return the last layer's raw outputs for a whole sound, before they become scores."""
        stage, found = self.begun(rows[0]), []
        ends = np.repeat(rows[-1:], self.right, axis=0)
        for begin in range(0, len(rows) + 1, _AT_ONCE):
            piece = rows[begin : begin + _AT_ONCE]
            if begin + _AT_ONCE > len(rows):
                piece = np.concatenate([piece, ends])
            stage, outputs = self._passed(stage, piece)
            found.append(outputs)
        return np.concatenate(found)[: len(rows) // STRIDE]

    def into_last_layer(self, rows: Matrix) -> Matrix:
        """Return the last layer's inputs for each output of a whole sound."""
        padded = np.concatenate([rows, np.repeat(rows[-1:], self.right, axis=0)])
        step = 1
        stage = self.begun(rows[0])
        for number, (layer, before) in enumerate(zip(self.layers[:-1], stage, strict=False)):
            stride = _stride(self.layers, number)
            _, padded = _through(layer, before, padded, step, stride)
            step = stride
        return padded[: len(rows) // STRIDE]


def _stride(layers: Sequence[Layer], number: int) -> int:
    """Return the step between a layer's outputs: `STRIDE` if later layers need no more, else 1."""
    later = [offset for layer in layers[number + 1 :] for offset in layer.offsets]
    return STRIDE if all(offset % STRIDE == 0 for offset in later) else 1


def _through(
    layer: Layer, before: Held, rows: Matrix, step: int, stride: int
) -> tuple[Held, Matrix]:
    rows = np.concatenate([before.rows, rows]) if len(before.rows) else rows
    last = before.first + (len(rows) - 1) * step
    count = max(0, (last - max(layer.offsets) - before.due) // stride + 1)
    if not count:
        empty = np.zeros((0, len(layer.bias)), np.float32)
        return Held(rows=rows, first=before.first, due=before.due), empty
    hop = stride // step
    begins = [(before.due + offset - before.first) // step for offset in layer.offsets]
    spliced = [rows[b : b + (count - 1) * hop + 1 : hop] for b in begins]
    outputs = np.concatenate(spliced, axis=1) @ layer.weight.T + layer.bias
    if layer.is_rectified:
        np.maximum(outputs, 0, out=outputs)
    due = before.due + count * stride
    unneeded = max(0, (due + min(layer.offsets) - before.first) // step)
    held = Held(rows=rows[unneeded:], first=before.first + unneeded * step, due=due)
    return held, outputs


def _log_likelihoods(scores: Matrix, log_priors: Vector) -> Matrix:
    if not len(scores):
        return scores
    scores = scores - scores.max(axis=1, keepdims=True)
    scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return scores - log_priors
