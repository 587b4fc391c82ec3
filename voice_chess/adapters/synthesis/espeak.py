"""eSpeak NG in this process: text in, 16-bit samples out as they are made, phonemes for tests."""

import atexit
import ctypes
import ctypes.util
import functools
import os
import tempfile
import threading
from collections.abc import Callable
from ctypes import POINTER, c_char_p, c_int, c_short, c_size_t, c_ubyte, c_uint, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voice_chess.session.ports import SpeakerLost

Take = Callable[[bytes], bool]
"""Takes 16-bit samples; returns False when it wants no more."""

_SYNCHRONOUS = 2
_DO_NOT_EXIT = 0x8000  # without it, missing data end the whole process
_UTF8 = 0x1
_PHONEME_INPUT = 0x100
_IPA = 0x2
_RATE, _VOLUME = 1, 2
_CHUNK_MS = 60  # eSpeak NG makes no smaller ones
# Breath is made of chance. With one seed for every sentence, a program that says the same
# sentences in the same order sounds the same each time, and so do tests and benchmarks.
_SEED = 1
# The library keeps its data folder in a 160 byte buffer and, without a word, uses its builder's own
# path when that is too small; "/espeak-ng-data" may be appended.
_LONGEST_DATA_PATH = 120
_starting = threading.Lock()
_REINSTALL = "reinstall it with: pip install --force-reinstall espeakng-loader"


class _VoiceRecord(ctypes.Structure):
    _fields_ = (
        ("name", c_char_p),
        ("languages", c_char_p),
        ("identifier", c_char_p),
        ("gender", c_ubyte),
        ("age", c_ubyte),
        ("variant", c_ubyte),
        ("unused", c_ubyte),
        ("score", c_int),
        ("spare", c_void_p),
    )


_Callback = ctypes.CFUNCTYPE(c_int, POINTER(c_short), c_int, c_void_p)


@dataclass(frozen=True, slots=True, kw_only=True)
class EspeakVoice:
    """A voice that the library can speak with; `identifier` is what `Delivery.voice` takes."""

    identifier: str
    name: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """How something is said.

    Above 450 words a minute, where the library's own articulation ends, the library presses the
    sound together in time (by Sonic, which is part of it); the pitch stays. `other` names a
    voice of another program, which speaks in place of this library as long as it can.
    """

    voice: str = "de"
    words_per_minute: int = 175
    volume_percent: int = 100
    other: str = ""


class Espeak:
    """The library with its data; one per process, used by one thread at a time."""

    def __init__(self, library: str, data: str | None) -> None:
        self._lock = threading.RLock()
        self._take: Take | None = None
        self._was_cut = False
        self._failure: Exception | None = None
        self._library = _opened(library)
        self._has_seed = hasattr(self._library, "espeak_ng_SetRandSeed")  # older ones lack it
        self._callback = _Callback(self._on_samples)
        self.sample_rate = self._initialized(data)
        self._try_out()

    def speak(self, text: str, delivery: Delivery, take: Take) -> bool:
        """Hand every chunk of samples to `take` until it returns False; True when all was taken.

        `[[...]]` in the text holds phonemes. What `take` raises is raised here.
        Raises `SpeakerLost`.
        """
        with self._lock:
            self._set(delivery)
            self._take, self._failure, self._was_cut = take, None, False
            self._library.espeak_SetSynthCallback(self._callback)
            encoded = text.replace("\0", " ").encode()
            error = self._library.espeak_Synth(
                encoded, len(encoded) + 1, 0, 1, 0, _UTF8 | _PHONEME_INPUT, None, None
            )
            self._take = None
            if self._failure is not None:
                raise self._failure
            if error:
                msg = f"eSpeak NG could not speak (error {error}); {_REINSTALL}"
                raise SpeakerLost(msg)
            return not self._was_cut

    def phonemes(self, text: str, voice: str) -> str:
        """The text in the International Phonetic Alphabet, as this voice says it."""
        with self._lock:
            self._set(Delivery(voice=voice))
            rest = c_char_p(text.encode())
            clauses: list[str] = []
            while rest.value is not None:
                clause: bytes = self._library.espeak_TextToPhonemes(
                    ctypes.byref(rest), _UTF8 | _PHONEME_INPUT, _IPA
                )
                clauses.append(clause.decode().strip())
            return " ".join(clauses).strip()

    def voices(self) -> tuple[EspeakVoice, ...]:
        with self._lock:
            records = self._library.espeak_ListVoices(None)
            found: list[EspeakVoice] = []
            while records[len(found)]:
                record = records[len(found)].contents
                # The first byte of `languages` is a priority, not a letter.
                language = record.languages[1:].decode("ascii", "replace")
                name, identifier = record.name.decode(), record.identifier.decode()
                found.append(EspeakVoice(identifier=identifier, name=name, language=language))
            return tuple(found)

    def _set(self, delivery: Delivery) -> None:
        if self._library.espeak_SetVoiceByName(delivery.voice.encode()):
            msg = f"eSpeak NG has no voice '{delivery.voice}'; see: voice-chess devices"
            raise SpeakerLost(msg)
        if self._has_seed:
            self._library.espeak_ng_SetRandSeed(ctypes.c_long(_SEED))
        self._library.espeak_SetParameter(_RATE, delivery.words_per_minute, 0)
        self._library.espeak_SetParameter(_VOLUME, delivery.volume_percent, 0)

    def _on_samples(self, samples: Any, count: int, _events: Any) -> int:
        if not samples or count <= 0 or self._take is None:
            return 0
        try:
            self._was_cut = not self._take(ctypes.string_at(samples, 2 * count))
        except Exception as failure:  # noqa: BLE001 - ctypes would drop it; `speak` raises it
            self._failure = failure
            self._was_cut = True
        return int(self._was_cut)

    def _try_out(self) -> None:
        """Raise `SpeakerLost` unless sound comes out.

        The library forgets to check some of its data. Besides, it takes phonemes in
        `espeak_TextToPhonemes` only after it was told to by `espeak_Synth`.
        """
        made: list[int] = []

        def take(samples: bytes) -> bool:
            made.append(len(samples))
            return True

        self.speak("a", Delivery(), take)
        if not sum(made):
            msg = f"eSpeak NG makes no sound; {_REINSTALL}"
            raise SpeakerLost(msg)

    def _initialized(self, data: str | None) -> int:
        folder = None if data is None else os.fsencode(_reachable(Path(data)))
        rate: int = self._library.espeak_Initialize(_SYNCHRONOUS, _CHUNK_MS, folder, _DO_NOT_EXIT)
        if rate <= 0:
            where = data or "the system's folders"
            msg = f"eSpeak NG found no usable speech data in {where}; {_REINSTALL}"
            raise SpeakerLost(msg)
        return rate


