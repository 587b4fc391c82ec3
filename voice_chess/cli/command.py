"""What a command of the command line is made of."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

SUCCESS = 0
OTHERWISE = 1
"""All went well, and the answer is no: the game came out otherwise, a checksum differs."""
BAD_INPUT = 2
INTERRUPTED = 130
CLOSED = 141
"""Nobody reads the output any more, as a shell tells it of any program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A line of the table of commands.

    Nothing of a command but this line is read before it is wanted: a second of waiting for those
    who only ask what there is.
    """

    name: str
    summary: str
    module: str = ""
    """In this package, where it is not called as the command is.

    Its `configure` names the arguments, its `run` does the work.
    """

    def configure(self, parser: ArgumentParser) -> None:
        """Name its arguments."""
        configure: Callable[[ArgumentParser], None] = self._read().configure
        configure(parser)

    def run(self, chosen: Namespace) -> int:
        """Do its work; return the exit code."""
        run: Callable[[Namespace], int] = self._read().run
        return run(chosen)

    def _read(self) -> ModuleType:
        return import_module(f"voice_chess.cli.{self.module or self.name}")
