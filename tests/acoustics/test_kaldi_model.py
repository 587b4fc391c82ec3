"""What is written to `final.mdl` is what Kaldi would read."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from tests.acoustics.kaldi_reader import Model, Reader, read_model
from voice_chess.acoustics.kaldi_model import Affine, write_model
from voice_chess.acoustics.phones import GARBAGE_STATES, Inventory

INPUTS = 3
WIDTH = 4


def layers_for(inventory: Inventory) -> list[Affine]:
    chance = np.random.default_rng(2)

    def affine(name: str, offsets: tuple[int, ...], sizes: tuple[int, int]) -> Affine:
        outputs, inputs = sizes
        return Affine(
            name=name,
            offsets=offsets,
            weight=chance.standard_normal((outputs, inputs * len(offsets))).astype(np.float32),
            bias=chance.standard_normal(outputs).astype(np.float32),
            rectified=name != "output",
        )

    return [
        affine("t1", (-1, 0, 2), (WIDTH, INPUTS)),
        affine("t2", (-3, 3), (WIDTH, WIDTH)),
        affine("output", (0,), (inventory.pdf_count, WIDTH)),
    ]


@pytest.fixture
def layers(inventory: Inventory) -> list[Affine]:
    return layers_for(inventory)


@pytest.fixture
def read(inventory: Inventory, layers: list[Affine], tmp_path: Path) -> Model:
    path = tmp_path / "final.mdl"
    priors = np.linspace(0.1, 0.9, inventory.pdf_count)
    write_model(path, inventory, layers, priors, INPUTS)
    return read_model(path)


def test_every_phone_has_the_shape_of_its_states(inventory: Inventory, read: Model) -> None:
    lengths = [len(read.topologies[read.topology_of[phone]]) - 1 for phone in read.topology_phones]

    assert read.topology_phones == [phone.id for phone in inventory.phones]
    assert read.topology_of[0] == -1
    assert lengths == [len(phone.pdfs) for phone in inventory.phones]


def test_every_state_loops_or_goes_on_and_the_last_is_empty(read: Model) -> None:
    for *states, last in read.topologies:
        assert last == (-1, [])
        for number, (pdf_class, arcs) in enumerate(states):
            shared = len(states) == GARBAGE_STATES
            assert pdf_class == (0 if shared else number)
            assert arcs == [(number, 0.5), (number + 1, 0.5)]


def test_triples_are_the_transitions_in_order(inventory: Inventory, read: Model) -> None:
    assert read.triples == [(t.phone, t.state, t.pdf) for t in inventory.transitions]
    assert read.triples == sorted(read.triples)


def test_there_is_one_log_probability_a_transition_id_and_a_dummy(
    inventory: Inventory, read: Model
) -> None:
    assert read.log_probabilities[0] == 0
    assert len(read.log_probabilities) == 2 * len(inventory.transitions) + 1
    assert np.allclose(read.log_probabilities[1:], math.log(0.5))


def test_the_components_hold_the_layers(layers: list[Affine], read: Model) -> None:
    for layer in layers:
        kind, values = read.components[f"{layer.name}.affine"]
        assert kind == "FixedAffineComponent"
        assert np.array_equal(values["weight"], layer.weight)
        assert np.array_equal(values["bias"], layer.bias)
    kinds = [kind for kind, _ in read.components.values()]
    rectifier, answer = "RectifiedLinearComponent", "LogSoftmaxComponent"
    affine = "FixedAffineComponent"
    assert kinds == [affine, rectifier, affine, rectifier, affine, answer]


def test_the_layers_are_wired_one_behind_the_other(read: Model) -> None:
    nodes = [line for line in read.config if line.startswith("component-node")]

    assert read.config[0] == f"input-node name=input dim={INPUTS}"
    assert [re.findall(r"component=(\S+) input=(.*)", line)[0] for line in nodes] == [
        ("t1.affine", "Append(Offset(input, -1), input, Offset(input, 2))"),
        ("t1.relu", "t1.affine"),
        ("t2.affine", "Append(Offset(t1.relu, -3), Offset(t1.relu, 3))"),
        ("t2.relu", "t2.affine"),
        ("output.affine", "t2.relu"),
        ("output.lsm", "output.affine"),
    ]
    assert read.config[-1] == "output-node name=output input=output.lsm objective=linear"


def test_the_priors_come_last(inventory: Inventory, read: Model) -> None:
    assert read.priors == pytest.approx(np.linspace(0.1, 0.9, inventory.pdf_count))


def test_the_reader_notices_a_file_cut_short(inventory: Inventory, tmp_path: Path) -> None:
    path = tmp_path / "final.mdl"
    write_model(path, inventory, layers_for(inventory), np.ones(inventory.pdf_count), INPUTS)
    path.write_bytes(path.read_bytes()[:-3])

    with pytest.raises(AssertionError, match="too soon"):
        read_model(path)


def test_numbers_carry_their_size() -> None:
    reader = Reader(b"\x04\x07\0\0\0\x08" + bytes(8))

    assert reader.integer() == 7
    assert reader.double() == 0
