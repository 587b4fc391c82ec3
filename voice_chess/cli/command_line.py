"""The command line as a whole: which commands there are, and how a failure is told."""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version

from voice_chess.cli.command import BAD_INPUT, BadInput, Command
from voice_chess.session.ports import PortError

# Imported by name when the command line is built, so that the order here is the order of --help.
_COMMANDS = ("demo", "play", "hear", "say", "evaluate", "devices", "models", "laws")
_DESCRIPTION = """\
Chess by voice for blind players: moves announced aloud are heard, judged by the Laws of Chess,
repeated, clocked and recorded. Everything runs on this computer, without any network.

To see it work:  voice-chess demo
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; answer its exit code. Bad input is one sentence and the code 2."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        return _run(chosen)
    except (BadInput, PortError, ValueError) as error:
        sys.stderr.write(f"voice-chess: {error}\n")
        return BAD_INPUT
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130


def _run(chosen: Namespace) -> int:
    command: Command = chosen.command
    return command.run(chosen)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="voice-chess",
        description=_DESCRIPTION,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"voice-chess {version('voice-chess')}"
    )
    choices = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in _COMMANDS:
        command: Command = import_module(f"voice_chess.cli.{name}").COMMAND
        child = choices.add_parser(command.name, help=command.summary, description=command.summary)
        command.configure(child)
        child.set_defaults(command=command)
    return parser
