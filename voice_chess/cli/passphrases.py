"""What only one person may read is asked for unseen: passphrases, and the move of an envelope."""

import getpass
import sys

from voice_chess.adapters.sealed_envelope import Passphrases


def secret(prompt: str) -> str:
    """Unseen at a terminal; a line of a file or a pipe elsewhere."""
    if sys.stdin.isatty():
        return getpass.getpass(prompt)
    return sys.stdin.readline().rstrip("\r\n")


def all_passphrases() -> Passphrases:
    """Each of the three in turn."""
    return Passphrases(
        white=secret("Passphrase of White: "),
        black=secret("Passphrase of Black: "),
        arbiter=secret("Passphrase of the arbiter: "),
    )
