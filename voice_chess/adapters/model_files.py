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
    sums = path / CHECKSUMS
    if sums.exists():
        _check_sums(path, sums)
        return
    missing = [name for name in REQUIRED if not (path / name).is_file()]
    if not any((path / name).is_file() for name in GRAPHS):
        missing.append(GRAPHS[0])
    if missing:
        message = f"{path} is no Vosk model: {', '.join(missing)} is missing"
        raise RecognizerLost(message)


def _check_sums(path: Path, sums: Path) -> None:
    try:
        expected: dict[str, str] = json.loads(sums.read_text("utf-8"))
    except (OSError, ValueError) as reason:
        message = f"The model's list of checksums {sums} can't be read: {reason}"
        raise RecognizerLost(message) from reason
    for name, digest in expected.items():
        file = path / name
        if not file.is_file():
            message = f"The model in {path} is not whole: {name} is missing; install it again"
            raise RecognizerLost(message)
        if hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            message = f"The model in {path} is damaged: {name} was changed; install it again"
            raise RecognizerLost(message)
