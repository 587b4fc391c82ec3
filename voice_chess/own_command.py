"""The commands that start this program again or complete it, for the hints that people copy."""

import shutil
import sys
from pathlib import Path
from shlex import quote

PROGRAM = "voice-chess"


def own_command() -> str:
    """Return the command that starts this program again, to be copied into the same shell.

    Its name is enough where the shell finds the program by it; otherwise, such as in a virtual
    environment that is not activated, it is what was typed to start it.
    """
    typed = Path(sys.argv[0])
    if typed.name == "__main__.py":
        return f"{quote(sys.executable)} -m voice_chess"
    found = shutil.which(PROGRAM)
    is_found = found is not None and Path(found).resolve() == typed.resolve()
    return PROGRAM if is_found or typed.stem != PROGRAM else quote(str(typed))


def command_to_install(*packages: str) -> str:
    """Return the command that installs packages, as pip names them, where this program runs.

    The shell's own pip may belong to another Python.
    """
    return " ".join([quote(sys.executable), "-m pip install", *map(quote, packages)])
