"""Encodes the sound files that commands write; the ending of a file's name selects its kind."""

from argparse import ArgumentTypeError
from pathlib import Path

from voice_chess.adapters.audio_io.sound_formats import FORMATS, encoded
from voice_chess.adapters.documents.record_files import place_whole
from voice_chess.arguments import file_to_write
from voice_chess.plain_error import BadInput

ENDINGS = ", ".join(FORMATS)


def save_sound(samples: bytes, path: Path) -> None:
    """Write a file with these samples, 16 kHz mono 16-bit, of the kind that its name ends in.

    It is written whole or not at all. Raises `BadInput` where the ending names no kind, `OSError`.
    """
    check_ending(path)
    place_whole(path, encoded([samples], path.suffix.lower()))


def sound_to_write(written: str) -> Path:
    """Return the path of a sound file that can be written. Raises `ArgumentTypeError`."""
    file = file_to_write(written)
    try:
        check_ending(file)
    except BadInput as error:
        # The parser of arguments continues this sentence, so it must not end here.
        raise ArgumentTypeError(str(error).removesuffix(".")) from error
    return file


def check_ending(path: Path) -> None:
    """Raise `BadInput` unless the ending of the name is that of a kind that can be written."""
    if path.suffix.lower() not in FORMATS:
        message = f"{path} has none of the endings {ENDINGS}: give it the one that is wanted."
        raise BadInput(message)
