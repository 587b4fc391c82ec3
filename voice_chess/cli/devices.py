"""`devices`: microphones, loudspeakers and voices of this computer."""

import sys
from argparse import ArgumentParser, Namespace

from voice_chess.cli.command import SUCCESS
from voice_chess.compose.device_list import device_lines


def configure(_parser: ArgumentParser) -> None:
    """There is nothing to choose."""


def run(_chosen: Namespace) -> int:
    """What is missing is said in its place, and what to do about it."""
    sys.stdout.write("\n".join(device_lines()) + "\n")
    return SUCCESS
