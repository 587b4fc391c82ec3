"""The option for the language in which a command speaks, hears, reads or writes."""

from argparse import ArgumentParser, _ArgumentGroup
from collections.abc import Sequence

from voice_chess.languages.language import STANDARD_LANGUAGE, known_languages


def add_language(parser: ArgumentParser | _ArgumentGroup) -> None:
    """Add the option `language`, an id; `load_language` refuses an unknown one."""
    parser.add_argument(
        "--language", default=STANDARD_LANGUAGE, help=f"one of {', '.join(known_languages())}"
    )


def language_named(language_id: str) -> Sequence[str]:
    """Return the option and its value for a command to copy; nothing for the standard language."""
    return () if language_id == STANDARD_LANGUAGE else ("--language", language_id)
