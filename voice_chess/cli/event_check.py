"""Checks the signed record of an event, or an export: nothing has changed since it was made."""

import sys
from argparse import Namespace
from pathlib import Path

from voice_chess.cli.command import BAD_INPUT, SUCCESS
from voice_chess.cli.console import printable
from voice_chess.compose.archives import checked_record, contents_told
from voice_chess.plain_error import BadInput


def check_record(chosen: Namespace) -> int:
    """Print that all fits, or a sentence for each thing that doesn't. Raises `BadInput`."""
    path, known = Path(chosen.what), chosen.key
    found = checked_record(path, known)
    for fault in found.faults:
        sys.stderr.write(f"{path.name}: {printable(fault)}\n")
    if found.faults:
        return BAD_INPUT
    contents = contents_told(found)
    if contents is None:
        message = f"{path} is signed, but neither the record of an event nor an export of a server."
        raise BadInput(message)
    told = [
        f"{path.name} is as it was signed: {printable(contents)}.",
        f"The key: {found.fingerprint}",
    ]
    if known is None:
        told.append("Is it the server's own? --key FILE tells, with /events/key.pem of the server.")
    sys.stdout.write("".join(f"{line}\n" for line in told))
    return SUCCESS
