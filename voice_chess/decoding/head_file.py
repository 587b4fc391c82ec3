"""Reads and writes a head: a network's last layers, on a trunk, the first layers of another model.

A head recognises words of its own. Its model folder names the trunk, a model folder beside it, with
the SHA-256 of that network, because the head works on no other trunk. A head with all layers of its
own uses none of the trunk's; that model then only supplies how sound is read.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from voice_chess.damages import DAMAGED_ARRAYS
from voice_chess.decoding.kaldi_file import NETWORK, DamagedNetwork, read_network
from voice_chess.decoding.network import Layer, Network

HEAD = "am/head.npz"
TRUNK = "am/trunk.toml"

_HALF = np.dtype("<f2")
_PARTS = 3
"""Dimensions of the bytes of weights that stand apart: the byte, the row, the column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trunk:
    """The network whose first `layers` layers a head is trained on."""

    path: Path
    layers: int
    sha256: str


def has_head(folder: Path) -> bool:
    """Return whether the folder's model is a head on another model's trunk."""
    return (folder / TRUNK).is_file()


def read_trunk(folder: Path) -> Trunk:
    """Read which trunk a model's head was trained on. Raises `DamagedNetwork` and `OSError`."""
    path = folder / TRUNK
    try:
        told = tomllib.loads(path.read_text("utf-8"))
        model, layers, sha256 = str(told["model"]), int(told["layers"]), str(told["sha256"])
    except (ValueError, KeyError, TypeError) as reason:
        message = f"{path} does not tell a trunk ({reason})"
        raise DamagedNetwork(message) from reason
    if model != Path(model).name:
        message = f"{path} names no model beside its own: {model}"
        raise DamagedNetwork(message)
    return Trunk(path=folder.parent / model / NETWORK, layers=layers, sha256=sha256)


def write_trunk(folder: Path, trunk: Trunk) -> None:
    """Write the trunk's name, layers and hash for `read_trunk`."""
    told = f'model = "{trunk.path.parent.parent.name}"\nlayers = {trunk.layers}\n'
    (folder / TRUNK).write_text(f'{told}sha256 = "{trunk.sha256}"\n', "utf-8")


def grafted(folder: Path) -> Network:
    """Return the trunk's first layers with the head's on them. Raises `DamagedNetwork`, OSError."""
    trunk = read_trunk(folder)
    head = read_head(folder / HEAD)
    layers = read_network(trunk.path).layers
    is_there = 0 <= trunk.layers < len(layers)
    if not is_there or _inputs(head.layers[0]) != _inputs(layers[trunk.layers]):
        message = f"{folder / HEAD} does not fit on {trunk.path}"
        raise DamagedNetwork(message)
    return Network(layers=(*layers[: trunk.layers], *head.layers), log_priors=head.log_priors)


def _inputs(layer: Layer) -> int:
    """Return the number of a layer's inputs for each frame that it looks at."""
    return int(layer.weight.shape[1]) // len(layer.offsets)


def write_head(path: Path, layers: Sequence[Layer], priors: np.ndarray) -> None:
    """Write a head, with weights in half precision: full precision recognises no better.

    The two bytes of each weight stand apart: the higher ones are alike and can be compressed.
    """
    arrays: dict[str, npt.NDArray[Any]] = {"priors": np.asarray(priors, np.float32)}
    for number, layer in enumerate(layers):
        arrays[f"weight{number}"] = _apart(layer.weight)
        arrays[f"bias{number}"] = layer.bias.astype(np.float32)
        arrays[f"offsets{number}"] = np.array(layer.offsets, np.int16)
    np.savez_compressed(path, allow_pickle=False, **arrays)


def read_head(path: Path) -> Network:
    """Read a head's layers and priors. Raises `DamagedNetwork` and `OSError`."""
    with path.open("rb") as file:
        try:
            head = _head(file)
        except DAMAGED_ARRAYS as reason:
            message = f"{path} holds no head that can be read ({reason})"
            raise DamagedNetwork(message) from reason
    if not head.layers:
        message = f"{path} holds no layers"
        raise DamagedNetwork(message)
    return head


def _head(file: IO[bytes]) -> Network:
    with np.load(file, allow_pickle=False) as found:
        count = sum(name.startswith("weight") for name in found.files)
        layers = tuple(
            Layer(
                offsets=tuple(map(int, found[f"offsets{number}"])),
                weight=_together(found[f"weight{number}"]),
                bias=found[f"bias{number}"],
                is_rectified=number < count - 1,
            )
            for number in range(count)
        )
        return Network(layers=layers, log_priors=np.log(found["priors"]))


def _apart(weight: np.ndarray) -> npt.NDArray[np.uint8]:
    """Return the lower and the higher byte of each weight in half precision."""
    halves = np.ascontiguousarray(weight, _HALF)
    return np.moveaxis(halves.view(np.uint8).reshape(*halves.shape, _HALF.itemsize), -1, 0)


def _together(parts: np.ndarray) -> npt.NDArray[np.float32]:
    """Return the weights whose bytes stand apart. Raises ValueError."""
    if parts.dtype != np.uint8 or parts.ndim != _PARTS or len(parts) != _HALF.itemsize:
        message = "its weights are not in bytes that stand apart; build it again"
        raise ValueError(message)
    halves = np.ascontiguousarray(np.moveaxis(parts, 0, -1)).view(_HALF)
    return halves[..., 0].astype(np.float32)
