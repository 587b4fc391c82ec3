"""The eSpeak NG library through ctypes: text in, samples and exactly placed phoneme events out."""

import ctypes
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SYNCHRONOUS = 2
_PHONEME_EVENTS = 0x0001
_DO_NOT_EXIT = 0x8000
_UTF8_WITH_PHONEMES = 1 | 0x100
_WORD, _PHONEME = 1, 7
_VOLUME = 50  # of 200; at 100 a fifth of the variants clip


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceSettings:
    """How a voice speaks: words per minute, and pitch and its range from 0 to 100."""

    voice: str
    rate: int
    pitch: int
    range: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundMark:
    """A phoneme or a word (`name` empty) as the library begins it."""

    name: str
    text_position: int
    sample: int


class _Id(ctypes.Union):
    _fields_ = (
        ("number", ctypes.c_int),
        ("name", ctypes.c_char_p),
        ("string", ctypes.c_char * 8),
    )


class _Event(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", _Id),
    )


_CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
)


class EspeakLibrary:
    """One loaded library; it keeps state, so there is one per process."""

    def __init__(self, library: Path, data: Path) -> None:
        self._native = ctypes.CDLL(str(library))
        self._samples: list[NDArray[np.int16]] = []
        self._sounds: list[SoundMark] = []
        self.sample_rate: int = self._native.espeak_Initialize(
            _SYNCHRONOUS, 0, str(data).encode(), _PHONEME_EVENTS | _DO_NOT_EXIT
        )
        if self.sample_rate <= 0:
            message = f"eSpeak NG does not start with the data in {data}"
            raise OSError(message)
        self._callback: Callable[..., Any] = _CALLBACK(self._receive)

    def has_voice(self, name: str) -> bool:
        return int(self._native.espeak_SetVoiceByName(name.encode())) == 0

    def read(self, text: str, settings: VoiceSettings) -> tuple[NDArray[np.int16], list[SoundMark]]:
        """Read text, where [[...]] holds phoneme mnemonics of the voice's language."""
        if not self.has_voice(settings.voice):
            message = f"eSpeak NG has no voice {settings.voice}"
            raise OSError(message)
        parameters = ((1, settings.rate), (2, _VOLUME), (3, settings.pitch), (4, settings.range))
        for parameter, value in parameters:
            self._native.espeak_SetParameter(parameter, value, 0)
        self._samples, self._sounds = [], []
        self._native.espeak_SetSynthCallback(self._callback)
        encoded = text.encode() + b"\0"
        self._native.espeak_Synth(encoded, len(encoded), 0, 1, 0, _UTF8_WITH_PHONEMES, None, None)
        return np.concatenate([np.zeros(0, np.int16), *self._samples]), self._sounds

    def _receive(self, samples: Any, count: int, events: Any) -> int:
        if samples and count > 0:
            self._samples.append(np.ctypeslib.as_array(samples, (count,)).copy())
        index = 0
        while events[index].type != 0:
            event = events[index]
            if event.type in (_WORD, _PHONEME):
                name = event.id.string if event.type == _PHONEME else b""
                self._sounds.append(
                    SoundMark(
                        name=name.decode("utf-8", "replace"),
                        text_position=event.text_position,
                        sample=event.sample,
                    )
                )
            index += 1
        return 0


@cache
def the_library() -> EspeakLibrary:
    """Load a copy of the library, and the data, that the espeakng_loader wheel brings.

    The speaker may run in this process too, and what is started twice mixes up its phonemes: only
    another file has a state of its own.
    """
    import espeakng_loader  # a native wheel, needed only to speak

    original = Path(espeakng_loader.get_library_path())
    with TemporaryDirectory() as folder:
        copied = Path(shutil.copy(original, folder))
        return EspeakLibrary(copied, Path(espeakng_loader.get_data_path()))
