"""Signed archives: the record of an event is checked, and all that a server keeps goes into one."""

from pathlib import Path

from voice_chess.adapters.storage.signed_archive import ArchiveCheck, BadKey, checked
from voice_chess.compose.bad_input import BadInput


def checked_record(path: Path, known: Path | None = None) -> ArchiveCheck:
    """Whether it is as its server signed it, with the key in the file `known` or any other.

    Raises `BadInput` where that file holds no key, `OSError` where one can't be read.
    """
    try:
        return checked(path, None if known is None else known.read_bytes())
    except BadKey as error:
        message = f"{known} holds no public key; it is had from /events/key.pem of the server."
        raise BadInput(message) from error
