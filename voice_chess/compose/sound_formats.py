"""The kinds of sound files that commands write: the ending of the name tells which."""

from argparse import ArgumentTypeError
from pathlib import Path

from voice_chess.adapters.audio_io.sound_formats import FORMATS, encoded
from voice_chess.arguments import file_to_write
from voice_chess.compose.bad_input import BadInput

ENDINGS = ", ".join(FORMATS)


def sound_file(samples: bytes, path: Path) -> bytes:
    """A whole file of them, 16 kHz mono 16-bit, of the kind that the name tells.

    Raises `BadInput` where it tells none.
    """
    check_ending(path)
    return encoded([samples], path.suffix.lower())


def sound_to_write(written: str) -> Path:
    """A file of such a kind that can be made or changed. Raises `ArgumentTypeError`."""
    file = file_to_write(written)
    try:
        check_ending(file)
    except BadInput as error:
        # A parser goes on with the sentence.
        raise ArgumentTypeError(str(error).removesuffix(".")) from error
    return file


def check_ending(path: Path) -> None:
    """Raise `BadInput` unless the name tells a kind of file that can be written."""
    if path.suffix.lower() not in FORMATS:
        message = f"{path} has none of the endings {ENDINGS}: give it the one that is wanted."
        raise BadInput(message)
