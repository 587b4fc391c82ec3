"""The command line as a whole: the table of commands, and how failures are reported."""

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TextIO

from voice_chess.arguments import OneSentenceParser, WrongArgument, is_given, value_of
from voice_chess.cli.command import BAD_INPUT, CLOSED, INTERRUPTED, SUCCESS, Command
from voice_chess.cli.console import (
    fitted,
    open_what_is_closed,
    printable,
    replace_what_has_no_letter,
    write_line,
)
from voice_chess.cli.interruption import ending_when_told, was_told_to_end
from voice_chess.own_command import PROGRAM, command_to_install, own_command
from voice_chess.plain_error import BadInput, PlainError, told_by_system

COMMANDS = (
    Command(
        name="demo",
        summary="play the sample game from its recordings: recognise, judge, reply and record",
    ),
    Command(
        name="play",
        summary="play at one computer: both players announce; the program judges, repeats, clocks "
        "and records",
    ),
    Command(
        name="serve",
        summary="let people play in their browsers: seats, microphones, arbiters, spectators",
        ends_by_itself_with="--check",
    ),
    Command(
        name="record",
        summary="show, write or compare the scoresheets of a game, or replay its moves",
    ),
    Command(
        name="review",
        summary="review a finished game: moves, times, mistakes and better moves",
    ),
    Command(
        name="transcribe",
        summary="write down a game from one recording, with a list of doubtful moves",
    ),
    Command(
        name="envelope",
        summary="adjourn a broken-off game with a sealed, encrypted move, and open it again",
    ),
    Command(
        name="event",
        summary="pair a round of an event from its report, print standings, convert the report, "
        "check a signed record",
    ),
    Command(
        name="export",
        module="export_games",
        summary="write all games of a server, their sound, seats and events into one file",
    ),
    Command(
        name="import",
        module="import_games",
        summary="create new storage from a file that export wrote, completely or not at all",
    ),
    Command(
        name="hear",
        summary="show what was recognised in a recording, and what it means in a position",
    ),
    Command(name="say", summary="speak a text or a move, aloud or into a file"),
    Command(
        name="evaluate",
        summary="measure recognition on a manifest of recordings",
    ),
    Command(name="enrol", summary="adapt recognition to a player's voice"),
    Command(name="devices", summary="list microphones, loudspeakers and voices"),
    Command(
        name="models",
        summary="list and check the acoustic models, or see which words a downloaded one lacks",
    ),
    Command(
        name="laws",
        summary="what the Laws say on a clause or a topic, and what the program does about it",
    ),
    Command(
        name="help",
        summary="show the documentation, or what a player can say, type or press",
    ),
)
_OF_PLAYERS = frozenset({"demo", "play", "review", "enrol", "record", "envelope"})
"""The commands that speak or write to players, in the standard language if they name none."""
_AT_A_SCREEN = frozenset({"demo", "play", "review", "enrol", "serve"})
"""The commands whose output people follow while it is written; that of others may be a document."""
_LANGUAGES = ("--language", "--speak")
"""The options that name a language; the second is that of the organiser's words at a server."""
_DESCRIPTION = """\
Chess by voice for blind players: moves announced aloud are heard, judged by the Laws of Chess,
repeated, clocked and recorded. Everything runs on this computer, without any network."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Bad input gives one sentence and the code 2."""
    open_what_is_closed()
    replace_what_has_no_letter()
    try:
        # SIGTERM and a closed terminal leave the records of the game as whole as Ctrl-C does.
        with ending_when_told():
            return _run_to_the_end(arguments)
    except BrokenPipeError:
        _say_no_more()
        return CLOSED
    except PlainError as error:
        return _refused(error, arguments, str(error))
    except ModuleNotFoundError as error:
        return _not_installed(error)
    except OSError as error:
        _drop_what_finds_no_room()
        return _refused(error, arguments, told_by_system(error))
    except KeyboardInterrupt as told:
        if was_told_to_end(told) and _runs_until_told(arguments):
            # A supervising program has asked for this, and would take another code for a failure.
            return SUCCESS
        sys.stderr.write("\n")
        return INTERRUPTED


def _run_to_the_end(arguments: Sequence[str] | None) -> int:
    """Run the command and write out all that it printed. Raises `OSError` if that fails."""
    try:
        return _run(_chosen(sys.argv[1:] if arguments is None else arguments))
    finally:
        sys.stdout.flush()


def _chosen(arguments: Sequence[str]) -> Namespace:
    chosen, unknown = _parser(_wanted(arguments)).parse_known_args(arguments)
    if unknown:
        chosen.parser.refuse_unknown(unknown)
    _check_letters(chosen)
    _check_empty(chosen, arguments)
    return chosen


def _wanted(arguments: Sequence[str]) -> str | None:
    """Return the name of the command, as far as one is given."""
    return next((word for word in arguments if not word.startswith("-")), None)


