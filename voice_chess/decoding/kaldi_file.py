"""Reads a network from Kaldi's binary format, which Vosk also reads."""

import re
import struct
from pathlib import Path

import numpy as np

from voice_chess.decoding.network import Layer, Matrix, Network, Vector
from voice_chess.plain_error import PlainError

NETWORK = "am/final.mdl"
"""The path of the network inside a model folder."""

_NODE = re.compile(r"component-node name=(\S+) component=(\S+) input=(.+)")
_TERM = re.compile(r"Offset\([^,()]+, (-?\d+)\)|[A-Za-z0-9.]+")
_AFFINE = "<FixedAffineComponent>"


class DamagedNetwork(PlainError, ValueError):
    """The file holds no usable network; the message states why."""


def read_network(path: Path) -> Network:
    """Read a network and its priors. Raises `DamagedNetwork` and `OSError`."""
    reader = _Reader(path.read_bytes())
    try:
        return _network(reader)
    except (ValueError, IndexError, KeyError, struct.error) as reason:
        message = f"{path} holds no network that can be read ({reason})"
        raise DamagedNetwork(message) from reason


def _network(reader: "_Reader") -> Network:
    reader.skip_to(b"<Nnet3> \n")
    config = reader.until(b"\n\n").decode()
    inputs = {match[2]: match[3] for match in _NODE.finditer(config)}
    reader.expect("<NumComponents>")
    layers: list[Layer] = []
    for _ in range(reader.integer()):
        reader.expect("<ComponentName>")
        name, kind = reader.token(), reader.token()
        if kind == _AFFINE:
            offsets = tuple(int(term[1] or 0) for term in _TERM.finditer(_wired(inputs[name])))
            layers.append(reader.affine(offsets))
        else:
            reader.nonlinearity(kind)
    reader.skip_to(b"<Priors> ")
    *hidden, last = layers
    last = Layer(offsets=last.offsets, weight=last.weight, bias=last.bias, is_rectified=False)
    return Network(layers=(*hidden, last), log_priors=np.log(reader.vector()))


def _wired(text: str) -> str:
    return text.removeprefix("Append(").removesuffix(")") if text.startswith("Append(") else text


class _Reader:
    """Kaldi's binary primitives: every number is preceded by its size in bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def skip_to(self, mark: bytes) -> None:
        """Move to the position after the next such mark. Raises ValueError if there is none."""
        self._at = self._data.index(mark, self._at) + len(mark)

    def until(self, mark: bytes) -> bytes:
        begin = self._at
        self.skip_to(mark)
        return self._data[begin : self._at - len(mark)]

    def token(self) -> str:
        return self.until(b" ").decode()

    def expect(self, *tokens: str) -> None:
        for wanted in tokens:
            found = self.token()
            if found != wanted:
                message = f"{found} stands where {wanted} should"
                raise ValueError(message)

    def integer(self) -> int:
        (value,) = struct.unpack_from("<i", self._data, self._at + 1)
        self._at += 5
        return int(value)

    def vector(self) -> Vector:
        self.expect("FV")
        return self._floats(self.integer())

    def matrix(self) -> Matrix:
        self.expect("FM")
        rows, columns = self.integer(), self.integer()
        return self._floats(rows * columns).reshape(rows, columns)

    def affine(self, offsets: tuple[int, ...]) -> Layer:
        """Read a layer as a rectified one; the caller corrects the last layer, which is not."""
        self.expect("<LinearParams>")
        weight = self.matrix()
        self.expect("<BiasParams>")
        bias = self.vector()
        self.expect("</FixedAffineComponent>")
        return Layer(offsets=offsets, weight=weight, bias=bias, is_rectified=True)

    def nonlinearity(self, kind: str) -> None:
        """Skip a nonlinearity, since recognition does not need its statistics."""
        self.skip_to(kind.replace("<", "</").encode() + b" ")

    def _floats(self, count: int) -> Vector:
        found = np.frombuffer(self._data, "<f4", count, self._at).astype(np.float32)
        self._at += 4 * count
        return found
