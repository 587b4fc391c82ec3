"""Writes the network and its states in the binary format that Kaldi, and so Vosk, reads."""

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from voice_chess.acoustics.phones import GARBAGE_STATES, Inventory

Matrix = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Affine:
    """One layer: `weight` is (outputs, inputs for each offset), offsets in 10 ms frames."""

    name: str
    offsets: tuple[int, ...]
    weight: Matrix
    bias: Matrix
    rectified: bool


class _Writer:
    """Kaldi's binary primitives: every number is preceded by its size in bytes."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def token(self, text: str) -> None:
        self.file.write(text.encode() + b" ")

    def tokens(self, *texts: str) -> None:
        for text in texts:
            self.token(text)

    def integer(self, value: int) -> None:
        self.file.write(b"\x04" + struct.pack("<i", value))

    def single(self, value: float) -> None:
        self.file.write(b"\x04" + struct.pack("<f", value))

    def double(self, value: float) -> None:
        self.file.write(b"\x08" + struct.pack("<d", value))

    def integers(self, values: Sequence[int]) -> None:
        self.file.write(b"\x04" + struct.pack("<i", len(values)))
        self.file.write(struct.pack(f"<{len(values)}i", *values))

    def vector(self, values: npt.ArrayLike) -> None:
        data = np.asarray(values, dtype="<f4")
        self.file.write(b"FV \x04" + struct.pack("<i", len(data)) + data.tobytes())

    def matrix(self, values: npt.ArrayLike) -> None:
        data = np.ascontiguousarray(values, dtype="<f4")
        rows, columns = data.shape
        self.file.write(b"FM \x04" + struct.pack("<i", rows) + b"\x04" + struct.pack("<i", columns))
        self.file.write(data.tobytes())


def write_model(
    path: Path, inventory: Inventory, layers: Sequence[Affine], priors: npt.ArrayLike, inputs: int
) -> None:
    """Write `am/final.mdl`: transition model, nnet3 network, pdf priors."""
    with path.open("wb") as file:
        file.write(b"\0B")
        writer = _Writer(file)
        _write_transitions(writer, inventory)
        _write_network(writer, layers, inputs)
        writer.tokens("<LeftContext>")
        writer.integer(0)
        writer.tokens("<RightContext>")
        writer.integer(0)
        writer.tokens("<Priors>")
        writer.vector(priors)


def _write_transitions(writer: _Writer, inventory: Inventory) -> None:
    lengths = [len(phone.pdfs) for phone in inventory.phones]
    shapes = sorted(set(lengths))
    writer.tokens("<TransitionModel>", "<Topology>")
    writer.integers(range(1, len(lengths) + 1))
    writer.integers([-1, *(shapes.index(n) for n in lengths)])
    writer.integer(len(shapes))
    for shape in shapes:
        writer.integer(shape + 1)
        for state in range(shape):
            writer.integer(0 if shape == GARBAGE_STATES else state)
            writer.integer(2)
            for target in (state, state + 1):
                writer.integer(target)
                writer.single(0.5)
        writer.integer(-1)
        writer.integer(0)
    writer.tokens("</Topology>", "<Triples>")
    writer.integer(len(inventory.transitions))
    for t in inventory.transitions:
        for value in (t.phone, t.state, t.pdf):
            writer.integer(value)
    writer.tokens("</Triples>", "<LogProbs>")
    writer.vector([0.0] + [math.log(0.5)] * (2 * len(inventory.transitions)))
    writer.tokens("</LogProbs>", "</TransitionModel>")


def _append(source: str, offsets: tuple[int, ...]) -> str:
    if offsets == (0,):
        return source
    parts = [source if o == 0 else f"Offset({source}, {o})" for o in offsets]
    return f"Append({', '.join(parts)})"


def _write_network(writer: _Writer, layers: Sequence[Affine], inputs: int) -> None:
    config = [f"input-node name=input dim={inputs}"]
    components: list[tuple[str, Affine | str, int]] = []
    source = "input"
    for layer in layers:
        name = f"{layer.name}.affine"
        wired = _append(source, layer.offsets)
        config.append(f"component-node name={name} component={name} input={wired}")
        components.append((name, layer, len(layer.bias)))
        kind = "RectifiedLinearComponent" if layer.rectified else "LogSoftmaxComponent"
        source = f"{layer.name}.{'relu' if layer.rectified else 'lsm'}"
        config.append(f"component-node name={source} component={source} input={name}")
        components.append((source, kind, len(layer.bias)))
    config.append(f"output-node name=output input={source} objective=linear")
    writer.token("<Nnet3>")
    writer.file.write(b"\n" + "\n".join(config).encode() + b"\n\n")
    writer.token("<NumComponents>")
    writer.integer(len(components))
    for name, component, size in components:
        writer.tokens("<ComponentName>", name)
        _write_component(writer, component, size)
    writer.token("</Nnet3>")


def _write_component(writer: _Writer, component: Affine | str, size: int) -> None:
    if isinstance(component, Affine):
        writer.tokens("<FixedAffineComponent>", "<LinearParams>")
        writer.matrix(component.weight)
        writer.tokens("<BiasParams>")
        writer.vector(component.bias)
        writer.tokens("</FixedAffineComponent>")
        return
    writer.tokens(f"<{component}>", "<Dim>")
    writer.integer(size)
    for statistic in ("<ValueAvg>", "<DerivAvg>"):
        writer.token(statistic)
        writer.vector([])
    writer.token("<Count>")
    writer.double(0.0)  # the only number here that Kaldi stores in double precision
    writer.token(f"</{component}>")
