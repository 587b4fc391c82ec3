"""Writes a model directory that the standard Vosk library loads, with checksums of its files."""

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from voice_chess.acoustics.decoding_graph import WordTable, default_grammar, states_to_words
from voice_chess.acoustics.features import COEFFICIENTS, MFCC_OPTIONS
from voice_chess.acoustics.kaldi_model import Affine, write_model
from voice_chess.acoustics.network import SPLICES, Network
from voice_chess.acoustics.phones import Inventory
from voice_chess.decoding.acoustic_model import CHECKSUMS, CONFIDENCE, STATES
from voice_chess.decoding.kaldi_file import NETWORK, read_network
from voice_chess.decoding.network import Layer
from voice_chess.speech.understanding.confidence import UNFITTED, as_text

MODEL_OPTIONS = {
    "min-active": 200,
    "max-active": 3000,
    "beam": 10.0,
    "lattice-beam": 4.0,
    "acoustic-scale": 0.1,
    "frame-subsampling-factor": 3,
    "endpoint.silence-phones": 1,
    "endpoint.rule2.min-trailing-silence": 0.5,
    "endpoint.rule3.min-trailing-silence": 0.75,
    "endpoint.rule4.min-trailing-silence": 1.0,
}
"""Written to `conf/model.conf`; scale and beams are small, because the network is too sure."""


def export(
    out: Path,
    network: Network,
    inventory: Inventory,
    priors: np.ndarray,
    sentences: Sequence[Sequence[str]],
) -> None:
    """Write every file of the model; the default grammar is made from `sentences`."""
    for folder in ("am", "conf", "graph/phones"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    layers = network.exported()
    write_model(out / NETWORK, inventory, layers, priors, COEFFICIENTS)
    write_options(out / "conf/model.conf", MODEL_OPTIONS)
    write_options(out / "conf/mfcc.conf", MFCC_OPTIONS)
    write_graphs(out, inventory, sentences)
    inventory.vocabulary.write(out / STATES)
    (out / CONFIDENCE).write_text(as_text(UNFITTED), "utf-8")
    write_checksums(out)


def rewrite(model: Path, out: Path, inventory: Inventory, layers: Sequence[Layer]) -> None:
    """Copy a model folder with other weights; its confidence must then be fitted anew.

    Raises `DamagedNetwork` and `OSError`.
    """
    priors = np.exp(read_network(model / NETWORK).log_priors)
    shutil.copytree(model, out, dirs_exist_ok=True)
    named = [
        Affine(
            name=name,
            offsets=layer.offsets,
            weight=layer.weight,
            bias=layer.bias,
            rectified=layer.is_rectified,
        )
        for name, layer in zip((*(s.name for s in SPLICES), "output"), layers, strict=True)
    ]
    write_model(out / NETWORK, inventory, named, priors, COEFFICIENTS)
    write_checksums(out)


def write_options(path: Path, options: Mapping[str, object]) -> None:
    """Write Kaldi options, one a line."""
    path.write_text("".join(f"--{name}={value}\n" for name, value in options.items()), "utf-8")


def write_graphs(out: Path, inventory: Inventory, sentences: Sequence[Sequence[str]]) -> None:
    """Write the word table, both transducers and the word boundaries."""
    table = WordTable(inventory.lexicon.words)
    table.write(out / "graph/words.txt")
    states_to_words(inventory, table).write(out / "graph/HCLr.fst", sort_by_output=True)
    default_grammar(table, sentences).write(out / "graph/Gr.fst", sort_by_output=False)
    unused = 2 * len(inventory.transitions) + 1
    (out / "graph/disambig_tid.int").write_text(f"{unused}\n", "utf-8")
    (out / "graph/phones/word_boundary.int").write_text(
        "".join(f"{p.id} {p.boundary}\n" for p in inventory.phones), "utf-8"
    )


def write_checksums(out: Path) -> None:
    """Write each file's SHA-256, by which a damaged model is noticed before it crashes Vosk."""
    paths = sorted(p for p in out.rglob("*") if p.is_file() and p.suffix not in {".json", ".md"})
    sums = {
        p.relative_to(out).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in paths
    }
    (out / CHECKSUMS).write_text(json.dumps(sums, indent=1) + "\n", "utf-8")
