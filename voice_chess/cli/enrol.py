"""`enrol`: a player reads some words aloud, and the ear adapts to their voice."""

import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from voice_chess.acoustics.manifest import read_lines
from voice_chess.arguments import USUAL_DATA, folder_to_write, named_path
from voice_chess.cli.command import OTHERWISE, SUCCESS
from voice_chess.cli.console import CELLS, write_line
from voice_chess.cli.language_option import add_language, language_named
from voice_chess.cli.screen import Screen
from voice_chess.compose import own_ears
from voice_chess.compose.models import load_recognizer_model, own_model
from voice_chess.compose.own_ears import VoiceRead
from voice_chess.compose.recordings import Recording
from voice_chess.compose.surroundings import Means
from voice_chess.compose.without_game import read_aloud
from voice_chess.decoding.acoustic_model import AcousticModel
from voice_chess.decoding.voice_fit import (
    FEWEST,
    Fit,
    SpokenExample,
    fitted,
    is_long_enough,
    unknown_words,
)
from voice_chess.languages.language import load_language
from voice_chess.own_command import own_command
from voice_chess.plain_error import BadInput, InTheirLanguage
from voice_chess.session.listening.reading_aloud import prompts
from voice_chess.session.listening.recognizer_model import OwnModel
from voice_chess.session.ports import Speaker
from voice_chess.settings import Settings
from voice_chess.speech.generation.sentence import phrase


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments: whose voice it is, and where its sound comes from."""
    parser.add_argument("name", metavar="NAME", help="the name as given to play: --white NAME")
    add_language(parser)
    parser.add_argument(
        "--letters", action="store_true", help="read the files as letters instead of names"
    )
    parser.add_argument(
        "--learn",
        action=BooleanOptionalAction,
        default=None,
        help="whether announcements that were confirmed in games become examples, too: only with"
        " the player's consent, which this is",
    )
    parser.add_argument(
        "--delete", action="store_true", help="delete everything stored of the voice"
    )
    _add_sound(parser)
    parser.add_argument("--model", metavar="NAME|DIR", help="another acoustic model of our own")
    parser.add_argument(
        "--data",
        type=folder_to_write,
        metavar="DIR",
        help=f"the folder in which the voice is kept (default: {USUAL_DATA})",
    )


def _add_sound(parser: ArgumentParser) -> None:
    """Declare where the recordings come from, and where the prompts go."""
    parser.add_argument(
        "--from",
        dest="folder",
        type=named_path,
        metavar="FOLDER",
        help="recordings instead of reading: a list beside them tells file and words with tabs"
        " between (words.tsv, or a manifest as evaluate takes it)",
    )
    parser.add_argument(
        "--hear", type=named_path, metavar="FILE|DIR", help="use recordings instead of a microphone"
    )
    told = parser.add_mutually_exclusive_group()
    told.add_argument(
        "--say",
        type=folder_to_write,
        metavar="DIR",
        help="write prompts to files instead of speaking them",
    )
    told.add_argument("--silent", action="store_true", help="prompts as text only")


def run(chosen: Namespace) -> int:
    """Read, check whether it helps, and keep; or delete, or only record the player's consent."""
    if chosen.folder is not None and chosen.hear is not None:
        message = "--from and --hear are two ways to the same words: leave one away."
        raise BadInput(message)
    data = chosen.data or Settings.from_environment().data
    language = load_language(chosen.language)
    screen = Screen(sys.stdout, language, CELLS)
    if chosen.delete:
        return _deleted(chosen.name, data, screen)
    is_kept = own_ears.is_kept(data, chosen.name)
    if is_kept and chosen.learn is not None and chosen.folder is None and chosen.hear is None:
        own_ears.agree(data, chosen.name, learns=chosen.learn)
        _tell_consent(chosen, screen, learns=chosen.learn)
        return SUCCESS
    return _enrolled(chosen, data, screen)


def command_to_enrol(chosen: Namespace, name: str, *options: str) -> str:
    """Return the command with which this player enrols, in the folder and language in use."""
    language = language_named(chosen.language)
    folder = () if chosen.data is None else ("--data", quote(str(chosen.data)))
    return " ".join([own_command(), "enrol", quote(name), *options, *language, *folder])


def _deleted(name: str, data: Path, screen: Screen) -> int:
    """Delete the voice. Raises `InTheirLanguage` if there is none of that name."""
    if not own_ears.delete(data, name):
        raise InTheirLanguage(screen.language.screen["enrol-none"].format(name=name))
    screen.label("enrol-deleted", name=name)
    return SUCCESS