def _runs_until_told(arguments: Sequence[str] | None) -> bool:
    """Whether the command, perhaps still loading, was to run until it is told to end."""
    given = sys.argv[1:] if arguments is None else arguments
    wanted = _wanted(given)
    return any(
        command.name == wanted and not is_given(command.ends_by_itself_with, given)
        for command in COMMANDS
        if command.ends_by_itself_with
    )


def _check_letters(chosen: Namespace) -> None:
    """Refuse words that are not UTF-8 unless they name a file. Raises `BadInput`.

    The name of a file may hold any bytes; but no other text could be stored or spoken.
    """
    for value in vars(chosen).values():
        for word in value if isinstance(value, list) else [value]:
            if isinstance(word, str) and not _is_utf_8(word) and not Path(word).exists():
                sentence = f"{word} is not written in UTF-8, and no file is called so."
                raise BadInput(sentence)


def _check_empty(chosen: Namespace, arguments: Sequence[str]) -> None:
    """Refuse an option or a word that is empty. Raises `WrongArgument`.

    It comes from a variable that is not set, and must not silently mean what is usual without it.
    """
    for name, value in vars(chosen).items():
        words = value if isinstance(value, list) else [value]
        if any(isinstance(word, str) and not word.strip() for word in words):
            option = f"--{name.replace('_', '-')}"
            is_option = value_of(option, arguments) is not None
            what = f"{option} is" if is_option else "A word of this command is"
            sentence = f"{what} empty, perhaps from a variable that is not set: give one, or none."
            raise WrongArgument(sentence, option if is_option else None)


def _is_utf_8(word: str) -> bool:
    """Whether no byte of the word was invalid; Python marks such bytes in arguments."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _run(chosen: Namespace) -> int:
    command: Command = chosen.command
    return command.run(chosen)


def _refused(error: PlainError | OSError, arguments: Sequence[str] | None, sentence: str) -> int:
    """Tell what is wrong, in people's language and then, unless that was all, in English."""
    given = sys.argv[1:] if arguments is None else arguments
    command = _wanted(given)
    told = None if command is None else _in_their_language(error, command, given)
    if told is not None and command in _AT_A_SCREEN and _is_shown(told):
        told = None
    if told is not None:
        sentence = f"{told}{'' if told.endswith((':', '.')) else '.'} {sentence}"
    return _write_refusal(sentence)


def _is_shown(told: str) -> bool:
    """Write this where people read; return False if nothing can be written there any more."""
    try:
        write_line(sys.stdout, fitted(printable(told)))
    except OSError:
        _drop(sys.stdout)
        return False
    return True


def _in_their_language(
    error: PlainError | OSError, command: str, arguments: Sequence[str]
) -> str | None:
    """Return what is wrong in people's language; None if they named none, or the error is in it."""
    named = next(filter(None, (value_of(option, arguments) for option in _LANGUAGES)), None)
    if named is None and command not in _OF_PLAYERS:
        return None
    # Imported here: it reads the languages, for which no other command should wait.
    refused = import_module("voice_chess.cli.refused")
    told: str | None = refused.told(error, command, arguments, named)
    return told


def _write_refusal(sentence: str) -> int:
    """Return the exit code: another one where nobody can read it, as in a closed window."""
    try:
        write_line(sys.stderr, f"{PROGRAM}: {printable(' '.join(sentence.split()))}")
    except OSError:
        _drop(sys.stderr)
        return CLOSED
    return BAD_INPUT


def _not_installed(error: ModuleNotFoundError) -> int:
    """Tell what to do where a library is missing; a missing part of our own is an error of ours."""
    if error.name is None or error.name.partition(".")[0] == "voice_chess":
        raise error
    return _write_refusal(
        f"The Python package {error.name} is missing. Install the program with all that it needs: "
        f"{command_to_install('-e', '.')} in its folder."
    )


def _drop_what_finds_no_room() -> None:
    """Drop what is left of the output where it can't be written; Python would try again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        _drop(sys.stdout)


def _drop(out: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


def _say_no_more() -> None:
    """Drop the rest of the output, also at exit: its reader is gone."""
    _drop(sys.stdout)
    sys.stderr.write("voice-chess: Nobody reads what is printed here any more, so it ended.\n")


def _version() -> str:
    """Return the version, which only an installed program knows."""
    try:
        return version("voice-chess")
    except PackageNotFoundError:
        return "from a checkout that is not installed"


def _parser(wanted: str | None) -> ArgumentParser:
    """Return a parser with the names of all commands, and the arguments of the wanted one."""
    parser = OneSentenceParser(
        prog=PROGRAM,
        description=f"{_DESCRIPTION}\n\nTo see it work:  {own_command()} demo\n",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"voice-chess {_version()}")
    choices = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        child = choices.add_parser(command.name, help=command.summary, description=command.summary)
        if command.name == wanted:
            command.configure(child)
        child.set_defaults(command=command, parser=child)
    return parser
