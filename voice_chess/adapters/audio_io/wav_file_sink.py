"""One WAV file of the user's choice for one thing said."""

from pathlib import Path

from voice_chess.adapters.audio_io.wav_writer import WavWriter
from voice_chess.session.ports import SpeakerLost
from voice_chess.sound.sampling import SAMPLE_RATE


class WavFileSink:
    """Whatever is said goes into this file; a second utterance replaces the first."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writer: WavWriter | None = None

    def begin(self, text: str) -> None:  # the name of the file is given
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = WavWriter(self._path, SAMPLE_RATE)
        except OSError as error:
            message = f"Speech can't be written to {self._path}: {error.strerror or error}."
            raise SpeakerLost(message) from error

    def write(self, samples: bytes) -> None:
        if self._writer is not None:
            self._writer.write(samples)

    def end(self, *, cut: bool) -> None:  # what was spoken is kept, cut or not
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
