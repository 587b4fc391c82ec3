"""`devices`: lists the microphones, loudspeakers and voices of this computer."""

import sys
from argparse import ArgumentParser, Namespace

from voice_chess.cli.command import SUCCESS
from voice_chess.cli.language_option import add_language_of_refusals
from voice_chess.compose.device_list import device_lines


def configure(parser: ArgumentParser) -> None:
    """Declare the language alone: there is nothing else to choose."""
    add_language_of_refusals(parser)


def run(_chosen: Namespace) -> int:
    """Print the lists; what is missing is named in its place, with what to do about it."""
    sys.stdout.write("\n".join(device_lines()) + "\n")
    return SUCCESS
