"""Checks a model folder before the native library sees it: a damaged one would end the process."""

import hashlib
import json
from pathlib import Path

from voice_chess.session.ports import RecognizerLost

CHECKSUMS = "checksums.json"
REQUIRED = ("am/final.mdl", "conf/model.conf")
GRAPHS = ("graph/HCLr.fst", "graph/HCLG.fst")


def check_model(path: Path) -> None:
    """Raise `RecognizerLost` with the file that is missing or damaged."""
    if not path.is_dir():
        message = f"There is no model folder {path}; see `voice-chess models`"
        raise RecognizerLost(message)
    if (path / CHECKSUMS).exists():
        _check_sums(path, _sums(path / CHECKSUMS))
    missing = [name for name in REQUIRED if not (path / name).is_file()]
    if not any((path / name).is_file() for name in GRAPHS):
        missing.append(GRAPHS[0])
    if missing:
        message = f"{path} is no Vosk model: {', '.join(missing)} is missing"
        raise RecognizerLost(message)


def _sums(path: Path) -> dict[str, object]:
    try:
        sums = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as reason:
        message = f"The model's list of checksums {path} can't be read: {reason}"
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
