"""Calls eSpeak NG's library by ctypes: it turns text into 16-bit samples, with marks in them.

The library's state belongs to the file that it was loaded from. So a caller that needs independent
state in one process loads a copy of the file. The program speaks to players with it and trains
acoustic models with it; these two users do not know each other.
"""

import atexit
import ctypes
import ctypes.util
import os
import tempfile
from collections.abc import Callable
from ctypes import POINTER, c_char, c_char_p, c_int, c_short, c_size_t, c_ubyte, c_uint, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voice_chess.own_command import command_to_install

_SYNCHRONOUS = 2
_PHONEME_EVENTS = 0x0001
_DO_NOT_EXIT = 0x8000  # without it, missing data end the whole process
_UTF8 = 0x1
_PHONEME_INPUT = 0x100
_IPA = 0x2
_WORD, _PHONEME = 1, 7
RATE, VOLUME, PITCH, RANGE = 1, 2, 3, 4
"""Parameters: words a minute, percent of the usual volume, pitch and its range from 0 to 100."""
# The library keeps the path of its data folder in a buffer of 160 bytes and may append
# "/espeak-ng-data". If the path is too long it silently uses the path of its builder.
_LONGEST_DATA_PATH = 120
# Each choice of a voice waits in the library's queue until it speaks, and then becomes an event.
# About twenty-seven of them crowd out the marks of the words that follow, without an error.
_MOST_CHOICES_WAITING = 16
_PACKAGE = "espeakng-loader"
_REINSTALL = f"reinstall it with: {command_to_install('--force-reinstall', _PACKAGE)}"


