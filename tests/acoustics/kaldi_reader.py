"""Reads back what `kaldi_model` and `decoding_graph` write, by the formats' definitions alone."""

import struct
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

FST_MAGIC = 2_125_659_606


class Reader:
    """Kaldi's binary primitives."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, count: int) -> bytes:
        assert self.at + count <= len(self.data), "the file ends too soon"
        self.at += count
        return self.data[self.at - count : self.at]

    def unpack(self, shape: str) -> tuple[float, ...]:
        return struct.unpack("<" + shape, self.take(struct.calcsize("<" + shape)))

    def token(self) -> str:
        end = self.data.index(b" ", self.at)
        return self.take(end + 1 - self.at)[:-1].decode()

    def expect(self, *tokens: str) -> None:
        for token in tokens:
            assert self.token() == token

    def sized(self, size: int, shape: str) -> float:
        assert self.take(1) == bytes([size])
        return self.unpack(shape)[0]

    def integer(self) -> int:
        return int(self.sized(4, "i"))

    def single(self) -> float:
        return self.sized(4, "f")

    def double(self) -> float:
        return self.sized(8, "d")

    def integers(self) -> list[int]:
        assert self.take(1) == b"\4"
        (count,) = self.unpack("i")
        return [int(n) for n in self.unpack(f"{int(count)}i")]

    def vector(self) -> np.ndarray:
        self.expect("FV")
        return np.frombuffer(self.take(4 * self.integer()), "<f4")

    def matrix(self) -> np.ndarray:
        self.expect("FM")
        rows, columns = self.integer(), self.integer()
        return np.frombuffer(self.take(4 * rows * columns), "<f4").reshape(rows, columns)


@dataclass(slots=True, kw_only=True)
class Model:
    """What is in a `final.mdl`."""

    topology_phones: list[int]
    topology_of: list[int]
    topologies: list[list[tuple[int, list[tuple[int, float]]]]]
    """Per shape and state: pdf class, then arcs as target and probability."""
    triples: list[tuple[int, int, int]]
    log_probabilities: np.ndarray
    config: list[str]
    components: dict[str, tuple[str, dict[str, np.ndarray]]]
    priors: np.ndarray


def read_model(path: Path) -> Model:
    reader = Reader(path.read_bytes())
    assert reader.take(2) == b"\0B"
    reader.expect("<TransitionModel>", "<Topology>")
    phones, shapes_of = reader.integers(), reader.integers()
    topologies = [_topology(reader) for _ in range(reader.integer())]
    reader.expect("</Topology>", "<Triples>")
    triples = [
        (reader.integer(), reader.integer(), reader.integer()) for _ in range(reader.integer())
    ]
    reader.expect("</Triples>", "<LogProbs>")
    log_probabilities = reader.vector()
    reader.expect("</LogProbs>", "</TransitionModel>", "<Nnet3>")
    assert reader.take(1) == b"\n"
    end = reader.data.index(b"\n\n", reader.at)
    config = reader.take(end - reader.at).decode().split("\n")
    reader.take(2)
    reader.expect("<NumComponents>")
    components = dict(_component(reader) for _ in range(reader.integer()))
    reader.expect("</Nnet3>", "<LeftContext>")
    reader.integer()
    reader.expect("<RightContext>")
    reader.integer()
    reader.expect("<Priors>")
    priors = reader.vector()
    assert reader.at == len(reader.data), "something stands behind the end"
    return Model(
        topology_phones=phones,
        topology_of=shapes_of,
        topologies=topologies,
        triples=triples,
        log_probabilities=log_probabilities,
        config=config,
        components=components,
        priors=priors,
    )


def _topology(reader: Reader) -> list[tuple[int, list[tuple[int, float]]]]:
    states = []
    for _ in range(reader.integer()):
        pdf_class = reader.integer()
        arcs = [(reader.integer(), reader.single()) for _ in range(reader.integer())]
        states.append((pdf_class, arcs))
    return states


def _component(reader: Reader) -> tuple[str, tuple[str, dict[str, np.ndarray]]]:
    reader.expect("<ComponentName>")
    name, kind = reader.token(), reader.token()[1:-1]
    values: dict[str, np.ndarray] = {}
    if kind == "FixedAffineComponent":
        reader.expect("<LinearParams>")
        values["weight"] = reader.matrix()
        reader.expect("<BiasParams>")
        values["bias"] = reader.vector()
    else:
        reader.expect("<Dim>")
        values["size"] = np.array(reader.integer())
        for statistic in ("<ValueAvg>", "<DerivAvg>"):
            reader.expect(statistic)
            assert len(reader.vector()) == 0
        reader.expect("<Count>")
        assert reader.double() == 0.0
    reader.expect(f"</{kind}>")
    return name, (kind, values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arc:
    """From state to state, for an input label, with an output label, at a cost."""

    source: int
    input: int
    output: int
    cost: float
    target: int


@dataclass(slots=True, kw_only=True)
class Transducer:
    """A weighted finite-state transducer; final states with their costs."""

    start: int
    arcs: list[list[Arc]] = field(default_factory=list)
    finals: dict[int, float] = field(default_factory=dict)
    properties: int = 0


def read_fst(path: Path) -> Transducer:
    reader = Reader(path.read_bytes())
    assert reader.unpack("i") == (FST_MAGIC,)
    for text in (b"vector", b"standard"):
        (size,) = reader.unpack("i")
        assert reader.take(int(size)) == text
    version, flags, properties, start, states, arcs = (int(n) for n in reader.unpack("iiQqqq"))
    assert (version, flags) == (2, 0)
    found = Transducer(start=start, properties=properties)
    for state in range(states):
        final, count = reader.unpack("fq")
        if final != float("inf"):
            found.finals[state] = final
        found.arcs.append([_arc(reader, state) for _ in range(int(count))])
    assert sum(map(len, found.arcs)) == arcs
    assert reader.at == len(reader.data)
    return found


def _arc(reader: Reader, source: int) -> Arc:
    taken, given, cost, target = reader.unpack("iifi")
    return Arc(source=source, input=int(taken), output=int(given), cost=cost, target=int(target))
