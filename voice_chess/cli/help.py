"""`help`: what a player can say at the board, type, or press."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence

from voice_chess.cli.command import SUCCESS, Command
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.speech.channels import channels

_HEAD = ("command", "spoken", "or", "typed", "key")


def configure(parser: ArgumentParser) -> None:
    """In which language, and how much of it."""
    parser.add_argument("--language", default="de", help=f"one of {', '.join(known_languages())}")
    parser.add_argument(
        "--table", action="store_true", help="each command by channel: voice, typed text, key"
    )


def run(chosen: Namespace) -> int:
    """Print the table, or only what can be said."""
    language = load_language(chosen.language)
    lines = _table(language) if chosen.table else _spoken(language)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return SUCCESS


def _spoken(language: Language) -> Iterable[str]:
    yield from (row.spoken for row in channels(language))
    yield ""
    yield "The same by voice, typed text and key: voice-chess help --table"


def _table(language: Language) -> Iterable[str]:
    """Columns as wide as their longest entry; a square, piece or move stands for any other."""
    rows = [
        (row.command, row.spoken, ", ".join(row.also), row.typed, row.key)
        for row in channels(language)
    ]
    widths = [max(map(len, column)) for column in zip(_HEAD, *rows, strict=True)]
    yield from (_line(cells, widths) for cells in (_HEAD, *rows))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()


COMMAND = Command(
    name="help",
    summary="what a player can say, type or press at the board",
    configure=configure,
    run=run,
)
