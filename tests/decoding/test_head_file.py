"""A head stands on the first layers of another model's network, and on no other one."""

from pathlib import Path

import numpy as np
import pytest

from tests.decoding.test_network import network
from voice_chess.decoding import head_file
from voice_chess.decoding.head_file import (
    HEAD,
    TRUNK,
    Trunk,
    grafted,
    has_head,
    read_head,
    read_trunk,
    write_head,
    write_trunk,
)
from voice_chess.decoding.kaldi_file import DamagedNetwork
from voice_chess.decoding.network import Network

BELOW = 3
WHOLE = network()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A head beside its trunk, whose file is not read: the network is at hand."""
    monkeypatch.setattr(head_file, "read_network", lambda _: WHOLE)
    made = tmp_path / "head"
    (made / "am").mkdir(parents=True)
    write_head(made / HEAD, WHOLE.layers[BELOW:], np.exp(WHOLE.log_priors))
    write_trunk(made, Trunk(path=tmp_path / "trunk/am/final.mdl", layers=BELOW, sha256="0" * 64))
    return made


def through(net: Network, rows: np.ndarray) -> np.ndarray:
    stage, outputs = net.advanced(net.begun(rows[0]), rows)
    return np.concatenate([outputs, net.finished(stage, rows[-1])])


def test_trunk_and_head_answer_as_the_network_that_they_come_from(folder: Path) -> None:
    rows = np.random.default_rng(3).normal(0, 1, (90, 20)).astype(np.float32)

    assert has_head(folder)
    assert np.allclose(through(grafted(folder), rows), through(WHOLE, rows), atol=0.02)


def test_a_head_of_all_layers_answers_as_the_network_that_it_comes_from(folder: Path) -> None:
    rows = np.random.default_rng(3).normal(0, 1, (90, 20)).astype(np.float32)
    write_head(folder / HEAD, WHOLE.layers, np.exp(WHOLE.log_priors))
    write_trunk(folder, Trunk(path=folder.parent / "trunk/am/final.mdl", layers=0, sha256="0" * 64))

    assert len(grafted(folder).layers) == len(WHOLE.layers)
    assert np.allclose(through(grafted(folder), rows), through(WHOLE, rows), atol=0.05)


@pytest.mark.parametrize("layers", [-1, len(WHOLE.layers), 99])
def test_a_head_on_layers_that_the_trunk_has_not_does_not_fit(folder: Path, layers: int) -> None:
    trunk = Trunk(path=folder.parent / "trunk/am/final.mdl", layers=layers, sha256="0" * 64)
    write_trunk(folder, trunk)

    with pytest.raises(DamagedNetwork, match="does not fit"):
        grafted(folder)


def test_the_inner_answers_of_a_whole_sound_are_those_of_the_stream() -> None:
    rows = np.random.default_rng(4).normal(0, 1, (90, 20)).astype(np.float32)
    last = WHOLE.layers[-1]
    scores = WHOLE.below(len(WHOLE.layers) - 1).inner(rows) @ last.weight.T + last.bias
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)) - WHOLE.log_priors

    assert np.allclose(logs, through(WHOLE, rows)[: len(logs)], atol=1e-4)


def test_what_was_written_of_the_trunk_is_read(folder: Path) -> None:
    trunk = read_trunk(folder)

    assert trunk.path == folder.parent / "trunk/am/final.mdl"
    assert (trunk.layers, trunk.sha256) == (BELOW, "0" * 64)


@pytest.mark.parametrize(
    "text", ["", "model = 3", 'model = "x"\nlayers = "many"\nsha256 = ""', "[[["]
)
def test_a_damaged_trunk_file_is_told(folder: Path, text: str) -> None:
    (folder / TRUNK).write_text(text, "utf-8")

    with pytest.raises(DamagedNetwork, match=r"trunk\.toml"):
        read_trunk(folder)


def test_a_trunk_lies_beside_its_head_and_nowhere_else(folder: Path) -> None:
    told = (folder / TRUNK).read_text("utf-8")
    (folder / TRUNK).write_text(told.replace('"trunk"', '"../../trunk"'), "utf-8")

    with pytest.raises(DamagedNetwork, match="beside"):
        read_trunk(folder)


@pytest.mark.parametrize("share", [0.0, 0.4, 0.9])
def test_a_head_cut_short_is_told(folder: Path, share: float) -> None:
    data = (folder / HEAD).read_bytes()
    (folder / HEAD).write_bytes(data[: int(share * len(data))])

    with pytest.raises(DamagedNetwork):
        read_head(folder / HEAD)


def test_a_head_with_a_wrong_byte_is_told_or_still_read(folder: Path) -> None:
    data = (folder / HEAD).read_bytes()
    told = 0
    for place in range(0, len(data), 11):
        (folder / HEAD).write_bytes(data[:place] + bytes([data[place] ^ 0x5A]) + data[place + 1 :])
        try:
            read_head(folder / HEAD)
        except DamagedNetwork:
            told += 1

    assert told > len(data) // 22


def test_a_head_keeps_each_weight_in_half_precision(folder: Path) -> None:
    kept = read_head(folder / HEAD)

    for layer, of_the_network in zip(kept.layers, WHOLE.layers[BELOW:], strict=True):
        half = of_the_network.weight.astype(np.float16)
        assert np.array_equal(layer.weight, half.astype(np.float32))


def test_a_head_whose_bytes_do_not_stand_apart_is_told(folder: Path) -> None:
    arrays = dict(np.load(folder / HEAD))
    arrays["weight0"] = WHOLE.layers[BELOW].weight.astype(np.float16)
    np.savez_compressed(folder / HEAD, **arrays)

    with pytest.raises(DamagedNetwork, match="build it again"):
        read_head(folder / HEAD)


def test_a_head_of_another_width_does_not_fit(folder: Path) -> None:
    write_head(folder / HEAD, WHOLE.layers[:1], np.exp(WHOLE.log_priors))

    with pytest.raises(DamagedNetwork, match="does not fit"):
        grafted(folder)
