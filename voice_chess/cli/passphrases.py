"""Asks, without showing it, for what only one person may read: passphrases, a sealed move."""

import getpass
import sys

from voice_chess.cli.console import fitted, write_line
from voice_chess.game.envelope import Passphrases
from voice_chess.languages.language import Language
from voice_chess.plain_error import BadInput


def secret(prompt: str) -> str:
    """Read a secret: unseen at a terminal, else a line of a file or pipe. Raises `BadInput`."""
    if sys.stdin.isatty():
        try:
            return getpass.getpass(prompt)
        except EOFError:
            line = ""
    else:
        line = sys.stdin.readline()
    if not line:
        message = f"Nothing more was typed, and this was still asked for: {prompt.strip()}"
        raise BadInput(message)
    return line.rstrip("\r\n")


def passphrase(whose: str, language: Language) -> str:
    """Ask for White's, Black's or the arbiter's passphrase, again until it is not empty."""
    while not (given := secret(language.screen[f"passphrase-{whose}"])):
        write_line(sys.stderr, fitted(language.screen["passphrase-empty"]))
    return given


def all_passphrases(language: Language, *, opens: bool = False) -> Passphrases:
    """Ask for all three in turn; when an envelope is opened, an absent person gives none."""
    ask = _if_here if opens else passphrase
    return Passphrases(
        white=ask("white", language),
        black=ask("black", language),
        arbiter=ask("arbiter", language),
    )


def _if_here(whose: str, language: Language) -> str:
    return secret(language.screen[f"passphrase-{whose}"])
