"""Sinks for speech: numbered WAV files, memory, or several sinks at once."""

import contextlib
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from voice_chess.adapters.audio_io.sound_formats import encoded
from voice_chess.adapters.audio_io.wav_writer import WavWriter
from voice_chess.adapters.documents.record_files import place_whole
from voice_chess.plain_error import why_and_what_now
from voice_chess.session.ports import SpeakerLost

_LONGEST_NAME = 60


class Sink(Protocol):
    """One listener's sound channel, 16 kHz mono signed 16-bit; used by one thread at a time."""

    def begin(self, text: str) -> None:
        """Begin an utterance. Raises `SpeakerLost`."""

    def write(self, samples: bytes) -> None:
        """Take samples; return when there is room for more. Raises `SpeakerLost`."""

    def end(self, *, cut: bool) -> None:
        """Return once all was heard; if cut, silence it and return at once.

        Raises `SpeakerLost`.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Uttered:
    """One utterance as a memory sink keeps it."""

    text: str
    samples: bytes
    was_cut: bool


class MemorySink:
    """Keeps every utterance in memory; for tests and for the browser's channel."""

    def __init__(self) -> None:
        self.uttered: list[Uttered] = []
        self._text = ""
        self._samples = bytearray()

    def begin(self, text: str) -> None:
        self._text = text
        self._samples.clear()

    def write(self, samples: bytes) -> None:
        self._samples.extend(samples)

    def end(self, *, cut: bool) -> None:
        self.uttered.append(Uttered(text=self._text, samples=bytes(self._samples), was_cut=cut))


class WavFolder:
    """Names numbered files; the numbers continue those that are in the folder already.

    `readable` turns the text for a synthesiser into one for readers.
    """

    def __init__(self, folder: Path, readable: Callable[[str], str] = str) -> None:
        self._folder = folder
        self._readable = readable
        self._lock = threading.Lock()
        with _as_speaker_lost(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._last = max((_number(path) for path in folder.glob("*.wav")), default=0)

    def next_file(self, text: str) -> Path:
        with self._lock:
            self._last += 1
            return self._folder / f"{self._last:04}-{_name_of(self._readable(text))}.wav"


class WavSink:
    """Writes one WAV file for each utterance; several sinks can share a folder."""

    def __init__(self, folder: WavFolder) -> None:
        self._folder = folder
        self._writer: WavWriter | None = None

    def begin(self, text: str) -> None:
        path = self._folder.next_file(text)
        with _as_speaker_lost(path):
            self._writer = WavWriter(path)

    def write(self, samples: bytes) -> None:
        if self._writer is not None:
            with _as_speaker_lost(self._writer.path):
                self._writer.write(samples)

    def end(self, *, cut: bool) -> None:  # what was spoken is kept, cut or not
        writer, self._writer = self._writer, None
        if writer is not None:
            with _as_speaker_lost(writer.path):
                writer.close()


class Tee:
    """Sends every sample to several sinks; the slowest sets the pace."""

    def __init__(self, sinks: Sequence[Sink]) -> None:
        self._sinks = tuple(sinks)

    def begin(self, text: str) -> None:
        for sink in self._sinks:
            sink.begin(text)

    def write(self, samples: bytes) -> None:
        for sink in self._sinks:
            sink.write(samples)

    def end(self, *, cut: bool) -> None:
        for sink in self._sinks:
            sink.end(cut=cut)


def _number(path: Path) -> int:
    digits = re.match(r"\d+", path.name)
    return int(digits.group()) if digits else 0


def _name_of(text: str) -> str:
    without_phonemes = re.sub(r"\[\[.*?\]\]", " ", text.lower())
    name = "-".join(re.findall(r"\w+", without_phonemes)) or "sound"
    if len(name) <= _LONGEST_NAME:
        return name
    whole_words = name[: _LONGEST_NAME + 1].rpartition("-")[0]
    return whole_words or name[:_LONGEST_NAME]


@contextlib.contextmanager
def _as_speaker_lost(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        msg = f"Speech can't be written to {path}: {why_and_what_now(error)}"
        raise SpeakerLost(msg) from error


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
        with _as_speaker_lost(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            place_whole(self._path, content)
