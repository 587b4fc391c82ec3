"""The command line as a whole: which commands there are, and how a failure is told."""

import signal
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib.metadata import version

from voice_chess.acoustics.evaluate import BadManifest
from voice_chess.adapters.sound_files import BadSound
from voice_chess.cli import (
    demo,
    devices,
    envelope,
    evaluate,
    hear,
    help,  # noqa: A004 - the name of the command
    laws,
    models,
    play,
    record,
    say,
    serve,
    transcribe,
)
from voice_chess.cli.command import BAD_INPUT, INTERRUPTED, BadInput, Command
from voice_chess.clock.time_control import BadTimeControl
from voice_chess.languages.language import UnknownLanguage
from voice_chess.laws.edition import UnknownEdition
from voice_chess.laws.position import BadPosition
from voice_chess.records.scoresheet import BadRecord
from voice_chess.session.ports import PortError

_COMMANDS: tuple[Command, ...] = (
    demo.COMMAND,
    play.COMMAND,
    serve.COMMAND,
    record.COMMAND,
    transcribe.COMMAND,
    envelope.COMMAND,
    hear.COMMAND,
    say.COMMAND,
    evaluate.COMMAND,
    devices.COMMAND,
    models.COMMAND,
    laws.COMMAND,
    help.COMMAND,
)
_BAD = (
    BadInput,
    BadManifest,
    BadPosition,
    BadRecord,
    BadSound,
    BadTimeControl,
    PortError,
    UnknownEdition,
    UnknownLanguage,
)
_DESCRIPTION = """\
Chess by voice for blind players: moves announced aloud are heard, judged by the Laws of Chess,
repeated, clocked and recorded. Everything runs on this computer, without any network.

To see it work:  voice-chess demo
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; answer its exit code. Bad input is one sentence and the code 2."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    # Who is told to end leaves the records of the game as whole as who is interrupted.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _run(chosen)
    except _BAD as error:
        sys.stderr.write(f"voice-chess: {error}\n")
        return BAD_INPUT
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED


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
    for command in _COMMANDS:
        child = choices.add_parser(command.name, help=command.summary, description=command.summary)
        command.configure(child)
        child.set_defaults(command=command)
    return parser
