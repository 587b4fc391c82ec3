"""Which language a command speaks, hears, reads or writes: one option for all of them."""

from argparse import ArgumentParser, _ArgumentGroup

from voice_chess.languages.language import STANDARD_LANGUAGE, known_languages


def add_language(parser: ArgumentParser | _ArgumentGroup) -> None:
    """As `language`, an id; whether there is one of this name `load_language` tells."""
    parser.add_argument(
        "--language", default=STANDARD_LANGUAGE, help=f"one of {', '.join(known_languages())}"
    )