class EspeakLost(OSError):
    """The library can't speak; the message states why in one sentence, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EspeakVoice:
    """A voice of the library; `identifier` selects it."""

    identifier: str
    name: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundMark:
    """The beginning of a phoneme, or of a word if `name` is empty, in the text and in the sound."""

    name: str
    text_position: int
    sample: int


Take = Callable[[bytes], bool]
"""A function that takes 16-bit samples, and returns False to stop the speech."""
Mark = Callable[[SoundMark], None]


def all_into(made: bytearray) -> Take:
    """Return a `Take` that appends all samples to `made`."""

    def take(samples: bytes) -> bool:
        made.extend(samples)
        return True

    return take


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


class _Id(ctypes.Union):
    _fields_ = (("number", c_int), ("name", c_char_p), ("string", c_char * 8))


class _Event(ctypes.Structure):
    _fields_ = (
        ("type", c_int),
        ("unique_identifier", c_uint),
        ("text_position", c_int),
        ("length", c_int),
        ("audio_position", c_int),
        ("sample", c_int),
        ("user_data", c_void_p),
        ("id", _Id),
    )


_Callback = ctypes.CFUNCTYPE(c_int, POINTER(c_short), c_int, POINTER(_Event))


class EspeakLibrary:
    """One loaded library with its data, used by one thread at a time."""

    def __init__(
        self, path: str, data: str | None, *, chunk_ms: int = 0, has_marks: bool = False
    ) -> None:
        """Load and start it. Raises `EspeakLost`.

        `chunk_ms`: the length of sound made at once; 0 leaves it to the library. `has_marks`: the
        library reports words and phonemes.
        """
        self._take: Take | None = None
        self._mark: Mark | None = None
        self._was_cut = False
        self._failure: Exception | None = None
        self._choices_waiting = 0
        self._native = _opened(path)
        self._has_seed = hasattr(self._native, "espeak_ng_SetRandSeed")  # older ones lack it
        self._callback = _Callback(self._on_samples)
        options = _DO_NOT_EXIT | (_PHONEME_EVENTS if has_marks else 0)
        folder = None if data is None else os.fsencode(_reachable(Path(data)))
        self.sample_rate: int = self._native.espeak_Initialize(
            _SYNCHRONOUS, chunk_ms, folder, options
        )
        if self.sample_rate <= 0:
            where = data or "the system's folders"
            message = f"eSpeak NG found no usable speech data in {where}; {_REINSTALL}"
            raise EspeakLost(message)

    def choose(self, voice: str) -> bool:
        """Choose a voice, and return False if there is none such. Raises `EspeakLost`."""
        if self._choices_waiting == _MOST_CHOICES_WAITING:
            self.speak("", all_into(bytearray()))
        self._choices_waiting += 1
        return not self._native.espeak_SetVoiceByName(voice.encode())

    def set(self, parameter: int, value: int) -> None:
        self._native.espeak_SetParameter(parameter, value, 0)

    def seed(self, number: int) -> None:
        """Seed random parts of the sound, such as breath; the same number gives the same sound."""
        if self._has_seed:
            self._native.espeak_ng_SetRandSeed(ctypes.c_long(number))

    def speak(self, text: str, take: Take, mark: Mark | None = None) -> bool:
        """Pass every chunk of samples to `take` until it returns False; return True if all passed.

        `[[...]]` in the text holds phonemes. Exceptions from `take` and `mark` are raised here.
        Raises `EspeakLost`.
        """
        self._take, self._mark, self._failure, self._was_cut = take, mark, None, False
        self._choices_waiting = 0
        self._native.espeak_SetSynthCallback(self._callback)
        encoded = text.replace("\0", " ").encode()
        error = self._native.espeak_Synth(
            encoded, len(encoded) + 1, 0, 1, 0, _UTF8 | _PHONEME_INPUT, None, None
        )
        self._take = self._mark = None
        if self._failure is not None:
            raise self._failure
        if error:
            message = f"eSpeak NG could not speak (error {error}); {_REINSTALL}"
            raise EspeakLost(message)
        return not self._was_cut

    def try_out(self) -> None:
        """Raise `EspeakLost` unless sound comes out.

        The library does not check all of its data. Besides, `espeak_TextToPhonemes` accepts
        phonemes only after a call of `espeak_Synth` that allows them.
        """
        made = bytearray()
        self.speak("a", all_into(made))
        if not made:
            message = f"eSpeak NG makes no sound; {_REINSTALL}"
            raise EspeakLost(message)

    def phonemes(self, text: str) -> str:
        """Return the text in the International Phonetic Alphabet, as the chosen voice says it."""
        rest = c_char_p(text.encode())
        clauses: list[str] = []
        while rest.value is not None:
            clause: bytes = self._native.espeak_TextToPhonemes(
                ctypes.byref(rest), _UTF8 | _PHONEME_INPUT, _IPA
            )
            clauses.append(clause.decode().strip())
        return " ".join(clauses).strip()

    def voices(self) -> tuple[EspeakVoice, ...]:
        records = self._native.espeak_ListVoices(None)
        found: list[EspeakVoice] = []
        while records[len(found)]:
            record = records[len(found)].contents
            # The first byte of `languages` is a priority, not a letter.
            language = record.languages[1:].decode("ascii", "replace")
            name, identifier = record.name.decode(), record.identifier.decode()
            found.append(EspeakVoice(identifier=identifier, name=name, language=language))
        return tuple(found)

    def _on_samples(self, samples: Any, count: int, events: Any) -> int:
        try:
            if self._mark is not None:
                _tell_marks(events, self._mark)
            if samples and count > 0 and self._take is not None:
                self._was_cut = not self._take(ctypes.string_at(samples, 2 * count))
        except Exception as failure:  # noqa: BLE001 - ctypes would drop it; `speak` raises it
            self._failure = failure
            self._was_cut = True
        return int(self._was_cut)


def wheels_files() -> tuple[str, str | None]:
    """Return the paths of library and data from the `espeakng-loader` wheel, or of the system's.

    Raises `EspeakLost`.
    """
    try:
        import espeakng_loader  # native package: only who speaks needs it
    except ImportError:
        library = ctypes.util.find_library("espeak-ng")
        if library is None:
            install = command_to_install(_PACKAGE)
            message = f"eSpeak NG is not installed; install it with: {install}"
            raise EspeakLost(message) from None
        return library, None
    return espeakng_loader.get_library_path(), espeakng_loader.get_data_path()


def _tell_marks(events: Any, mark: Mark) -> None:
    index = 0
    while events[index].type != 0:
        event = events[index]
        if event.type in (_WORD, _PHONEME):
            name = event.id.string if event.type == _PHONEME else b""
            mark(
                SoundMark(
                    name=name.decode("utf-8", "replace"),
                    text_position=event.text_position,
                    sample=event.sample,
                )
            )
        index += 1


def _opened(path: str) -> Any:
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        message = f"eSpeak NG could not be loaded ({error}); {_REINSTALL}"
        raise EspeakLost(message) from error
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
    """Return a path to the data folder that is short enough for the library."""
    if not (data / "phontab").is_file():
        message = f"eSpeak NG's speech data are missing in {data}; {_REINSTALL}"
        raise EspeakLost(message)
    if len(os.fsencode(data)) <= _LONGEST_DATA_PATH:
        return data
    folder = tempfile.TemporaryDirectory(prefix="espeak-")
    atexit.register(folder.cleanup)
    link = Path(folder.name) / "espeak-ng-data"
    try:
        link.symlink_to(data, target_is_directory=True)
    except OSError as error:
        message = (
            f"The path {data} is too long for eSpeak NG; install voice_chess in a shorter folder"
        )
        raise EspeakLost(message) from error
    return link
