"""A sink for commands that say one thing: one sound file of the user's choice."""

from pathlib import Path

from voice_chess.adapters.audio_io.sound_formats import encoded
from voice_chess.adapters.documents.record_files import place_whole
from voice_chess.session.ports import SpeakerLost


class SoundFileSink:
    """Writes each utterance whole into the same file; a second one replaces the first.

    The suffix, one of `sound_formats.FORMATS`, selects the kind of file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._blocks: list[bytes] = []

    def begin(self, text: str) -> None:  # the name of the file is given
        self._blocks = []

    def write(self, samples: bytes) -> None:
        self._blocks.append(samples)

    def end(self, *, cut: bool) -> None:  # what was spoken is kept, cut or not
        content = encoded(self._blocks, self._path.suffix.lower())
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            place_whole(self._path, content)
        except OSError as error:
            message = f"Speech can't be written to {self._path}: {error.strerror or error}."
            raise SpeakerLost(message) from error
