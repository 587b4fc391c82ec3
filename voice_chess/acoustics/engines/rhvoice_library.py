"""Calls the RHVoice library through ctypes, which turns text into a voice's samples."""

import ctypes
import ctypes.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_DATA = Path("/usr/share/RHVoice")
_SETTINGS = Path("/etc/RHVoice")
_PLAIN_TEXT = 0
_GO_ON = 1

_TAKES_RATE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p)
_TAKES_SAMPLES = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_uint, ctypes.c_void_p
)


class _Callbacks(ctypes.Structure):
    """The library's callbacks; the unused ones would report words in steps of 100 ms."""

    _fields_ = (
        ("set_sample_rate", _TAKES_RATE),
        ("play_speech", _TAKES_SAMPLES),
        ("unused", ctypes.c_void_p * 7),
    )


class _Start(ctypes.Structure):
    _fields_ = (
        ("data_path", ctypes.c_char_p),
        ("config_path", ctypes.c_char_p),
        ("resource_paths", ctypes.c_void_p),
        ("callbacks", _Callbacks),
        ("options", ctypes.c_uint),
    )


class _VoiceInfo(ctypes.Structure):
    _fields_ = (
        ("language", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("gender", ctypes.c_int),
        ("country", ctypes.c_char_p),
    )


class _Manner(ctypes.Structure):
    _fields_ = (
        ("voice_profile", ctypes.c_char_p),
        ("absolute_rate", ctypes.c_double),
        ("absolute_pitch", ctypes.c_double),
        ("absolute_volume", ctypes.c_double),
        ("relative_rate", ctypes.c_double),
        ("relative_pitch", ctypes.c_double),
        ("relative_volume", ctypes.c_double),
        ("punctuation_mode", ctypes.c_int),
        ("punctuation_list", ctypes.c_char_p),
        ("capitals_mode", ctypes.c_int),
        ("flags", ctypes.c_int),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceSound:
    """The sound that a voice made."""

    samples: NDArray[np.int16]
    sample_rate: int


class RhvoiceLibrary:
    """One loaded library, whose engine reads one text at a time."""

    def __init__(self, name: str, data: Path, settings: Path) -> None:
        self._native = _declared(ctypes.CDLL(name))
        self._samples: list[NDArray[np.int16]] = []
        self._sample_rate = 0
        self._callbacks: tuple[Callable[..., Any], ...] = (
            _TAKES_RATE(self._take_rate),
            _TAKES_SAMPLES(self._take_samples),
        )
        start = _Start(
            data_path=str(data).encode(),
            config_path=str(settings).encode(),
            callbacks=_Callbacks(*self._callbacks),
        )
        self._engine = self._native.RHVoice_new_tts_engine(ctypes.byref(start))
        if not self._engine:
            message = f"RHVoice does not start with the data in {data}"
            raise OSError(message)

    def voices(self) -> tuple[str, ...]:
        """Return the names of the installed voices."""
        count = self._native.RHVoice_get_number_of_voices(self._engine)
        infos = self._native.RHVoice_get_voices(self._engine)
        return tuple(infos[index].name.decode() for index in range(count))

    def read(self, text: str, voice: str, *, rate: float = 1.0, pitch: float = 1.0) -> VoiceSound:
        """Read text in the spelling of the voice's language. Raises OSError."""
        manner = _Manner(
            voice_profile=voice.encode(),
            relative_rate=rate,
            relative_pitch=pitch,
            relative_volume=1.0,
        )
        encoded = text.encode()
        self._samples = []
        message = self._native.RHVoice_new_message(
            self._engine, encoded, len(encoded), _PLAIN_TEXT, ctypes.byref(manner), None
        )
        if not message:
            complaint = f"RHVoice voice {voice} cannot read {text!r}"
            raise OSError(complaint)
        self._native.RHVoice_speak(message)
        self._native.RHVoice_delete_message(message)
        return VoiceSound(
            samples=np.concatenate([np.zeros(0, np.int16), *self._samples]),
            sample_rate=self._sample_rate,
        )

    def _take_rate(self, rate: int, _: Any) -> int:
        self._sample_rate = rate
        return _GO_ON

    def _take_samples(self, samples: Any, count: int, _: Any) -> int:
        self._samples.append(np.ctypeslib.as_array(samples, (count,)).copy())
        return _GO_ON


def _declared(native: ctypes.CDLL) -> ctypes.CDLL:
    """Declare the functions' types for ctypes: handles are pointers, wider than its default int."""
    engine, message = ctypes.c_void_p, ctypes.c_void_p
    native.RHVoice_new_tts_engine.restype = engine
    native.RHVoice_new_tts_engine.argtypes = [ctypes.POINTER(_Start)]
    native.RHVoice_get_number_of_voices.restype = ctypes.c_uint
    native.RHVoice_get_number_of_voices.argtypes = [engine]
    native.RHVoice_get_voices.restype = ctypes.POINTER(_VoiceInfo)
    native.RHVoice_get_voices.argtypes = [engine]
    native.RHVoice_new_message.restype = message
    native.RHVoice_new_message.argtypes = [
        *(engine, ctypes.c_char_p, ctypes.c_uint, ctypes.c_int),
        *(ctypes.POINTER(_Manner), ctypes.c_void_p),
    ]
    native.RHVoice_speak.argtypes = [message]
    native.RHVoice_delete_message.restype = None
    native.RHVoice_delete_message.argtypes = [message]
    return native


@cache
def the_library() -> RhvoiceLibrary:
    """Load the library that is installed in the system. Raises OSError."""
    name = ctypes.util.find_library("RHVoice")
    if name is None:
        message = "libRHVoice is not installed"
        raise OSError(message)
    return RhvoiceLibrary(name, _DATA, _SETTINGS)
