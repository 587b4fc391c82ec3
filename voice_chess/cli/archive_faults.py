"""Refuses an archive that is not as its server signed it, with all that is wrong with it."""

import sys
from collections.abc import Sequence
from pathlib import Path

from voice_chess.cli.console import printable
from voice_chess.plain_error import BadInput


def refuse_faulty(path: Path, faults: Sequence[str], what_then: str = "") -> None:
    """Raise `BadInput` if there are faults; several are listed before it, on stderr.

    `what_then` is a sentence on what the command has not done for that reason.
    """
    if not faults:
        return
    told = faults[0]
    if len(faults) > 1:
        for fault in faults:
            sys.stderr.write(f"{path.name}: {printable(fault)}\n")
        told = f"It is not as it was signed; the {len(faults)} faults stand above."
    message = f"{path.name}: {told} {what_then}".rstrip()
    raise BadInput(message)
