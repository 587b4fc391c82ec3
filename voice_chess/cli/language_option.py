"""The option for the language in which a command speaks, hears, reads or writes."""

from argparse import ArgumentParser, _ArgumentGroup
from collections.abc import Sequence

from voice_chess.languages.language import STANDARD_LANGUAGE, known_languages

_NAMES = ", ".join(known_languages())


def add_language(parser: ArgumentParser | _ArgumentGroup) -> None:
    """Add the option `language`, an id; `load_language` refuses an unknown one."""
    told = f"the language, one of {_NAMES} (default {STANDARD_LANGUAGE})"
    parser.add_argument("--language", default=STANDARD_LANGUAGE, help=told)


def add_language_of_refusals(parser: ArgumentParser) -> None:
    """Add the same option to a command that has no other use for a language.

    What is wrong with the command is told in that language first, as everywhere.
    """
    parser.add_argument(
        "--language",
        choices=known_languages(),
        metavar="LANGUAGE",
        help=f"tell what is wrong in this language, before English: one of {_NAMES}",
    )


def language_named(language_id: str) -> Sequence[str]:
    """Return the option and its value for a command to copy; nothing for the standard language."""
    return () if language_id == STANDARD_LANGUAGE else ("--language", language_id)
