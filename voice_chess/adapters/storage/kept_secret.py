"""A random secret in a file of its own, which only the file's owner can read."""

import os
import secrets
from pathlib import Path

from voice_chess.adapters.system.durable import make_durable

_BYTES = 32
_OWNERS_ALONE = 0o600


CODES = "without it the codes that were given out open nothing"


def kept_secret(path: Path, why: str = CODES) -> bytes:
    """Return the secret in the file; if there is no file, make one, whole and safe on disk.

    Raises `OSError`, also for a file that holds anything else; `why` explains what that means.
    """
    if not path.exists():
        unfinished = path.with_suffix(f"{path.suffix}.part")
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(unfinished, flags, _OWNERS_ALONE), "wb") as file:
            file.write(secrets.token_bytes(_BYTES))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        make_durable(path.parent)
    return _whole(path, why)


def secret_read(path: Path, why: str = CODES) -> bytes:
    """Return the secret in the file; if there is no file, a new one, which is stored nowhere.

    Raises `OSError` as `kept_secret`.
    """
    return _whole(path, why) if path.exists() else secrets.token_bytes(_BYTES)


def _whole(path: Path, why: str) -> bytes:
    found = path.read_bytes()
    if len(found) != _BYTES:
        message = f"{path.name} is damaged: {why}"
        raise OSError(message)
    return found
