"""`help`: shows the documentation by topic, and what a player can say, type or press."""

import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence

from voice_chess.cli.command import SUCCESS
from voice_chess.cli.console import fitted
from voice_chess.cli.language_option import language_named
from voice_chess.docs.plain import plain_lines
from voice_chess.docs.topics import UnknownTopic, topic, topics
from voice_chess.languages.language import (
    STANDARD_LANGUAGE,
    Language,
    known_languages,
    load_language,
)
from voice_chess.own_command import own_command
from voice_chess.plain_error import BadInput
from voice_chess.speech.channels import channels

_HEAD = ("command", "spoken", "or", "typed", "key")


def configure(parser: ArgumentParser) -> None:
    """Declare what can be read: a topic, or the words of a language."""
    parser.add_argument(
        "topic", nargs="?", help="the topic to read; without it, all topics are listed"
    )
    parser.add_argument(
        "--list", action="store_true", help="list the spoken commands, for reading aloud"
    )
    parser.add_argument(
        "--table", action="store_true", help="list each command with its voice, typed and key form"
    )
    parser.add_argument(
        "--language",
        help=f"the language of --list and --table, one of {', '.join(known_languages())}"
        f" (default {STANDARD_LANGUAGE})",
    )


def run(chosen: Namespace) -> int:
    """Print it in lines as wide as the terminal. Raises `BadInput`."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    text = None if chosen.topic is None else _text_of(chosen.topic)
    is_of_words = chosen.list or chosen.table or chosen.language is not None
    if text is not None and is_of_words:
        message = "A topic is read by itself: leave --list, --table and --language away."
        raise BadInput(message)
    if text is not None:
        lines = _page(text, width)
    elif is_of_words:
        language = load_language(chosen.language or STANDARD_LANGUAGE)
        lines = _table(language) if chosen.table else _spoken(language)
    else:
        lines = _all_topics(width)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return SUCCESS


def _text_of(name: str) -> str:
    """Return the page of a topic. Raises `BadInput`."""
    try:
        return topic(name).text
    except UnknownTopic as error:
        message = f"{error} All topics: {own_command()} help"
        raise BadInput(message) from error


def _page(text: str, width: int | None) -> Iterable[str]:
    return (_in_width(line, width) for line in plain_lines(text))


def _all_topics(width: int | None) -> Iterable[str]:
    yield from (_in_width(f"{found.name}: {found.summary}", width) for found in topics())
    yield ""
    yield from (
        _in_width(line, width)
        for line in (
            f"To read one: {own_command()} help TOPIC",
            f"What you can say in a game: {own_command()} help --list",
            f"The same by voice, typed text and key: {own_command()} help --table",
        )
    )


def _in_width(line: str, width: int | None) -> str:
    """Fit the line to the width; without a terminal (None) each sentence stays one line."""
    return line if width is None or not line else fitted(line, width)


def _spoken(language: Language) -> Iterable[str]:
    yield from (row.spoken for row in channels(language))
    yield ""
    command = " ".join([own_command(), "help --table", *language_named(language.id)])
    yield language.screen["help-table"].format(command=command)


def _table(language: Language) -> Iterable[str]:
    """Yield the table; in its entries a square, piece or move stands for any other."""
    rows = [
        (row.command, row.spoken, ", ".join(row.also), row.typed, row.key)
        for row in channels(language)
    ]
    widths = [max(map(len, column)) for column in zip(_HEAD, *rows, strict=True)]
    yield from (_line(cells, widths) for cells in (_HEAD, *rows))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()
