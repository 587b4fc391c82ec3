"""The command line as a whole: which commands there are, and how a failure is told."""

import errno
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from voice_chess.acoustics.manifest import BadManifest
from voice_chess.cli import (
    backup,
    demo,
    devices,
    enrol,
    envelope,
    evaluate,
    event,
    hear,
    laws,
    models,
    play,
    record,
    review,
    say,
    serve,
    transcribe,
)
from voice_chess.cli import help as help_topics
from voice_chess.cli.command import BAD_INPUT, CLOSED, INTERRUPTED, Command
from voice_chess.cli.console import open_what_is_closed, printable, replace_what_has_no_letter
from voice_chess.cli.interruption import ending_when_told
from voice_chess.clock.time_control import BadTimeControl
from voice_chess.compose.bad_input import BadInput
from voice_chess.evaluation.noises import UnknownNoise
from voice_chess.event.ports import PairerLost
from voice_chess.event.tournament import BadEvent
from voice_chess.languages.language import BrokenLanguage, UnknownLanguage
from voice_chess.laws.edition import UnknownEdition
from voice_chess.laws.fen_placement import BadPosition
from voice_chess.records.scoresheet import BadRecord
from voice_chess.session.ports import BadSound, PortError

COMMANDS: tuple[Command, ...] = (
    demo.COMMAND,
    play.COMMAND,
    serve.COMMAND,
    record.COMMAND,
    review.COMMAND,
    transcribe.COMMAND,
    envelope.COMMAND,
    event.COMMAND,
    backup.EXPORT,
    backup.IMPORT,
    hear.COMMAND,
    say.COMMAND,
    evaluate.COMMAND,
    enrol.COMMAND,
    devices.COMMAND,
    models.COMMAND,
    laws.COMMAND,
    help_topics.COMMAND,
)
_BAD = (
    BadEvent,
    BadInput,
    BadManifest,
    BadPosition,
    BadRecord,
    BadSound,
    BadTimeControl,
    BrokenLanguage,
    PairerLost,
    PortError,
    UnknownEdition,
    UnknownLanguage,
    UnknownNoise,
)
_NOT_ALLOWED = " Give this user the right to it, or name another."
_WHAT_NOW = {
    errno.EACCES: _NOT_ALLOWED,
    errno.EPERM: _NOT_ALLOWED,
    errno.EROFS: " Name another, where something can be written.",
    errno.ENOENT: " See how it is spelt, and in which folder it lies.",
    errno.ENOSPC: " Make room, and try again.",
}
_DESCRIPTION = """\
Chess by voice for blind players: moves announced aloud are heard, judged by the Laws of Chess,
repeated, clocked and recorded. Everything runs on this computer, without any network.

To see it work:  voice-chess demo
"""


class _Parser(ArgumentParser):
    """Tells a wrong option in a sentence; what there is besides stands in the help."""

    def error(self, message: str) -> NoReturn:
        """Raise `BadInput`."""
        sentence = f"{message}; see: {self.prog} --help"
        raise BadInput(sentence)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code. Bad input is one sentence and the code 2."""
    open_what_is_closed()
    replace_what_has_no_letter()
    try:
        # A program told to end leaves the records of the game as whole as an interrupted one.
        with ending_when_told():
            return _run_to_the_end(arguments)
    except BrokenPipeError:
        _say_no_more()
        return CLOSED
    except _BAD as error:
        return _refused(str(error))
    except OSError as error:
        return _refused(_told(error))
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED


def _run_to_the_end(arguments: Sequence[str] | None) -> int:
    """All that was printed is out before it returns, or it raises `OSError`."""
    try:
        return _run(_chosen(arguments))
    finally:
        sys.stdout.flush()


def _chosen(arguments: Sequence[str] | None) -> Namespace:
    chosen, unknown = _parser().parse_known_args(arguments)
    if unknown:
        chosen.parser.error(f"there is no {' '.join(unknown)}")
    _check_letters(chosen)
    return chosen


def _check_letters(chosen: Namespace) -> None:
    """A file may be called by any bytes; what else is not UTF-8 can be neither kept nor said."""
    for value in vars(chosen).values():
        for word in value if isinstance(value, list) else [value]:
            if isinstance(word, str) and not _is_utf_8(word) and not Path(word).exists():
                sentence = f"{word} is not written in UTF-8, and no file is called so."
                raise BadInput(sentence)


def _is_utf_8(word: str) -> bool:
    """Python marks each byte of an argument that is none."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _run(chosen: Namespace) -> int:
    command: Command = chosen.command
    return command.run(chosen)


def _refused(sentence: str) -> int:
    sys.stderr.write(f"voice-chess: {printable(' '.join(sentence.split()))}\n")
    return BAD_INPUT


def _told(error: OSError) -> str:
    """A file or device that nobody looked at before, by its name where the system tells it."""
    why = error.strerror or str(error)
    if not error.filename:
        return f"{why}."
    return f"{error.filename} can't be used: {why}.{_WHAT_NOW.get(error.errno or 0, '')}"


def _say_no_more() -> None:
    """The reader of the output is gone: drop what is left of it, also at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.stderr.write("voice-chess: Nobody reads what is printed here any more, so it ended.\n")


def _parser() -> ArgumentParser:
    parser = _Parser(
        prog="voice-chess",
        description=_DESCRIPTION,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"voice-chess {version('voice-chess')}"
    )
    choices = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        child = choices.add_parser(command.name, help=command.summary, description=command.summary)
        command.configure(child)
        child.set_defaults(command=command, parser=child)
    return parser
