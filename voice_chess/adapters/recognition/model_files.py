"""Checks a model folder before the native library reads it: a damaged one ends the process."""

import hashlib
import json
from pathlib import Path

from voice_chess.decoding.acoustic_model import CHECKSUMS, STATES
from voice_chess.decoding.head_file import has_head, read_trunk
from voice_chess.decoding.kaldi_file import DamagedNetwork
from voice_chess.own_command import own_command
from voice_chess.session.ports import RecognizerLost

REQUIRED = ("am/final.mdl", "conf/model.conf")
GRAPHS = ("graph/HCLr.fst", "graph/HCLG.fst")


def check_model(path: Path) -> None:
    """Raise `RecognizerLost`, naming the file that is missing or damaged, for a Vosk model."""
    if not path.is_dir():
        message = f"There is no model folder {path}; see: {own_command()} models"
        raise RecognizerLost(message)
    if (path / CHECKSUMS).exists():
        _check_sums(path, _sums(path / CHECKSUMS))
    missing = [name for name in REQUIRED if not (path / name).is_file()]
    if not any((path / name).is_file() for name in GRAPHS):
        missing.append(GRAPHS[0])
    if missing:
        message = f"{path} is no Vosk model: {', '.join(missing)} is missing"
        raise RecognizerLost(message)


def is_ours(path: Path) -> bool:
    """Whether the model lists the states of its words, as only our own models do."""
    return (path / STATES).is_file()


def is_for_vosk(path: Path) -> bool:
    """Whether Vosk can hear with it; a model of our own can lack the graphs for that."""
    return not is_ours(path) or any((path / name).is_file() for name in GRAPHS)


def check_any_model(path: Path) -> None:
    """Raise `RecognizerLost` if a recogniser would lack a file of its model."""
    if is_for_vosk(path):
        check_model(path)
    else:
        check_our_model(path)


def check_our_model(path: Path) -> None:
    """Raise `RecognizerLost`, naming what is missing or damaged, for a model of our own."""
    if not path.is_dir():
        message = f"There is no model folder {path}; see: {own_command()} models"
        raise RecognizerLost(message)
    if (path / CHECKSUMS).exists():
        _check_sums(path, _sums(path / CHECKSUMS))
    if has_head(path):
        _check_trunk(path)


def _check_trunk(path: Path) -> None:
    """Raise `RecognizerLost` if the trunk is not the one on which the head was trained."""
    try:
        trunk = read_trunk(path)
        found = hashlib.sha256(trunk.path.read_bytes()).hexdigest()
    except OSError as reason:
        message = f"The model in {path} needs {reason.filename}: {reason.strerror}; install it too"
        raise RecognizerLost(message) from reason
    except DamagedNetwork as reason:
        message = f"The model in {path} is damaged: {reason}; install it again"
        raise RecognizerLost(message) from reason
    if found != trunk.sha256:
        message = (
            f"The model in {path} was made on another {trunk.path}: "
            "that was changed; install both again"
        )
        raise RecognizerLost(message)


def _sums(path: Path) -> dict[str, object]:
    try:
        sums = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as reason:
        message = (
            f"The model's list of checksums {path} can't be read ({reason}); "
            "install the model again"
        )
        raise RecognizerLost(message) from reason
    if not isinstance(sums, dict):
        message = f"The model's list of checksums {path} is damaged; install the model again"
        raise RecognizerLost(message)
    return sums


def _check_sums(path: Path, expected: dict[str, object]) -> None:
    for name, digest in expected.items():
        try:
            found = hashlib.sha256((path / name).read_bytes()).hexdigest()
        except OSError as reason:
            problem = reason.strerror or "can't be read"
            message = f"The model in {path} is not whole: {name}: {problem}; install it again"
            raise RecognizerLost(message) from reason
        if found != digest:
            message = f"The model in {path} is damaged: {name} was changed; install it again"
            raise RecognizerLost(message)
