"""`models`: lists the acoustic models, whether they are whole, and which words they lack."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from voice_chess.arguments import named_path
from voice_chess.cli.command import OTHERWISE, SUCCESS
from voice_chess.cli.language_option import add_language
from voice_chess.compose.models import lacking_in, words_lacking, words_wanted
from voice_chess.languages.language import Language, load_language
from voice_chess.plain_error import BadInput
from voice_chess.session.ports import RecognizerLost
from voice_chess.settings import Settings

_KIB = 1_024


def configure(parser: ArgumentParser) -> None:
    """Declare the folder of a downloaded model; without one, our own models are listed."""
    parser.add_argument("folder", nargs="?", type=named_path, help="a downloaded Vosk model")
    add_language(parser)


def run(chosen: Namespace) -> int:
    """Print a report; return `OTHERWISE` if a model is damaged or lacks words of its language."""
    language = load_language(chosen.language)
    if chosen.folder is not None:
        return _report_words(chosen.folder, language)
    folders = sorted(path for path in Settings.from_environment().models.glob("*") if path.is_dir())
    if not folders:
        message = f"There is no model in {Settings.from_environment().models}."
        raise BadInput(message)
    return max(_report_health(folder) for folder in folders)


def _report_health(folder: Path) -> int:
    """Report one model: whole if undamaged and it knows every word its language listens for."""
    try:
        lacking = lacking_in(folder)
    except RecognizerLost as error:
        sys.stdout.write(f"{folder.name}: {error}\n")
        return OTHERWISE
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    health = "not whole" if lacking else "whole"
    sys.stdout.write(f"{folder.name}: {health}, {size // _KIB} KiB, {folder}\n")
    return _told_of(lacking)


def _report_words(folder: Path, language: Language) -> int:
    count = words_wanted(language)
    lacking = words_lacking(folder, language)
    sys.stdout.write(f"{folder}: knows {count - len(lacking)} of {count} words\n")
    return _told_of(lacking)


def _told_of(lacking: tuple[str, ...]) -> int:
    if not lacking:
        return SUCCESS
    sys.stdout.write(f"It lacks: {', '.join(lacking)}\n")
    return OTHERWISE
