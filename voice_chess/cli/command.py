"""One command of the command line, and the exit codes of all commands."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

SUCCESS = 0
OTHERWISE = 1
"""The work was done, but the result is no: another game than expected, a wrong checksum."""
BAD_INPUT = 2
INTERRUPTED = 130
CLOSED = 141
"""Nobody reads the output any more; shells give this code to any program that ends so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A row of the table of commands.

    The command's own module is imported only when it is needed: to import all of them would take
    a second, even for those who only ask which commands there are.
    """

    name: str
    summary: str
    module: str = ""
    """The command's module in this package, if its name differs from the command's.

    Its `configure` declares the arguments, its `run` does the work.
    """
    ends_by_itself_with: str = ""
    """The option without which the command runs until it is told to end, so that SIGTERM is its
    success; empty where the command always ends by itself.
    """

    def configure(self, parser: ArgumentParser) -> None:
        """Declare the command's arguments."""
        configure: Callable[[ArgumentParser], None] = self._read().configure
        configure(parser)

    def run(self, chosen: Namespace) -> int:
        """Do the command's work and return the exit code."""
        run: Callable[[Namespace], int] = self._read().run
        return run(chosen)

    def _read(self) -> ModuleType:
        return import_module(f"voice_chess.cli.{self.module or self.name}")