def _enrolled(chosen: Namespace, data: Path, screen: Screen) -> int:
    language = screen.language
    model = own_model(load_recognizer_model(language, chosen.model, "exact"))
    if model is None:
        message = "Only our own model can be turned to a voice."
        raise BadInput(message)
    # A damaged file is told before the player has read a minute for nothing.
    learns = own_ears.has_agreed(data, chosen.name) if chosen.learn is None else chosen.learn
    speaker, readings = _readings(chosen, model, screen)
    if len(readings) < FEWEST:
        speaker.say(phrase("enrol:few", language).spoken)
        screen.label("enrol-few", count=str(len(readings)), fewest=str(FEWEST))
        return OTHERWISE
    screen.label("enrol-wait")
    fit = fitted(model.acoustic, readings)
    read = VoiceRead(name=chosen.name, readings=readings, fit=fit, learns=learns)
    path = own_ears.keep(data, read, model)
    speaker.say(phrase("enrol:own" if fit.adaptations else "enrol:same", language).spoken)
    _tell_fit(fit, screen)
    screen.label("enrol-kept")
    write_line(sys.stdout, str(path))
    _tell_consent(chosen, screen, learns=learns)
    return SUCCESS


def _readings(
    chosen: Namespace, model: OwnModel, screen: Screen
) -> tuple[Speaker, Sequence[SpokenExample]]:
    """Return examples from a folder, or read aloud now; and the speaker for what comes next."""
    if chosen.folder is not None:
        return own_ears.silent_speaker(), examples_in(chosen.folder, model.acoustic)
    means = Means(
        hear=chosen.hear,
        say=chosen.say,
        is_silent=chosen.silent,
        lines=sys.stdin if chosen.hear is None and sys.stdin.isatty() else None,
    )
    screen.label("enrol-help")
    wanted = prompts(screen.language, has_letters=chosen.letters)
    return read_aloud(means, screen.language, model, wanted, screen.write)


def _tell_fit(fit: Fit, screen: Screen) -> None:
    """Write what the fit to the voice achieved on the examples that were held back."""
    tried = fit.tried
    numbers = {
        "before": str(tried.right_before),
        "after": str(tried.right_after),
        "examples": str(tried.examples),
    }
    screen.label("enrol-better" if fit.adaptations else "enrol-same", **numbers)


def _tell_consent(chosen: Namespace, screen: Screen, *, learns: bool) -> None:
    told = "enrol-learns" if learns else "enrol-learns-not"
    command = command_to_enrol(chosen, chosen.name, "--learn")
    screen.label(told, name=chosen.name, command=command)


LISTS = ("words.tsv", "manifest.tsv")


def examples_in(folder: Path, model: AcousticModel) -> list[SpokenExample]:
    """Read recordings and their words; those that the model can't use are named on stderr.

    Raises `BadInput`, `BadManifest` and `BadSound`.
    """
    if not folder.is_dir():
        message = f"There is no folder {folder} with recordings."
        raise BadInput(message)
    found = [folder / name for name in LISTS if (folder / name).is_file()]
    if not found:
        message = (
            f"{folder} has no list of its recordings: {' or '.join(LISTS)} with file and words"
        )
        raise BadInput(message)
    examples: list[SpokenExample] = []
    for number, line in enumerate(read_lines(found[0]), 1):
        if not line.strip():
            continue
        file, example = _example(found[0], number, line)
        if why := _why_useless(model, example):
            sys.stderr.write(f"{file} is left out: {why}.\n")
        else:
            examples.append(example)
    return examples


def _why_useless(model: AcousticModel, example: SpokenExample) -> str:
    unknown = unknown_words(model, example)
    if unknown:
        return f"the ear does not know {', '.join(unknown)}"
    return "" if is_long_enough(model, example) else "it is too short for its words"


def _example(path: Path, number: int, line: str) -> tuple[Path, SpokenExample]:
    """Read a line: the first column is the file, the last one the words heard in it."""
    file, *_, words = (part.strip() for part in line.split("\t")) if "\t" in line else (line, "")
    if not file or not words:
        message = f"Line {number} of {path} needs a file and its words with a tab between."
        raise BadInput(message)
    recording = Recording(path.parent / file)
    words_heard = tuple(words.lower().split())
    return recording.path, SpokenExample(words=words_heard, sound=recording.samples())
