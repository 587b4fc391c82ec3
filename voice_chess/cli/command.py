"""What a command of the command line is made of."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass

SUCCESS = 0
OTHERWISE = 1
"""All went well, and the answer is no: the game came out otherwise, a checksum differs."""
BAD_INPUT = 2
INTERRUPTED = 130
CLOSED = 141
"""Nobody reads the output any more, as a shell tells it of any program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """`configure` names the arguments, `run` does the work and returns the exit code."""

    name: str
    summary: str
    configure: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
