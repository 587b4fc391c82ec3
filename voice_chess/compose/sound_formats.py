"""The kinds of sound files that commands write: the ending of the name tells which."""

from pathlib import Path

from voice_chess.adapters.audio_io.sound_formats import FORMATS
from voice_chess.compose.bad_input import BadInput

ENDINGS = ", ".join(FORMATS)


def check_ending(path: Path) -> None:
    """Raise `BadInput` unless the name tells a kind of file that can be written."""
    if path.suffix.lower() not in FORMATS:
        message = f"{path} has none of the endings {ENDINGS}: give it the one that is wanted."
        raise BadInput(message)