def installed() -> Espeak:
    """The one library of this process, from the `espeakng-loader` wheel or else the system's.

    Raises `SpeakerLost`.
    """
    with _starting:  # two threads must not start it twice
        return _installed()


@functools.cache
def _installed() -> Espeak:
    try:
        import espeakng_loader  # native package: only who speaks needs it
    except ImportError:
        library = ctypes.util.find_library("espeak-ng")
        if library is None:
            msg = "eSpeak NG is not installed; install it with: pip install espeakng-loader"
            raise SpeakerLost(msg) from None
        return Espeak(library, None)
    return Espeak(espeakng_loader.get_library_path(), espeakng_loader.get_data_path())


def _opened(path: str) -> Any:
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        msg = f"eSpeak NG could not be loaded ({error}); {_REINSTALL}"
        raise SpeakerLost(msg) from error
    library.espeak_Initialize.argtypes = [c_int, c_int, c_char_p, c_int]
    library.espeak_SetSynthCallback.argtypes = [_Callback]
    library.espeak_SetSynthCallback.restype = None
    library.espeak_Synth.argtypes = [
        *(c_char_p, c_size_t, c_uint, c_int),
        *(c_uint, c_uint, POINTER(c_uint), c_void_p),
    ]
    library.espeak_SetVoiceByName.argtypes = [c_char_p]
    library.espeak_SetParameter.argtypes = [c_int, c_int, c_int]
    library.espeak_TextToPhonemes.argtypes = [POINTER(c_char_p), c_int, c_int]
    library.espeak_TextToPhonemes.restype = c_char_p
    library.espeak_ListVoices.argtypes = [POINTER(_VoiceRecord)]
    library.espeak_ListVoices.restype = POINTER(POINTER(_VoiceRecord))
    return library


def _reachable(data: Path) -> Path:
    """The data folder by a path that the library can hold."""
    if not (data / "phontab").is_file():
        msg = f"eSpeak NG's speech data are missing in {data}; {_REINSTALL}"
        raise SpeakerLost(msg)
    if len(os.fsencode(data)) <= _LONGEST_DATA_PATH:
        return data
    folder = tempfile.TemporaryDirectory(prefix="espeak-")
    atexit.register(folder.cleanup)
    link = Path(folder.name) / "espeak-ng-data"
    try:
        link.symlink_to(data, target_is_directory=True)
    except OSError as error:
        msg = f"The path {data} is too long for eSpeak NG; install voice_chess in a shorter folder"
        raise SpeakerLost(msg) from error
    return link
